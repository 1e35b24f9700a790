package kit

import "parley/coordinator"

// Undos are what can be put back in a conversation. The methods may block.
type Undos interface {
	// Sets are the changes on record, the newest first.
	Sets() []UndoSet
	// Why says why there are none; "" if no file was changed.
	Why() string
	// Look says how things stand with files of a set, from one on, at most so many.
	Look(set, from, most int) []UndoFile
}

// UndoSet is what one turn changed, or one undo.
type UndoSet struct {
	Title string
	Files int
	Redo  bool // it is an undo, whose changes would stand again
}

// UndoFile is a file as it stands now.
type UndoFile struct {
	Path      string
	Ready     bool   // it can be put back
	Why       string // where it stays as it is
	Changed   bool   // … since it changed
	Grants    string // why it needs a yes of its own, "" if it does not
	Now, Then string // the texts
	// Permissions says which it gets, "" if they stay or are those of any new file.
	Permissions string
	Hidden      string // what is said where they cannot be shown
	Put         coordinator.PutBack
}

// UndoMsg is the decision to put files back.
type UndoMsg struct {
	Of   any // the conversation that it was made in
	Undo coordinator.Undo
}
