package markdown

import "testing"

// TestWhatBeginsLikeAnEntityIsText: only a whole name or number stands for a character. All else is shown as it
// is written, since that is what is decided about.
func TestWhatBeginsLikeAnEntityIsText(t *testing.T) {
	for s, want := range map[string]int{
		"&amp;": 5, "&lt;x": 4, "&copy; b": 6, "&#32;": 5, "&#x20;": 6, "&#X20;": 6, "&#1234567;": 10, "&nbsp;": 6, "&CounterClockwiseContourIntegral;": 33, "&frac12;": 8,
		"&nbspold;": 0, "&notify;": 0, "&copyall;": 0, "&ltfoo;": 0, "&ampersand;": 0, "&#32b;": 0, "&#65bc;": 0, "&#10r;": 0, "&#x;": 0, "&#;": 0, "&;": 0, "&": 0,
		"&#12345678;": 0, "&#x1234567;": 0, "&#xx20;": 0, "&amp": 0, "&a mp;": 0, "&Amp;": 0,
	} {
		if got := entityEnd(s); got != want {
			t.Errorf("%s: %d, want %d", s, got, want)
		}
	}
}
