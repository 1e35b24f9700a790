package model

import (
	"errors"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/store"
	"parley/views/pane"
)

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

// arrivedMsg brings the screen that was asked for, or why there is none.
type arrivedMsg struct {
	model tea.Model
	err   error
}

// going is a change to another conversation, from the moment when it was asked
// for. It waits for what is to be saved first.
type going struct {
	open  func() (tea.Model, error)
	began bool
	typed []tea.Msg // meanwhile, for the screen that comes
}

// goTo gives way to another conversation. Nothing of this one may run, except a
// question to the user, which stays open; what is typed from now on is for the
// next.
func (m *Model) goTo(open func() (tea.Model, error)) tea.Cmd {
	if m.runs() {
		m.reply(pane.Warning, textStopFirst)
		return nil
	}
	m.going, m.note = &going{open: open}, textGoing
	return m.depart()
}

// runs says whether a turn is at work.
func (m *Model) runs() bool {
	switch m.o.Shell.State().Busy() {
	case coordinator.Idle, coordinator.Held, coordinator.Waiting, coordinator.Stopping:
		return false
	}
	return true
}

// depart leaves once everything is on disk and nothing that was stopped is still
// there.
func (m *Model) depart() tea.Cmd {
	g := m.going
	if g == nil || g.began || m.drafts.saving || !m.o.Shell.Quiet() {
		return nil
	}
	m.keepPlace()
	g.began, m.drafts.saving, m.drafts.dirty = true, true, false // one save at a time
	all, save, open := m.drafts.all.Clone(), m.o.SaveDrafts, g.open
	return func() tea.Msg {
		if save != nil {
			if err := save(all); err != nil {
				return arrivedMsg{err: err}
			}
		}
		next, err := open()
		return arrivedMsg{next, err}
	}
}

// heldBack keeps what is typed while the next conversation opens. Ctrl+C calls
// the change off as long as that is possible, and else leaves the program.
func (m *Model) heldBack(msg tea.Msg) tea.Cmd {
	if k, ok := msg.(tea.KeyPressMsg); ok && (k.String() == "ctrl+c" || k.String() == "ctrl+q") {
		if m.going.began {
			return m.quit()
		}
		typed := m.going.typed
		m.going, m.note = nil, ""
		return m.again(typed)
	}
	m.going.typed = append(m.going.typed, msg)
	return nil
}

// again takes what was held back after all.
func (m *Model) again(typed []tea.Msg) tea.Cmd {
	var cmds []tea.Cmd
	for _, msg := range typed {
		_, cmd := m.Update(msg)
		cmds = append(cmds, cmd)
	}
	return tea.Batch(cmds...)
}

// arrived gives way to the next conversation, or goes on with this one.
func (m *Model) arrived(msg arrivedMsg) (tea.Model, tea.Cmd) {
	m.frame.dirty = true
	if m.done {
		return m, tea.Quit // all was saved before the other one was opened
	}
	if m.going == nil {
		return m, nil
	}
	typed := m.going.typed
	m.stay()
	next := msg.model
	if locked := asLocked(msg.err); locked != nil {
		next = newHeld(m.shared(), locked)
	} else if msg.err != nil {
		m.reply(pane.Failure, msg.err.Error())
		return m, m.again(typed)
	}
	if c, ok := next.(covering); ok {
		c.over(m)
	}
	return m.terminal.hand(next, typed)
}

// stay ends a change to another conversation.
func (m *Model) stay() {
	m.drafts.saving = m.drafts.saving && (m.going == nil || !m.going.began)
	m.going, m.note = nil, ""
}

// begin goes to a new conversation.
func (m *Model) begin(string) tea.Cmd {
	screens := m.o.Screens
	return m.goTo(func() (tea.Model, error) { return screens.Conversation("") })
}

// covering is a screen that can stand before another one.
type covering interface {
	over(under tea.Model)
	behind() tea.Model
}

// conversationOf is the conversation behind a screen and those behind it, nil if
// there is none.
func conversationOf(screen tea.Model) *Model {
	for {
		switch x := screen.(type) {
		case *Model:
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
func (c *cover) behind() tea.Model    { return c.under }

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
		return m.goTo(open)
	}
	return func() tea.Msg { next, err := open(); return arrivedMsg{next, err} }
}

// came ends that, and returns what was typed meanwhile.
func (l *leaving) came(under tea.Model) []tea.Msg {
	typed := l.typed
	l.busy, l.typed = "", nil
	if m := conversationOf(under); m != nil {
		m.stay()
	}
	return typed
}

// toSaved shows the list of saved conversations.
func (m *Model) toSaved(string) tea.Cmd { return m.goTo(m.o.Screens.Saved) }

// fork goes on in a copy of the conversation.
func (m *Model) fork(string) tea.Cmd { return m.forkAt(0) }

// forkAt goes on in a copy up to and with an event, 0 for the last one.
func (m *Model) forkAt(seq int64) tea.Cmd {
	screens, f := m.o.Screens, m.o.Shell.State().Folded
	if f.Seq == 0 {
		m.reply(pane.Info, textNothingToFork)
		return nil
	}
	return m.goTo(func() (tea.Model, error) { return forkAndOpen(screens, f.Conversation, seq) })
}

// forkAndOpen makes a fork and opens it.
func forkAndOpen(screens Screens, id string, seq int64) (tea.Model, error) {
	fork, err := screens.Fork(id, seq)
	if err != nil {
		return nil, err
	}
	return screens.Conversation(fork)
}
