package text

import (
	"testing"
	"time"

	"parley/store/text/clean"
)

func TestPulse(t *testing.T) {
	const noon = 1_000_000
	for _, c := range []struct {
		pulse       Pulse
		mark, ascii string
	}{
		{Pulse{}, "⠹", "\\"},
		{Pulse{Beat: 7}, "⠹", "\\"}, // no clock moves it
		{Pulse{Now: noon}, "⠋", "/"},
		{Pulse{Beat: 1, Now: noon}, "⠙", "-"},
		{Pulse{Beat: 9, Now: noon}, "⠏", "-"},
		{Pulse{Beat: 10, Now: noon}, "⠋", "\\"},
		{Pulse{Beat: 3, Now: noon, Still: true}, "*", "*"},
	} {
		if got := c.pulse.Mark(Unicode()); got != c.mark {
			t.Errorf("%+v: %s, want %s", c.pulse, got, c.mark)
		}
		if got := c.pulse.Mark(ASCII()); got != c.ascii {
			t.Errorf("%+v: %s in ASCII, want %s", c.pulse, got, c.ascii)
		}
	}
	for _, c := range []struct {
		after time.Duration
		want  string
	}{
		{-time.Second, ""}, {0, ""}, {999 * time.Millisecond, ""}, {time.Second, "1 s"}, {59900 * time.Millisecond, "59 s"},
		{time.Minute, "1 min 0 s"}, {3599 * time.Second, "59 min 59 s"}, {time.Hour, "1 h 0 min"}, {26*time.Hour + 61*time.Second, "26 h 1 min"},
	} {
		if got := (Pulse{Now: noon + c.after.Milliseconds()}).Since(noon); got != c.want {
			t.Errorf("after %s: %q, want %q", c.after, got, c.want)
		}
	}
	if got := (Pulse{Now: noon}).Since(0); got != "" {
		t.Errorf("since nobody knows when: %q", got)
	}
	if got := (Pulse{}).Since(noon); got != "" {
		t.Errorf("at no time: %q", got)
	}
}

// Each picture is one cell, and so is its ASCII replacement.
func TestSpinnersAreOneCell(t *testing.T) {
	for _, g := range []Glyphs{Unicode(), ASCII()} {
		for _, r := range g.Spin + g.Still + g.Branch {
			if Width(string(r)) != 1 {
				t.Errorf("%q is %d cells wide", r, Width(string(r)))
			}
		}
	}
	if got := clean.InASCII(Unicode().Spin); !PrintableASCII(got) {
		t.Errorf("the spinner is %q in ASCII", got)
	}
}
