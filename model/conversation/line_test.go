package conversation

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"parley/teatest/desk"
	"parley/views/prompt"
)

// TestLinesAreWritten: in each line of a conversation blanks can be typed, the cursor
// moves, words can be deleted, and a paste is inserted at the cursor. Enter and Esc do
// what the hints say.
func TestLinesAreWritten(t *testing.T) {
	for _, c := range []struct {
		name string
		open func() *desk.Desk
		text func(*desk.Desk) string
	}{
		{"the search", func() *desk.Desk { return longTalk(t).Press("tab", "/") }, func(d *desk.Desk) string { return modelOf(d).finding.Query() }},
		{"a filter", func() *desk.Desk { return asked(t, many(40)).Calm("/") }, func(d *desk.Desk) string { return modelOf(d).ask.field.Filter() }},
		{"the search in a change", func() *desk.Desk { return newDesktop(t, notes()).patched(modify()).Calm("/") }, func(d *desk.Desk) string { return modelOf(d).ask.patch.view.Query() }},
	} {
		d := c.open()
		for _, step := range []struct {
			do   func()
			want string
		}{
			{func() { d.Write("two words") }, "two words"},
			{func() { d.Press("home").Write("x") }, "xtwo words"},
			{func() { d.Press("delete", "end").Write(" ") }, "xwo words "},
			{func() { d.Press("left", "ctrl+w").Send(tea.PasteMsg{Content: "li\nne"}) }, "xwo li ne "},
			{func() { d.Press("ctrl+u", "backspace") }, " "},
			{func() { d.Send(tea.KeyPressMsg{Code: 'e', Text: "end"}) }, "end "},
		} {
			if step.do(); c.text(d) != step.want {
				t.Fatalf("%s: %q, want %q", c.name, c.text(d), step.want)
			}
		}
		if v := d.Top.View(); v.Cursor == nil {
			t.Errorf("%s: there is no cursor", c.name)
		}
	}
	d := asked(t, many(40)).Calm("/").Write("7").Press("home").Write("1").Press("enter", "enter")
	if got := result(d, "c1"); got != `{"q":"option 17"}` {
		t.Errorf("the filter leads to %s", got)
	}
	if f := modelOf(asked(t, many(40)).Calm("/", "x", "esc")).ask.field; f.Mode() != prompt.Choosing || f.Filter() != "" {
		t.Errorf("Esc leaves %q", f.Filter())
	}
}
