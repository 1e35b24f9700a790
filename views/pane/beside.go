package pane

import (
	"fmt"

	"parley/store"
	"parley/views/text"
)

// command tells of a command that the user ran; what it printed is there to be opened.
func (t Teller) command(e store.Entry, c *store.Command) Note {
	n := Note{Key: e.ID, Rev: e.Version, Text: "you ran: " + c.Command}
	switch end := c.End; {
	case end == nil && t.Live:
		n.Text += ", which goes on"
	case end == nil: // a reader cannot know, and a replay is at a moment at which it ran
		n.Text += ", which goes on or was interrupted"
	case end.Interrupted:
		n.Kind = Warning
		n.Text += ", which was interrupted and may or may not have taken effect"
	case end.Exit == nil:
		n.Kind = Warning
		n.Text += ", which was ended by a signal"
	case *end.Exit != 0:
		n.Kind = Warning
		n.Text += fmt.Sprintf(", exit status %d", *end.Exit)
	}
	if c.End != nil {
		n.Detail = text.CleanOutput(c.End.Output)
	}
	return n
}

// mark shows an event in a line, false where it has none. What a call is about to write
// is shown where it is read afterwards: while it happens, the call itself shows it.
func (t Teller) mark(e store.Entry, body store.Body) (Note, bool) {
	n := Note{Key: e.ID, Rev: e.Version, Text: markText(body)}
	if n.Text == "" {
		n.Text, n.Detail = store.ToUser.Beside(body)
	}
	switch body.(type) {
	case store.FileKept:
		return n, !t.Live
	case store.AnswerRefused:
		n.Kind = Warning
	}
	return n, n.Text != ""
}
