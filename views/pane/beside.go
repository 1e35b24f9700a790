package pane

import (
	"fmt"
	"strings"

	"parley/store"
	"parley/store/record"
	"parley/views/text"
)

// OwnCommand is the name under which Teller.Output finds what a user's command has
// printed so far. No call has this name.
func OwnCommand(id string) string { return "own command " + id }

// ownLines is how many of the last lines of a user's command are shown at first.
const ownLines = 10

// command shows a command that the user ran. While it runs it is drawn like a running
// call; afterwards it is a line and the end of its output, which can be opened in
// full.
func (t Teller) command(e record.Entry, c *record.Command) Entry {
	if c.End == nil && t.Live && t.Output != nil {
		out := t.Output(OwnCommand(c.ID))
		own := Call{
			Key: e.ID, Rev: -1 - len(out), Call: c.ID, Tool: textOwn, Verb: textYouRun, Summary: c.Command, State: CallRunning, Since: e.Time.UnixMilli(), Output: out,
		}
		if t.Unsaved != nil && t.Unsaved(OwnCommand(c.ID)) {
			own.State, own.Rev = CallUnsaved, 0 // another picture of the same version
		}
		return own
	}
	n := Note{Key: e.ID, Rev: e.Version, Last: ownLines, Text: textYouRan + ": " + c.Command}
	switch end := c.End; {
	case end == nil && t.Live:
		n.Text += ", which goes on"
	case end == nil: // a reader cannot know, and a replay may be at a moment when it ran
		n.Text += ", which goes on or was interrupted"
	case end.Interrupted:
		n.Kind = Warning
		n.Text += ", which was interrupted and may or may not have taken effect"
	case end.Exit == nil:
		n.Kind = Warning
		n.Text += ", which was ended by a signal"
	case *end.Exit != 0:
		n.Kind, n.Right = Failure, fmt.Sprintf("exit %d", *end.Exit)
	}
	if took := Ran(c.Done.Sub(e.Time).Seconds()); t.Took && took != "" && c.End != nil && !c.End.Interrupted {
		n.Right = strings.TrimPrefix(n.Right+partGap+took, partGap)
	}
	if c.End != nil {
		n.Detail = text.CleanOutput(c.End.Output)
	}
	return n
}

// mark shows an event in a line, false if it has none. What a call is about to write
// is shown where it is read afterwards: while it happens, the call itself shows it.
func (t Teller) mark(e record.Entry, x *record.Mark) (Note, bool) {
	n := Note{Key: e.ID, Rev: e.Version, Text: markText(x.Body)}
	if n.Text == "" {
		n.Text, n.Detail = record.ToUser.Mark(x)
	}
	switch x.Body.(type) {
	case store.FileKept:
		return n, !t.Live
	case store.AnswerRefused:
		n.Kind = Warning
	}
	return n, n.Text != ""
}
