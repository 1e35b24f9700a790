package conversation

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/teatest/desk"
)

// TestNothingLandsInTheHiddenMessage once a key was meant for the question: what is too early
// then does nothing.
func TestNothingLandsInTheHiddenMessage(t *testing.T) {
	const soon = 100 * time.Millisecond
	help := func(d *desk.Desk) { d.Calm("?").Press("x") }
	for name, c := range map[string]struct {
		before func(*desk.Desk) // after which the question is on the screen anew
		key    string
		want   string // the message
		hint   string
	}{
		"it has only come": {func(*desk.Desk) {}, "y", "y", " " + textEarly},
		"after its help":   {help, "y", "", " " + textNotYet},
		"after its help, and the key that closed it": {help, "x", "", " " + textNotYet},
		"after its help and a menu":                  {func(d *desk.Desk) { d.Calm("esc", "esc"); help(d) }, "y", "", " " + textNotYet},
		"after another program":                      {func(d *desk.Desk) { d.Calm("ctrl+z"); d.Send(tea.ResumeMsg{}) }, "y", "", " " + textNotYet},
	} {
		d := newDesk(t, withTools(t)).Start()
		d.Write("go").Press("enter")
		d.Answer("", desk.CallOf("c1", "ask_user", `{"questions":[`+yesNo+`]}`))
		if name != "it has only come" {
			d.Pass(time.Second)
		}
		c.before(d)
		d.Pass(soon)
		d.Press(c.key)
		if got := modelOf(d).composer.Text(); got != c.want || result(d, "c1") != "" {
			t.Errorf("%s: the message is %q, want %q; the answer %q", name, got, c.want, result(d, "c1"))
		}
		lines := d.Bottom(2)
		if got := lines[:len(c.hint)]; got != c.hint {
			t.Errorf("%s: the keys are %q, want %q", name, lines, c.hint)
		}
		d.Send(tea.PasteMsg{Content: "pasted"})
		if got := modelOf(d).composer.Text(); c.want == "" && got != "" {
			t.Errorf("%s: %q was pasted into the message", name, got)
		}
		d.Pass(2 * time.Second)
		if d.Press("n"); result(d, "c1") == "" {
			t.Errorf("%s: the key does not answer later:\n%s", name, d.Screen())
		}
	}
}
