package markdown

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"parley/teatest/goldens"
	"parley/views/text"
)

func TestLinesAreBrokenBetweenWords(t *testing.T) {
	for _, c := range []struct {
		name, line string
		width      int
		want       []string
	}{
		{"it fits", "one two", 7, []string{"one two"}},
		{"between words", "one two three", 10, []string{"one two ", "three"}},
		{"a blank has no room", "one two three", 7, []string{"one ", "two ", "three"}},
		{"a word without blanks", "onetwothreefour", 6, []string{"onetwo", "threef", "our"}},
		{"a word that would leave half of the line empty", "a onetwothreefour", 8, []string{"a onetwo", "threefou", "r"}},
		{"what it is indented by stays with it", "      onetwothreefour", 10, []string{"      onet", "wothreefou", "r"}},
		{"wide", "日本 語日本語", 8, []string{"日本 ", "語日本語"}},
		{"wide, in half a cell", "日本語日本語", 7, []string{"日本語", "日本語"}},
		{"Devanagari", "हिन्दी में पाठ", 10, []string{"हिन्दी में ", "पाठ"}},
		{"Thai has no blanks", "ภาษาไทย", 4, []string{"ภาษา", "ไทย"}},
	} {
		if got := Break(c.line, c.width); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// Joined, the pieces are the line, and each fits.
func TestBrokenLinesLoseNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := strings.ReplaceAll(text.Reveal(goldens.Nasty().Draw(t, "line")), "\n", " ")
		width := rapid.IntRange(12, 130).Draw(t, "width")
		pieces := Break(line, width)
		for _, p := range pieces {
			if text.Width(p) > width {
				t.Fatalf("%q takes %d of %d cells", p, text.Width(p), width)
			}
		}
		if got := strings.Join(pieces, ""); got != line {
			t.Fatalf("%q became %q", line, got)
		}
	})
}
