package conversation

import (
	"fmt"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"parley/views/markdown"
	"parley/views/pane"
	"parley/views/text"
)

// copying is what was copied last, so that the same key goes on to the blocks of
// code in it.
type copying struct {
	id string // of the entry
	at int    // 0: all of it; else the n-th block of code
}

// copiedMsg says by what a text went to the clipboard.
type copiedMsg struct {
	text, what string
	by         string // "" if no tool of the system is there
	err        error
}

// copySelected copies what is selected; pressed again, each block of code in it alone,
// and then all of it again.
func (m *Model) copySelected() tea.Cmd {
	e, ok := m.pane.Selected()
	if !ok {
		return nil
	}
	body, what := e.Plain(), ""
	blocks := markdown.CodeBlocks(body)
	if m.copying.id != e.ID() || m.copying.at >= len(blocks) {
		m.copying = copying{id: e.ID()}
	} else {
		m.copying.at++
	}
	switch n := m.copying.at; {
	case n > 0:
		body, what = blocks[n-1], fmt.Sprintf(textBlockOf, n, len(blocks))
	case len(blocks) > 0:
		what = textCopyCode
	}
	host, clean := m.o.Host, text.Clean(body)
	return func() tea.Msg {
		by, err := host.Copy(clean)
		return copiedMsg{clean, what, by, err}
	}
}

// copied says by what it went to the clipboard; without a tool of the system, or where
// that failed, it goes through the terminal.
func (m *Model) copied(msg copiedMsg) tea.Cmd {
	if msg.err == nil && msg.by != "" {
		m.note = fmt.Sprintf(textCopiedBy, msg.by) + msg.what
		return nil
	}
	if msg.err != nil {
		m.say(pane.Warning, msg.err.Error())
	}
	m.note = textCopiedThrough + msg.what
	return tea.Raw(ansi.SetSystemClipboard(msg.text))
}
