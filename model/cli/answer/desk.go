package answer

import (
	"context"
	"errors"
	"strings"

	"parley/coordinator"
	"parley/coordinator/commands"
	tools "parley/coordinator/tools/process"
	"parley/model/cli/process"
	"parley/model/cli/session"
	"parley/model/cli/socket"
	"parley/store"
)

// Desk is where what waits in one conversation is answered.
type Desk interface {
	ID() string
	Log() store.Log
	// Prompt is what is asked now, and the digest of the line that asks it.
	Prompt() (coordinator.Prompt, string, bool)
	// Answer answers the request of a digest.
	Answer(ctx context.Context, digest string, act coordinator.Act, via store.Via) (coordinator.Taken, error)
	// Bar puts on record that somebody who may not tried to answer.
	Bar(ctx context.Context, digest, why string, via store.Via) error
	// GoesOn reports whether the turn goes on by itself once it is answered.
	GoesOn() bool
	// Dir is where the turn can be gone on with, "" where somebody does that.
	Dir() string
	// Lacks is the tool that the turn waits for, because it is not offered where the
	// conversation works, "" for none or where somebody else has the conversation open.
	Lacks() string
	// AwaitTold has Close wait until notify.command was told of what is asked now, where nobody
	// else does that.
	AwaitTold()
	Close() error
}

// patience is how many appends in a row may fail, one per second, before it is given up.
const patience = 3

// own is the desk of a conversation that nobody else has open: answers are recorded, and
// nothing starts.
type own struct {
	x     *session.Session
	loop  *commands.Loop
	token string // that notify.command was given, "" for none
	told  bool   // what notify.command started answers
}

// open opens the desk of a conversation that nobody else has open.
func open(ctx context.Context, p *process.Program, id, token string) (Desk, error) {
	x, err := session.UnlessEnded(ctx, func(ctx context.Context) (*session.Session, error) {
		return session.OpenToAnswer(ctx, p, id)
	})
	if err != nil {
		return nil, err
	}
	if err := session.Answerable(id, x.Report); err != nil {
		return nil, errors.Join(err, x.Close())
	}
	d := &own{x: x, loop: &commands.Loop{Shell: x.Shell, Patience: patience}, token: token, told: session.ToldOf(p, process.Self(tools.Mark))}
	if x.Shell.State().Folded.Open() {
		d.loop.Run(ctx, coordinator.Opened{})
	}
	return d, nil
}

// ID is the conversation's.
func (d *own) ID() string { return d.x.Saved.ID() }

// Log is what is on record.
func (d *own) Log() store.Log { return d.x.Shell.Log() }

// Prompt is what is asked now.
func (d *own) Prompt() (coordinator.Prompt, string, bool) {
	p, ok := d.x.Shell.State().Prompt()
	if !ok {
		return p, "", false
	}
	return p, p.Line, p.Line != ""
}

// Answer records an answer. A secret is not taken: nothing goes on here that would use it. Nor is
// a yes to a call of a tool that is not offered where the conversation works.
func (d *own) Answer(ctx context.Context, digest string, act coordinator.Act, via store.Via) (coordinator.Taken, error) {
	p, now, ok := d.Prompt()
	switch here := ok && digest != "" && strings.HasPrefix(now, digest); { // a reference has the beginning of it
	case here && p.Inquiry != nil && act.Do == coordinator.ActAnswer && p.Inquiry.Question.AnswerType.Line().Hidden:
		return coordinator.Taken{Fault: errors.New(secretText(d.ID()))}, nil
	case here && p.Permission != nil && p.Lacks && (act.Outcome == store.PermitAllowed || act.Outcome == store.PermitEdited):
		return coordinator.Taken{}, errors.New(lacksText(p.Tool, d.ID(), d.x.Dir))
	}
	if d.token != "" {
		if why := d.barred(digest); why != "" {
			return coordinator.Taken{Refused: why}, d.Bar(ctx, digest, why, via)
		}
		via.Notified = true
	}
	var taken *coordinator.Taken
	d.loop.Run(ctx, coordinator.Sent{Digest: digest, Act: act, Via: via, Told: func(t coordinator.Taken) { taken = &t }})
	if err := d.x.Shell.Trouble(); err != nil {
		return coordinator.Taken{}, err
	}
	if taken == nil {
		return coordinator.Taken{}, errors.New("it was broken off; `parley inbox` shows whether it was answered")
	}
	return *taken, nil
}

// barred says why a token answers nothing, "" if it does.
func (d *own) barred(digest string) string {
	switch {
	case !d.told:
		return socket.BelowText
	case !d.x.Tokens.Hold(digest, d.token):
		return socket.TokenText
	}
	return ""
}

// Bar puts on record that somebody who may not tried to answer.
func (d *own) Bar(ctx context.Context, digest, why string, via store.Via) error {
	d.loop.Run(ctx, coordinator.Sent{Digest: digest, Via: via, Barred: why, Told: func(coordinator.Taken) {}})
	return d.x.Shell.Trouble()
}

// GoesOn is false: nothing starts here.
func (d *own) GoesOn() bool { return false }

// Dir is its workspace.
func (d *own) Dir() string { return d.x.Dir }

// Lacks is the tool that is not offered there.
func (d *own) Lacks() string { return d.x.Shell.State().Lacks() }

// AwaitTold has Close wait for notify.command.
func (d *own) AwaitTold() { d.x.AwaitTold() }

// Close releases the conversation.
func (d *own) Close() error {
	err := d.x.Close()
	session.TellUntold(d.x.Prog, d.x)
	return err
}
