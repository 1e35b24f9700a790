package terminal

import (
	"testing"
	"time"
)

// TestThePace: a picture is drawn soon after it changed, and on average at most as often
// as the user wants.
func TestThePace(t *testing.T) {
	const (
		frame = 8 * time.Millisecond
		ms    = time.Millisecond
	)
	begin := time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)
	type step struct {
		change bool          // a picture changes, else a frame is drawn
		at     time.Duration // since the beginning
		took   time.Duration // the terminal
		next   time.Duration // when the next frame may be drawn; -1: there is none to draw
	}
	drawn := func(at, took, next time.Duration) step { return step{at: at, took: took, next: next} }
	changed := func(at, next time.Duration) step { return step{change: true, at: at, next: next} }
	for name, steps := range map[string][]step{
		"rests":                             {drawn(0, 0, -1)},
		"draws a new picture soon":          {changed(100*ms, 100*ms+soon)},
		"is not put off by more pictures":   {changed(100*ms, 100*ms+soon), changed(100*ms+soon/2, 100*ms+soon)},
		"draws a few pictures in a row":     {drawn(0, 0, -1), changed(ms, ms+soon), drawn(2*ms, 0, -1), changed(3*ms, 3*ms+soon), drawn(4*ms, 0, -1), changed(5*ms, 5*ms+soon)},
		"… but no more than a few":          {drawn(0, 0, -1), drawn(0, 0, -1), drawn(0, 0, -1), drawn(0, 0, -1), drawn(0, 0, -1), changed(0, 5*frame-ahead)},
		"gathers turns only while it draws": {drawn(0, 0, -1), drawn(time.Second, 0, -1), drawn(time.Second, 0, -1), drawn(time.Second, 0, -1), drawn(time.Second, 0, -1), changed(time.Second, time.Second+4*frame-ahead)},
		"leaves a slow terminal alone":      {drawn(0, 60*ms, -1), changed(60*ms, 120*ms)},
		"… but not for long":                {drawn(0, time.Hour, -1), changed(time.Hour, time.Hour+longest)},
		"… and not one that is quick":       {drawn(0, ahead, -1), changed(ahead, ahead+soon)},
	} {
		p := pace{frame: frame}
		for i, s := range steps {
			if s.change {
				p.change(begin.Add(s.at))
			} else {
				p.begin(begin.Add(s.at))
				p.end(begin.Add(s.at+s.took), true)
			}
			next, is := p.next()
			if got := next.Sub(begin); is != (s.next >= 0) || is && got != s.next {
				t.Errorf("%s, step %d: the next frame at %s (%v), want %s", name, i, got, is, s.next)
			}
		}
	}
}

// TestAnEmptyFrameTakesNoTurn: a frame that wrote nothing does not delay one that does.
func TestAnEmptyFrameTakesNoTurn(t *testing.T) {
	now := time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)
	p := pace{frame: time.Second}
	p.begin(now)
	p.end(now.Add(time.Minute), false)
	p.change(now.Add(time.Minute))
	if at, _ := p.next(); at != now.Add(time.Minute+soon) {
		t.Errorf("the next frame at %s", at)
	}
}

// TestWhatIsShown: what is asked counts as seen when a frame that began later has been
// taken, or when there was nothing to draw.
func TestWhatIsShown(t *testing.T) {
	now := time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)
	pass := func(d time.Duration) { now = now.Add(d) }
	p := pace{frame: time.Millisecond}
	is := func(what string, since time.Time, after time.Duration, ok bool) {
		t.Helper()
		if at, known := p.shown(since, now); known != ok || ok && at.Sub(since) != after {
			t.Errorf("%s: after %s, %v", what, at.Sub(since), known)
		}
	}
	p.change(now)
	p.begin(now)
	pass(time.Second)
	asked := now // while the terminal still takes a frame that knows nothing of it
	p.change(now)
	is("at once", asked, 0, false)
	pass(time.Second)
	is("while an earlier frame is taken", asked, 0, false)
	p.end(now, true)
	is("when that was taken", asked, 0, false)
	p.begin(now)
	pass(5 * time.Second)
	is("while its own is taken", asked, 0, false)
	p.end(now, true)
	is("when that was taken", asked, 6*time.Second, true)
	for range kept + 5 {
		pass(time.Second)
		p.begin(now)
		p.end(now, true)
	}
	if _, ok := p.shown(asked, now); !ok {
		t.Error("it is forgotten after many frames")
	}
	pass(time.Second)
	again := now
	is("asked again, as it was", again, 0, false)
	pass(nothing)
	is("with nothing to be drawn", again, 0, true)
}
