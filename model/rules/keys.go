package rules

import (
	tea "charm.land/bubbletea/v2"

	"parley/model/kit"
)

// keys is the key table.
func keys() []kit.Row[*Screen] {
	some := func(s *Screen) bool { _, ok := s.chosen(); return ok }
	move := func(n int) func(*Screen) (tea.Model, tea.Cmd) {
		return func(s *Screen) (tea.Model, tea.Cmd) { s.move(n); return s, nil }
	}
	page := func(n int) func(*Screen) (tea.Model, tea.Cmd) {
		return func(s *Screen) (tea.Model, tea.Cmd) { s.move(n * max(s.room()/4, 1)); return s, nil }
	}
	return []kit.Row[*Screen]{
		{Keys: kit.Keys("up k"), Shown: "↑↓", Words: "choose", Rank: kit.RankNear, Help: "the rule before, the one after", When: some, Do: move(-1)},
		{Keys: kit.Keys("down j"), When: some, Do: move(1)},
		{Keys: kit.Keys("delete r"), Shown: "Del", Words: "take it back", Help: "take the rule back (also r): it does not hold from now on, and that is on record",
			Decides: true, When: func(s *Screen) bool { r, ok := s.chosen(); return ok && r.Key != "" }, Do: (*Screen).revoke},
		{Keys: kit.Keys("delete r"), When: some, Do: (*Screen).revoke},
		{Keys: kit.Keys("pgup"), Shown: "PgUp PgDn", Help: "turn pages", When: some, Do: page(-1)},
		{Keys: kit.Keys("pgdown"), When: some, Do: page(1)},
		{Keys: kit.Keys("g home"), Shown: "g G", Help: "the first, the last", When: some, Do: move(-1 << 30)},
		{Keys: kit.Keys("G end"), When: some, Do: move(1 << 30)},
		{Keys: kit.Keys("esc q ctrl+c"), Shown: "Esc", Words: "back", Rank: kit.RankBack, Do: (*Screen).back},
		{Keys: kit.Keys("ctrl+q"), Shown: "Ctrl+Q", Help: "leave the program", Do: (*Screen).quit},
		kit.Suspending[*Screen](),
	}
}
