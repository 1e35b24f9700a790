package conversation

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"parley/coordinator"
	"parley/providers"
	"parley/teatest/desk"
)

// mirrorOf is the form of what a conversation asks, as the inbox shows it.
func mirrorOf(t *testing.T, questions string, change ...func(*Options)) *desk.Desk {
	t.Helper()
	return mirror(t, asked(t, questions), change...)
}

// mirror is the form of what is asked on a desk.
func mirror(t *testing.T, of *desk.Desk, change ...func(*Options)) *desk.Desk {
	t.Helper()
	log := modelOf(of).o.Shell.Log()
	d := newDesk(t, func(d *desk.Desk, o *Options) {
		for _, c := range change {
			c(o)
		}
		d.Host.Names("theirs")
		o.Shell = coordinator.NewShell(t.Context(), coordinator.World{
			Now: d.Clock, Nonce: func() string { return "m" },
			Forward: func(context.Context, coordinator.Key, coordinator.Act) (coordinator.Taken, error) {
				return coordinator.Taken{}, errors.New("nobody takes it")
			},
		}, coordinator.Env{Tools: desk.Registry(t, desk.Echo{}), Rules: desk.NoRules{}, SomebodyThere: true}, "c1", log)
	}).Start()
	d.Pass(time.Second)
	return d
}

// TestAFormThatWasNotAskedHere says so, whatever is asked.
func TestAFormThatWasNotAskedHere(t *testing.T) {
	const said = "This was not asked on this machine: another hand may have written it, and an answer does not count. Open the conversation, and it asks what is to be asked."
	strange := func(o *Options) { o.Strange = true }
	for name, of := range map[string]func() *desk.Desk{
		"a question":   func() *desk.Desk { return asked(t, yesNo) },
		"a permission": func() *desk.Desk { return called(t, nil, []providers.Call{desk.CallOf("c1", "echo", `{"say":"hi"}`)}) },
	} {
		if got := words(mirror(t, of(), strange)); !strings.Contains(got, said) {
			t.Errorf("%s: it shows\n%s", name, got)
		}
		if got := words(mirror(t, of())); strings.Contains(got, said) {
			t.Errorf("%s that was asked here: it shows\n%s", name, got)
		}
	}
}

// TestTheHelpOfAFormInTheInbox has the keys that work there, and no commands.
func TestTheHelpOfAFormInTheInbox(t *testing.T) {
	d := mirrorOf(t, `{"id":"go","text":"Go?","answer_type":"boolean"}`)
	d.Calm("?")
	got := ansi.Strip(d.Screen())
	if strings.Count(got, "Ctrl+C") != 1 || !strings.Contains(got, "   Ctrl+C         back to what waits for you; the question stays open\n") || strings.Contains(got, "Commands") {
		t.Errorf("the help is\n%s", got)
	}
}

// TestTheStatusOfAFormInTheInbox names the model of its conversation, and does not count what
// the line above counts.
func TestTheStatusOfAFormInTheInbox(t *testing.T) {
	d := mirrorOf(t, `{"id":"go","text":"Go?","answer_type":"boolean"}`)
	if got := ansi.Strip(modelOf(d).status()); strings.Contains(got, "question") || !strings.HasPrefix(got, " theirs") {
		t.Errorf("the status is %q", got)
	}
}

// TestWhatWasTypedInAForm and not sent is known to who closes it.
func TestWhatWasTypedInAForm(t *testing.T) {
	d := mirrorOf(t, `{"id":"a","text":"Why?","answer_type":"text"}`)
	d.Calm("enter").Write("since Friday")
	if got := modelOf(d).Unsent(); !slices.Equal(got, []string{"since Friday"}) {
		t.Errorf("a text: %q", got)
	}
	d = mirrorOf(t, `{"id":"a","text":"Go?","answer_type":"boolean"}`)
	if got := modelOf(d).Unsent(); len(got) > 0 {
		t.Errorf("nothing was typed: %q", got)
	}
	d.Calm("esc", "r").Write("not yet")
	if got := modelOf(d).Unsent(); !slices.Equal(got, []string{"not yet"}) || modelOf(d).Handing() {
		t.Errorf("a reply: %q", got)
	}
}

// TestKeysThatComeTooEarlyForAForm of the inbox, such as one held down since the form before,
// are kept nowhere: no message is being typed there.
func TestKeysThatComeTooEarlyForAForm(t *testing.T) {
	d := mirrorOf(t, `{"id":"go","text":"Go?","answer_type":"boolean"}`)
	modelOf(d).arming.Appear()
	d.Press("y", "y", "y")
	d.Send(tea.PasteMsg{Content: "yes"})
	if got := modelOf(d).Unsent(); len(got) > 0 || modelOf(d).Handing() {
		t.Errorf("kept %q", got)
	}
	if got := ansi.Strip(d.Screen()); strings.Contains(got, textEarly) || !strings.Contains(got, textNotYet) {
		t.Errorf("it says\n%s", got)
	}
}
