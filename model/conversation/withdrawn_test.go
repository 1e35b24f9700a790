package conversation

import (
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/coordinator/commands"
	"parley/forms"
	"parley/providers"
	"parley/teatest/desk"
	"parley/views/patch"
)

// asksAndWithdraws is a desk with a run, which asks and withdraws.
func asksAndWithdraws(t *testing.T) (d *desk.Desk, ask func(string), withdraw func()) {
	d = newDesk(t, func(d *desk.Desk, o *Options) {
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
	ask = func(text string) {
		q := forms.Question{ID: "note", Text: text, AnswerType: forms.AnswerType{Kind: forms.Text}, Exclusive: true}
		d.Send(commands.StepMsg{Input: coordinator.ToolAsks{Key: run, Form: forms.Restore([]forms.Question{q})}})
	}
	return d, ask, func() { d.Send(commands.StepMsg{Input: coordinator.ToolWithdraws{Key: run}}) }
}

// TestAFormThatIsWithdrawn closes, and what was typed in it is found with ↑. The form that takes its
// place is empty, although its question has the same id, and takes no key that was meant for the other.
func TestAFormThatIsWithdrawn(t *testing.T) {
	d, ask, withdraw := asksAndWithdraws(t)
	ask("Why?")
	d.Pass(time.Second)
	d.Calm("a").Write("since Friday")
	withdraw()
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

// TestFormsThatAreWithdrawn, one after the other, are told once for their call, and what was typed in
// one of them is told all the same.
func TestFormsThatAreWithdrawn(t *testing.T) {
	d, ask, withdraw := asksAndWithdraws(t)
	for i := range 5 {
		ask("Why?")
		d.Pass(time.Second)
		if i == 3 {
			d.Calm("a").Write("since Friday")
		}
		withdraw()
	}
	const said = "It is not asked any more: not answered: the server withdrew it."
	if got := words(d); strings.Count(got, said) != 2 || strings.Count(got, "brings it back: since Friday") != 1 {
		t.Errorf("it shows:\n%s", d.Screen())
	}
}

// TestWhatTheEditorBringsTooLate is not lost, and goes into no other question.
func TestWhatTheEditorBringsTooLate(t *testing.T) {
	d, ask, withdraw := asksAndWithdraws(t)
	ask("Why?")
	d.Pass(time.Second)
	d.Calm("a").Write("since")
	was := modelOf(d).ask.prompt.Key
	withdraw()
	ask("Delete all?")
	for range 2 {
		d.Send(editedMsg{text: "since Friday\nor so\n", ask: was})
	}
	d.Send(editedMsg{text: "since\n", ask: was}) // it was kept when the form closed
	d.Send(editedMsg{text: "\n", ask: was})
	d.Pass(time.Second)
	const said = "What you wrote in your editor came when that question had closed, and was not sent; ↑ in an empty message brings it back: since Friday or so"
	if got := words(d); strings.Count(got, "What you wrote in your editor") != 1 || !strings.Contains(got, said) {
		t.Errorf("it shows:\n%s", d.Screen())
	}
	if sent := modelOf(d).composer.History(); !slices.Contains(sent, "since Friday\nor so") {
		t.Errorf("↑ finds %q", sent)
	}
	if typed := modelOf(d).typedInForm(); len(typed) != 0 {
		t.Errorf("the next question holds %q", typed)
	}
}

// What shows a conversation's form alone tells what an editor brings for one that is gone.
var _, _, _ interface{ Written() string } = editedMsg{}, patchTextMsg{}, patchEditedMsg{}

// TestAnEditOfAChangeThatComesTooLate is kept too, before it is compared and after; so is a text that
// cannot be shown.
func TestAnEditOfAChangeThatComesTooLate(t *testing.T) {
	yes := coordinator.Act{Do: coordinator.ActAnswer, Value: []byte("true")}
	for name, c := range map[string]struct {
		answered bool
		late     func(k coordinator.Key, shown *patch.Changes) tea.Msg
		kept     string
	}{
		"a text":      {true, func(k coordinator.Key, _ *patch.Changes) tea.Msg { return patchTextMsg{key: k, text: "mine\n"} }, "mine\n"},
		"compared":    {true, func(k coordinator.Key, x *patch.Changes) tea.Msg { return patchEditedMsg{k, x.Instead("mine\n")} }, "mine\n"},
		"unchanged":   {true, func(k coordinator.Key, _ *patch.Changes) tea.Msg { return patchTextMsg{key: k} }, ""},
		"not a text":  {false, func(k coordinator.Key, _ *patch.Changes) tea.Msg { return patchTextMsg{key: k, text: "mine\x00\n"} }, "mine\x00\n"},
		"of this one": {false, func(k coordinator.Key, _ *patch.Changes) tea.Msg { return patchTextMsg{key: k, text: "mine\n"} }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesktop(t, notes()).patched(modify())
			m := modelOf(d)
			late := c.late(m.ask.prompt.Key, m.ask.patch.view.Proposed())
			if c.answered {
				elsewhere(d, yes)
			}
			d.Send(late)
			d.Pass(time.Second)
			if got := strings.Contains(words(d), "What you wrote in your editor"); got != (c.answered && c.kept != "") {
				t.Errorf("it shows:\n%s", d.Screen())
			}
			sent := modelOf(d).composer.History()
			if (c.kept != "") != (len(sent) > 0 && sent[len(sent)-1] == c.kept) || slices.Contains(sent, "mine\n") != (c.kept == "mine\n") {
				t.Errorf("↑ finds %q", sent)
			}
		})
	}
}
