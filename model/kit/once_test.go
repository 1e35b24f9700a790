package kit

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// TestOnce presses keys of a row of Once ("r") and of others, each after so long.
func TestOnce(t *testing.T) {
	const ms = time.Millisecond
	type press struct {
		after  time.Duration
		key    rune
		repeat bool
		takes  bool
	}
	for name, all := range map[string][]press{
		"one":                     {{0, 'r', false, true}},
		"held from the beginning": {{0, 'r', true, false}},
		"held, as terminals send it": {
			{0, 'r', false, true}, {660 * ms, 'r', false, false}, {33 * ms, 'r', false, false}, {290 * ms, 'r', false, false}, {290 * ms, 'r', false, false}, {290 * ms, 'r', false, false},
		},
		"let go of, and pressed again":      {{0, 'r', false, true}, {33 * ms, 'r', false, false}, {time.Second, 'r', false, true}, {33 * ms, 'r', false, false}},
		"pressed again and again":           {{0, 'r', false, true}, {600 * ms, 'r', false, false}, {600 * ms, 'r', false, true}, {600 * ms, 'r', false, false}, {600 * ms, 'r', false, true}},
		"another in between":                {{0, 'r', false, true}, {10 * ms, 'j', false, true}, {10 * ms, 'r', false, true}},
		"a key that may repeat":             {{0, 'j', false, true}, {500 * ms, 'j', false, true}, {30 * ms, 'j', true, true}, {30 * ms, 'j', true, true}},
		"a key that was held for something": {{0, 'j', false, true}, {30 * ms, 'r', false, true}, {30 * ms, 'r', false, false}},
	} {
		var o Once
		now := time.Unix(0, 0)
		for i, p := range all {
			now = now.Add(p.after)
			if got := o.Takes(tea.KeyPressMsg{Code: p.key, Text: string(p.key), IsRepeat: p.repeat}, now, p.key == 'r'); got != p.takes {
				t.Errorf("%s: press %d takes %v", name, i, got)
			}
		}
	}
}
