package undo

import (
	tea "charm.land/bubbletea/v2"

	"parley/model/kit"
)

// keys is the key table.
func keys() []kit.Row[*Screen] {
	sets := func(s *Screen) bool { return !s.open && len(s.o.Sets) > 0 }
	files := func(s *Screen) bool { return s.open }
	some := func(s *Screen) bool { return len(s.o.Sets) > 0 }
	move := func(n int) func(*Screen) (tea.Model, tea.Cmd) {
		return func(s *Screen) (tea.Model, tea.Cmd) { s.move(n); return s, nil }
	}
	turn := func(n int) func(*Screen) (tea.Model, tea.Cmd) {
		return func(s *Screen) (tea.Model, tea.Cmd) { s.scroll(n * max(s.room()-1, 1)); return s, nil }
	}
	return []kit.Row[*Screen]{
		{Keys: kit.Keys("up k"), Shown: "↑↓", Words: "choose", Rank: kit.RankNear, Help: "the one before, the one after", When: some, Tell: (*Screen).several, Do: move(-1)},
		{Keys: kit.Keys("down j"), When: some, Do: move(1)},
		{Keys: kit.Keys("enter"), Shown: "Enter", Words: "see its files", Brief: "see it", Help: "see what would be put back of this turn, or undo", When: sets, Do: (*Screen).enter},
		{Keys: kit.Keys("y"), Shown: "y", Words: "put back", Help: "put back the files that are marked; that is on record, and can be undone", Decides: true, When: files, Tell: func(s *Screen) bool { return s.taken() > 0 }, Do: (*Screen).put},
		{Keys: kit.Keys("space"), Shown: "Space", Words: "take or leave", Brief: "mark", Help: "take the file, or leave it as it is; one that gives permission is taken only so", When: files, Tell: (*Screen).ready, Do: (*Screen).toggle},
		{Keys: kit.Keys("pgup"), Shown: "PgUp PgDn", Words: "turn pages", Brief: "pages", Rank: kit.RankNear, Help: "turn pages of the change", When: some, Tell: (*Screen).pages, Do: turn(-1)},
		{Keys: kit.Keys("pgdown"), When: some, Do: turn(1)},
		{Keys: kit.Keys("g home"), Shown: "g G", Help: "the first, the last", When: some, Do: move(-1 << 30)},
		{Keys: kit.Keys("G end"), When: some, Do: move(1 << 30)},
		{Keys: kit.Keys("esc q ctrl+c"), Shown: "Esc", Words: "back", Rank: kit.RankBack, Do: (*Screen).back},
		{Keys: kit.Keys("ctrl+q"), Shown: "Ctrl+Q", Help: "leave the program", Do: (*Screen).quit},
		kit.Suspending[*Screen](),
	}
}
