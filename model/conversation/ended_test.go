package conversation

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// TestAtItsEndATextIsNotReadOn: where nothing follows the hint names the key that goes
// back, on the same frame, and the other again as soon as something follows.
func TestAtItsEndATextIsNotReadOn(t *testing.T) {
	for _, size := range []tea.WindowSizeMsg{{Width: 80, Height: 24}, {Width: 40, Height: 12}} {
		d := thousands(t, 30)
		d.Send(size)
		for range 10 {
			if at := d.Screen(); strings.Contains(at, "PgUp go back") || !strings.Contains(at, "PgDn read on") {
				t.Fatalf("%d×%d: before the end it is\n%s", size.Width, size.Height, at)
			}
			if d.Press("pgdown"); strings.Contains(d.Screen(), "end of 30 lines") {
				break
			}
		}
		end := d.Screen()
		if strings.Contains(end, "PgDn read on") || !strings.Contains(end, "PgUp go back") {
			t.Errorf("%d×%d: at the end it is\n%s", size.Width, size.Height, end)
		}
		if d.Press("pgdown"); d.Screen() != end {
			t.Errorf("%d×%d: after the end it is\n%s", size.Width, size.Height, d.Screen())
		}
		if d.Press("pgup"); !strings.Contains(d.Screen(), "PgDn read on") {
			t.Errorf("%d×%d: back from the end it is\n%s", size.Width, size.Height, d.Screen())
		}
	}
}
