package model

import "testing"

// TestThePlaceholderIsTrueOfTheFocus: it speaks of keys, so it must be of those
// that work.
func TestThePlaceholderIsTrueOfTheFocus(t *testing.T) {
	d := longTalk(t)
	d.sees(" › Ask, or / for commands\n Shift+Enter new line   / commands   @ files   ? help\n small · 1.2k tokens · < $0.01                                          tell me")
	d.press("tab")
	d.sees(" › Tab goes to your message\n ↑↓ block   c copy   / search   Esc back   ? help\n small · 1.2k tokens · < $0.01                                          tell me")
	d.press("/")
	d.sees(rule80 + "\n ›\n /                                              Enter find   Esc end the search\n small · 1.2k tokens · < $0.01                                          tell me")
	d.press("esc", "tab")
	d.sees(" › Ask, or / for commands\n Shift+Enter new line   / commands   @ files   ? help\n small · 1.2k tokens · < $0.01                                          tell me")
}

// TestALeadIsSelected: what is typed or pasted takes the place of a message that
// stands ready; Enter sends it, and a key that moves goes into it.
func TestALeadIsSelected(t *testing.T) {
	lead := func(d *desk, o *Options) { o.Lead = Lead{First: "Show me around", Again: "Go on"} }
	for _, c := range []struct {
		name string
		do   func(*desk)
		want string
	}{
		{"it stands there", func(*desk) {}, " › Show me around"},
		{"a letter", func(d *desk) { d.write("x") }, " › x"},
		{"a command", func(d *desk) { d.write("/quit") }, " › /quit"},
		{"backspace", func(d *desk) { d.press("backspace") }, " › Ask, or / for commands"},
		{"a paste", func(d *desk) { d.m.(*Model).paste("instead") }, " › instead"},
		{"left, then a letter", func(d *desk) { d.press("left").write("x") }, " › Show me arounxd"},
		{"end, then a letter", func(d *desk) { d.press("end").write("!") }, " › Show me around!"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDesk(t, lead).start()
			c.do(d)
			d.shows(c.want)
		})
	}
	d := newDesk(t, lead).press("enter")
	d.shows(" ▌ Show me around")
	d.press("ctrl+c")
	d.shows(" › Go on")
	d.write("no").shows(" › no")
}
