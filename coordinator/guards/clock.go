package guards

import "time"

// Clock is the runtime of a turn by the times of its events. It stands while the
// user is asked, and from a restart to the next thing that happens.
type Clock struct {
	Spent  time.Duration
	At     time.Time // the last event
	Stands bool      // from At on nothing is counted
}

// To moves the clock to an event.
func (c Clock) To(at time.Time) Clock {
	if d := at.Sub(c.At); !c.Stands && !c.At.IsZero() && d > 0 {
		c.Spent += d
	}
	c.At, c.Stands = at, false
	return c
}

// Due is when the runtime reaches a limit, if nothing stops the clock before.
func (c Clock) Due(limit time.Duration) time.Time { return c.At.Add(limit - c.Spent) }
