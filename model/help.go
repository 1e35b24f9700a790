package model

import (
	"strings"

	"parley/views"
)

// helpLines are the keys of where the help was asked for, and the commands.
func (m *Model) helpLines() []string {
	th := m.o.Theme
	lines := []string{th.Strong.Render(" Keys")}
	for _, b := range m.bindings() {
		words := b.help
		if words == "" {
			words = b.words
		}
		if b.shown != "" && words != "" {
			lines = append(lines, helpLine(th, b.shown, words, 13, m.w))
		}
	}
	lines = append(lines, "", th.Strong.Render(" Commands"))
	for _, s := range slashes() {
		lines = append(lines, helpLine(th, strings.TrimSpace(s.name+" "+s.argument), s.help, 20, m.w))
	}
	lines = append(lines, "", th.Dim.Render(" any key goes back"))
	if len(lines) > m.h {
		lines = append(lines[:m.h-1], th.Dim.Render(" "+views.Line("… a larger window shows the rest; any key goes back", m.w-1)))
	}
	return lines
}

// helpLine is a key or command in a column of its own, and what it does.
func helpLine(th views.Theme, name, words string, column, w int) string {
	name = views.Line(name, w-4)
	gap := max(column-views.Width(name), 0) + 2
	line := "   " + th.Accent.Render(name)
	if room := w - 3 - views.Width(name) - gap; room > 0 {
		line += strings.Repeat(" ", gap) + views.Line(words, room)
	}
	return line
}
