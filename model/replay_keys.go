package model

import tea "charm.land/bubbletea/v2"

// control is a row of the key table of a replay; the more telling rows come
// first, for those whose hints do not fit are left out.
type control = row[*Player]

// controls is the key table of what is before the user now.
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

// does is a key that stays in the replay.
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
	return []control{
		{keys: []string{"space"}, shown: "Space", words: "pause", when: playing, do: does((*Player).pause)},
		{keys: []string{"space"}, shown: "Space", words: "play", help: "play; at the end, from the beginning",
			when: func(p *Player) bool { return !p.playing && p.reel.last() > 1 }, do: does((*Player).play)},
		{keys: []string{"left"}, shown: "← →", words: "step", help: "an event back, an event on; both pause", when: some, do: does(func(p *Player) tea.Cmd { return p.step(-1) })},
		{keys: []string{"right"}, when: some, do: does(func(p *Player) tea.Cmd { return p.step(1) })},
		{keys: []string{"["}, shown: "[ ]", words: "turn", rank: rankAway, help: "to the turn before, to the next", when: turns, do: does(func(p *Player) tea.Cmd { return p.along(p.reel.turns, -1) })},
		{keys: []string{"]"}, when: turns, do: does(func(p *Player) tea.Cmd { return p.along(p.reel.turns, 1) })},
		{keys: []string{"{"}, shown: "{ }", words: "decision", rank: rankAway, help: "to the decision before, to the next; both pause", when: decided, do: does(func(p *Player) tea.Cmd { return p.decisionBy(-1) })},
		{keys: []string{"}"}, when: decided, do: does(func(p *Player) tea.Cmd { return p.decisionBy(1) })},
		{keys: []string{"+", "="}, shown: "+ -", words: "speed", rank: rankAway, help: "faster, slower: ¼× to 16×", when: some, do: does(func(p *Player) tea.Cmd { return p.faster(1) })},
		{keys: []string{"-", "_"}, when: some, do: does(func(p *Player) tea.Cmd { return p.faster(-1) })},
		{keys: []string{"g", "home"}, shown: "g G", help: "to the first event, to the last (also Home, End)", when: some,
			do: does(func(p *Player) tea.Cmd { p.jump(1); return p.retick() })},
		{keys: []string{"G", "end"}, when: some, do: does(func(p *Player) tea.Cmd { p.jump(p.reel.last()); return nil })},
		{keys: []string{":"}, shown: ":", help: "to the event of a number", when: some, do: does(func(p *Player) tea.Cmd { p.typing = &typing{mark: ":"}; return nil })},
		{keys: []string{"f"}, shown: "f", words: "fork", rank: rankAway, help: "a new conversation that goes on from here; at a decision with the question open again",
			when: func(p *Player) bool { return p.o.Fork != nil && p.reel.last() > 0 }, do: (*Player).fork},
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
		{keys: []string{"i"}, shown: "i", words: "raw", rank: rankExtra, help: "the event as it is stored", when: func(p *Player) bool { return some(p) && !p.raw.open },
			do: does(func(p *Player) tea.Cmd { p.raw = inspector{open: true}; return nil })},
		{keys: []string{"/"}, shown: "/", words: "search", rank: rankExtra, help: "search the whole conversation", when: some, do: does(func(p *Player) tea.Cmd { p.typing = &typing{mark: "/"}; return nil })},
		{keys: []string{"n"}, shown: "n N", words: "hits", help: "to the next event with the text, to the one before", when: hits, do: does(func(p *Player) tea.Cmd { p.nextHit(1); return p.retick() })},
		{keys: []string{"N"}, when: hits, do: does(func(p *Player) tea.Cmd { p.nextHit(-1); return p.retick() })},
		{keys: []string{"up"}, shown: "↑↓", help: "scroll by lines", do: does(func(p *Player) tea.Cmd { return p.lines(-1) })},
		{keys: []string{"down"}, do: does(func(p *Player) tea.Cmd { return p.lines(1) })},
		{keys: []string{"pgup"}, shown: "PgUp PgDn", help: "scroll by pages", do: does(func(p *Player) tea.Cmd { return p.page(-1) })},
		{keys: []string{"pgdown"}, do: does(func(p *Player) tea.Cmd { return p.page(1) })},
		{keys: []string{"ctrl+up"}, shown: "Ctrl+↑↓", words: "question's text", rank: rankAway, help: "scroll the text of a question", when: long, do: does(func(p *Player) tea.Cmd { p.scrollText(-1); return nil })},
		{keys: []string{"ctrl+down"}, when: long, do: does(func(p *Player) tea.Cmd { p.scrollText(1); return nil })},
		{keys: []string{"k"}, shown: "j k", help: "select a block", do: sel(-1)},
		{keys: []string{"j"}, do: sel(1)},
		{keys: []string{"enter"}, shown: "Enter", words: "open", help: "open or fold the block that is selected", when: (*Player).canFold, do: does((*Player).fold)},
		{keys: []string{"?"}, shown: "?", words: "help", do: does(func(p *Player) tea.Cmd { p.help = true; return nil })},
	}
}

func leaveControls() []control {
	return []control{
		{keys: []string{"esc"}, shown: "Esc", help: "undo the selection or the search; else leave", do: (*Player).escape},
		{keys: []string{"q", "ctrl+c"}, shown: "q", words: "leave", rank: rankExtra, do: (*Player).leave},
		{keys: []string{"ctrl+q"}, shown: "Ctrl+Q", help: "leave the program", do: (*Player).quit},
		suspending[*Player](),
	}
}

func inspectorControls() []control {
	return []control{
		{keys: []string{"i", "esc"}, shown: "i", words: "close", help: "back to the conversation (also Esc)", do: does(func(p *Player) tea.Cmd { p.raw = inspector{}; return nil })},
		{keys: []string{"up"}, shown: "↑↓", words: "scroll", when: func(p *Player) bool { return p.raw.most > 0 }, do: does(func(p *Player) tea.Cmd { return p.lines(-1) })},
	}
}

func typingControls() []control {
	return []control{
		suspending[*Player]().quiet(),
		{keys: []string{"enter"}, shown: "Enter", words: "go", do: does((*Player).written)},
		{keys: []string{"backspace"}, shown: "Backspace", do: does(func(p *Player) tea.Cmd { p.typing.erase(); return nil })},
		{keys: []string{"esc", "ctrl+c"}, shown: "Esc", words: "never mind", do: does(func(p *Player) tea.Cmd { p.typing = nil; return nil })},
	}
}

// key does what a key means here; what no row takes is text.
func (p *Player) key(msg tea.KeyPressMsg) (tea.Model, tea.Cmd) {
	name := msg.String()
	switch {
	case p.busy != "" && (name == "ctrl+c" || name == "ctrl+q"):
		return p.quit()
	case p.busy != "":
		p.leaving.typed = append(p.leaving.typed, msg)
		return p, nil
	case p.help:
		p.helpKey(name)
		return p, nil
	}
	p.note = ""
	if r, ok := rowOf(p.controls(), p, name); ok {
		return r.do(p)
	}
	if p.typing != nil {
		p.typing.write(msg.Text)
	}
	return p, nil
}
