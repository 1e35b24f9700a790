package terminal

import (
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
)

// Alive notices when the program got no time: on a machine that was paused, or has far too
// much to do. A key that came meanwhile is read late, and looks as if it had been pressed then.
// It looks only for as long as something has just been drawn or typed: what has been there for
// longer was seen before, and so was what a key that came too early has put off. One that is
// nil notices nothing.
type Alive struct {
	Now   func() time.Time
	After func(time.Duration, func())
	Send  func(tea.Msg)
	Draws func() bool   // whether the terminal has yet to take a picture; nil: it takes each at once
	Delay time.Duration // how long something that is drawn or typed keeps keys from deciding

	mu    sync.Mutex
	until time.Time // how long it looks; zero: it does not
	beat  time.Time // the latest one
	good  time.Time // when everything that had come by then was surely read
}

// Beat is a message that goes through the same queue as keys do.
type Beat struct{ at time.Time }

const (
	beatEvery = 50 * time.Millisecond
	watchFor  = time.Second   // beyond the delay
	beatLate  = 2 * beatEvery // what a busy program takes
)

// Look says that something is drawn, or that a key came: what is typed next may be too early.
func (a *Alive) Look() {
	if a == nil {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	now := a.Now()
	if a.until.IsZero() {
		a.beat, a.good = now, now
		a.After(beatEvery, a.beats)
	}
	a.until = now.Add(a.Delay + watchFor)
}

// beats sends a beat.
func (a *Alive) beats() { a.Send(Beat{a.Now()}) }

// Heard takes a beat in. If it came late, or was sent late, what waits may come after it: the
// next one tells.
func (a *Alive) Heard(msg Beat) {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := a.Now()
	late := now.Sub(msg.at) > beatEvery || now.Sub(a.beat) > beatEvery+beatLate
	if a.beat = now; !late {
		a.good = msg.at
	}
	if a.Draws != nil && a.Draws() {
		a.until = now.Add(a.Delay + watchFor)
	}
	if !late && now.After(a.until) {
		a.until = time.Time{}
		return
	}
	a.After(beatEvery, a.beats)
}

// Waited reports whether a key that is read now may have been pressed before, and since when.
func (a *Alive) Waited() (since time.Time, may bool) {
	if a == nil {
		return time.Time{}, false
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.until.IsZero() || a.Now().Sub(a.good) <= beatEvery+beatLate {
		return time.Time{}, false
	}
	return a.good.Add(beatEvery), true
}

// Draws reports whether the terminal has yet to take a picture.
func (t *Terminal) Draws() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return !t.pace.first.IsZero() || !t.pace.began.IsZero()
}
