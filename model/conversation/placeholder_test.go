package conversation

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"parley/teatest/desk"
)

// TestThePlaceholderIsTrueOfTheFocus: it speaks of keys, so they must be keys that work.
func TestThePlaceholderIsTrueOfTheFocus(t *testing.T) {
	d := longTalk(t)
	d.Sees(" › Ask, or / for commands\n / commands   @ files   ? help\n small                                                    1.2k tokens · < $0.01")
	d.Press("tab")
	d.Sees(" › Tab goes to your message\n ↑↓ block   c copy   / search   Esc back   ? help\n small · turn of 12:00                                    1.2k tokens · < $0.01")
	d.Press("/")
	d.Sees(rule80 + "\n ›\n /                                              Enter find   Esc end the search\n small · turn of 12:00                                    1.2k tokens · < $0.01")
	d.Press("esc", "tab")
	d.Sees(" › Ask, or / for commands\n / commands   @ files   ? help\n small                                                    1.2k tokens · < $0.01")
}

// TestALeadIsSelected: what is typed or pasted replaces a message that stands ready; Enter
// sends it, and a key that moves goes into it.
func TestALeadIsSelected(t *testing.T) {
	lead := func(d *desk.Desk, o *Options) { o.Lead = Lead{First: "Show me around", Again: "Go on"} }
	for _, c := range []struct {
		name string
		do   func(*desk.Desk)
		want string
	}{
		{"it stands there", func(*desk.Desk) {}, " › Show me around"},
		{"a letter", func(d *desk.Desk) { d.Write("x") }, " › x"},
		{"a command", func(d *desk.Desk) { d.Write("/quit") }, " › /quit"},
		{"backspace", func(d *desk.Desk) { d.Press("backspace") }, " › Ask, or / for commands"},
		{"a paste", func(d *desk.Desk) { d.Send(tea.PasteMsg{Content: "instead"}) }, " › instead"},
		{"left, then a letter", func(d *desk.Desk) { d.Press("left").Write("x") }, " › Show me arounxd"},
		{"end, then a letter", func(d *desk.Desk) { d.Press("end").Write("!") }, " › Show me around!"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDesk(t, lead).Start()
			c.do(d)
			d.Shows(c.want)
		})
	}
	d := newDesk(t, lead).Press("enter")
	d.Shows(" ▌ Show me around")
	d.Press("ctrl+c")
	d.Shows(" › Go on")
	d.Write("no").Shows(" › no")
}
