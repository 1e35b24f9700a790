package coordinator

import (
	"context"
	"slices"

	"parley/coordinator/tool"
)

// A tool that only looks changes nothing, so its run need not wait until the events that led
// to it are on disk. Instead, the append waits briefly for the run: what the run is about to
// write then reaches the disk together with the answer and the start, not in an append of its
// own.

// Ahead lets effects of the next step start before their events are on disk. No append begins
// until each of them has ended, or until [Outbox.Hurry].
func (o Outbox) Ahead(keys ...Key) Outbox {
	o.ahead = append(slices.Clip(o.ahead), keys...)
	return o
}

// Ended notes that an effect has ended.
func (o Outbox) Ended(k Key) Outbox {
	if slices.Contains(o.ahead, k) {
		o.ahead = slices.DeleteFunc(slices.Clone(o.ahead), func(a Key) bool { return a == k })
	}
	return o
}

// Hurry stops waiting for any effect.
func (o Outbox) Hurry() Outbox {
	o.ahead = nil
	return o
}

// Holds reports whether events are being held back for an effect.
func (o Outbox) Holds() bool { return len(o.ahead) > 0 && len(o.waiting) > o.flying }

// hurried ends the append's wait for runs that take too long; n is the number of the wait.
type hurried struct{ n int }

func (hurried) input() {}

// holding is the append's wait for runs.
type holding struct {
	n    int // the number of this wait
	stop context.CancelFunc
}

// ahead returns the effects of a step that may start before their events are on disk.
func (s *Shell) ahead(did Did) (keys []Key) {
	if s.World.Hold <= 0 || s.trouble != nil || len(did.Events) == 0 {
		return nil
	}
	for _, e := range did.Start {
		run, ok := e.(RunTool)
		if !ok {
			continue
		}
		t, _ := s.state.Folded.Current()
		c, _ := t.Call(run.Call)
		entry, _ := s.state.Env.Tools.Get(c.Name)
		if l, ok := entry.Tool.(tool.Looker); ok && l.OnlyLooks() {
			keys = append(keys, e.Key())
		}
	}
	return keys
}

// patience starts or stops the append's wait, according to whether the outbox holds events.
func (s *Shell) patience() []Job {
	holds := s.outbox.Holds()
	if holds == (s.holding.stop != nil) {
		return nil
	}
	if !holds {
		s.holding.stop()
		s.holding.stop = nil
		return nil
	}
	ctx, stop := context.WithCancel(s.ctx)
	s.holding = holding{s.holding.n + 1, stop}
	n, sleep, long := s.holding.n, s.World.Sleep, s.World.Hold
	return []Job{{Key: Key{Kind: ofHolding}, Context: ctx, Perform: func(ctx context.Context) (Input, Performer) {
		_ = sleep(ctx, long) // whether it ran out or was cancelled, the wait is over
		return hurried{n}, nil
	}}}
}

// hurry ends the wait for runs and writes what was held back.
func (s *Shell) hurry() []Job {
	s.outbox = s.outbox.Hurry()
	return append(s.patience(), s.write(0)...)
}
