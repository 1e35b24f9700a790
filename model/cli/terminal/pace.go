package terminal

import "time"

// What the pace of the frames waits for. See docs/decisions/011-the-frame-clock.md.
const (
	soon    = 500 * time.Microsecond // from a new picture to its frame, so that simultaneous changes are drawn together
	ahead   = 25 * time.Millisecond  // how far frames may be ahead of an even pace, so that a key's frame need not wait for a stream's
	longest = 250 * time.Millisecond // the longest pause for a slow terminal
	nothing = 50 * time.Millisecond  // without a new picture, after which none is expected
	kept    = 32                     // frames that are remembered
)

// pace says when the next frame may be drawn: soon after the picture changed, on
// average no more often than the configured frame rate.
type pace struct {
	frame   time.Duration  // the time between two frames at an even pace
	first   time.Time      // when the picture first changed since the last frame; zero if it did not
	changed time.Time      // when it last changed
	began   time.Time      // when the frame that the terminal is now taking began; zero if there is none
	frames  [][2]time.Time // when the latest ones began and were taken
	turn    time.Time      // when the next frame would be due at an even pace
	alone   time.Time      // the end of the pause for a slow terminal
}

// change says that there is a new picture.
func (p *pace) change(now time.Time) {
	p.changed = now
	if p.first.IsZero() {
		p.first = now
	}
}

// next is when the new picture may be drawn; false if there is none.
func (p *pace) next() (time.Time, bool) {
	at := p.first.Add(soon)
	for _, t := range []time.Time{p.turn.Add(-ahead), p.alone} {
		if t.After(at) {
			at = t
		}
	}
	return at, !p.first.IsZero()
}

// begin says that a frame with the latest picture is on its way to the terminal.
func (p *pace) begin(now time.Time) { p.first, p.began = time.Time{}, now }

// end says that the terminal has taken the frame, or that nothing in it was new.
// After a frame that took long, drawing pauses for just as long, so that keys are
// handled between two frames.
func (p *pace) end(now time.Time, wrote bool) {
	p.frames = append(p.frames, [2]time.Time{p.began, now})
	p.frames = p.frames[max(0, len(p.frames)-kept):]
	took := min(now.Sub(p.began), longest)
	p.began = time.Time{}
	if !wrote {
		return
	}
	if p.turn.Before(now) {
		p.turn = now
	}
	p.turn = p.turn.Add(max(p.frame, took))
	if took > ahead {
		p.alone = now.Add(took)
	}
}

// shown is when the terminal had taken what was on the screen at a given time, if it
// has. The delay between the terminal and the eye is unknown.
func (p *pace) shown(since, now time.Time) (at time.Time, ok bool) {
	for _, f := range p.frames {
		if !f[0].Before(since) {
			return f[1], true
		}
	}
	last := since // when the latest change that may still have to be drawn happened
	if p.changed.After(last) {
		last = p.changed
	}
	if n := len(p.frames); n > 0 && p.frames[n-1][1].After(last) {
		last = p.frames[n-1][1]
	}
	return last, p.first.IsZero() && p.began.IsZero() && now.Sub(last) >= nothing
}
