package model

import (
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/store"
	"parley/views/pane"
	"parley/views/text"
)

// coverMsg brings a screen that is to stand before the conversation.
type coverMsg struct{ screen covering }

// Past is a conversation up to a point, to be seen again.
type Past struct {
	Title  string
	Log    store.Log
	Teller pane.Teller                        // what the record does not say of calls
	Label  func(tool, question string) string // who asks
	Fork   func(seq int64) (tea.Model, error) // opens a copy that ends with an event; nil: it cannot be
}

// arrivedMsg brings the screen that was asked for, or why there is none.
type arrivedMsg struct {
	model tea.Model
	err   error
}

// covering is a screen that can stand before another one.
type covering interface {
	tea.Model
	over(under tea.Model)
	behind() tea.Model
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

// conversationOf is the conversation behind a screen and those behind it, nil if
// there is none.
func conversationOf(screen tea.Model) Conversation {
	for {
		switch x := screen.(type) {
		case Conversation:
			return x
		case covering:
			screen = x.behind()
		default:
			return nil
		}
	}
}

// asLocked is the error of a conversation that another process writes, nil for
// any other.
func asLocked(err error) *store.LockedError {
	var locked *store.LockedError
	if errors.As(err, &locked) {
		return locked
	}
	return nil
}

// cover is a part of a screen that stands before another one, which goes on
// behind it: what the cover does not take itself goes there, so that a draft is
// still saved and an append still ends.
type cover struct{ under tea.Model } // nil: there is none

func (c *cover) over(under tea.Model) { c.under = under }

func (c *cover) behind() tea.Model { return c.under }

// pass gives a message to the screen behind, unless it is what a person did:
// that is for the screen that they see.
func (c *cover) pass(msg tea.Msg) (cmd tea.Cmd) {
	switch msg.(type) {
	case tea.KeyMsg, tea.MouseMsg, tea.PasteMsg:
		return nil
	}
	if c.under != nil {
		c.under, cmd = c.under.Update(msg)
	}
	return cmd
}

// uncover goes back to the screen behind; without one it leaves the program.
func (c *cover) uncover(self tea.Model) (tea.Model, tea.Cmd) {
	if c.under == nil {
		return self, tea.Quit
	}
	return c.under, nil
}

// leaving is a part of a screen that gives way to a conversation.
type leaving struct {
	busy  string    // what is being done, "" for nothing
	typed []tea.Msg // meanwhile
}

// goTo opens a conversation; the one behind the screen, if there is one, leaves
// as it does by itself.
func (l *leaving) goTo(under tea.Model, words string, open func() (tea.Model, error)) tea.Cmd {
	l.busy = words
	if m := conversationOf(under); m != nil {
		return m.GoTo(open)
	}
	return func() tea.Msg { next, err := open(); return arrivedMsg{next, err} }
}

// came ends that, and returns what was typed meanwhile.
func (l *leaving) came(under tea.Model) []tea.Msg {
	typed := l.typed
	l.busy, l.typed = "", nil
	if m := conversationOf(under); m != nil {
		m.Stay()
	}
	return typed
}

// forkAndOpen makes a fork and opens it.
func forkAndOpen(screens Screens, id string, seq int64) (tea.Model, error) {
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
