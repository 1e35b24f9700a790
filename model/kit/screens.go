// Package kit is what the screens of the program share: how one gives way to another,
// what they know about the terminal, key tables and their hints, the entries of a
// conversation, and what all of them draw.
package kit

import (
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator/arming"
	"parley/store"
	"parley/views/pane"
	"parley/views/text"
)

// CoverMsg brings a screen to put in front of the conversation.
type CoverMsg struct{ Screen Covering }

// Past is a conversation up to a point, to be shown again.
type Past struct {
	Title   string
	Log     store.Log
	Altered bool                               // another hand changed its file while it was closed
	Teller  pane.Teller                        // what the record does not say about calls
	Label   func(tool, question string) string // who asks
	File    func(path string) (string, bool)   // the digest of a file now, see views/audit; nil: nothing is known of files
	Fork    func(seq int64) (tea.Model, error) // opens a copy that ends with an event; nil: impossible
}

// ArrivedMsg brings the screen that was requested, or the reason why there is none.
type ArrivedMsg struct {
	Model tea.Model
	Err   error
}

// Covering is a screen that can be put in front of another one.
type Covering interface {
	tea.Model
	Over(under tea.Model)
	Behind() tea.Model
}

// Conversation is the conversation behind a screen, as the screens in front of it
// know it.
type Conversation interface {
	tea.Model
	// ID is its id.
	ID() string
	// Runs reports whether a turn is at work.
	Runs() bool
	// Asks reports whether the user is being asked something.
	Asks() bool
	// GoTo gives way to another conversation.
	GoTo(open func() (tea.Model, error)) tea.Cmd
	// Stay cancels a change to another conversation.
	Stay()
	// SetTitle renames it.
	SetTitle(title string) tea.Cmd
	// Quit leaves the program once everything is on disk.
	Quit() tea.Cmd
}

// ConversationOf is the conversation behind a screen, however many screens lie
// between; nil if there is none.
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

// AsLocked is the error if it says that another process is writing the conversation,
// otherwise nil.
func AsLocked(err error) *store.LockedError {
	var locked *store.LockedError
	if errors.As(err, &locked) {
		return locked
	}
	return nil
}

// Cover is the part of a screen in front of another one, which goes on behind it:
// what the cover does not handle itself is passed on, so that drafts are still saved
// and appends still finish.
type Cover struct{ Under tea.Model } // nil: there is none

// Over puts the screen in front of another one.
func (c *Cover) Over(under tea.Model) { c.Under = under }

// Behind is the screen that goes on behind it, or nil.
func (c *Cover) Behind() tea.Model { return c.Under }

// LendMsg asks the program to give the terminal to another one until that ends. It takes
// the place of tea.Exec within the screens: a screen that shows another one can tell whose
// message Done makes.
type LendMsg struct {
	To   tea.ExecCommand
	Done func(error) tea.Msg
}

// ShelfChangedMsg tells the screen behind a list that a saved conversation was renamed,
// put into the trash or taken out of it.
type ShelfChangedMsg struct{}

// Pass gives a message to the screen behind, unless a person caused it: that is for
// the screen that they see.
//
//go:noinline
func (c *Cover) Pass(msg tea.Msg) (cmd tea.Cmd) {
	switch msg.(type) {
	case tea.KeyMsg, tea.MouseMsg, tea.PasteMsg, SeenMsg, LateMsg:
		return nil
	}
	if c.Under != nil {
		c.Under, cmd = c.Under.Update(msg)
	}
	return cmd
}

// Return goes back to the screen behind, whose questions must be seen again before they are
// answered; without one it leaves the program. The key that leads back may be held down.
func (c *Cover) Return(self interface {
	tea.Model
	Latest() string
}) (tea.Model, tea.Cmd) {
	if c.Under == nil {
		return self, tea.Quit
	}
	return c.Under.Update(SeenMsg{self.Latest()})
}

// Quit ends the program as the conversation behind does, if there is one.
func (c *Cover) Quit(self tea.Model) (tea.Model, tea.Cmd) {
	if m := ConversationOf(c.Under); m != nil {
		return self, m.Quit()
	}
	return self, tea.Quit
}

