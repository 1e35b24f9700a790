package kit

import (
	"parley/coordinator"
	"parley/store"
)

// Window is what stands for earlier messages in what the assistant sees.
type Window struct {
	All      []Stands              // the oldest first
	Proposed *store.ContextSummary // a summary that is to be accepted, nil for none
}

// Stands is a summary, or results that are left out.
type Stands struct {
	Event string // its own, "" for what is not on record
	Body  store.Body
}

// WindowMsg is what was decided about it, for the conversation.
type WindowMsg struct{ Input coordinator.Input }
