package audit

import (
	tea "charm.land/bubbletea/v2"

	"parley/model/kit"
	views "parley/views/audit"
)

const textRuns = "A turn runs. Stop it first; then f goes on from here in a copy."

// keys is the key table; its hint says whose decisions are shown.
func (s *Screen) keys() []kit.Row[*Screen] {
	rows := keys()
	for i := range rows {
		if rows[i].Shown == whoKey {
			rows[i].Words += ": " + views.Whose(s.who)
		}
	}
	return rows
}

// far is a way that leads to the first or the last decision from everywhere.
const far = 1 << 30

// whoKey is the key that switches to the decisions of the next answerer.
const whoKey = "w"

// keys is the key table of the screen, whatever is shown.
func keys() []kit.Row[*Screen] {
	some := func(s *Screen) bool { _, ok := s.chosen(); return ok }
	move := func(n int) func(*Screen) (tea.Model, tea.Cmd) {
		return func(s *Screen) (tea.Model, tea.Cmd) { s.move(n); return s, nil }
	}
	unfold := func(s *Screen) (tea.Model, tea.Cmd) { s.unfold(); return s, nil }
	return []kit.Row[*Screen]{
		{Keys: kit.Keys("up k"), Shown: "↑↓", Words: "choose", Help: "the decision before, the one after; in one that the screen cannot hold, a line", When: some, Do: move(-1)},
		{Keys: kit.Keys("down j"), When: some, Do: move(1)},
		{Keys: kit.Keys("enter space"), Shown: "Enter", Words: "whole", Help: "all of what was asked, or one line again", When: func(s *Screen) bool { return some(s) && s.whole != s.at },
			Tell: func(s *Screen) bool { return s.list().Unfolds(s.Theme, s.Terminal.W) }, Do: unfold},
		{Keys: kit.Keys("enter space"), Shown: "Enter", Words: "fold", Help: "all of what was asked, or one line again", When: func(s *Screen) bool { return some(s) && s.whole == s.at },
			Tell: func(s *Screen) bool { return s.list().Unfolds(s.Theme, s.Terminal.W) }, Do: unfold},
		{Keys: kit.Keys("p"), Shown: "p", Words: "replay", Help: "replay from here: see it as it was decided", Rank: kit.RankAway, When: some, Do: (*Screen).replay},
		{Keys: kit.Keys("f"), Shown: "f", Words: "fork", Help: "fork here: a copy in which it is asked again", Rank: kit.RankAway, Decides: true,
			When: func(s *Screen) bool { return some(s) && s.o.Past.Fork != nil }, Do: (*Screen).fork},
		{Keys: []string{whoKey}, Shown: whoKey, Words: "who", Help: "what the next of those who answered decided, at last everybody's", Rank: kit.RankAway,
			When: func(s *Screen) bool { return len(s.all) > 0 }, Do: func(s *Screen) (tea.Model, tea.Cmd) { s.next(); return s, nil }},
		{Keys: kit.Keys("pgup"), Shown: "PgUp PgDn", Help: "turn pages", When: some, Do: func(s *Screen) (tea.Model, tea.Cmd) { s.move(-max(s.room()/2, 1)); return s, nil }},
		{Keys: kit.Keys("pgdown"), When: some, Do: func(s *Screen) (tea.Model, tea.Cmd) { s.move(max(s.room()/2, 1)); return s, nil }},
		{Keys: kit.Keys("g home"), Shown: "g G", Help: "the first, the last", When: some, Do: move(-far)},
		{Keys: kit.Keys("G end"), When: some, Do: move(far)},
		{Keys: kit.Keys("esc q ctrl+c"), Shown: "Esc", Words: "back", Rank: kit.RankBack, Do: (*Screen).back},
		{Keys: kit.Keys("ctrl+q"), Shown: "Ctrl+Q", Help: "leave the program", Do: (*Screen).quit},
		kit.Suspending[*Screen](),
	}
}
