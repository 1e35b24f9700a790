package conversation

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"parley/model/kit"
)

// helpBindings are the keys of the help page. Any other key leaves it, and means
// nothing else.
func helpBindings() []binding {
	by := func(n int) func(*Model) tea.Cmd {
		return func(m *Model) tea.Cmd { m.scrollHelp(n); return nil }
	}
	page := func(n int) func(*Model) tea.Cmd {
		return func(m *Model) tea.Cmd { m.scrollHelp(n * max(m.h-2, 1)); return nil }
	}
	return []binding{
		{Keys: []string{"up", "k"}, Shown: "↑↓", Words: "scroll", Do: does(by(-1))},
		{Keys: []string{"down", "j"}, Do: does(by(1))},
		{Keys: []string{"pgup"}, Shown: "PgUp", Help: "a page up", Do: does(page(-1))},
		{Keys: []string{"pgdown", "space"}, Shown: "PgDn", Help: "a page down (also Space)", Do: does(page(1))},
		{Keys: []string{"home", "g"}, Shown: "g G", Help: "to the beginning, to the end", Do: does(by(-kit.HelpMost))},
		{Keys: []string{"end", "G"}, Do: does(by(kit.HelpMost))},
	}
}

// helpKey scrolls the help or leaves it.
func (m *Model) helpKey(name string) tea.Cmd {
	if m.helpEnd() > 0 {
		if b, ok := kit.RowOf(helpBindings(), m, name); ok {
			_, cmd := b.Do(m)
			return cmd
		}
	}
	return m.closeHelp()
}

// scrollHelp moves the help by n lines.
func (m *Model) scrollHelp(n int) { m.helpAt = min(max(m.helpAt+n, 0), m.helpEnd()) }

// helpEnd is how far the help can be scrolled.
func (m *Model) helpEnd() int { return max(len(m.helpText())-(m.h-1), 0) }

// closeHelp goes back from the help. A prompt that was behind it has to be seen
// first.
func (m *Model) closeHelp() tea.Cmd {
	m.help, m.helpAt = false, 0
	if m.ask.open {
		return m.arm()
	}
	return nil
}

// helpLines are the part of the help that is on the screen, and below it what
// can be done.
func (m *Model) helpLines() []string {
	all, room := m.helpText(), m.h-1
	at := min(m.helpAt, m.helpEnd()) // the window may have grown
	shown := all[at:min(at+room, len(all))]
	lines := make([]string, room, room+1)
	copy(lines, shown)
	return append(lines, kit.HelpFoot(m.o.Theme, len(all) > room, m.w))
}

// helpText are the keys of where the help was asked for, and the commands.
func (m *Model) helpText() []string {
	th := m.o.Theme
	lines := []string{th.Strong.Render(" Keys")}
	for _, b := range m.helpRows() {
		if words := b.Told(); words != "" {
			lines = append(lines, kit.HelpRow(th, m.spell(m.terminal.Names(b.Shown)), m.terminal.Tells(b.Shown, words), 13, m.w)...)
		}
	}
	lines = append(lines, "", th.Strong.Render(" Commands"))
	for _, s := range slashes() {
		lines = append(lines, kit.HelpRow(th, strings.TrimSpace(s.name+" "+s.argument), s.help, 20, m.w)...)
	}
	return lines
}

// helpRows are the keys of where the help was asked for: at a question those that
// work there, elsewhere all, also those that work at another time.
func (m *Model) helpRows() []binding {
	if m.focus != onPrompt || !m.ask.open {
		return m.bindings()
	}
	var rows []binding
	taken := map[string]bool{}
	for _, b := range m.bindings() {
		if b.On(m) && (len(b.Keys) == 0 || !taken[b.Keys[0]]) {
			rows = append(rows, b)
			for _, k := range b.Keys {
				taken[k] = true
			}
		}
	}
	return rows
}

// wheelHelp scrolls the help with the mouse.
func (m *Model) wheelHelp(msg tea.MouseWheelMsg) {
	switch msg.Button {
	case tea.MouseWheelUp:
		m.scrollHelp(-kit.WheelLines)
	case tea.MouseWheelDown:
		m.scrollHelp(kit.WheelLines)
	}
}
