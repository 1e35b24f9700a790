package kit

import (
	tea "charm.land/bubbletea/v2"

	records "parley/store"
	"parley/store/inbox"
)

// InboxLeftMsg tells the conversation behind that the inbox was left.
type InboxLeftMsg struct{}

// Inbox is what waits for the user in all conversations. Its methods block.
type Inbox interface {
	// Waiting lists it, the oldest first, and then what was answered and has not gone on. It may return an error together with a list.
	Waiting() ([]inbox.Entry, error)
	// Looked adds to an entry what has changed in its workspace since it was asked.
	Looked(e inbox.Entry) inbox.Entry
	// Paper is the form of an entry, below what leads up to it. What is done with it ends in
	// a coordinator.Forwarded.
	Paper(e inbox.Entry) (tea.Model, error)
	// Fate is what became of an entry: its answer on record, nil where it is still asked.
	Fate(e inbox.Entry) (records.Body, error)
	// GoOn goes on with a conversation that nobody has open, without a screen. Ends waits until
	// that is over, and returns why it did not get any further, "" if it did, and whether it
	// asks again.
	GoOn(e inbox.Entry) (ends func() (why string, asks bool), err error)
}
