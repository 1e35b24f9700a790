package session

import (
	"fmt"

	"parley/model/cli/process"
	"parley/store"
	"parley/store/text/clean"
)

// TellProblems prints what is wrong with a conversation's file, and what to do.
func TellProblems(p *process.Program, id string, r store.Report) {
	for _, line := range Problems(id, r) {
		process.Say(p.Err, line)
	}
}

// AsLeft is an error if another hand changed the file while it was closed. Where no
// screen shows what it holds now, nothing goes on with it.
func (x *Session) AsLeft() error {
	if x.Report.Altered() {
		return alteredError(x.Saved.ID(), x.Report)
	}
	return nil
}

// Set is an error if a setting that was chosen in the conversation is gone, which may have switched something off, and the
// command says nothing of what holds: where nobody looks on, nothing goes on then.
func (x *Session) Set() error {
	o := x.Setup.Options
	if x.gone && o.Model == "" && len(o.Sets)+len(o.Toggles) == 0 {
		return fmt.Errorf(setAnewText, x.Saved.ID())
	}
	return nil
}

// Answerable is an error if another hand changed the file, at whatever time. Then what it asks is
// answered nowhere but on its own screen, which shows what the file holds now.
func Answerable(id string, r store.Report) error {
	switch {
	case r.Altered():
		return alteredThere(id, r)
	case r.Edited():
		return unfittingThere(id)
	}
	return nil
}

// Wrong says what is wrong with the conversation's file, and what to do.
func (x *Session) Wrong() []string { return Problems(x.Saved.ID(), x.Report) }

// Problems says what is wrong with a conversation's file, and what to do.
func Problems(id string, r store.Report) []string {
	out := r.Told()
	switch {
	case r.Altered() && len(r.Problems) == 1:
		out = append(out, takeText(id))
	case r.Repairable():
		out = append(out, repairText(id))
	case len(out) > 0:
		out = append(out, newerText)
	}
	return out
}

// Stored prints the line of an event as it stands in the file. On a terminal, text
// that another program wrote into it is made safe.
func Stored(p *process.Program, ev store.Event) error {
	line := ev.Line()
	if p.OutTTY {
		line = clean.JSON(line)
	}
	_, err := fmt.Fprintf(p.Out, "%s\n", line)
	return err
}
