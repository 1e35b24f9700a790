package model

import (
	tea "charm.land/bubbletea/v2"

	"parley/views/text"
)

// Ground holds the themes for a light and a dark background. Where they are set
// the terminal is asked which it has; until it says so, which nothing waits for,
// another theme is drawn.
type Ground struct{ Light, Dark *text.Theme }

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
	case "TrueColor", "ANSI256":
		return g
	}
	return Ground{}
}

// theme is the one for the terminal's background, or the one drawn so far.
func (g Ground) theme(msg tea.BackgroundColorMsg, soFar text.Theme) text.Theme {
	switch {
	case g.Light == nil || g.Dark == nil || msg.Color == nil:
		return soFar
	case msg.IsDark():
		return *g.Dark
	}
	return *g.Light
}
