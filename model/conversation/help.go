package conversation

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"parley/model/kit"
	"parley/views/chrome"
	"parley/views/edit"
	"parley/views/text"
)

// helpBindings are the keys that scroll the help page. Any other key leaves it, and
// means nothing else.
func helpBindings() []binding {
	return kit.HelpKeys((*Model).scrollHelp, func(m *Model) int { return m.h - 2 })
}

// helpSearch is the row that begins the search of the help.
func helpSearch() binding {
	return binding{Keys: []string{"/"}, Shown: "/", Words: "search", Help: "only what holds the words that you type",
		Do: does(func(m *Model) tea.Cmd { m.seeking, m.helpAt = true, 0; return nil })}
}

// helpKeys are the keys that the help page takes now.
func (m *Model) helpKeys() []binding {
	if m.helpEnd() > 0 {
		return append([]binding{helpSearch()}, helpBindings()...)
	}
	return []binding{helpSearch()}
}

// helpSearching are the keys while one types what to look for in the help.
func helpSearching() []binding {
	return []binding{
		kit.Suspending[*Model]().Quiet(),
		{Keys: []string{"enter"}, Shown: "Enter", Words: "keep these", Do: does(func(m *Model) tea.Cmd { m.seeking = false; return nil })},
		{Keys: []string{"esc", "ctrl+c"}, Shown: "Esc", Words: "end the search", Do: does(func(m *Model) tea.Cmd {
			m.seeking, m.helpQuery, m.helpAt = false, edit.Line{}, 0
			return nil
		})},
	}
}

// helpKey searches the help, scrolls it or leaves it.
func (m *Model) helpKey(msg tea.KeyPressMsg) tea.Cmd {
	name, rows := msg.String(), m.helpKeys()
	if m.seeking {
		rows = helpSearching()
	}
	if b, ok := kit.RowOf(rows, m, name); ok {
		_, cmd := b.Do(m)
		return cmd
	}
	if m.seeking {
		m.helpQuery, _ = kit.Written(m.helpQuery, msg)
		m.helpAt = 0
		return nil
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
	m.help, m.helpAt, m.seeking, m.helpQuery = false, 0, false, edit.Line{}
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
	if m.seeking {
		words, _ := m.helpQuery.Draw(max(m.w/2, 8))
		foot := " " + m.o.Theme.Accent.Render("/") + " " + words
		return append(lines, text.Cut(foot+"  "+kit.First(chrome.Hints(m.o.Theme, kit.HintsOf(helpSearching(), m, m.o.Theme), m.w, 1)), m.w, ""))
	}
	return append(lines, kit.HelpFoot(m.o.Theme, kit.HintsOf(m.helpKeys(), m, m.o.Theme), len(all) > room, m.w))
}

// helpGroup is a part of the help.
type helpGroup struct {
	title string
	rows  [][2]string // a key or command, and what it does
	wide  int         // of the first column
}

// helpText are the keys of where the help was asked for, those of elsewhere, and the
// commands: all, or those that hold what is looked for.
func (m *Model) helpText() (lines []string) {
	th, words := m.o.Theme, strings.Fields(strings.ToLower(m.helpQuery.Text()))
	for _, g := range m.helpGroups() {
		var found []string
		for _, r := range g.rows {
			if holdsAll(strings.ToLower(r[0]+" "+r[1]), words) {
				found = append(found, kit.HelpRow(th, r[0], r[1], g.wide, m.w)...)
			}
		}
		if len(found) == 0 {
			continue
		}
		if len(lines) > 0 {
			lines = append(lines, "")
		}
		lines = append(append(lines, th.Strong.Render(" "+g.title)), found...)
	}
	if len(lines) == 0 {
		lines = []string{" " + th.Dim.Render(textNoHelp)}
	}
	return lines
}

// helpGroups are the parts of the help, that of where it was asked for first.
func (m *Model) helpGroups() []helpGroup {
	keys := func(title string, rows []binding) helpGroup {
		g := helpGroup{title: title, wide: 13}
		for _, b := range rows {
			if words := b.Told(); words != "" {
				g.rows = append(g.rows, [2]string{m.spell(m.terminal.Names(b.Shown)), m.terminal.Tells(b.Shown, words)})
			}
		}
		return g
	}
	commands := helpGroup{title: "Commands", wide: 20}
	for _, s := range slashes() {
		commands.rows = append(commands.rows, [2]string{strings.TrimSpace(s.name + " " + s.argument), s.help})
	}
	writing, reading := keys("Writing a message", composerBindings()), keys("In the conversation (Tab goes there)", paneBindings())
	switch {
	case m.focus == onPrompt && m.ask.open:
		return []helpGroup{keys("Keys", m.helpRows()), commands}
	case m.focus == onPane:
		return []helpGroup{reading, keys("Everywhere", everywhere()), writing, commands}
	}
	return []helpGroup{writing, keys("Everywhere", everywhere()), commands, reading}
}

// helpRows are the keys of a question that work there.
func (m *Model) helpRows() []binding {
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
