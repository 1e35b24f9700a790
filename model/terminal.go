package model

import (
	tea "charm.land/bubbletea/v2"

	"parley/views/text"
)

// terminal is what a screen was told of the terminal, for the screen that it
// gives way to: nothing is told twice.
type terminal struct {
	w, h    int
	profile *tea.ColorProfileMsg
	back    *tea.BackgroundColorMsg
	focus   tea.Msg // the last one, nil: the terminal has had the focus from the first
}

// hears keeps what a message says of the terminal. It says whether it was one of
// those.
func (t *terminal) hears(msg tea.Msg) bool {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		t.w, t.h = msg.Width, msg.Height
	case tea.ColorProfileMsg:
		t.profile = &msg
	case tea.BackgroundColorMsg:
		t.back = &msg
	case tea.FocusMsg, tea.BlurMsg:
		t.focus = msg
	default:
		return false
	}
	return true
}

// hand begins the next screen: with what is known of the terminal, and then with
// what was typed meanwhile.
func (t terminal) hand(next tea.Model, typed []tea.Msg) (tea.Model, tea.Cmd) {
	var cmds []tea.Cmd
	give := func(msg tea.Msg) {
		var cmd tea.Cmd
		next, cmd = next.Update(msg)
		cmds = append(cmds, cmd)
	}
	if t.w > 0 {
		give(tea.WindowSizeMsg{Width: t.w, Height: t.h})
	}
	if t.profile != nil {
		give(*t.profile)
	}
	cmds = append(cmds, next.Init())
	if t.back != nil {
		give(*t.back)
	}
	if t.focus != nil {
		give(t.focus)
	}
	for _, msg := range typed {
		give(msg)
	}
	return next, tea.Batch(cmds...)
}

// setting is what every screen of the program draws with.
type setting struct {
	terminal terminal
	theme    text.Theme
	ground   Ground
}

// newSetting takes the usual size until another is told.
func newSetting(theme text.Theme, ground Ground) setting {
	return setting{terminal: terminal{w: 80, h: 24}, theme: theme, ground: ground}
}

// hears takes what a message says of the terminal, and with what to draw then.
func (s *setting) hears(msg tea.Msg) bool {
	if !s.terminal.hears(msg) {
		return false
	}
	switch msg := msg.(type) {
	case tea.ColorProfileMsg:
		s.ground = s.ground.of(msg)
	case tea.BackgroundColorMsg:
		s.theme = s.ground.theme(msg, s.theme)
	}
	return true
}
