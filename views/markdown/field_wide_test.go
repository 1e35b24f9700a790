package markdown

import (
	"strings"
	"testing"

	"parley/views/text"
)

// TestAFieldEndsWithItsLine: code that exceeds the measure is on its field and two cells more,
// not on one that reaches the edge of a wide screen; in colour as without.
func TestAFieldEndsWithItsLine(t *testing.T) {
	th := onDark(t, text.Unicode())
	th.Measure = text.UsualMeasure
	long := "x := \"" + strings.Repeat("word ", 24) + "\""
	for _, language := range []string{"", "go"} {
		got := New(th, 180).Draw("```" + language + "\nshort\n" + long + "\n" + long + strings.Repeat("x", 50) + "\n```\n")
		for i, want := range []int{text.TextWidth(text.UsualMeasure), 2 + len(long) + 2, 180} {
			if n := text.Width(text.Stripped(got[i])); n != want {
				t.Errorf("in %q line %d takes %d cells, want %d", language, i, n, want)
			}
		}
	}
}
