package clean

import (
	"strings"
	"testing"

	"golang.org/x/text/unicode/bidi"
	"pgregory.net/rapid"
)

// TestSignsKeepTheirOrder: a terminal that draws letters from right to left, where they are written so, moves nothing
// else of a command.
func TestSignsKeepTheirOrder(t *testing.T) {
	compare(t, "Signs", Signs, []struct{ name, in, want string }{
		{"one word", "cat \u05d0\u05d1.txt", "cat \u05d0\u05d1.txt"},
		{"at the end", "rm -r \u05d0\u05d1", "rm -r \u05d0\u05d1"},
		{"words with others between", "cp \u05d0.txt \u0628.txt", "cp \u05d0.txt \u0628.txt"},
		{"two words", "cp \u05d0\u05d1 \u05d2", "cp <U+05D0><U+05D1> \u05d2"},
		{"from one to the other", "cat \u05d0 > \u05d1", "cat <U+05D0> > \u05d1"},
		{"three", "\u05d0 | \u0628 | \u05d2", "<U+05D0> | <U+0628> | \u05d2"},
		{"a number", "cat \u05d0 2>x", "cat <U+05D0> 2>x"},
		{"a number of theirs", "\u0628\u0661 x", "\u0628\u0661 x"},
		{"a number before", "rm 1 \u05d0", "rm 1 \u05d0"},
		{"in a name", "\u05d01.txt", "<U+05D0>1.txt"},
	})
	part := rapid.SampledFrom([]string{"a", "cp", " ", " ", ">", "|", "/", ".", "-", "(", ")", "\u05d0", "\u05d1", "\u0628", "\u0661"})
	rapid.Check(t, func(t *rapid.T) {
		s := Signs("run " + strings.Join(rapid.SliceOf(part).Draw(t, "parts"), ""))
		if again := Signs(s); again != s {
			t.Fatalf("%q became %q", s, again)
		}
		var p bidi.Paragraph
		if _, err := p.SetString(s, bidi.DefaultDirection(bidi.LeftToRight)); err != nil {
			t.Fatal(err)
		}
		order, err := p.Order()
		if err != nil {
			t.Fatal(err)
		}
		for i := range order.NumRuns() {
			run := order.Run(i)
			if run.Direction() == bidi.RightToLeft && strings.ContainsFunc(run.String(), func(r rune) bool { return !rightToLeft(r) }) {
				t.Fatalf("%q turns %q", s, run.String())
			}
		}
	})
}
