package cli

import (
	"reflect"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
)

// What the clock of the frames waits for. See docs/decisions/011-the-frame-clock.md.
const (
	soon    = time.Millisecond       // from a new picture to its frame: View is called just before Bubble Tea takes the picture
	resting = 250 * time.Millisecond // between two beats while nothing happens
	settled = 30 * time.Millisecond  // without news until the clock rests
	nothing = 50 * time.Millisecond  // after a new picture there was nothing in it to be drawn, if no frame has begun
	kept    = 32                     // frames that are remembered
	ahead   = 25 * time.Millisecond  // that frames may come before their turn, so that a key's need not wait for that of a stream
)

// clock sets the pace at which Bubble Tea draws. Bubble Tea looks at its picture
// at an even pace for as long as it lives, whether there is something to draw
// or not; the clock lets it look soon after the picture changed, on average at most
// as often as the user wants frames, and hardly ever while nothing changes.
//
// It is used by the goroutine that updates the model, by the one that draws and
// by its own timer.
type clock struct {
	frame time.Duration // the time between two frames at an even pace

	mu      sync.Mutex
	changed time.Time      // when the picture last changed
	began   time.Time      // when the frame began that the terminal is taking; zero if it takes none
	frames  [][2]time.Time // when the last ones began and were taken

	beat   *time.Ticker // Bubble Tea's; nil until it runs, or if it has none that can be set
	pace   time.Duration
	turn   time.Time // of the next frame, if they came at an even pace
	until  time.Time // when the clock may rest
	settle *time.Timer
}

// newClock is the clock of a program that draws at most fps frames a second.
func newClock(fps int) *clock { return &clock{frame: time.Second / time.Duration(fps)} }

// follow takes over the ticker of a program that runs.
func (c *clock) follow(beat *time.Ticker) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if beat == nil {
		return
	}
	c.beat, c.pace = beat, c.frame
	c.until = time.Now().Add(settled)
	c.settle = time.AfterFunc(settled, c.rest)
}

// stir says that something happened, and whether there is a new picture.
func (c *clock) stir(changed bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if changed {
		c.changed = time.Now()
	}
	switch {
	case c.beat == nil:
		return
	case changed && c.pace != soon && time.Until(c.turn) <= ahead:
		c.set(soon)
	case c.pace == resting:
		c.set(c.frame)
	}
	c.stay()
}

// writes says that a frame is on its way to the terminal.
func (c *clock) writes() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.began = time.Now()
}

// wrote says that the terminal has taken the frame. One that took long to do so is
// left alone for as long again, so that keys are taken between two frames.
func (c *clock) wrote() {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	took := now.Sub(c.began)
	c.frames = append(c.frames, [2]time.Time{c.began, now})
	c.frames = c.frames[max(0, len(c.frames)-kept):]
	c.began = time.Time{}
	if c.beat == nil {
		return
	}
	if c.turn.Before(now) {
		c.turn = now
	}
	pace := max(c.frame, min(took, resting))
	c.turn = c.turn.Add(pace)
	c.set(pace)
	c.stay()
}

// shown is when the terminal had taken what was on the screen at a time, if it has
// taken it. What lies between the terminal and the eye is not known.
func (c *clock) shown(since time.Time) (at time.Time, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, f := range c.frames {
		if !f[0].Before(since) {
			return f[1], true
		}
	}
	last := since // when what could still have to be drawn came about
	if c.changed.After(last) {
		last = c.changed
	}
	if n := len(c.frames); n > 0 && c.frames[n-1][1].After(last) {
		last = c.frames[n-1][1]
	}
	return last, c.began.IsZero() && time.Since(last) >= nothing
}

// rest lets the clock rest, unless something has happened since its timer ran out.
func (c *clock) rest() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if left := time.Until(c.until); left > 0 {
		c.settle.Reset(left)
		return
	}
	c.set(resting)
}

// set changes the pace. c is locked.
func (c *clock) set(pace time.Duration) {
	c.pace = pace
	c.beat.Reset(pace)
}

// stay keeps the clock from resting for a while, and for at least one beat. c is locked.
func (c *clock) stay() {
	stay := max(settled, 2*c.pace)
	c.until = time.Now().Add(stay)
	c.settle.Reset(stay)
}

// beatOf is the ticker of a program that runs, or nil if Bubble Tea no longer has
// one where this version has it; then it draws at its own pace.
func beatOf(p *tea.Program) *time.Ticker {
	f := reflect.ValueOf(p).Elem().FieldByName("ticker")
	if !f.IsValid() || f.Type() != reflect.TypeFor[*time.Ticker]() {
		return nil
	}
	return (*time.Ticker)(f.UnsafePointer())
}

// paced is a model whose pictures set the clock.
type paced struct {
	tea.Model
	clock *clock
	shown tea.View
}

// Update passes the message on.
func (p *paced) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	var cmd tea.Cmd
	p.Model, cmd = p.Model.Update(msg)
	return p, cmd
}

// View is the picture, of which the clock hears.
func (p *paced) View() tea.View {
	v := p.Model.View()
	p.clock.stir(!alike(p.shown, v))
	p.shown = v
	return v
}

// alike says whether two pictures look the same.
func alike(a, b tea.View) bool {
	if a.Cursor == nil || b.Cursor == nil {
		return a.Content == b.Content && a.Cursor == b.Cursor && a.WindowTitle == b.WindowTitle
	}
	return a.Content == b.Content && a.Cursor.Position == b.Cursor.Position && a.WindowTitle == b.WindowTitle
}
