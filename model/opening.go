package model

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"parley/store"
	"parley/views"
)

// Opening is the screen while a conversation is being read: its end is shown,
// and what is typed is kept for the conversation's own screen, to which it gives
// way.
type Opening struct {
	theme    views.Theme
	ground   Ground
	open     func() (tea.Model, error)
	tail     []store.Event
	pane     *views.Pane
	composer *views.Composer
	w, h     int
	typed    []tea.Msg
	profile  *tea.ColorProfileMsg
	back     *tea.BackgroundColorMsg
	leaving  bool
	err      error
}

type openedMsg struct {
	model tea.Model
	err   error
}

// NewOpening makes the screen. The tail is the end of the conversation, as far as
// it was read at once; open reads the rest, in a command.
func NewOpening(theme views.Theme, ground Ground, tail []store.Event, open func() (tea.Model, error)) *Opening {
	o := &Opening{theme: theme, ground: ground, open: open, tail: tail, w: 80, h: 24}
	o.composer = views.NewComposer(theme, textPlaceholder)
	o.fill()
	return o
}

// fill draws the end of the conversation anew.
func (o *Opening) fill() {
	o.pane = views.NewPane(o.theme, o.w, o.h)
	talk := store.NewTranscript(store.Log{}.Append(o.tail...))
	var shown entries
	for _, x := range talk.All() {
		if e := shown.view(x, views.Teller{Took: true}); e != nil {
			o.pane.Set(e)
		}
	}
}

// Err is why the conversation could not be opened.
func (o *Opening) Err() error { return o.err }

// Init begins to read the conversation.
func (o *Opening) Init() tea.Cmd {
	open := o.open
	return tea.Batch(o.ground.ask(), func() tea.Msg { m, err := open(); return openedMsg{m, err} })
}

// Update keeps what is typed, and gives way when the conversation is there.
func (o *Opening) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		o.w, o.h = msg.Width, msg.Height
		o.composer.Resize(o.w, o.h)
	case tea.ColorProfileMsg:
		o.ground, o.profile = o.ground.of(msg), &msg
	case tea.BackgroundColorMsg:
		o.back, o.theme = &msg, o.ground.theme(msg, o.theme)
		o.composer.SetTheme(o.theme)
		o.pane.SetTheme(o.theme)
	case tea.KeyPressMsg:
		if msg.String() == "ctrl+c" {
			o.leaving = true
			return o, nil
		}
		o.typed = append(o.typed, msg)
		o.key(msg)
	case tea.PasteMsg:
		o.typed = append(o.typed, msg)
		o.composer.Paste(msg.Content)
	case tea.FocusMsg, tea.BlurMsg:
		o.typed = append(o.typed, msg)
	case openedMsg:
		return o.opened(msg)
	}
	return o, nil
}

// key shows at once what a key does: text is written, pages are turned.
func (o *Opening) key(msg tea.KeyPressMsg) {
	switch name := msg.String(); {
	case name == "pgup":
		o.pane.Page(-1)
	case name == "pgdown":
		o.pane.Page(1)
	case msg.Text != "" || name == "backspace":
		o.composer.Update(msg)
	}
}

// opened hands over: the size, the background, and what was typed.
func (o *Opening) opened(msg openedMsg) (tea.Model, tea.Cmd) {
	if o.err = msg.err; o.err != nil || o.leaving {
		return o, tea.Quit
	}
	next := msg.model
	var cmds []tea.Cmd
	give := func(msg tea.Msg) {
		var cmd tea.Cmd
		next, cmd = next.Update(msg)
		cmds = append(cmds, cmd)
	}
	give(tea.WindowSizeMsg{Width: o.w, Height: o.h})
	if o.profile != nil {
		give(*o.profile)
	}
	cmds = append(cmds, next.Init())
	if o.back != nil {
		give(*o.back)
	}
	for _, x := range o.typed {
		give(x)
	}
	return next, tea.Batch(cmds...)
}

// View draws the end of the conversation and what is typed.
func (o *Opening) View() tea.View {
	v := tea.NewView("")
	v.AltScreen, v.ReportFocus, v.WindowTitle = true, true, "parley"
	if o.w < leastWidth || o.h < leastHeight {
		v.Content = strings.Join(smallLines(o.w, o.h), "\n")
		return v
	}
	bottom := append(o.composer.Lines(), "", views.Status{Doing: textOpening}.Draw(o.theme, o.w))
	o.pane.Resize(o.w, o.h-len(bottom))
	v.Content = strings.Join(append(o.pane.Lines(), bottom...), "\n")
	x, y := o.composer.Cursor()
	v.Cursor = tea.NewCursor(x, o.h-len(bottom)+y)
	v.Cursor.Blink = false
	return v
}
