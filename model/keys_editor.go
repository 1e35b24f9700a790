package model

import tea "charm.land/bubbletea/v2"

// withEditor makes two rows of one that opens the user's editor: where one is set
// it is hinted and helped; where none is, the key says so and what to set.
func withEditor(b binding) []binding {
	can := b.on
	without := b
	without.shown, without.words, without.help = "", "", ""
	return []binding{
		b.only(func(m *Model) bool { return can(m) && m.o.Host.HasEditor() }),
		without.only(func(m *Model) bool { return can(m) && !m.o.Host.HasEditor() }),
	}
}

// answerEditor are the rows of the editor where a text of a prompt is written.
func answerEditor(do func(*Model) tea.Cmd) []binding {
	return withEditor(binding{keys: []string{"ctrl+e"}, shown: "Ctrl+E", words: "editor", help: "write it in $VISUAL or $EDITOR", rank: rankExtra, do: do})
}

// inEditor runs the user's editor once the drafts are on disk: while it is open,
// nothing else is done.
func (m *Model) inEditor(editor tea.Cmd) tea.Cmd {
	if !m.drafts.dirty || m.drafts.saving || m.o.SaveDrafts == nil {
		return editor
	}
	return tea.Sequence(m.save(), editor)
}
