package answer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"parley/coordinator"
	"parley/model/cli/process"
	"parley/model/cli/session"
	"parley/model/cli/socket"
	"parley/store"
)

// held is the desk of a conversation that another process has open: that process takes the
// answers, or says that somebody else was first.
type held struct {
	from  store.Store
	id    string
	env   coordinator.Env
	log   store.Log
	token string // that notify.command was given, "" for none
	own   Desk   // once the holder has ended
	dir   func() (string, error)
	take  func(context.Context) (Desk, error) // opens it, if the holder has ended
	sleep func(context.Context, time.Duration) error
	tries int    // how often a holder that is not reached is tried
	slow  func() // the holder takes its time; it is said once
	after func(time.Duration, func()) *time.Timer
}

// Times of a holder that is not reached.
const (
	mostTries = 30
	tryEvery  = 100 * time.Millisecond
)

// soon is how long a holder takes at most that is not kept from it.
const soon = 2 * time.Second

// Open opens the desk of a conversation, whoever has it open. With a token, answers are given
// by what notify.command started, or not at all.
func Open(ctx context.Context, p *process.Program, id, token string) (Desk, error) {
	d, err := open(ctx, p, id, token)
	var locked *store.LockedError
	if !errors.As(err, &locked) {
		if err != nil {
			return nil, err
		}
		return d, nil
	}
	return away(p, id, token)
}

// away is the desk of a conversation that this process does not hold.
func away(p *process.Program, id, token string) (*held, error) {
	from, env, _, err := session.Looking(p) // what is left out was said when it could not be opened
	if err != nil {
		return nil, err
	}
	h := &held{
		from: from, id: id, env: env, token: token, sleep: p.Sleep, tries: mostTries, after: time.AfterFunc, slow: sync.OnceFunc(func() { process.Say(p.Err, slowText(id)) }), dir: func() (string, error) { return socket.Folder(p.Variable, p.Dir) },
		take: func(ctx context.Context) (Desk, error) { return open(ctx, p, id, token) },
	}
	return h, h.reload()
}

// rest lets go of a conversation while a person thinks: until they have decided, anybody else
// may answer, or go on with it. What is told at its opening is not told again.
func rest(p *process.Program, d Desk, token string) (*held, error) {
	if h, is := d.(*held); is && h.own == nil {
		return h, nil // another process holds it
	}
	quiet := *p
	quiet.Err = io.Discard
	d.AwaitTold()
	if err := d.Close(); err != nil {
		return nil, err
	}
	return away(&quiet, d.ID(), token)
}

// regain opens the conversation again, unless another process has it open by now.
func (h *held) regain(ctx context.Context) error {
	if h.own != nil {
		return nil
	}
	d, err := h.take(ctx)
	var locked *store.LockedError
	switch {
	case err == nil:
		h.own = d
		return nil
	case !errors.As(err, &locked):
		return err
	}
	return h.reload()
}

// reload reads what is on record now.
func (h *held) reload() error {
	c, _, err := h.from.OpenRead(h.id)
	if err != nil {
		return err
	}
	h.log = c.Log()
	return nil
}

// ID is the conversation's.
func (h *held) ID() string { return h.id }

// Log is what was on record when it was last read.
func (h *held) Log() store.Log {
	if h.own != nil {
		return h.own.Log()
	}
	return h.log
}

// Prompt is what is asked there now.
func (h *held) Prompt() (coordinator.Prompt, string, bool) {
	if h.own != nil {
		return h.own.Prompt()
	}
	p, ok := PromptOf(h.id, h.log, h.env)
	if !ok {
		return p, "", false
	}
	return p, p.Line, p.Line != ""
}

// PromptOf is what a record says that is asked.
func PromptOf(id string, log store.Log, env coordinator.Env) (coordinator.Prompt, bool) {
	return coordinator.State{Folded: coordinator.FoldAll(id, log), Env: env}.Prompt()
}

