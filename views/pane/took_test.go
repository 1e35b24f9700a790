package pane

import "testing"

// TestTook: a length of time in the one unit that fits it.
func TestTook(t *testing.T) {
	for _, c := range []struct {
		seconds float64
		want    string
	}{
		{0, ""}, {0.999, ""}, {1, "1 s"}, {1.5, "2 s"}, {59, "59 s"}, {60, "1 min"}, {119, "2 min"}, {3540, "59 min"}, {3600, "1 h"}, {86400, "24 h"}, {-5, ""},
	} {
		if got := Took(c.seconds); got != c.want {
			t.Errorf("%v seconds are %q, want %q", c.seconds, got, c.want)
		}
	}
}
