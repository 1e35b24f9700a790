// Package kit is what the screens of the program share: how one gives way to another,
// what they know of the terminal, key tables and their hints, the entries of a
// conversation, and what all of them draw.
package kit

import (
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/store"
	"parley/views/pane"
	"parley/views/text"
)

// CoverMsg brings a screen that is to stand before the conversation.
type CoverMsg struct{ Screen Covering }

// Past is a conversation up to a point, to be seen again.
type Past struct {
	Title  string
	Log    store.Log
	Teller pane.Teller                        // what the record does not say of calls
	Label  func(tool, question string) string // who asks
	File   func(path string) (string, bool)   // the digest of a file now, see views/audit; nil: nothing is known of files
	Fork   func(seq int64) (tea.Model, error) // opens a copy that ends with an event; nil: it cannot be
}

// ArrivedMsg brings the screen that was asked for, or why there is none.
type ArrivedMsg struct {
	Model tea.Model
	Err   error
}

// Covering is a screen that can stand before another one.
type Covering interface {
	tea.Model
	Over(under tea.Model)
	Behind() tea.Model
}

// Conversation is the one behind a screen, as the screens before it know it.
type Conversation interface {
	tea.Model
	// ID is its id.
	ID() string
	// Runs says whether a turn is at work.
	Runs() bool
	// Asks says whether something is asked of the user.
	Asks() bool
	// Again says that it is on the screen again.
	Again() tea.Cmd
	// GoTo gives way to another conversation.
	GoTo(open func() (tea.Model, error)) tea.Cmd
	// Stay ends a change to another conversation.
	Stay()
	// SetTitle names it.
	SetTitle(title string) tea.Cmd
	// Quit leaves the program once everything is on disk.
	Quit() tea.Cmd
}

// ConversationOf is the conversation behind a screen and those behind it, nil if
// there is none.
func ConversationOf(screen tea.Model) Conversation {
	for {
		switch x := screen.(type) {
		case Conversation:
			return x
		case Covering:
			screen = x.Behind()
		default:
			return nil
		}
	}
}

// AsLocked is the error of a conversation that another process writes, nil for
// any other.
func AsLocked(err error) *store.LockedError {
	var locked *store.LockedError
	if errors.As(err, &locked) {
		return locked
	}
	return nil
}

// Cover is a part of a screen that stands before another one, which goes on
// behind it: what the cover does not take itself goes there, so that a draft is
// still saved and an append still ends.
type Cover struct{ Under tea.Model } // nil: there is none

// Over puts the screen before another one.
func (c *Cover) Over(under tea.Model) { c.Under = under }

// Behind is the screen that goes on behind it, or nil.
func (c *Cover) Behind() tea.Model { return c.Under }

// Pass gives a message to the screen behind, unless it is what a person did:
// that is for the screen that they see.
func (c *Cover) Pass(msg tea.Msg) (cmd tea.Cmd) {
	switch msg.(type) {
	case tea.KeyMsg, tea.MouseMsg, tea.PasteMsg:
		return nil
	}
	if c.Under != nil {
		c.Under, cmd = c.Under.Update(msg)
	}
	return cmd
}

// Uncover goes back to the screen behind; without one it leaves the program.
func (c *Cover) Uncover(self tea.Model) (tea.Model, tea.Cmd) {
	if c.Under == nil {
		return self, tea.Quit
	}
	return c.Under, nil
}

// Return goes back to the conversation behind, which asks again what is open: that
// has to be seen before it is answered.
func (c *Cover) Return(self tea.Model) (tea.Model, tea.Cmd) {
	if m, ok := c.Under.(Conversation); ok && m.Asks() {
		return m, m.Again()
	}
	return c.Uncover(self)
}

// Quit ends the program as the conversation behind does, if there is one.
func (c *Cover) Quit(self tea.Model) (tea.Model, tea.Cmd) {
	if m := ConversationOf(c.Under); m != nil {
		return self, m.Quit()
	}
	return self, tea.Quit
}

// Leaving is a part of a screen that gives way to a conversation.
type Leaving struct {
	Busy  string    // what is being done, "" for nothing
	Typed []tea.Msg // meanwhile
}

// GoTo opens a conversation; the one behind the screen, if there is one, leaves
// as it does by itself.
func (l *Leaving) GoTo(under tea.Model, words string, open func() (tea.Model, error)) tea.Cmd {
	l.Busy = words
	if m := ConversationOf(under); m != nil {
		return m.GoTo(open)
	}
	return func() tea.Msg { next, err := open(); return ArrivedMsg{next, err} }
}

// Came ends that, and returns what was typed meanwhile.
func (l *Leaving) Came(under tea.Model) []tea.Msg {
	typed := l.Typed
	l.Busy, l.Typed = "", nil
	if m := ConversationOf(under); m != nil {
		m.Stay()
	}
	return typed
}

// ForkAndOpen makes a fork and opens it.
func ForkAndOpen(screens Screens, id string, seq int64) (tea.Model, error) {
	fork, err := screens.Fork(id, seq)
	if err != nil {
		return nil, err
	}
	return screens.Conversation(fork)
}

// Shared is what the screens beside a conversation have in common.
type Shared struct {
	Theme   text.Theme
	Ground  Ground
	Screens Screens
	Now     func() time.Time
	Tick    func(time.Duration, func(time.Time) tea.Msg) tea.Cmd
	Mouse   bool
}

// Page is an empty view of a screen with a title for the window.
func (o Shared) Page(title string) tea.View { return Page(title, o.Mouse) }

// Page is an empty view of the whole terminal, with a title for the window and, if it is
// wanted, the mouse.
func Page(title string, mouse bool) tea.View {
	v := tea.NewView("")
	v.AltScreen, v.ReportFocus, v.WindowTitle = true, true, title
	if mouse {
		v.MouseMode = tea.MouseModeCellMotion
	}
	return v
}

// Screens opens the other screens of the program. Its methods block; they are
// called in commands, by one screen at a time. A screen that they return is
// given the terminal's size and colours, and then begun.
type Screens interface {
	// Conversation opens the conversation of an id, a new one for "". Once it is
	// there, the one that was on screen before is closed: what it runs is stopped
	// and its lock is given back. After an error that one goes on as it was. A
	// *store.LockedError says that another process writes the conversation.
	Conversation(id string) (tea.Model, error)
	// Saved is the list of saved conversations. The one on screen stays open.
	Saved() (tea.Model, error)
	// Replay is a saved conversation as it happened, whoever writes it.
	Replay(id string) (tea.Model, error)
	// Read is a conversation that another process writes, to be read as it goes on.
	Read(locked *store.LockedError) (tea.Model, error)
	// Fork copies a conversation up to and with the event of a number, or all of it
	// for 0, and returns the id of the copy.
	Fork(id string, seq int64) (string, error)
}
