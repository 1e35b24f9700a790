package conversation

import (
	"testing"

	"parley/teatest/desk"
)

// TestThePlaceIsLookedUpOnceAtTheStart: the branch is looked up when a turn ends, but not
// for turns that had ended before a conversation was opened.
func TestThePlaceIsLookedUpOnceAtTheStart(t *testing.T) {
	var o Options
	d := newDesk(t, func(_ *desk.Desk, given *Options) { o = *given }).Start()
	for n := range 3 {
		d.Write("go").Press("enter")
		d.Say(desk.Finished("Done."))
		if want := n + 2; d.Host.Looked != want {
			t.Errorf("after %d turns it was looked up %d times, want %d", n+1, d.Host.Looked, want)
		}
	}
	d.Host.Looked = 0
	d.Top = New(o)
	if d.Start(); d.Host.Looked != 1 {
		t.Errorf("opened again, it was looked up %d times", d.Host.Looked)
	}
}
