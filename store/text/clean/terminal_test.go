package clean

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestSpell(t *testing.T) {
	for in, want := range map[string]string{
		"":                            "",
		"plain\tand\nlines":           "plain\tand\nlines",
		"git status ◆ && touch pwned": "git status <U+25C6> && touch pwned",
		"sh …/.local/bin/backup":      "sh <U+2026>/.local/bin/backup",
		"touch x #Û1GÛ2KRun":          "touch x #<U+00DB>1G<U+00DB>2KRun",
		"\x1b[1m— größe\x1b[m “x” 👩‍👩‍👦": "\x1b[1m<U+2014> gr<U+00F6><U+00DF>e\x1b[m <U+201C>x<U+201D> <U+1F469><U+200D><U+1F469><U+200D><U+1F466>",
		"e\u0301":                 "e<U+0301>",
		"at the end␠␉␊␛␡␣":        "at the end<U+0020><U+0009><U+000A><U+001B><U+007F><U+2423>",
		"no text: \x9b\xe2\x97 �": "no text: <9B><E2><97> <U+FFFD>",
		"\u009b31m":               "<U+009B>31m",
	} {
		got := Spell(in)
		if got != want || Spell(got) != got {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
		var s Speller
		pieces := ""
		for i := range len(in) {
			pieces += s.Add(in[i : i+1])
		}
		if whole := utf8.ValidString(in); whole && pieces != want {
			t.Errorf("%q in pieces: %q", in, pieces)
		}
		cells := 0
		for rest := in; rest != ""; {
			c, n := Cells(rest)
			cells, rest = cells+c, rest[n:]
		}
		if cells != len(want) {
			t.Errorf("%q: %d cells, want %d", in, cells, len(want))
		}
	}
}

// TestSpelledTextsDiffer: what a reader of UTF-8 can tell apart, a reader of ASCII can as well.
func TestSpelledTextsDiffer(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 2))
	alphabet := []rune("ab <-~#>*x+\"'_…◆·→●×✓–“’␠␉ÛÜ\u009b\u202e️世👩\u200d\U0010ffff")
	seen := map[string]string{}
	for range 20000 {
		var b strings.Builder
		for range chance.IntN(6) {
			b.WriteRune(alphabet[chance.IntN(len(alphabet))])
		}
		in := b.String()
		out := Spell(in)
		if beyondASCII(out) != len(out) {
			t.Fatalf("%q: %q", in, out)
		}
		if before, is := seen[out]; is && before != in {
			t.Fatalf("%q and %q are both %q", before, in, out)
		}
		seen[out] = in
	}
}

// TestOurs: the program's own signs become signs of the same width; letters and colours stay.
func TestOurs(t *testing.T) {
	t.Cleanup(func() { Shows(Unicode) })
	for _, c := range []struct{ in, want string }{
		{"plain", "plain"},
		{"", ""},
		{"\x1b[1m◆\x1b[m Run · 2 s…", "\x1b[1m#\x1b[m Run - 2 s~"},
		{"✓ ✗ ⠹ ▸ ▾ › ▌ │ ─ → ↑↓ × − ⑂ ★ •", "+ x * + - > | | - > ^v x - Y * *"},
		{"größe “x” ❤", "größe \"x\" ❤"},
	} {
		for charset, want := range map[Charset]string{Unicode: c.in, OwnASCII: c.want, OnlyASCII: c.want} {
			if Shows(charset); Ours(c.in) != want {
				t.Errorf("%q: %q, want %q", c.in, Ours(c.in), want)
			}
		}
	}
}
