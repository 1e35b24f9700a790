package replay

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"parley/teatest/desk"
)

// TestReplayOfWhatHappensBesideTheTurns shows each event at its place, and does nothing of it.
func TestReplayOfWhatHappensBesideTheTurns(t *testing.T) {
	for _, size := range [][2]int{{40, 12}, {80, 24}, {120, 40}} {
		d := newScreening(t, desk.StoredLog(t, "beside"))
		d.Send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		var b strings.Builder
		for _, key := range []string{"", "right", "right", "right", "right", "]", "}", "right", "right", "right", "right", "right", "right", "right", "i", "i", "G"} {
			if key != "" {
				d.Press(key)
			}
			fmt.Fprintf(&b, "> %s\n%s\n", key, d.Screen())
		}
		goldenScreens(t, fmt.Sprintf("beside-%d", size[0]), b.String())
	}
}
