package saved

import (
	tea "charm.land/bubbletea/v2"

	"parley/model/kit"
)

// pickerKeys is the key table of the list. Letters are the filter's.
func pickerKeys() []kit.Row[*Picker] {
	some := func(p *Picker) bool { return len(p.shown) > 0 }
	other := func(p *Picker) bool { x, ok := p.chosen(); return ok && x.ID != p.here && p.filter.AtEnd() }
	blank := func(p *Picker) bool { return p.filter.Text() == "" }
	move := func(n int) func(*Picker) (tea.Model, tea.Cmd) {
		return func(p *Picker) (tea.Model, tea.Cmd) { p.move(n); return p, nil }
	}
	page := func(n int) func(*Picker) (tea.Model, tea.Cmd) {
		return func(p *Picker) (tea.Model, tea.Cmd) { p.move(n * max(p.room()/2, 1)); return p, nil }
	}
	return []kit.Row[*Picker]{
		{Keys: kit.Keys("enter"), Shown: "Enter", Words: "resume", When: some, Do: (*Picker).open},
		{Keys: kit.Keys("right"), Shown: "→", Words: "replay", Help: "see it as it happened", When: func(p *Picker) bool { return some(p) && p.filter.AtEnd() }, Do: (*Picker).replay},
		{Keys: kit.Keys("up ctrl+p"), Shown: "↑↓", Help: "the conversation before, the one after", Do: move(-1)},
		{Keys: kit.Keys("down ctrl+n"), Do: move(1)},
		{Keys: kit.Keys("pgup"), Shown: "PgUp PgDn", Help: "turn pages", Do: page(-1)},
		{Keys: kit.Keys("pgdown"), Do: page(1)},
		{Keys: kit.Keys("home"), Shown: "Home End", Help: "the first, the last; in what is written, to its beginning and its end", When: blank, Do: move(-1 << 30)},
		{Keys: kit.Keys("end"), When: blank, Do: move(1 << 30)},
		{Shown: "←", Help: "move in what is written; → too, and Del takes a letter, while the cursor is not at its end"},
		{Keys: kit.Keys("ctrl+f"), Shown: "Ctrl+F", Words: "fork", Help: "copy it and go on in the copy", Decides: true, When: some, Do: (*Picker).fork},
		{Keys: kit.Keys("ctrl+r"), Shown: "Ctrl+R", Words: "rename", Rank: kit.RankExtra, When: some, Do: (*Picker).rename},
		{Keys: kit.Keys("delete ctrl+d"), Shown: "Del", Words: "trash", Help: "put it into the trash (also Ctrl+D)", Decides: true, When: other, Do: (*Picker).trash},
		{Keys: kit.Keys("ctrl+u"), Shown: "Ctrl+U", Words: "undo", Help: "take what went into the trash last out of it",
			When: func(p *Picker) bool { return len(p.thrown) > 0 }, Do: (*Picker).restore},
		{Shown: "Ctrl+A", Words: "other workspaces", Help: "those of every workspace, or of this one only",
			When: func(p *Picker) bool { return p.Terminal.W < 60 && !p.every }},
		{Keys: kit.Keys("ctrl+a"), Shown: "Ctrl+A", Help: "those of every workspace, or of this one only",
			Do: func(p *Picker) (tea.Model, tea.Cmd) { return p, p.widen() }},
		{Keys: kit.Keys("esc ctrl+c"), Shown: "Esc", Words: "clear", Rank: kit.RankBack, Help: "clear what is written; else back",
			When: func(p *Picker) bool { return !blank(p) }, Do: (*Picker).back},
		{Shown: "Ctrl+W", Help: "take a word back"},
		{Keys: kit.Keys("esc ctrl+c"), Shown: "Esc", Words: "back", Rank: kit.RankBack,
			When: func(p *Picker) bool { return blank(p) && p.Under != nil }, Do: (*Picker).back},
		{Keys: kit.Keys("esc ctrl+c"), Shown: "Esc", Words: "quit", Rank: kit.RankBack,
			When: func(p *Picker) bool { return blank(p) && p.Under == nil }, Do: (*Picker).back},
		{Keys: kit.Keys("ctrl+q"), Shown: "Ctrl+Q", Help: "leave the program", Do: (*Picker).quit},
		kit.Suspending[*Picker](),
	}
}

// namingKeys is the key table while a title is written.
func namingKeys() []kit.Row[*Picker] {
	rows := []kit.Row[*Picker]{
		kit.Suspending[*Picker]().Quiet(),
		{Keys: kit.Keys("enter"), Shown: "Enter", Words: "rename", Do: (*Picker).named},
		{Keys: kit.Keys("esc ctrl+c"), Shown: "Esc", Words: "leave it as it is", Rank: kit.RankBack,
			Do: func(p *Picker) (tea.Model, tea.Cmd) { p.naming = nil; return p, nil }},
	}
	return append(rows, kit.LineKeys[*Picker]()...)
}

func (p *Picker) keys() []kit.Row[*Picker] {
	if p.naming != nil {
		return namingKeys()
	}
	return pickerKeys()
}

// key handles a key; what no row takes goes to the filter.
func (p *Picker) key(msg tea.KeyPressMsg) (tea.Model, tea.Cmd) {
	name := msg.String()
	if p.Busy != "" {
		return p.heldBack(msg)
	}
	p.fault = ""
	r, ok := kit.RowOf(p.keys(), p, name)
	if p.note = p.Refuses(msg, r.Decides); p.note != "" {
		return p, nil
	}
	if ok {
		return r.Do(p)
	}
	switch {
	case p.naming != nil:
		*p.naming, _ = kit.Written(*p.naming, msg)
	default:
		line, changed := kit.Written(p.filter, msg)
		if changed {
			return p, p.write(line)
		}
		p.filter = line
	}
	return p, nil
}

// heldBack keeps what is typed while a conversation opens; Ctrl+C leaves the
// program.
func (p *Picker) heldBack(msg tea.KeyPressMsg) (tea.Model, tea.Cmd) {
	if name := msg.String(); name == "ctrl+c" || name == "ctrl+q" {
		return p.quit()
	}
	p.Typed = append(p.Typed, msg)
	return p, nil
}

// paste writes into the filter, or into the title.
func (p *Picker) paste(msg tea.PasteMsg) tea.Cmd {
	switch {
	case p.Busy != "":
		p.Typed = append(p.Typed, msg)
	case p.naming != nil:
		*p.naming = p.naming.Insert(msg.Content)
	default:
		return p.write(p.filter.Insert(msg.Content))
	}
	return nil
}

// move moves the cursor by n rows.
func (p *Picker) move(n int) { p.at = min(max(p.at+n, 0), max(len(p.shown)-1, 0)) }

func (p *Picker) wheel(msg tea.MouseWheelMsg) {
	if p.Busy != "" || p.naming != nil {
		return
	}
	p.move(kit.Turned(msg))
}

// click moves the cursor to the conversation under the mouse.
func (p *Picker) click(msg tea.MouseClickMsg) {
	if msg.Button != tea.MouseLeft || p.Busy != "" || p.naming != nil || msg.Y-headLines >= p.room() {
		return
	}
	if at := p.rows().RowAt(p.Theme, msg.Y-headLines, p.Terminal.W); at >= 0 {
		p.at = at
	}
}

// headLines is the number of lines above the list.
const headLines = 2
