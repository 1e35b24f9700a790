package screens

import (
	"errors"
	"strings"

	tea "charm.land/bubbletea/v2"

	"parley/model/cli/process"
	"parley/model/kit"
)

// HasEditor reports whether $VISUAL or $EDITOR is set.
func (h host) HasEditor() bool { return h.x.Prog.Editor() != "" }

// Editor opens a text in $VISUAL or $EDITOR.
func (h host) Editor(text, suffix string, done func(string, error) tea.Msg) tea.Cmd {
	p, line := h.x.Prog, h.x.Prog.Editor()
	if line == "" {
		return func() tea.Msg { return done("", errors.New("no editor is set; set VISUAL or EDITOR")) }
	}
	e := &process.Editing{Prog: p, Line: line, Text: text, Suffix: suffix, Folder: h.x.EditedIn()}
	back := func(err error) tea.Msg {
		if err != nil {
			return done("", err)
		}
		return done(strings.ToValidUTF8(e.Text, "\uFFFD"), nil)
	}
	return func() tea.Msg { return kit.LendMsg{To: process.Outside{ExecCommand: e, P: p}, Done: back} }
}
