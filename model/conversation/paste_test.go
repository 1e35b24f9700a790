package conversation

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"parley/teatest/desk"
)

// TestAPasteIntoAQuestion: where an answer is written the paste is part of it, whether its
// menu or its field is on the screen; elsewhere it does nothing. It never answers.
func TestAPasteIntoAQuestion(t *testing.T) {
	direct := func(_ *desk.Desk, o *Options) { o.Direct = true }
	for _, c := range []struct {
		name, list, before, paste, after, want string
		change                                 func(*desk.Desk, *Options)
	}{
		{name: "the menu of a text", list: note, paste: "one\ntwo", after: "enter", want: `{"q":"one\ntwo"}`},
		{name: "… on another entry", list: note, before: "down", paste: "r", after: "enter", want: `{"q":"r"}`},
		{name: "a text", list: note, before: "a x", paste: "one\r\ntwo", after: "enter", want: `{"q":"xone\ntwo"}`},
		{name: "a text at once", list: note, paste: "one", after: "enter", want: `{"q":"one"}`, change: direct},
		{name: "the menu of a number", list: number, paste: " 12\n", after: "enter", want: `{"q":12}`},
		{name: "a number", list: number, before: "a", paste: "12", after: "enter", want: `{"q":12}`},
		{name: "the menu of fields", list: settings, paste: "8080\n", after: "enter", want: `{"q":{"port":8080}}`},
		{name: "a field", list: settings, before: "a", paste: "80\n", after: "enter", want: `{"q":{"port":80}}`},
		{name: "a value of one's own", list: strings.Replace(pick, `"select"`, `"select","other":true`, 1), before: "3", paste: "a b", after: "enter", want: `{"q":"a b"}`},
		{name: "a filter", list: many(20), before: "/", paste: "option 17", after: "enter", want: `{"q":"option 17"}`},
		{name: "a reply", list: pick, before: "r", paste: "why", after: "enter", want: `{"cancelled":true,"answered":{},"reply":"why"}`},
		{name: "a choice", list: pick, paste: "2\n", want: ""},
		{name: "yes or no", list: yesNo, paste: "y\n", want: ""},
		{name: "the menu of a choice", list: pick, before: "esc", paste: "s\n", want: ""},
	} {
		change := c.change
		if change == nil {
			change = func(*desk.Desk, *Options) {}
		}
		d := asked(t, c.list, change)
		if c.before != "" {
			d.Calm(strings.Fields(c.before)...)
		}
		d.Send(tea.PasteMsg{Content: c.paste})
		if got := result(d, "c1"); got != "" {
			t.Errorf("%s: the paste answered %s", c.name, got)
			continue
		}
		if c.after != "" {
			d.Calm(strings.Fields(c.after)...)
		}
		if got := result(d, "c1"); got != c.want {
			t.Errorf("%s: the model was told %q, want %q\n%s", c.name, got, c.want, d.Screen())
		}
	}
}

const number = `{"id":"q","text":"How many?","answer_type":"number"}`

// TestAFoldedPasteIsNoCommand: only what is seen to be one is.
func TestAFoldedPasteIsNoCommand(t *testing.T) {
	for _, c := range []struct{ write, paste, said string }{
		{"", "/title\tof a stranger", "/title\tof a stranger"},
		{"", "/title \u200bof a stranger", "/title \u200bof a stranger"},
		{"", "/title " + strings.Repeat("a", 9000), "/title " + strings.Repeat("a", 9000)},
		{"/ti", "tle \tof a stranger", "/title \tof a stranger"},
		{"/title mine ", "and\tthis", ""},
	} {
		d := newDesk(t).Start().Write(c.write)
		d.Send(tea.PasteMsg{Content: c.paste})
		d.Press("enter")
		said := saidWith(d)
		switch {
		case c.said == "" && len(said) == 0:
		case c.said != "" && len(said) == 1 && said[0].Text == c.said:
		default:
			t.Errorf("%.30q %.30q: %d said", c.write, c.paste, len(said))
		}
	}
}
