package conversation

import (
	"strings"
	"testing"
	"time"

	"parley/teatest/desk"
)

// TestWhatIsShownAsRecordedDoesNotFold: it is shown whole, so that no key is offered for it.
func TestWhatIsShownAsRecordedDoesNotFold(t *testing.T) {
	d := newDesk(t).Write("hi").Press("enter")
	d.Answer("", desk.CallOf("e", "echo", `{"say":"x"}`))
	d.Pass(time.Second)
	d.Press("y")
	d.Answer("Done.")
	d.Press("tab", "up")
	d.Shows(" ↑↓ block   Enter open   i record   c copy   / search   Esc back   ? help")
	d.Press("i")
	before := d.Screen()
	if strings.Contains(before, "Enter") || !strings.Contains(before, "i as before") {
		t.Errorf("as recorded:\n%s", before)
	}
	if d.Press("enter"); d.Screen() != before {
		t.Errorf("Enter makes of\n%s\nthis\n%s", before, d.Screen())
	}
	d.Press("i")
	d.Shows(" ↑↓ block   Enter open   i record   c copy   / search   Esc back   ? help")
}
