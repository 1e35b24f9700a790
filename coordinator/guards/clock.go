package guards

import (
	"math"
	"time"
)

// Clock is the runtime of a turn, computed from the times of its events. It stops
// while the user is asked, and from a restart to the next event. What passes while they
// are asked counts for no limit, but is told.
type Clock struct {
	Spent  time.Duration
	Waited time.Duration // the user was asked
	Beside time.Duration // of that, work went on
	At     time.Time     // the last event
	Stands bool          // Spent does not grow from At on
	While  Meanwhile     // why it stands
}

// Meanwhile is what goes on while a clock stands.
type Meanwhile int

// What goes on meanwhile.
const (
	Unknown  Meanwhile = iota // since a restart
	OnlyAsks                  // the user is asked
	AlsoRuns                  // and a call runs, or a reviewer is at work
)

// To advances the clock to an event.
func (c Clock) To(at time.Time) Clock {
	if d := at.Sub(c.At); !c.At.IsZero() && d > 0 {
		switch {
		case !c.Stands:
			c.Spent = sum(c.Spent, d)
		case c.While == AlsoRuns:
			c.Waited, c.Beside = sum(c.Waited, d), sum(c.Beside, d)
		case c.While == OnlyAsks:
			c.Waited = sum(c.Waited, d)
		}
	}
	c.At, c.Stands, c.While = at, false, Unknown
	return c
}

// Tells adds what another turn took, which counts for no limit of this one.
func (c *Clock) Tells(o Clock) {
	c.Beside, c.Waited = sum(sum(c.Beside, o.Spent), o.Beside), sum(c.Waited, o.Waited)
}

// sum adds durations that a record gives: events of all times stand in one, and more than there is room for stays the most.
func sum(a, b time.Duration) time.Duration { return a + min(b, math.MaxInt64-a) }

// Due is when the runtime reaches a limit, if nothing stops the clock before.
func (c Clock) Due(limit time.Duration) time.Time { return c.At.Add(limit - c.Spent) }
