package conversation

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"parley/model/kit"
)

// toHelp opens the help for what has the focus.
func (m *Model) toHelp() tea.Cmd {
	m.help.Open = true
	return nil
}

// helpKey gives a key to the help. A prompt behind it must be seen again before it is
// answered.
func (m *Model) helpKey(msg tea.KeyPressMsg) tea.Cmd {
	cmd := m.help.Key(m.helpPage(), msg)
	if !m.help.Open && m.ask.open {
		return kit.Batch(cmd, m.arm())
	}
	return cmd
}

// helpPage lists the keys for where the help was opened, the other keys, and the
// commands.
func (m *Model) helpPage() kit.HelpPage {
	keys := func(title string, rows []binding) kit.HelpGroup {
		return kit.GroupOf(title, m.o.Theme, m.terminal, rows)
	}
	commands := kit.HelpGroup{Title: "Commands", Wide: 21, Commands: true}
	for _, s := range slashes() {
		commands.Rows = append(commands.Rows, [2]string{strings.TrimSpace(s.name + " " + s.argument), s.help})
	}
	writing, reading := keys("Writing a message", composerBindings()), keys("In the conversation (Tab goes there)", paneBindings())
	page := kit.HelpPage{Theme: m.o.Theme, W: m.w, H: m.h}
	switch {
	case m.focus == onPrompt && m.ask.open:
		page.Groups = []kit.HelpGroup{keys("Keys", m.helpRows()), commands}
		if m.o.Shell.Mirrors() { // nothing is said there
			page.Groups = page.Groups[:1]
		}
	case m.focus == onPane:
		page.Groups = []kit.HelpGroup{reading, keys("Everywhere", m.anywhere()), writing, commands}
	case m.focus == onStart:
		page.Groups = []kit.HelpGroup{keys("In the list of recent conversations", startBindings()), writing, keys("Everywhere", m.anywhere()), commands}
	default:
		page.Groups = []kit.HelpGroup{writing, keys("Everywhere", m.anywhere()), commands, reading}
	}
	return page
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
