package tool

import "encoding/json"

// Likeness is a call of a tool of the program's, as far as it tells what a call of another one does.
type Likeness struct {
	Tool      string
	Arguments json.RawMessage
}

// Likened is a tool of another program's whose calls do what calls of the program's own do, whatever else
// they do. What the user refuses of these is refused of the call; nothing is allowed by them. It must do
// no I/O.
type Likened interface {
	Like(arguments json.RawMessage) []Likeness
}

// Like are the calls that a call does as well.
func (e Entry) Like(arguments json.RawMessage) []Likeness {
	if l, ok := e.Tool.(Likened); ok {
		return l.Like(e.checked(arguments))
	}
	return nil
}
