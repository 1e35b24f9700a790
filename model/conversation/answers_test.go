package conversation

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"parley/coordinator"
	"parley/coordinator/commands"
	"parley/providers"
	"parley/store"
	"parley/teatest/desk"
)

// elsewhere does something with what a conversation asks, as another process would.
func elsewhere(d *desk.Desk, act coordinator.Act) {
	d.T.Helper()
	digest := ""
	for _, ev := range modelOf(d).o.Shell.Log().All() {
		switch ev.Body.(type) {
		case store.PermissionRequest, store.InquiryRequest:
			digest = store.Digest(ev.Line())
		}
	}
	var became coordinator.Taken
	d.Send(commands.StepMsg{Input: coordinator.Sent{
		Digest: digest, Act: act, Via: store.Via{Program: "parley", PID: 7, Terminal: "/dev/pts/3"}, Told: func(x coordinator.Taken) { became = x },
	}})
	if !became.Done {
		d.T.Fatalf("it is not taken: %+v", became)
	}
}

// words are the words on the screen, however they are wrapped.
func words(d *desk.Desk) string { return strings.Join(strings.Fields(ansi.Strip(d.Screen())), " ") }

// TestAFormThatIsAnsweredElsewhere closes, and says who answered what; what was typed in it is
// shown, and found with ↑. Nothing is said of what is answered here.
func TestAFormThatIsAnsweredElsewhere(t *testing.T) {
	permission := func(t *testing.T) *desk.Desk {
		return called(t, nil, []providers.Call{desk.CallOf("c1", "echo", `{"say":"hi"}`)})
	}
	question := func(list string) func(t *testing.T) *desk.Desk {
		return func(t *testing.T) *desk.Desk { return asked(t, list) }
	}
	const kept = " What you had typed there was not sent; ↑ in an empty message brings it back: "
	staging := coordinator.Act{Do: coordinator.ActAnswer, Value: []byte(`"staging"`)}
	for name, c := range map[string]struct {
		desk  func(t *testing.T) *desk.Desk
		keys  string
		typed string
		act   coordinator.Act
		said  string
	}{
		"a text":   {question(note), "a", "since Friday", staging, `It was answered already: "staging", by you (parley, on /dev/pts/3).` + kept + "since Friday"},
		"nothing":  {question(note), "", "", staging, `It was answered already: "staging", by you (parley, on /dev/pts/3).`},
		"a reply":  {question(yesNo), "r", "not yet", coordinator.Act{Do: coordinator.ActAnswer, Value: []byte("false")}, "It was answered already: no, by you (parley, on /dev/pts/3)." + kept + "not yet"},
		"a reason": {permission, "r", "not yet", coordinator.Act{Do: coordinator.ActPermit, Outcome: store.PermitDenied, Scope: store.ScopeOnce}, "It was answered already: no, by you (parley, on /dev/pts/3)." + kept + "not yet"},
		"a change": {func(t *testing.T) *desk.Desk { return newDesktop(t, notes()).patched(modify()) }, "r", "not yet", coordinator.Act{Do: coordinator.ActAnswer, Value: []byte("true")},
			"It was answered already: yes, by you (parley, on /dev/pts/3)." + kept + "not yet"},
		"the same":    {question(note), "a", "staging", staging, `It was answered already: "staging", by you (parley, on /dev/pts/3).`},
		"a secret":    {func(t *testing.T) *desk.Desk { return password(t) }, "", "hunter2", coordinator.Act{Do: coordinator.ActReply, Text: "none"}, "It is not asked any more: you replied (parley, on /dev/pts/3)."},
		"a turn":      {question(yesNo), "", "", coordinator.Act{Do: coordinator.ActEnd}, "It is not asked any more: you ended the turn (parley, on /dev/pts/3)."},
		"the first":   {question(note + "," + strings.ReplaceAll(yesNo, `"q"`, `"p"`)), "a", "since Friday", staging, `It was answered already: "staging", by you (parley, on /dev/pts/3).` + kept + "since Friday"},
		"a step back": {question(note + "," + strings.ReplaceAll(note, `"q"`, `"p"`)), "a x enter a", "since Friday", coordinator.Act{Do: coordinator.ActBack}, "It is not asked any more: you went back (parley, on /dev/pts/3)." + kept + "since Friday"},
	} {
		t.Run(name, func(t *testing.T) {
			d := c.desk(t).Calm(strings.Fields(c.keys)...).Write(c.typed)
			was := modelOf(d).ask.prompt.Key
			elsewhere(d, c.act)
			if m := modelOf(d); m.ask.open && m.ask.prompt.Key == was {
				t.Error("the form stays")
			}
			if got := words(d); !strings.Contains(got, "· "+c.said+" ") || strings.Contains(got, "hunter2") || strings.Contains(got, kept) != strings.Contains(c.said, kept) {
				t.Errorf("it does not say %q:\n%s", c.said, d.Screen())
			}
			sent := modelOf(d).composer.History()
			if strings.Contains(c.said, kept) != slices.Contains(sent, c.typed) && name != "the same" {
				t.Errorf("↑ finds %q", sent)
			}
		})
	}
	d := asked(t, yesNo).Calm("y")
	if strings.Contains(d.Screen(), "It was answered") {
		t.Errorf("an answer that was given here is told:\n%s", d.Screen())
	}
}
