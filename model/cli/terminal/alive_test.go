package terminal

import (
	"slices"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// TestWhatAKeyWaitedFor plays a program that draws once, and gets no time now and then.
func TestWhatAKeyWaitedFor(t *testing.T) {
	const ms = time.Millisecond
	type pause struct{ from, to time.Duration }
	type looking struct {
		keys  []time.Duration // keys before it
		drawn time.Duration   // when the terminal has taken the picture
		delay time.Duration
	}
	for name, c := range map[string]struct {
		pauses []pause
		at     time.Duration // of the key
		beats  bool          // the beat that waits is read before the key
		since  time.Duration // 0: the key did not wait
		also   looking
	}{
		"a program at work":                  {nil, 500 * ms, false, 0, looking{}},
		"one that is slow":                   {[]pause{{40 * ms, 130 * ms}}, 130 * ms, false, 0, looking{}},
		"one that was paused":                {[]pause{{20 * ms, 600 * ms}}, 600 * ms, false, 50 * ms, looking{}},
		"when a beat comes before the key":   {[]pause{{20 * ms, 600 * ms}}, 600 * ms, true, 50 * ms, looking{}},
		"when it was paused later":           {[]pause{{210 * ms, 600 * ms}}, 600 * ms, true, 250 * ms, looking{}},
		"when it was paused twice":           {[]pause{{20 * ms, 300 * ms}, {310 * ms, 700 * ms}}, 700 * ms, true, 50 * ms, looking{}},
		"once it has caught up":              {[]pause{{20 * ms, 600 * ms}}, 700 * ms, false, 0, looking{}},
		"when nothing was drawn for long":    {nil, 3 * time.Second, false, 0, looking{}},
		"when it was paused until after":     {[]pause{{20 * ms, 3 * time.Second}}, 3 * time.Second, true, 50 * ms, looking{}},
		"when it rested and is paused again": {[]pause{{2 * time.Second, 3 * time.Second}}, 3 * time.Second, true, 0, looking{}},
		"when keys came until then":          {[]pause{{1610 * ms, 3 * time.Second}}, 3 * time.Second, true, 1650 * ms, looking{keys: []time.Duration{500 * ms, 1000 * ms, 1600 * ms}}},
		"when it rested, and a key came":     {[]pause{{2020 * ms, 3 * time.Second}}, 3 * time.Second, true, 2050 * ms, looking{keys: []time.Duration{2 * time.Second}}},
		"when the terminal took it late":     {[]pause{{2020 * ms, 3 * time.Second}}, 3 * time.Second, true, 2050 * ms, looking{drawn: 2 * time.Second}},
		"when the delay is longer":           {[]pause{{2020 * ms, 3 * time.Second}}, 3 * time.Second, true, 2050 * ms, looking{delay: 2 * time.Second}},
	} {
		start := time.Unix(100, 0)
		now := start
		var due time.Time // of the next beat; zero: none
		var waits []Beat
		a := &Alive{Now: func() time.Time { return now }, Delay: c.also.delay}
		a.Draws = func() bool { return now.Sub(start) < c.also.drawn }
		a.After = func(d time.Duration, _ func()) { due = now.Add(d) }
		a.Send = func(msg tea.Msg) { waits = append(waits, msg.(Beat)) }
		a.Look()
		paused := func() bool {
			for _, p := range c.pauses {
				if now.Sub(start) > p.from && now.Sub(start) < p.to {
					return true
				}
			}
			return false
		}
		for ; now.Sub(start) <= c.at; now = now.Add(10 * ms) {
			if !paused() && slices.Contains(c.also.keys, now.Sub(start)) {
				a.Look()
			}
			if paused() || due.IsZero() || now.Before(due) {
				continue
			}
			if now.Sub(start) == c.at && !c.beats {
				break
			}
			due = time.Time{}
			a.beats()
			a.Heard(waits[len(waits)-1])
		}
		now = start.Add(c.at)
		since, may := a.Waited()
		if may != (c.since > 0) || may && since.Sub(start) != c.since {
			t.Errorf("%s: since %s, %v", name, since.Sub(start), may)
		}
		now = start.Add(10 * time.Second)
		if rests := len(waits) > 100; rests {
			t.Errorf("%s: %d beats", name, len(waits))
		}
	}
}
