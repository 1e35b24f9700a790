package conversation

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/model/kit"
	"parley/teatest/desk"
)

// TestNotesStayWholeWhileChoosing: on a small screen they give way to the list only for
// conversations that would not be visible otherwise, never for empty lines.
func TestNotesStayWholeWhileChoosing(t *testing.T) {
	for recent, want := range map[int]bool{1: true, 3: false} {
		d := amid(t, func(d *desk.Desk, o *Options) {
			for i := range recent {
				d.Host.Begin.Recent = append(d.Host.Begin.Recent[:i:i], kit.Recent{ID: "a", Title: "Config to TOML", Updated: d.Now.Add(-time.Hour)})
			}
			o.Notes = []string{toldAtOnce}
		})
		d.Send(tea.WindowSizeMsg{Width: 40, Height: 12})
		d.Press("tab")
		screen := d.Screen()
		if n := strings.Count(screen, "Config to TOML"); n != recent {
			t.Errorf("%d of %d conversations are visible:\n%s", n, recent, screen)
		}
		if got := strings.Contains(screen, "This conversation was begun"); got != want {
			t.Errorf("%d conversations, and the note is whole: %v\n%s", recent, got, screen)
		}
	}
}
