package conversation

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/forms"
	"parley/model/kit"
	"parley/providers"
	"parley/teatest/desk"
)

// noTools takes the tools away, and returns what brings them back.
func noTools(d *desk.Desk) (back func()) {
	m := modelOf(d)
	was := m.o.Shell.State().Env
	without := was
	without.Tools = desk.Registry(d.T)
	m.o.Shell.SetEnv(without)
	d.Settle(m.retooled())
	d.Pass(time.Second)
	return func() {
		m.o.Shell.SetEnv(was)
		d.Settle(m.retooled())
		d.Pass(time.Second)
	}
}

// TestAPermissionWithoutItsTool: it says so, no key of it means yes, and with its tool it is what
// it was.
func TestAPermissionWithoutItsTool(t *testing.T) {
	d := called(t, nil, []providers.Call{desk.CallOf("c1", "echo", `{"say":"hi"}`)})
	back := noTools(d)
	d.Golden("lacking-permission")
	for _, key := range []string{"y", "Y", "e", "enter", "a"} {
		if d.Press(key); result(d, "c1") != "" || !modelOf(d).ask.open {
			t.Fatalf("%s is an answer:\n%s", key, d.Screen())
		}
	}
	back()
	if d.Press("y"); result(d, "c1") != "hi" {
		t.Errorf("with its tool:\n%s", d.Screen())
	}
	d = called(t, nil, []providers.Call{desk.CallOf("c1", "echo", `{"say":"hi"}`)})
	noTools(d)
	if d.Press("n"); result(d, "c1") != "Tool skipped by user." {
		t.Errorf("a no: %q\n%s", result(d, "c1"), d.Screen())
	}
}

// TestAQuestionWithoutItsTool: it says so, its answer waits, and the tool has it once it is there.
func TestAQuestionWithoutItsTool(t *testing.T) {
	q := forms.Question{ID: "q", Text: "Shall I?", AnswerType: forms.AnswerType{Kind: forms.Boolean}}
	setup := func() *desk.Desk {
		return called(t, []forms.Question{q}, []providers.Call{desk.CallOf("c1", "setup", `{}`)})
	}
	d := setup()
	back := noTools(d)
	d.Golden("lacking-question")
	d.Press("y")
	d.Golden("lacking-answer")
	if result(d, "c1") != "" || modelOf(d).Runs() {
		t.Errorf("it went on:\n%s", d.Screen())
	}
	back()
	if got := result(d, "c1"); got != `{"q":true}` {
		t.Errorf("with its tool: %q\n%s", got, d.Screen())
	}
	d = setup()
	noTools(d)
	d.Press("y", "esc")
	if modelOf(d).o.Shell.State().Folded.Open() {
		t.Errorf("Esc does not end the turn:\n%s", d.Screen())
	}
}

// TestAChangeWithoutItsTool says so above the change, on the smallest screen as well, as long as
// that is so.
func TestAChangeWithoutItsTool(t *testing.T) {
	d := newDesktop(t, notes()).patched(modify())
	back := noTools(d)
	d.Golden("lacking-patch")
	const says = "is not offered here: your answer is kept"
	d.Send(tea.WindowSizeMsg{Width: 80, Height: kit.LeastHeight})
	if got := d.Screen(); !strings.Contains(got, says) {
		t.Errorf("the smallest screen does not say so:\n%s", got)
	}
	back()
	d.Send(tea.WindowSizeMsg{Width: 80, Height: 24})
	if got := d.Screen(); strings.Contains(got, says) {
		t.Errorf("with its tool it still says so:\n%s", got)
	}
}
