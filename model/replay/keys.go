package replay

import (
	tea "charm.land/bubbletea/v2"

	"parley/model/kit"
)

// control is a row of the key table of a replay; more useful rows come first, since
// hints that do not fit are dropped.
type control = kit.Row[*Player]

// controls is the key table for what the user sees now.
func (p *Player) controls() []control {
	switch {
	case p.reel == nil:
		return leaveControls()
	case p.typing != nil:
		return typingControls()
	}
	rows := append(moveControls(), lookControls()...)
	if p.raw.open {
		rows = append(inspectorControls(), rows...)
	}
	return append(rows, leaveControls()...)
}

// does is a key that does not leave the replay.
//
//go:noinline
func does(f func(*Player) tea.Cmd) func(*Player) (tea.Model, tea.Cmd) {
	return func(p *Player) (tea.Model, tea.Cmd) {
		cmd := f(p)
		p.layout()
		return p, cmd
	}
}

func moveControls() []control {
	playing := func(p *Player) bool { return p.playing }
	some := func(p *Player) bool { return p.reel.last() > 0 }
	turns := func(p *Player) bool { return len(p.reel.turns) > 0 }
	decided := func(p *Player) bool { return len(p.reel.marks) > 0 }
	beside := func(p *Player) bool { return len(p.reel.beside) > 0 }
	return []control{
		{Keys: kit.Keys("space"), Shown: "Space", Words: "pause", When: playing, Do: does((*Player).pause)},
		{Keys: kit.Keys("space"), Shown: "Space", Words: "play", Help: "play; at the end, from the beginning",
			When: func(p *Player) bool { return !p.playing && p.reel.last() > 1 }, Do: does((*Player).play)},
		{Keys: kit.Keys("left"), Shown: "← →", Words: "step", Help: "an event back, an event on; both pause", When: some, Do: does(func(p *Player) tea.Cmd { return p.step(-1) })},
		{Keys: kit.Keys("right"), When: some, Do: does(func(p *Player) tea.Cmd { return p.step(1) })},
		{Keys: kit.Keys("["), Shown: "[ ]", Words: "turn", Rank: kit.RankAway, Help: "to the turn before, to the next", When: turns, Do: does(func(p *Player) tea.Cmd { return p.along(p.reel.turns, -1) })},
		{Keys: kit.Keys("]"), When: turns, Do: does(func(p *Player) tea.Cmd { return p.along(p.reel.turns, 1) })},
		{Keys: kit.Keys("{"), Shown: "{ }", Words: "decision", Rank: kit.RankAway, Help: "to the decision before, to the next; both pause", When: decided, Do: does(func(p *Player) tea.Cmd { return p.decisionBy(-1) })},
		{Keys: kit.Keys("}"), When: decided, Do: does(func(p *Player) tea.Cmd { return p.decisionBy(1) })},
		{Keys: kit.Keys("("), Shown: "( )", Words: "others", Rank: kit.RankExtra, Help: "to the undo, rule, summary, instructions or command of yours before, to the next; both pause", When: beside,
			Do: does(func(p *Player) tea.Cmd { return p.besideBy(-1) })},
		{Keys: kit.Keys(")"), When: beside, Do: does(func(p *Player) tea.Cmd { return p.besideBy(1) })},
		{Keys: kit.Keys("f"), Shown: "f", Words: "fork", Rank: kit.RankAway, Help: "a new conversation that goes on from here; at a decision with the question open again", Decides: true,
			When: func(p *Player) bool { return p.o.Fork != nil && p.reel.last() > 0 }, Do: (*Player).fork},
		{Keys: kit.Keys("+ ="), Shown: "+ -", Words: "speed", Rank: kit.RankAway, Help: "faster, slower: ¼× to 16×", When: some, Do: does(func(p *Player) tea.Cmd { return p.faster(1) })},
		{Keys: kit.Keys("- _"), When: some, Do: does(func(p *Player) tea.Cmd { return p.faster(-1) })},
		{Keys: kit.Keys("g home"), Shown: "g G", Help: "to the first event, to the last (also Home, End)", When: some,
			Do: does(func(p *Player) tea.Cmd { p.jump(1); return p.retick() })},
		{Keys: kit.Keys("G end"), When: some, Do: does(func(p *Player) tea.Cmd { p.jump(p.reel.last()); return nil })},
		{Keys: kit.Keys(":"), Shown: ":", Help: "to the event of a number", When: some, Do: does(func(p *Player) tea.Cmd { p.typing = &typing{mark: ":"}; return nil })},
	}
}