// Leaving is the part of a screen that gives way to a conversation.
type Leaving struct {
	Busy  string    // what is being done, "" for nothing
	Typed []tea.Msg // meanwhile
	kept  []tea.Msg // text for the conversation that comes next
}

// GoTo opens a conversation; one behind the screen leaves in its own way.
func (l *Leaving) GoTo(under tea.Model, words string, open func() (tea.Model, error)) tea.Cmd {
	l.Busy = words
	if m := ConversationOf(under); m != nil {
		return m.GoTo(open)
	}
	return func() tea.Msg { next, err := open(); return ArrivedMsg{next, err} }
}

// Came ends the wait, and returns what was typed meanwhile, for the screen that came. If none
// did, the text of it is kept for the next conversation that comes.
func (l *Leaving) Came(under tea.Model, msg ArrivedMsg) (typed []tea.Msg) {
	typed = l.Typed
	l.Busy, l.Typed = "", nil
	if m := ConversationOf(under); m != nil {
		m.Stay()
	}
	if msg.Err != nil {
		l.Keep(typed)
		return nil
	}
	if _, covers := msg.Model.(Covering); !covers {
		typed, l.kept = append(l.kept, typed...), nil
	}
	return typed
}

// Keep holds text for the next conversation that comes. A key that would send it is not kept:
// that was pressed for another one.
func (l *Leaving) Keep(typed []tea.Msg) {
	for _, msg := range typed {
		if k, is := msg.(tea.KeyPressMsg); !is || k.Text != "" || k.String() == "backspace" {
			l.kept = append(l.kept, msg)
		}
	}
}

// Hands moves what is kept to another screen that will give way to a conversation.
func (l *Leaving) Hands(next *Leaving) { next.kept, l.kept = l.kept, nil }

// Keeps reports whether there is any.
func (l *Leaving) Keeps() bool { return len(l.kept) > 0 }

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
	Arming  time.Duration                                 // how long a screen that has just come up decides nothing
	Shown   func(since time.Time) (at time.Time, ok bool) // see arming.Clock
}

// Setting is what a screen begins with.
//
//go:noinline
func (o Shared) Setting() Setting {
	return NewSetting(o.Theme, o.Ground, arming.Clock{Now: o.Now, Delay: o.Arming, Shown: o.Shown})
}

// Page is an empty view of a screen with a window title.
func (o Shared) Page(title string) tea.View { return Page(title, o.Mouse) }

// Page is an empty view of the whole terminal, with a window title and, if wanted,
// the mouse.
//
//go:noinline
func Page(title string, mouse bool) tea.View {
	v := tea.NewView("")
	v.AltScreen, v.ReportFocus, v.WindowTitle = true, true, title
	if mouse {
		v.MouseMode = tea.MouseModeCellMotion
	}
	return v
}

// Screens opens the other screens of the program. Its methods block; they are called
// in commands, by one screen at a time. A screen that they return gets the terminal's
// size and colours and is then started.
type Screens interface {
	// Conversation opens the conversation with an id, a new one for "". Once it is
	// there, the previous one is closed: what it runs is stopped and its lock is
	// released. After an error the previous one goes on as before. A
	// *store.LockedError says that another process is writing the conversation.
	Conversation(id string) (tea.Model, error)
	// Saved is the list of saved conversations. The one on screen stays open.
	Saved() (tea.Model, error)
	// Replay replays a saved conversation, even if another process is writing it.
	Replay(id string) (tea.Model, error)
	// Read shows a conversation that another process is writing, as it grows.
	Read(locked *store.LockedError) (tea.Model, error)
	// Fork copies a conversation up to and including the event with a number, or all
	// of it for 0, and returns the id of the copy.
	Fork(id string, seq int64) (string, error)
}

// Batch is [tea.Batch], which the compiler copies into each place that calls it.
//
//go:noinline
func Batch(all ...tea.Cmd) tea.Cmd { return tea.Batch(all...) }
