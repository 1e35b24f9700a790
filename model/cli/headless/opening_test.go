package headless

import (
	"context"
	"errors"
	"testing"
	"time"

	"parley/model/cli/process"
	"parley/model/cli/session"
	"parley/store"
)

// TestGoingOnWaitsForWhoeverWasTooLate: where a parked turn is gone on with, another process that
// has the conversation open for a moment is waited for, and not for ever.
func TestGoingOnWaitsForWhoeverWasTooLate(t *testing.T) {
	r := newRunaway(t, false, "conversation.guards.max_iterations=1")
	id := r.Saved.ID()
	if err := r.play(t); err == nil {
		t.Fatal("no guard stopped it")
	}
	going := session.Options{Park: true, NonInteractive: true, Sets: []string{"assistant.model.id=script/runaway"}}
	run := func(o session.Options, release int) (slept int, err error) {
		p := *r.Prog
		p.Sleep = func(_ context.Context, d time.Duration) error {
			if slept++; d != tryEvery {
				t.Errorf("it waits for %s", d)
			}
			if slept == release {
				return r.Saved.Close()
			}
			return nil
		}
		err = Run(t.Context(), &p, o, id, "", "text")
		return slept, err
	}
	var locked *store.LockedError
	if slept, err := run(going, 0); !errors.As(err, &locked) || slept != mostTries-1 {
		t.Errorf("held for ever: %v, tried again %d times", err, slept)
	}
	if slept, err := run(session.Options{NonInteractive: true}, 0); !errors.As(err, &locked) || slept != 0 {
		t.Errorf("where nothing is parked: %v, tried again %d times", err, slept)
	}
	var status process.StatusError
	if slept, err := run(going, 3); slept != 3 || err != nil && !errors.As(err, &status) {
		t.Errorf("released: %v, tried again %d times", err, slept)
	}
}
