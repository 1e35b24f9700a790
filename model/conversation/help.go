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
		{keys: []string{"up", "k"}, shown: "↑↓", words: "scroll", do: by(-1)},
		{keys: []string{"down", "j"}, do: by(1)},
		{keys: []string{"pgup"}, shown: "PgUp", help: "a page up", do: page(-1)},
		{keys: []string{"pgdown", "space"}, shown: "PgDn", help: "a page down (also Space)", do: page(1)},
		{keys: []string{"home", "g"}, shown: "g G", help: "to the beginning, to the end", do: by(-kit.HelpMost)},
		{keys: []string{"end", "G"}, do: by(kit.HelpMost)},
	}
}

// helpKey scrolls the help or leaves it.
func (m *Model) helpKey(name string) tea.Cmd {
	if m.helpEnd() > 0 {
		for _, b := range helpBindings() {
			if kit.Contains(b.keys, name) {
				return b.do(m)
			}
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
	foot := kit.TextHelpLeave
	if len(all) > room {
		foot = m.spell(kit.TextHelpScroll)
	}
	lines := make([]string, room, room+1)
	copy(lines, shown)
	return append(lines, m.o.Theme.Dim.Render(foot))
}

// helpText are the keys of where the help was asked for, and the commands.
func (m *Model) helpText() []string {
	th := m.o.Theme
	lines := []string{th.Strong.Render(" Keys")}
	for _, b := range m.helpRows() {
		words := b.help
		if words == "" {
			words = b.words
		}
		if b.shown != "" && words != "" {
			lines = append(lines, kit.HelpRow(th, m.spell(b.shown), words, 13, m.w)...)
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
		if b.on(m) && (len(b.keys) == 0 || !taken[b.keys[0]]) {
			rows = append(rows, b)
			for _, k := range b.keys {
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
