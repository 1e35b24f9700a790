package model

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"parley/views/text"
)

// pickerKeys is the key table of the list. Letters are the filter's.
func pickerKeys() []row[*Picker] {
	some := func(p *Picker) bool { return len(p.shown) > 0 }
	other := func(p *Picker) bool { x, ok := p.chosen(); return ok && x.ID != p.here }
	move := func(n int) func(*Picker) (tea.Model, tea.Cmd) {
		return func(p *Picker) (tea.Model, tea.Cmd) { p.move(n); return p, nil }
	}
	page := func(n int) func(*Picker) (tea.Model, tea.Cmd) {
		return func(p *Picker) (tea.Model, tea.Cmd) { p.move(n * max(p.room()/2, 1)); return p, nil }
	}
	return []row[*Picker]{
		{keys: []string{"enter"}, shown: "Enter", words: "resume", when: some, do: (*Picker).open},
		{keys: []string{"right"}, shown: "→", words: "replay", help: "see it as it happened", when: some, do: (*Picker).replay},
		{keys: []string{"up", "ctrl+p"}, shown: "↑↓", help: "the conversation before, the one after", do: move(-1)},
		{keys: []string{"down", "ctrl+n"}, do: move(1)},
		{keys: []string{"pgup"}, shown: "PgUp PgDn", help: "turn pages", do: page(-1)},
		{keys: []string{"pgdown"}, do: page(1)},
		{keys: []string{"home"}, shown: "Home End", help: "the first, the last", do: move(-1 << 30)},
		{keys: []string{"end"}, do: move(1 << 30)},
		{keys: []string{"ctrl+f"}, shown: "Ctrl+F", words: "fork", help: "copy it and go on in the copy", when: some, do: (*Picker).fork},
		{keys: []string{"ctrl+r"}, shown: "Ctrl+R", words: "rename", rank: rankExtra, when: some, do: (*Picker).rename},
		{keys: []string{"delete", "ctrl+d"}, shown: "Del", words: "trash", help: "put it into the trash (also Ctrl+D)", when: other, do: (*Picker).trash},
		{keys: []string{"ctrl+u"}, shown: "Ctrl+U", words: "undo", help: "take what went into the trash last out of it",
			when: func(p *Picker) bool { return len(p.thrown) > 0 }, do: (*Picker).restore},
		{shown: "Ctrl+A", words: "other workspaces", help: "those of every workspace, or of this one only",
			when: func(p *Picker) bool { return p.terminal.w < 60 && !p.every }},
		{keys: []string{"ctrl+a"}, shown: "Ctrl+A", help: "those of every workspace, or of this one only",
			do: func(p *Picker) (tea.Model, tea.Cmd) { return p, p.widen() }},
		{keys: []string{"esc", "ctrl+c"}, shown: "Esc", words: "clear", help: "clear what is written; else back",
			when: func(p *Picker) bool { return p.filter != "" }, do: (*Picker).back},
		{keys: []string{"esc", "ctrl+c"}, shown: "Esc", words: "back",
			when: func(p *Picker) bool { return p.filter == "" && p.under != nil }, do: (*Picker).back},
		{keys: []string{"esc", "ctrl+c"}, shown: "Esc", words: "quit",
			when: func(p *Picker) bool { return p.filter == "" && p.under == nil }, do: (*Picker).back},
		{keys: []string{"backspace"}, shown: "Backspace", help: "take a letter back", do: func(p *Picker) (tea.Model, tea.Cmd) {
			r := []rune(p.filter)
			return p, p.write(string(r[:max(len(r)-1, 0)]))
		}},
		{keys: []string{"ctrl+w"}, shown: "Ctrl+W", help: "take a word back", do: func(p *Picker) (tea.Model, tea.Cmd) {
			return p, p.write(lessAWord(p.filter))
		}},
		{keys: []string{"ctrl+q"}, shown: "Ctrl+Q", help: "leave the program", do: (*Picker).quit},
		suspending[*Picker](),
	}
}

// namingKeys is the key table while a title is written.
func namingKeys() []row[*Picker] {
	return []row[*Picker]{
		suspending[*Picker]().quiet(),
		{keys: []string{"enter"}, shown: "Enter", words: "rename", do: (*Picker).named},
		{keys: []string{"esc", "ctrl+c"}, shown: "Esc", words: "leave it as it is",
			do: func(p *Picker) (tea.Model, tea.Cmd) { p.naming = nil; return p, nil }},
	}
}

func (p *Picker) keys() []row[*Picker] {
	if p.naming != nil {
		return namingKeys()
	}
	return pickerKeys()
}

// key does what a key means; what no row takes is the filter's.
func (p *Picker) key(msg tea.KeyPressMsg) (tea.Model, tea.Cmd) {
	name := msg.String()
	if p.busy != "" {
		return p.heldBack(msg)
	}
	p.note, p.fault = "", ""
	if r, ok := rowOf(p.keys(), p, name); ok {
		return r.do(p)
	}
	switch {
	case p.naming != nil:
		p.naming.Update(msg)
	case msg.Text != "":
		return p, p.write(p.filter + msg.Text)
	}
	return p, nil
}

// heldBack keeps what is typed while a conversation opens; Ctrl+C leaves the
// program.
func (p *Picker) heldBack(msg tea.KeyPressMsg) (tea.Model, tea.Cmd) {
	if name := msg.String(); name == "ctrl+c" || name == "ctrl+q" {
		return p.quit()
	}
	p.typed = append(p.typed, msg)
	return p, nil
}

// paste writes into the filter, or into the title.
func (p *Picker) paste(msg tea.PasteMsg) tea.Cmd {
	text := text.Line(msg.Content, maxTitle)
	switch {
	case p.busy != "":
		p.typed = append(p.typed, msg)
	case p.naming != nil:
		p.naming.Insert(text)
	default:
		return p.write(p.filter + text)
	}
	return nil
}

// move moves the cursor by n rows.
func (p *Picker) move(n int) { p.at = min(max(p.at+n, 0), max(len(p.shown)-1, 0)) }

func (p *Picker) wheel(msg tea.MouseWheelMsg) {
	if p.busy != "" || p.naming != nil {
		return
	}
	switch msg.Button {
	case tea.MouseWheelUp:
		p.move(-1)
	case tea.MouseWheelDown:
		p.move(1)
	}
}

// lessAWord is a text without its last word.
func lessAWord(s string) string {
	s = strings.TrimRight(s, " ")
	return s[:strings.LastIndexByte(s, ' ')+1]
}
