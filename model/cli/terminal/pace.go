package terminal

import "time"

// What the pace of the frames waits for. See docs/decisions/011-the-frame-clock.md.
const (
	soon    = 500 * time.Microsecond // from a new picture to its frame: what happens together is drawn together
	ahead   = 25 * time.Millisecond  // that frames may come before their turn, so that a key's need not wait for that of a stream
	longest = 250 * time.Millisecond // that a slow terminal is left alone
	nothing = 50 * time.Millisecond  // without a new picture after which none is taken to be on its way
	kept    = 32                     // frames that are remembered
)

// pace says when the next frame may be drawn: soon after the picture changed, on
// average at most as often as the user wants frames.
type pace struct {
	frame   time.Duration  // the time between two frames at an even pace
	first   time.Time      // when the picture first changed since the last frame; zero if it did not
	changed time.Time      // when it last changed
	began   time.Time      // when the frame began that the terminal is taking; zero if it takes none
	frames  [][2]time.Time // when the last ones began and were taken
	turn    time.Time      // of the next frame, if they came at an even pace
	alone   time.Time      // until when a slow terminal is left alone
}

// change says that there is a new picture.
func (p *pace) change(now time.Time) {
	p.changed = now
	if p.first.IsZero() {
		p.first = now
	}
}

// next is when the new picture may be drawn, false if there is none.
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

// end says that the terminal has taken the frame, or that nothing in it was new to
// the terminal. One that took long is left alone for as long again, so that keys
// are taken between two frames.
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

// shown is when the terminal had taken what was on the screen at a time, if it has
// taken it. What lies between the terminal and the eye is not known.
func (p *pace) shown(since, now time.Time) (at time.Time, ok bool) {
	for _, f := range p.frames {
		if !f[0].Before(since) {
			return f[1], true
		}
	}
	last := since // when what could still have to be drawn came about
	if p.changed.After(last) {
		last = p.changed
	}
	if n := len(p.frames); n > 0 && p.frames[n-1][1].After(last) {
		last = p.frames[n-1][1]
	}
	return last, p.first.IsZero() && p.began.IsZero() && now.Sub(last) >= nothing
}
