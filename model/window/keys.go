package window

import (
	tea "charm.land/bubbletea/v2"

	"parley/model/kit"
)

// keys is the key table.
func keys() []kit.Row[*Screen] {
	scroll := func(n func(*Screen) int) func(*Screen) (tea.Model, tea.Cmd) {
		return func(s *Screen) (tea.Model, tea.Cmd) { s.top += n(s); return s, nil }
	}
	by := func(n int) func(*Screen) int { return func(*Screen) int { return n } }
	choose := func(n int) func(*Screen) (tea.Model, tea.Cmd) {
		return func(s *Screen) (tea.Model, tea.Cmd) { s.choose(n); return s, nil }
	}
	several := func(s *Screen) bool { return len(s.o.Window.All) > 1 }
	long := func(s *Screen) bool { return len(s.lines()) > s.room() }
	summary := func(s *Screen) bool { _, ok := s.summary(); return ok }
	stands := func(s *Screen) bool { x, ok := s.chosen(); return ok && x.Event != "" }
	return []kit.Row[*Screen]{
		{Keys: kit.Keys("a"), Shown: "a", Words: "accept", Help: "the summary takes the place of what came before, for the assistant", Decides: true, When: (*Screen).proposed, Do: (*Screen).accept},
		{Keys: kit.Keys("e"), Shown: "e", Words: "edit", Help: "change the text of the summary", When: summary, Do: (*Screen).change},
		{Keys: kit.Keys("d"), Shown: "d", Words: "discard", Help: "drop the summary; nothing changes", Decides: true, When: (*Screen).proposed, Do: (*Screen).discard},
		{Keys: kit.Keys("delete r"), Shown: "Del", Words: "take it back", Help: "take it back (also r): the assistant sees again what it stood for", Decides: true, When: stands, Do: (*Screen).takeBack},
		{Keys: kit.Keys("left ["), Shown: "← →", Words: "choose", Help: "the one before, the one after (also [ ])", When: several, Do: choose(-1)},
		{Keys: kit.Keys("right ]"), When: several, Do: choose(1)},
		{Keys: kit.Keys("up k"), Shown: "↑↓", Words: "scroll", Rank: kit.RankExtra, When: long, Do: scroll(by(-1))},
		{Keys: kit.Keys("down j"), When: long, Do: scroll(by(1))},
		{Keys: kit.Keys("pgup"), Shown: "PgUp PgDn", Help: "turn pages", When: long, Do: scroll(func(s *Screen) int { return -s.room() })},
		{Keys: kit.Keys("pgdown space"), When: long, Do: scroll((*Screen).room)},
		{Keys: kit.Keys("g home"), Shown: "g G", Help: "the beginning, the end", When: long, Do: scroll(by(-1 << 30))},
		{Keys: kit.Keys("G end"), When: long, Do: scroll(by(1 << 30))},
		{Keys: kit.Keys("esc q ctrl+c"), Shown: "Esc", Words: "back", Do: (*Screen).back},
		{Keys: kit.Keys("ctrl+q"), Shown: "Ctrl+Q", Help: "leave the program", Do: (*Screen).quit},
		kit.Suspending[*Screen](),
	}
}

// writing is the key table while the text is being edited.
func writing() []kit.Row[*Screen] {
	return []kit.Row[*Screen]{
		{Keys: kit.Keys("ctrl+s"), Shown: "Ctrl+S", Words: "keep", Help: "keep the text as it is now", Do: (*Screen).keep},
		{Keys: kit.Keys("enter shift+enter ctrl+j"), Shown: "Enter", Words: "new line", Rank: kit.RankExtra, Do: (*Screen).newLine},
		{Keys: kit.Keys("esc ctrl+c"), Shown: "Esc", Words: "leave it as it was", Do: (*Screen).drop},
		{Keys: kit.Keys("ctrl+q"), Shown: "Ctrl+Q", Help: "leave the program", Do: (*Screen).quit},
		kit.Suspending[*Screen](),
	}
}