func lookControls() []control {
	some := func(p *Player) bool { return p.reel.last() > 0 }
	hits := func(p *Player) bool { return len(p.found.points) > 0 }
	long := func(p *Player) bool { return p.lower.MaxScroll > 0 && !p.raw.open }
	sel := func(n int) func(*Player) (tea.Model, tea.Cmd) {
		return does(func(p *Player) tea.Cmd { p.pane.Select(n); return nil })
	}
	return []control{
		{Keys: kit.Keys("i"), Shown: "i", Words: "record", Rank: kit.RankExtra, Help: "the selected call as it is on record, with the tool's own name, ids and arguments; without one the event as it is stored", When: raws(false), Do: does((*Player).rawSelected)},
		{Keys: kit.Keys("i"), Shown: "i", Words: "as before", Rank: kit.RankExtra, Help: "the call in a row again", When: raws(true), Do: does((*Player).rawSelected)},
		{Keys: kit.Keys("i"), Shown: "i", Words: "raw", Rank: kit.RankExtra, Help: "the event as it is stored", When: func(p *Player) bool { return some(p) && !p.raw.open },
			Do: does(func(p *Player) tea.Cmd { p.raw = inspector{open: true}; return nil })},
		{Keys: kit.Keys("/"), Shown: "/", Words: "search", Rank: kit.RankExtra, Help: "search the whole conversation", When: some, Do: does(func(p *Player) tea.Cmd { p.typing = &typing{mark: "/"}; return nil })},
		{Keys: kit.Keys("n"), Shown: "n N", Words: "hits", Help: "to the next event with the text, to the one before", When: hits, Do: does(func(p *Player) tea.Cmd { p.nextHit(1); return p.retick() })},
		{Keys: kit.Keys("N"), When: hits, Do: does(func(p *Player) tea.Cmd { p.nextHit(-1); return p.retick() })},
		{Keys: kit.Keys("up"), Shown: "↑↓", Help: "scroll by lines", Do: does(func(p *Player) tea.Cmd { return p.lines(-1) })},
		{Keys: kit.Keys("down"), Do: does(func(p *Player) tea.Cmd { return p.lines(1) })},
		{Keys: kit.Keys("pgdown"), Shown: "PgDn", Words: "read on", Help: "read on in a decision that is longer than its room; PgUp reads back", When: long, Tell: func(p *Player) bool { return p.scroll < p.lower.MaxScroll }, Do: does(func(p *Player) tea.Cmd { p.scrollText(p.lower.Page); return nil })},
		{Keys: kit.Keys("pgup"), When: func(p *Player) bool { return long(p) && p.scroll > 0 }, Do: does(func(p *Player) tea.Cmd { p.scrollText(-p.lower.Page); return nil })},
		{Keys: kit.Keys("pgup"), Shown: "PgUp PgDn", Help: "scroll by pages", Do: does(func(p *Player) tea.Cmd { return p.page(-1) })},
		{Keys: kit.Keys("pgdown"), Do: does(func(p *Player) tea.Cmd { return p.page(1) })},
		{Keys: kit.Keys("ctrl+up"), Shown: "Ctrl+↑↓", Help: "scroll what is too long of a decision", When: long, Do: does(func(p *Player) tea.Cmd { p.scrollText(-1); return nil })},
		{Keys: kit.Keys("ctrl+down"), When: long, Do: does(func(p *Player) tea.Cmd { p.scrollText(1); return nil })},
		{Keys: kit.Keys("k"), Shown: "j k", Help: "select a block", Do: sel(-1)},
		{Keys: kit.Keys("j"), Do: sel(1)},
		{Keys: kit.Keys("enter"), Shown: "Enter", Words: "open", Help: "open or fold the block that is selected", When: (*Player).canFold, Do: does((*Player).fold)},
		{Keys: kit.Keys("?"), Shown: "?", Words: "help", Do: does(func(p *Player) tea.Cmd { p.help.Open = true; return nil })},
	}
}

// raws reports whether i shows what is selected as recorded, or rendered again.
func raws(raw bool) func(*Player) bool {
	return func(p *Player) bool {
		is, can := p.pane.Raws()
		return can && is == raw && !p.raw.open
	}
}

func (p *Player) rawSelected() tea.Cmd {
	p.pane.RawSelected()
	return nil
}

func leaveControls() []control {
	return []control{
		{Keys: kit.Keys("esc"), Shown: "Esc", Help: "undo the selection or the search; else leave", Do: (*Player).escape},
		{Keys: kit.Keys("q ctrl+c"), Shown: "q", Words: "leave", Rank: kit.RankBack, Do: (*Player).leave},
		{Keys: kit.Keys("ctrl+q"), Shown: "Ctrl+Q", Help: "leave the program", Do: (*Player).quit},
		kit.Suspending[*Player](),
	}
}

func inspectorControls() []control {
	return []control{
		{Keys: kit.Keys("i esc"), Shown: "i", Words: "close", Help: "back to the conversation (also Esc)", Do: does(func(p *Player) tea.Cmd { p.raw = inspector{}; return nil })},
		{Keys: kit.Keys("up"), Shown: "↑↓", Words: "scroll", When: func(p *Player) bool { return p.raw.drawn.MaxScroll > 0 }, Do: does(func(p *Player) tea.Cmd { return p.lines(-1) })},
	}
}

func typingControls() []control {
	rows := []control{
		kit.Suspending[*Player]().Quiet(),
		{Keys: kit.Keys("enter"), Shown: "Enter", Words: "go", Do: does((*Player).written)},
		{Keys: kit.Keys("esc ctrl+c"), Shown: "Esc", Words: "never mind", Rank: kit.RankBack, Do: does(func(p *Player) tea.Cmd { p.typing = nil; return nil })},
	}
	return append(rows, kit.LineKeys[*Player]()...)
}

// key handles a key; one that no row takes is text.
func (p *Player) key(msg tea.KeyPressMsg) (tea.Model, tea.Cmd) {
	name := msg.String()
	switch {
	case p.Busy != "" && (name == "ctrl+c" || name == "ctrl+q"):
		return p.quit()
	case p.Busy != "":
		p.Leaving.Typed = append(p.Leaving.Typed, msg)
		return p, nil
	case p.help.Open:
		return p, p.help.Key(p.helpPage(), msg)
	}
	r, ok := kit.RowOf(p.controls(), p, name)
	if p.note = p.Refuses(msg, r.Decides); p.note != "" {
		return p, nil
	}
	if ok {
		return r.Do(p)
	}
	if p.typing != nil {
		line, _ := kit.Written(p.typing.line, msg)
		p.typing.put(line)
	}
	return p, nil
}
