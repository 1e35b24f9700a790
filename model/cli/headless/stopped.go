package headless

import (
	"context"

	"parley/model/cli/process"
	"parley/model/cli/servers"
	"parley/model/cli/session"
	"parley/store"
)

// stop is what a guard did to a turn.
type stop struct {
	guard, choice string
	debugged      bool // the next note says how debugging ended
}

// guard takes in what a guard asked and what was chosen.
func (o *printer) guard(b store.Body) {
	switch b := b.(type) {
	case store.InquiryRequest:
		if b.Source.Source == "other" {
			o.endLine()
			if _, waits := o.shell.State().Parked(); !waits && !o.shell.State().Env.SomebodyThere { // otherwise the user is asked, or it is told as parked
				o.note("%s", b.Question.Text)
			}
		}
	case store.TurnStart:
		if b.Parent != 0 {
			o.endLine()
			o.note("%s", debuggingBeginsText)
			o.stop.debugged = true
		}
	case store.ScratchpadNote:
		if o.stop.debugged {
			o.note("%s", b.Text)
			o.stop.debugged = false
		}
	case store.GuardResolved:
		o.stop.guard, o.stop.choice = b.Guard, b.Choice
	}
}

// stopper is the guard that ended the turn, "" if none did.
func (o *printer) stopper() string {
	switch o.end {
	case store.ReasonGuard, store.ReasonCancelled, store.ReasonPaused:
		return o.stop.guard
	}
	return ""
}

// stopped says how a turn ended that a guard stopped, and how to go on.
func (o *printer) stopped(id string) error {
	o.note("%s", stoppedText(o.stop, o.end, id))
	return process.StatusError{Status: process.ExitGuard, Err: nil}
}

// messageless says, where a run was to go on with a turn, that there was never a message.
func (o *printer) messageless(ctx context.Context, message, id string) {
	if message == "" && ctx.Err() == nil && o.shell.State().Folded.Turns == 0 {
		o.note("%s", noMessageText(id))
	}
}

// begins sees that a message can be sent, tells what is to be known of a run, and reaches the servers of tools that
// nothing is known about. Whoever interrupts that wants nothing to be sent.
func begins(ctx context.Context, p *process.Program, x *session.Session, message string, somebody bool) error {
	if message != "" {
		if err := x.Ready(ctx); err != nil {
			x.TellLeft(p.Err) // the model may be one of them
			return err
		}
	}
	x.Tell(p.Err)
	notes, err := askServers(ctx, p, x, somebody)
	for _, note := range notes {
		process.Say(p.Err, note)
	}
	return err
}

// askServers reaches the servers of tools that nothing is known about, and says after a while for which of them it waits.
func askServers(ctx context.Context, p *process.Program, x *session.Session, somebody bool) (notes []string, err error) {
	if !x.HasServers() {
		return nil, nil
	}
	err = servers.Reaching(ctx, p, x.Servers, waitsForServersText, func() { notes = x.AskServers(ctx, somebody) })
	if err != nil {
		return []string{interruptedText}, err
	}
	return notes, nil
}
