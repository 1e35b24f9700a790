package fs

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// Whoever presses a key needs a processor at once, and dozens of runs that search or compare would take them all in
// turn. So a run of a file tool works at a desk, which leaves a processor free, and the others wait until it gets up. It asks
// nobody meanwhile, and waits for nothing but files: a question ends the run.

// desk has seats for as many runs as may work at the same time.
type desk struct {
	seats   chan struct{}
	waiting atomic.Int32
}

// machine is the desk of this process, whatever conversation a run belongs to.
var machine = newDesk(max(1, runtime.GOMAXPROCS(0)-1))

func newDesk(seats int) *desk { return &desk{seats: make(chan struct{}, seats)} }

// seat is a place at a desk.
type seat struct {
	desk *desk
	free func()
}

// sit waits for a place, or until the run is stopped. One that is stopped has left: it may hang in a file system that
// does not answer.
func (d *desk) sit(ctx context.Context) (*seat, error) {
	s := &seat{desk: d}
	return s, s.sit(ctx)
}

func (s *seat) sit(ctx context.Context) error {
	d := s.desk
	s.free = func() {}
	d.waiting.Add(1)
	defer d.waiting.Add(-1)
	select {
	case d.seats <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	free := sync.OnceFunc(func() { <-d.seats })
	kept := context.AfterFunc(ctx, free)
	s.free = func() { kept(); free() }
	return ctx.Err()
}

func (s *seat) leave() { s.free() }

// wanted reports whether others wait for a place.
func (s *seat) wanted() bool { return s != nil && s.desk.waiting.Load() > 0 }

// yield lets those who wait go first.
func (s *seat) yield(ctx context.Context) error {
	if !s.wanted() {
		return nil
	}
	s.leave()
	return s.sit(ctx)
}
