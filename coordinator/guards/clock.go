package guards

import "time"

// Clock is the runtime of a turn, computed from the times of its events. It stops
// while the user is asked, and from a restart to the next event.
type Clock struct {
	Spent  time.Duration
	At     time.Time // the last event
	Stands bool      // nothing counts from At on
}

// To advances the clock to an event.
func (c Clock) To(at time.Time) Clock {
	if d := at.Sub(c.At); !c.Stands && !c.At.IsZero() && d > 0 {
		c.Spent += d
	}
	c.At, c.Stands = at, false
	return c
}

// Due is when the runtime reaches a limit, if nothing stops the clock before.
func (c Clock) Due(limit time.Duration) time.Time { return c.At.Add(limit - c.Spent) }
