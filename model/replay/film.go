package replay

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/store"
	"parley/views/replay"
	"parley/views/text"
)

// Frame is what a replay shows from a moment on, one line per row.
type Frame struct {
	At    time.Duration
	Lines []string
}

// seenFor is the least time for which a film shows a frame with something new: unlike
// a replay, a film cannot be paused with a key.
const seenFor = 600 * time.Millisecond

// film plays o.Log without a screen, from o.At to its end: take gets a frame for each
// event. It uses no clock; the times of frames come from the record, with long waits
// shortened as in a replay, and short ones extended so that everything can be seen.
// It omits what belongs to a person at the screen: keys, cursor, selection.
func film(o PlayerOptions, r *reel, w, h int, take func(Frame) error) error {
	o.Paused = true
	p := NewPlayer(o)
	p.Hears(tea.WindowSizeMsg{Width: w, Height: h})
	p.fit()
	p.begin(reelMsg{of: p, reel: r})
	p.playing, p.filming = true, true
	upper := slices.Clone(p.upper())
	at, news := time.Duration(0), true
	for {
		if err := take(Frame{At: at, Lines: slices.Concat(upper, p.filmed())}); err != nil {
			return err
		}
		if p.point == p.reel.last() {
			return nil
		}
		wait := p.reel.at[p.point+1] - p.reel.at[p.point]
		if news {
			wait = max(wait, seenFor)
		}
		at += wait
		p.show(p.point + 1)
		p.pane.Bottom()
		p.clock = p.reel.at[p.point]
		before := upper
		upper = slices.Clone(p.upper())
		news = !slices.Equal(upper, before)
	}
}

// given is what the assistant got of a result that a person was asked to give it: nobody else gets what
// the person edited away or kept back.
func (r *reel) given(i int, result string) string {
	x, _, _ := r.exchange(i, r.last())
	switch p := x.Permitted; {
	case p == nil || !store.Permits(p.Outcome):
		return textKeptBack
	case p.Content != nil:
		return *p.Content
	}
	return result
}

// filmed is the bar, with the title in place of the keys.
func (p *Player) filmed() []string {
	lines := p.bar()
	lines[replay.ReplayRows-1] = p.Theme.Dim.Render(text.Line(" "+p.o.Title, p.Terminal.W))
	return lines
}

// begun is when a record begins, the zero time for an empty one.
func begun(log store.Log) time.Time {
	if log.Len() == 0 {
		return time.Time{}
	}
	return log.At(0).Time
}
