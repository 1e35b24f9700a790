package clean

import (
	"testing"

	"golang.org/x/text/unicode/norm"
)

// TestSyllables: every syllable that is written as letters is one character, and nothing else changes.
func TestSyllables(t *testing.T) {
	for r := rune(firstSyllable); r < firstSyllable+leads*vowels*tails; r++ {
		whole := string(r)
		if got := Syllables("a" + norm.NFD.String(whole) + "e\u0301" + whole); got != "a"+whole+"e\u0301"+whole {
			t.Fatalf("%U is %q", r, got)
		}
	}
	for _, same := range []string{"", "plain", "\u1100", "\u1100x\u1161", "\u1161\u11a8", "\u1100\u11a8", "\u1113\u1161", "\u1100\xff\u1161", "\xe1\x84"} {
		if got := Syllables(same); got != same {
			t.Errorf("%q is %q", same, got)
		}
	}
}
