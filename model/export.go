package model

import (
	tea "charm.land/bubbletea/v2"

	"parley/views/pane"
)

// exportedMsg says where the conversation was written.
type exportedMsg struct {
	file string
	err  error
}

// export writes the conversation to a file.
func (m *Model) export(file string) tea.Cmd {
	host, title := m.o.Host, m.title()
	return func() tea.Msg {
		path, err := host.Export(file, title)
		return exportedMsg{path, err}
	}
}

func (m *Model) exported(msg exportedMsg) {
	if msg.err != nil {
		m.reply(pane.Failure, msg.err.Error())
		return
	}
	m.reply(pane.Info, "The conversation was written to "+msg.file)
}
