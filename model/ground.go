package model

import (
	tea "charm.land/bubbletea/v2"

	"parley/views/text"
)

// Ground holds the themes for a light and a dark background, which are the same
// where one was chosen. Where they are set the terminal is asked what background it
// has; until it says so, which nothing waits for, another theme is drawn.
type Ground struct {
	Light, Dark *text.Theme

	few bool // 256 colours, and not all
}

// ask asks the terminal for its background if that matters.
func (g Ground) ask() tea.Cmd {
	if g.Light == nil || g.Dark == nil {
		return nil
	}
	return tea.RequestBackgroundColor
}

// of leaves nothing to change to on a terminal of sixteen colours or fewer, where
// the colours of those themes would be others.
func (g Ground) of(msg tea.ColorProfileMsg) Ground {
	switch msg.Profile.String() {
	case "TrueColor":
		g.few = false
	case "ANSI256":
		g.few = true
	default:
		return Ground{}
	}
	return g
}

// theme is the one for the terminal's background, with the fields that stand on it,
// or the one drawn so far.
func (g Ground) theme(msg tea.BackgroundColorMsg, soFar text.Theme) text.Theme {
	switch {
	case g.Light == nil || g.Dark == nil || msg.Color == nil:
		return soFar
	case msg.IsDark():
		return g.Dark.Upon(msg.Color, g.few)
	}
	return g.Light.Upon(msg.Color, g.few)
}
