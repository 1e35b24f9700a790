package replay

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"parley/store/record"
	"parley/teatest/desk"
)

// TestTheNumberOfDecisionsIsThatOfTheAudit: of the same records, by the same definition. The
// audit has the same test.
func TestTheNumberOfDecisionsIsThatOfTheAudit(t *testing.T) {
	for _, name := range []string{"story", "beside"} {
		log := desk.StoredLog(t, name)
		d := newScreening(t, log)
		d.Send(tea.WindowSizeMsg{Width: 140, Height: 40})
		n := record.NewAudit(log).Made()
		if bar := d.Screen(); len(player(d).reel.marks) != n || !strings.Contains(bar, fmt.Sprintf("◆ %d decision", n)) {
			t.Errorf("%s has %d decisions; the screen is\n%s", name, n, bar)
		}
	}
}