// Answer has the holder take an answer. If it ends meanwhile, the record says whether it
// took it; if not, the answer is recorded here.
func (h *held) Answer(ctx context.Context, digest string, act coordinator.Act, via store.Via) (coordinator.Taken, error) {
	if h.own != nil {
		return h.own.Answer(ctx, digest, act, via)
	}
	dir, err := h.dir()
	if err != nil {
		return coordinator.Taken{}, err
	}
	gone, lost := coordinator.Taken{}, false
	for range h.tries {
		taken, err := h.send(ctx, dir, digest, act, via)
		if fault := h.reload(); fault != nil {
			return taken, fault
		}
		if err == nil && h.early(taken, digest) {
			gone = taken
			if err := h.sleep(ctx, tryEvery); err != nil {
				return coordinator.Taken{}, err
			}
			continue
		}
		nobody := errors.Is(err, socket.ErrNobody) && ctx.Err() == nil
		lost = lost || nobody
		if r, known := coordinator.RequestOf(h.log, digest); known && r.Answer != nil && (nobody || err == nil && (taken.First != nil || errors.Is(taken.Fault, coordinator.ErrNotAsked))) {
			if by := r.Exchange().Via(); lost && by != nil && by.PID == via.PID && by.Said == via.Said {
				return coordinator.Taken{Done: true}, nil // one of these was taken, and nobody heard of it
			}
			return coordinator.Taken{First: r.Answer}, nil
		}
		if !nobody {
			return taken, err
		}
		d, err := h.take(ctx)
		var locked *store.LockedError
		switch {
		case err == nil:
			h.own = d
			return d.Answer(ctx, digest, act, via)
		case !errors.As(err, &locked):
			return coordinator.Taken{}, err
		}
		if err := h.sleep(ctx, tryEvery); err != nil {
			return coordinator.Taken{}, err
		}
	}
	if gone.Fault != nil {
		return gone, nil
	}
	return coordinator.Taken{}, errors.New(deafText(h.id, dir))
}

// send sends an answer to the holder, and says so if that takes it no sooner: while it has lent its
// terminal to an editor, it takes nothing.
func (h *held) send(ctx context.Context, dir, digest string, act coordinator.Act, via store.Via) (coordinator.Taken, error) {
	late := h.after(soon, h.slow)
	defer late.Stop()
	return socket.Send(ctx, dir, h.id, digest, act, via.Said, h.token)
}

// early reports whether a holder says that something is not asked that stands open on record:
// it has opened the conversation a moment ago, and does not ask yet.
func (h *held) early(t coordinator.Taken, digest string) bool {
	r, known := coordinator.RequestOf(h.log, digest)
	return errors.Is(t.Fault, coordinator.ErrNotAsked) && known && r.Answer == nil
}

// Bar has the holder put on record that this process tried to answer and may not: it finds
// out by itself.
func (h *held) Bar(ctx context.Context, digest, _ string, via store.Via) error {
	dir, err := h.dir()
	if err != nil {
		return err
	}
	t, err := socket.Send(ctx, dir, h.id, digest, coordinator.Act{Do: barredAct}, via.Said, "")
	if err == nil && t.Done {
		return fmt.Errorf("the process that has %s open took what it should have refused", h.id)
	}
	return nil // it is refused here, whatever became of that
}

// barredAct is nothing that anybody understands.
const barredAct = "none"

// GoesOn reports whether the holder goes on with the turn.
func (h *held) GoesOn() bool { return h.own == nil }

// Dir is where the turn can be gone on with, "" where its holder does that.
func (h *held) Dir() string {
	if h.own != nil {
		return h.own.Dir()
	}
	return ""
}

// Lacks is the tool that the turn waits for where it is answered here.
func (h *held) Lacks() string {
	if h.own != nil {
		return h.own.Lacks()
	}
	return ""
}

// AwaitTold has Close wait for notify.command where it is answered here.
func (h *held) AwaitTold() {
	if h.own != nil {
		h.own.AwaitTold()
	}
}

// Close releases what is held here.
func (h *held) Close() error {
	if h.own != nil {
		return h.own.Close()
	}
	return nil
}
