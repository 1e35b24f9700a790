package coordinator

import (
	"context"
	"time"

	"parley/store"
)

// An arriving response is not an event, so a program that is killed would lose it. It
// is kept aside: a job like any other writes it beside the conversation at most once
// a second, and removes it when the response is on record. If the next writer finds
// it, it is recorded as an interrupted response.

// Aside is where the arriving response is kept. Both functions may block.
type Aside struct {
	Found store.Arrived // what a killed program left, zero if nothing
	Keep  func(store.Arrived) error
	Drop  func() error
}

// keepEvery is the least time between two writes. A response that takes less time is
// never written.
const keepEvery = time.Second

// asideDone ends a job that writes or removes.
type asideDone struct{ err error }

func (asideDone) input() {}

// keeping is what the shell knows about the kept response.
type keeping struct {
	key  Key       // the response that arrives
	last time.Time // when it was last written, or began to arrive
	busy bool      // a job is running
	held bool      // there may be something to remove
	off  bool      // it failed
}

// opens adds to an opening what a killed program left, which answers hold, and whether anything
// does.
func (s *Shell) opens(in Opened) Opened {
	in.Answered = append(in.Answered, s.World.Answered...)
	in.Unput, s.World.Unput = append(in.Unput, s.World.Unput...), nil
	in.Strange, s.World.Strange = in.Strange || s.World.Strange, false
	if a := s.World.Aside; a != nil && !a.Found.IsZero() {
		in.Arrived, s.keeping.held = a.Found, true
		a.Found = store.Arrived{}
	}
	return in
}

// aside starts the next job for the arriving response.
func (s *Shell) aside() []Job {
	k, a := &s.keeping, s.World.Aside
	if a == nil || k.busy || k.off {
		return nil
	}
	if s.state.Live.arrived() {
		return s.keep()
	}
	k.key = Key{}
	if !k.held || !s.outbox.Idle() {
		return nil // it is removed once its replacement is on disk
	}
	k.busy, k.held = true, false
	return s.asideJob(a.Drop)
}

// keepSize is how much of a response is written per second on average. Each write
// contains all of it; longer responses are written less often, so that the work stays
// a fraction of the work of reading the response.
const keepSize = 4 << 20

// keepAgain is how long the next write waits.
func (l Live) keepAgain() time.Duration {
	return keepEvery * time.Duration(1+(l.text.len()+l.reasoning.len())/keepSize)
}

// keep writes what has arrived, if it is time.
func (s *Shell) keep() []Job {
	k, live, now := &s.keeping, s.state.Live, s.World.Now()
	if k.key != live.Key {
		k.key, k.last = live.Key, now
	}
	if d := now.Sub(k.last); d >= 0 && d < live.keepAgain() {
		return nil
	}
	t, _ := s.state.Folded.Current()
	what := store.Arrived{After: s.onDisk(), Response: t.awaited()}
	k.last, k.busy, k.held = now, true, true
	keep := s.World.Aside.Keep
	return s.asideJob(func() error {
		what.Reasoning, what.Text = live.Reasoning(), live.Text()
		return keep(what)
	})
}

func (s *Shell) asideJob(do func() error) []Job {
	return []Job{{Key: Key{Kind: ofAside}, Context: context.WithoutCancel(s.ctx), Perform: func(context.Context) (Input, Performer) {
		return asideDone{do()}, nil
	}}}
}

// asideDone handles the end of a job. A failed job is not retried and not reported:
// nothing on record depends on it, and a full disk shows in the record itself.
func (s *Shell) asideDone(err error) []Job {
	s.keeping.busy, s.keeping.off = false, err != nil
	return s.aside()
}

// onDisk is the id of the last event that is on disk.
func (s *Shell) onDisk() string {
	for i := s.log.Len(); i > 0; i-- {
		if ev := s.log.At(i - 1); ev.Seq <= s.outbox.Written() {
			return ev.ID
		}
	}
	return ""
}

// arrived reports whether anything has arrived that would be recorded.
func (l Live) arrived() bool { return l.text != nil || l.reasoning != nil }

// recovered is what a killed program had received of the response that is requested
// again.
func (s State) recovered(a store.Arrived) []store.Body {
	t, _ := s.Folded.Current()
	if a.IsZero() || t.Ending != "" || a.Response != t.awaited() {
		return nil
	}
	return arrivedBodies(a.Response, a.Reasoning, a.Text)
}

// arrivedBodies are the events of a response that was interrupted.
func arrivedBodies(response, reasoning, text string) []store.Body {
	var said []store.Body
	if reasoning != "" {
		said = append(said, store.Reasoning{Response: response, Text: reasoning, Partial: true})
	}
	if text != "" {
		said = append(said, store.ChatResponse{Response: response, Text: text, Partial: true})
	}
	return said
}
