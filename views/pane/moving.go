package pane

import (
	"strings"

	"parley/store/record"
	"parley/views/text"
)

// moves reports whether an entry is redrawn with each pulse.
func moves(e Entry) bool {
	switch e := e.(type) {
	case Inside:
		return moves(e.Entry)
	case interface{ moves() bool }:
		return e.moves()
	}
	return false
}

// SetPulse sets the moment at which moving entries are drawn.
func (p *Pane) SetPulse(x text.Pulse) { p.pulse = x }

// Arriving is a call whose arguments the model is writing. It is changed in place.
type Arriving struct {
	key     string
	rev     int
	tool    string
	began   int64
	written written
	whole   bool
}

// NewArriving returns a call about which nothing is known yet; began is in
// milliseconds.
func NewArriving(key string, began int64) *Arriving { return &Arriving{key: key, began: began} }

// Append adds what has arrived of the arguments.
func (a *Arriving) Append(tool, arguments string) {
	if a.rev++; a.tool == "" {
		a.tool = tool
	}
	a.written.add(arguments)
}

// Finish says that the model has moved on.
func (a *Arriving) Finish() { a.rev, a.whole = a.rev+1, true }

// Tool is the name of its tool, "" if it is not known yet.
func (a *Arriving) Tool() string { return a.tool }

// call is what is known about it.
func (a *Arriving) call() Call {
	item := record.ToolCall{Name: a.tool, Arguments: a.written.members()}
	row := item.Row()
	c := Call{Key: a.key, Rev: a.rev, Tool: a.tool, State: CallWritten, Since: a.began, Output: a.written.end()}
	if row.Verb != a.tool {
		c.Verb = row.Verb
	}
	if len(a.written.names) > 0 {
		c.Summary = Teller{}.summary(&item, row)
	}
	switch n := a.written.lines; {
	case a.whole:
		c.State, c.Output = CallPending, ""
	case n > 0:
		c.Right = text.Count(n+1, textLineSoFar, textLinesSoFar)
	}
	return c
}

// ID returns its key.
func (a *Arriving) ID() string { return a.key }

// Version changes with each piece.
func (a *Arriving) Version() int { return a.rev }

// Size returns the length of what it shows.
func (a *Arriving) Size() int { return 0 }

// Folds reports false: there is nothing to open yet.
func (a *Arriving) Folds() bool { return false }

// Plain returns what is known about it.
func (a *Arriving) Plain() string { return strings.TrimSpace(a.call().Plain()) }

// Draw draws a row, and the last lines of what is being written.
func (a *Arriving) Draw(look Look) []string {
	look.Open, look.Raw = false, false
	return a.call().Draw(look)
}

func (a *Arriving) tight()      {}
func (a *Arriving) moves() bool { return !a.whole }
