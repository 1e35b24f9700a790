package conversation

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/coordinator/arming"
	"parley/coordinator/commands"
	"parley/forms"
	"parley/providers"
	"parley/teatest/desk"
	"parley/views/patch"
)

// asksAndWithdraws is a desk with a run, which asks and withdraws.
func asksAndWithdraws(t *testing.T) (d *desk.Desk, ask func(string, ...forms.Kind), withdraw func()) {
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
	ask = func(text string, kinds ...forms.Kind) {
		var asked []forms.Question
		for i, kind := range append(kinds, forms.Text)[:max(len(kinds), 1)] {
			asked = append(asked, forms.Question{ID: "note" + strings.Repeat("s", i), Text: text, AnswerType: forms.AnswerType{Kind: kind}, Exclusive: true})
		}
		d.Send(commands.StepMsg{Input: coordinator.ToolAsks{Key: run, Form: forms.Restore(asked)}})
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

// TestWhatWasProposedNamesNothing, and is no command, once its form is withdrawn and ↑ brings back what stood in it.
func TestWhatWasProposedNamesNothing(t *testing.T) {
	for proposed, want := range map[string]string{
		"see @shot.png now": "see @ shot.png nowbc",
		"/export a.md":      "/ export a.mdbc",
		"since Friday":      "since Fridaybc",
	} {
		d, _, withdraw := asksAndWithdraws(t)
		turn, _ := modelOf(d).o.Shell.State().Folded.Current()
		c := turn.Calls.At(0)
		run := coordinator.RunTool{Turn: 1, Response: c.Response, Call: c.ID, Run: 1}.Key()
		q := forms.Question{ID: "why", Text: "Why?", AnswerType: forms.AnswerType{Kind: forms.Text}, Default: json.RawMessage(strconv.Quote(proposed)), Exclusive: true}
		d.Send(commands.StepMsg{Input: coordinator.ToolAsks{Key: run, Form: forms.Restore([]forms.Question{q})}})
		d.Pass(time.Second)
		d.Calm("a", "b").Write("c")
		withdraw()
		if sent := modelOf(d).composer.History(); !slices.Contains(sent, want) {
			t.Errorf("%q was proposed, and ↑ finds %q", proposed, sent)
		}
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

// TestKeysForAFormThatClosed by itself send, run and stop nothing, be there another form or none: they
// are text of the message, and nothing where a secret was asked for. After a moment keys count again.
func TestKeysForAFormThatClosed(t *testing.T) {
	for name, c := range map[string]struct {
		kind    forms.Kind
		before  string // what stands in the message
		typed   string // then Enter is pressed
		paste   bool
		next    bool   // another form comes
		written string // in the message
	}{
		"a command":          {forms.Text, "", "!touch x", false, false, "!touch x"},
		"a slash":            {forms.Text, "", "/quit", false, false, "/quit"},
		"half a message":     {forms.Boolean, "half a mess", "", false, false, "half a mess"},
		"another form":       {forms.Text, "", "!touch x", false, true, "!touch x"},
		"a secret":           {forms.Secret, "", "!hunter", false, false, ""},
		"a pasted secret":    {forms.Secret, "", "hunter", true, false, ""},
		"behind half of one": {forms.Secret, "half a mess", "hunter", false, false, "half a mess"},
		"a secret, a form":   {forms.Secret, "", "hunter", false, true, ""},
		"one pasted, a form": {forms.Secret, "", "hunter", true, true, ""},
	} {
		t.Run(name, func(t *testing.T) {
			d, ask, withdraw := asksAndWithdraws(t)
			d.Write(c.before)
			d.Pass(time.Second)
			ask("Which?", c.kind)
			d.Pass(time.Second)
			withdraw()
			if c.next {
				ask("Delete all?")
			}
			if c.paste {
				for _, msg := range []tea.Msg{tea.PasteStartMsg{}, tea.PasteMsg{Content: c.typed}, tea.PasteEndMsg{}} {
					d.Send(msg)
				}
			} else {
				d.Write(c.typed)
			}
			if said := strings.Contains(d.Screen(), textNotYet) || strings.Contains(d.Screen(), arming.TextHushed); said != (c.typed != "" && c.kind == forms.Secret) {
				t.Errorf("what is typed in vain is told: %v", said)
			}
			d.Press("backspace", "enter", "esc") // a key that was held down takes nothing back either
			if !c.next && !strings.Contains(d.Screen(), textNotYet) {
				t.Errorf("nothing says that keys do nothing yet:\n%s", d.Screen())
			}
			d.Pass(time.Second)
			m := modelOf(d)
			if s := m.o.Shell.State(); len(s.Queue) > 0 || !s.Folded.Open() || m.composer.Command() || m.ownRuns() {
				t.Errorf("a message waits, a command runs, or the turn has ended:\n%s", d.Screen())
			}
			if got := m.composer.Text(); got != c.written || m.drafts.message() != c.written {
				t.Errorf("the message is %q, kept as %q", got, m.drafts.message())
			}
			if c.next || strings.HasPrefix(c.written, "/") {
				return
			}
			d.Write("ok").Press("enter")
			if q := m.o.Shell.State().Queue; len(q) != 1 || q[0].Text != c.written+"ok" {
				t.Errorf("after a moment %v waits", q)
			}
		})
	}
}

// TestTheRestOfASecret is dropped, however slowly it is typed, until Enter or Esc ends it, or nothing came for a while:
// whether another form comes or none.
func TestTheRestOfASecret(t *testing.T) {
	for name, next := range map[string]bool{"no form": false, "another form": true} {
		for _, end := range []string{"enter", "esc", ""} {
			t.Run(name+" "+end, func(t *testing.T) {
				d, ask, withdraw := asksAndWithdraws(t)
				ask("Which?", forms.Secret)
				d.Pass(time.Second)
				d.Write("corr")
				withdraw()
				ask("And?", forms.Boolean) // one that comes and goes at once ends nothing
				withdraw()
				if next {
					ask("Delete all?", forms.Boolean)
				}
				for _, part := range []string{"ect", "horse", "y", "staple"} {
					d.Pass(2 * time.Second)
					d.Write(part)
					if !strings.Contains(d.Screen(), arming.TextHushed) {
						t.Errorf("nothing says what becomes of %s:\n%s", part, d.Screen())
					}
				}
				for _, msg := range []tea.Msg{tea.PasteStartMsg{}, tea.PasteMsg{Content: "yes"}, tea.PasteEndMsg{}} {
					d.Send(msg)
				}
				if end != "" {
					d.Press(end)
					d.Pass(time.Second)
				}
				d.Pass(arming.SecretQuiet)
				m := modelOf(d)
				if got := m.composer.Text(); got != "" || m.drafts.message() != "" || len(m.o.Shell.State().Queue) > 0 {
					t.Errorf("the message is %q, kept as %q", got, m.drafts.message())
				}
				if _, asked := m.o.Shell.State().Prompt(); asked != next {
					t.Errorf("asked is %v", asked)
				}
				if strings.Contains(d.Screen(), arming.TextHushed) {
					t.Errorf("it is still dropped:\n%s", d.Screen())
				}
				if d.Write("n"); next {
					if _, asked := m.o.Shell.State().Prompt(); asked {
						t.Errorf("an answer is not taken:\n%s", d.Screen())
					}
				} else if got := m.composer.Text(); got != "n" {
					t.Errorf("the message is %q", got)
				}
			})
		}
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

// TestASecretThatWasToCome behind the question that closed is dropped as well, since who types a name and then a password does so
// without a look.
func TestASecretThatWasToCome(t *testing.T) {
	d, ask, withdraw := asksAndWithdraws(t)
	ask("Who?", forms.Text, forms.Secret, forms.Text)
	d.Pass(time.Second)
	d.Calm("a").Write("li")
	withdraw()
	for _, part := range []string{"ce", "1,", "2]", "hunter"} {
		d.Pass(time.Second)
		d.Write(part)
		if !strings.Contains(d.Screen(), "as the rest of a secret; Esc ends that") {
			t.Errorf("it does not say what ends it behind %s:\n%s", part, d.Screen())
		}
		d.Pass(time.Second)
		d.Press("enter")
	}
	d.Press("esc")
	m := modelOf(d)
	if got := m.composer.Text(); got != "" || m.drafts.message() != "" || len(m.o.Shell.State().Queue) > 0 {
		t.Errorf("the message is %q, kept as %q", got, m.drafts.message())
	}
	d.Pass(time.Second)
	if d.Write("ok").Press("enter"); len(m.o.Shell.State().Queue) != 1 {
		t.Errorf("nothing is sent afterwards:\n%s", d.Screen())
	}
}
