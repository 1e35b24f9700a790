package conversation

import (
	"slices"
	"strings"
	"testing"
	"time"

	"parley/coordinator"
	"parley/coordinator/commands"
	"parley/forms"
	"parley/providers"
	"parley/teatest/desk"
)

// TestAFormThatIsWithdrawn closes, and what was typed in it is found with ↑. The form that takes its
// place is empty, although its question has the same id, and takes no key that was meant for the other.
func TestAFormThatIsWithdrawn(t *testing.T) {
	d := newDesk(t, func(d *desk.Desk, o *Options) {
		env := o.Shell.State().Env
		env.Tools = desk.Registry(t, d.Slow())
		o.Shell.SetEnv(env)
	}).Start()
	d.Write("go").Press("enter")
	d.Answer("", []providers.Call{desk.CallOf("c1", "slow", `{}`)}...)
	d.Pass(time.Second)
	turn, _ := modelOf(d).o.Shell.State().Folded.Current()
	c := turn.Calls.At(0)
	run := coordinator.RunTool{Turn: 1, Response: c.Response, Call: c.ID, Run: 1}.Key()
	ask := func(text string) {
		q := forms.Question{ID: "note", Text: text, AnswerType: forms.AnswerType{Kind: forms.Text}, Exclusive: true}
		d.Send(commands.StepMsg{Input: coordinator.ToolAsks{Key: run, Form: forms.Restore([]forms.Question{q})}})
	}
	ask("Why?")
	d.Pass(time.Second)
	d.Calm("a").Write("since Friday")
	d.Send(commands.StepMsg{Input: coordinator.ToolWithdraws{Key: run}})
	ask("Delete all?")
	d.Press("enter")
	d.Pass(time.Second)
	const said = "· It is not asked any more: not answered: the server withdrew it. What you had typed there was not sent; ↑ in an empty message brings it back: since Friday"
	got := words(d)
	_, form, _ := strings.Cut(got, "slow asks ──")
	if !strings.Contains(got, said) || !strings.Contains(form, "Delete all?") || strings.Contains(form, "since Friday") {
		t.Errorf("it shows:\n%s", d.Screen())
	}
	if sent := modelOf(d).composer.History(); !slices.Contains(sent, "since Friday") {
		t.Errorf("↑ finds %q", sent)
	}
}
