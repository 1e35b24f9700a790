package inbox

import (
	tea "charm.land/bubbletea/v2"

	"parley/model/kit"
)

// keys is the key table of the list.
func keys() []kit.Row[*Screen] {
	some := func(s *Screen) bool { return len(s.shown) > 0 }
	free := func(s *Screen) bool { return !s.finds }
	listed := func(s *Screen) bool { return some(s) && free(s) }
	opens := func(s *Screen) bool { return listed(s) && s.shown[s.at()].Program == "" } // else that program has it open
	asks := func(s *Screen) bool { return some(s) && !s.shown[s.at()].Decided() }
	move := func(n int) func(*Screen) (tea.Model, tea.Cmd) {
		return func(s *Screen) (tea.Model, tea.Cmd) { s.move(n); return s, nil }
	}
	page := func(n int) func(*Screen) (tea.Model, tea.Cmd) {
		return func(s *Screen) (tea.Model, tea.Cmd) { s.move(n * max(s.room()/2, 1)); return s, nil }
	}
	blank := func(s *Screen) bool { return some(s) && (!s.finds || s.filter.Text() == "") } // else these are the filter's
	there := func(s *Screen) bool { return asks(s) && s.shown[s.at()].There }
	here := func(s *Screen) bool { return asks(s) && !s.shown[s.at()].There }
	return []kit.Row[*Screen]{
		{Keys: kit.Keys("up"), Shown: "↑↓", Words: "choose", Help: "the one before, the one after", When: some, Do: move(-1)},
		{Keys: kit.Keys("down"), When: some, Do: move(1)},
		{Keys: kit.Keys("k"), When: listed, Do: move(-1)},
		{Keys: kit.Keys("j"), When: listed, Do: move(1)},
		{Keys: kit.Keys("pgup"), Shown: "PgUp PgDn", Help: "turn pages", When: some, Do: page(-1)},
		{Keys: kit.Keys("pgdown"), When: some, Do: page(1)},
		{Keys: kit.Keys("home"), Shown: "Home End", Help: "the first, the last; in what is written, to its beginning and its end", When: blank, Do: move(-1 << 30)},
		{Keys: kit.Keys("end"), When: blank, Do: move(1 << 30)},
		{Keys: kit.Keys("enter"), Shown: "Enter", Words: "answer", Help: "see what is asked, and answer it; then the next one stands there", When: here, Do: (*Screen).enter},
		{Keys: kit.Keys("enter"), Shown: "Enter", Words: "look", When: there, Do: (*Screen).enter},
		{Keys: kit.Keys("g"), Shown: "g", Words: "go on with the answered", Help: "go on, without a screen, with every turn that was answered and that nobody has open", Decides: true, When: func(s *Screen) bool { return free(s) && len(s.ready()) > 0 }, Do: (*Screen).goOn},
		{Keys: kit.Keys("o"), Shown: "o", Words: "open the conversation", Help: "go to the conversation", When: opens, Do: (*Screen).openIt},
		{Keys: kit.Keys("/"), Shown: "/", Words: "filter", Help: "show what has these words", When: listed, Do: (*Screen).search},
		{Keys: kit.Keys("esc"), Shown: "Esc", Words: "back", Help: "back; in the filter, show all again", Rank: kit.RankBack, When: func(s *Screen) bool { return free(s) && s.Under != nil }, Do: (*Screen).back},
		{Keys: kit.Keys("esc"), Shown: "Esc", Words: "quit", Rank: kit.RankBack, When: func(s *Screen) bool { return free(s) && s.Under == nil }, Do: (*Screen).back},
		{Keys: kit.Keys("esc"), Shown: "Esc", Words: "show all", Rank: kit.RankBack, When: func(s *Screen) bool { return s.finds }, Do: (*Screen).back},
		{Keys: kit.Keys("ctrl+c"), Shown: "Ctrl+C", Help: "as Esc; where that quits, twice", Do: (*Screen).stop},
		{Keys: kit.Keys("?"), Shown: "?", Words: "help", Rank: kit.RankExtra, When: free, Do: (*Screen).toHelp},
		{Keys: kit.Keys("ctrl+q"), Shown: "Ctrl+Q", Help: "leave the program", Do: (*Screen).quit},
		kit.Suspending[*Screen](),
	}
}
