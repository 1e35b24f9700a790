package headless

import (
	"context"
	"errors"
	"time"

	"parley/config"
	"parley/model/cli/process"
	"parley/model/cli/session"
	"parley/store"
)

// Times of a conversation that another process has open where a parked turn is gone on with.
const (
	mostTries = 30
	tryEvery  = 100 * time.Millisecond
)

// patience is how many appends in a row may fail, one per second, before a run
// without a screen gives up.
const patience = 10

// grace is over when a program that was told to end no longer waits for what runs: what it would
// still hand back is not recorded any more, since the turn has ended. The end of the conversation
// gives it another moment, and what stays then is killed by its lifeline.
func grace() <-chan time.Time { return time.After(graceTime) }

// leaves reports whether another program ended this one, or its terminal is gone: nobody ended the turn.
func leaves(ctx context.Context) func() bool {
	return func() bool { return errors.Is(context.Cause(ctx), process.ErrTold) }
}

const graceTime = 20 * time.Millisecond

// opened opens a conversation. Where a parked turn is gone on with, whoever was too late with an
// answer may have it open for a moment: that is waited for. The error of the last try says who
// has it open.
func opened(ctx context.Context, p *process.Program, s session.Setup, cfg config.Config, id string, somebody bool) (*session.Session, error) {
	if id != "" {
		if err := session.RefuseChanges(p, s.Options); err != nil {
			return nil, err
		}
	}
	for try := 1; ; try++ {
		x, err := open(ctx, p, s, cfg, id, somebody)
		var locked *store.LockedError
		if !errors.As(err, &locked) || !s.Options.Park || !s.Options.NonInteractive || try == mostTries {
			return x, err
		}
		if err := p.Sleep(ctx, tryEvery); err != nil {
			return nil, err
		}
	}
}

// open opens a conversation, unless the program is to end meanwhile.
func open(ctx context.Context, p *process.Program, s session.Setup, cfg config.Config, id string, somebody bool) (*session.Session, error) {
	return session.UnlessEnded(ctx, func(ctx context.Context) (*session.Session, error) {
		return session.Open(ctx, p, s, cfg, id, somebody)
	})
}
