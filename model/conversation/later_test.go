package conversation

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"parley/teatest/desk"
)

// TestALongAnswerIsLaidOutBesideTheLoop: as soon as it is there, and again for another width. What
// is drawn meanwhile is the answer as it was written.
func TestALongAnswerIsLaidOutBesideTheLoop(t *testing.T) {
	d := newDesk(t).Start().Write("Tell me.").Press("enter")
	d.Say(desk.Finished(strings.Repeat("Some *words* about it.\n\n", 3000) + "The *end*."))
	d.Shows("   Some words about it.", "   The end.")
	modelOf(d).Update(tea.WindowSizeMsg{Width: 70, Height: 24}) // what follows from it is not run
	d.Shows("   Some *words* about it.", "   The *end*.")
	modelOf(d).laying = false
	d.Send(tea.WindowSizeMsg{Width: 60, Height: 24})
	d.Shows("   Some words about it.", "   The end.")
}
