package replay

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"parley/store"
	"parley/store/record"
)

// besides are the points at which something happened that is no decision and no part of
// the talk, and that a reader looks for: what the user ran or put back, a rule, what the
// assistant was told or no longer sees. A command is marked where it ended.
func besides(past *record.History) []int {
	var points []int
	running := map[string]int{} // by command: its place in points
	for point := 1; point <= past.Len(); point++ {
		switch b := past.Event(point).Body.(type) {
		case store.UserCommand:
			running[b.ID] = len(points)
		case store.UserCommandEnd:
			if i, ok := running[b.ID]; ok {
				points[i] = point
			}
			continue
		case store.RuleAdded, store.RuleRevoked, store.MemoryRevoked:
		case store.FileKept: // part of a call
			continue
		default:
			if line, _ := record.ToUser.Beside(b); line == "" {
				continue
			}
		}
		points = append(points, point)
	}
	slices.Sort(points)
	return slices.Compact(points)
}

// besideBy goes to the next of these, or to the one before, and stops there.
func (p *Player) besideBy(by int) tea.Cmd { return p.stopAt(p.reel.beside, by) }
