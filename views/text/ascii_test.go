package text

import (
	"reflect"
	"testing"
	"unicode/utf8"

	"parley/store/text/clean"
)

// TestEveryMarkHasOneInASCII: whatever the chrome draws, and what its texts contain.
func TestEveryMarkHasOneInASCII(t *testing.T) {
	for field, value := range reflect.ValueOf(Unicode()).Fields() {
		if got := clean.InASCII(value.String()); !PrintableASCII(got) || Width(got) != Width(value.String()) {
			t.Errorf("%s: %q becomes %q", field.Name, value, got)
		}
	}
	for r := rune(utf8.RuneSelf); r < 0x3000; r++ {
		if isMark(r) && clean.InASCII(string(r)) == string(r) {
			t.Errorf("%q has none", r)
		}
	}
}

// TestLayoutInASCII: what is spelled out takes the cells of that, wherever text is laid out.
func TestLayoutInASCII(t *testing.T) {
	clean.Shows(clean.OnlyASCII)
	t.Cleanup(func() { clean.Shows(clean.Unicode) })
	for s, want := range map[string]int{"größe": 19, "\x1b[1m◆\x1b[m": 8, "a…": 9, "e\u0301": 9, "␠": 8, "\x9b": 4, "plain": 5, "👩\u200d👩": 26} {
		if got := Width(s); got != want {
			t.Errorf("%q is %d cells wide, want %d", s, got, want)
		}
	}
	for _, c := range []struct{ what, got, want string }{
		{"cut", Cut("touch ◆ x", 12, "…"), "touch ~"},
		{"cut behind a character", Cut("touch ◆ x", 15, "…"), "touch ◆~"},
		{"cut with a style", Cut("\x1b[1mgröße\x1b[m", 12, "…"), "\x1b[1mgrö~\x1b[m"},
		{"fits", Cut("touch ◆", 14, "…"), "touch ◆"},
		{"cut at the left", CutLeft("größe", 3), "ße"},
		{"a row", Wrap("größe ist größer", 20)[0], "größe"},
		{"a row of a command", Verbatim("touch ◆◆◆", 20)[0], "touch"},
		{"a subject", Subject("sh …/x\nrm y", 40), "sh …/x␊rm y"},
		{"a pad", Pad("ü", 10), "ü  "},
	} {
		if c.got != c.want {
			t.Errorf("%s: %q, want %q", c.what, c.got, c.want)
		}
	}
}

// FuzzLayoutInASCII: no row is wider than it may be, whatever a text consists of.
func FuzzLayoutInASCII(f *testing.F) {
	for _, s := range []string{"git status ◆ && touch pwned", "größe\x9b und\tTab", "👩\u200d👩 e\u0301 ␠", "a\u0085b"} {
		f.Add(s, 20)
	}
	f.Fuzz(func(t *testing.T, s string, width int) {
		clean.Shows(clean.OnlyASCII)
		defer clean.Shows(clean.Unicode)
		s, width = Reveal(s), 11+(width&63)
		for _, row := range append(Wrap(s, width), Verbatim(s, width)...) {
			if row = clean.Spell(row); !PrintableASCII(row) || len(row) > width {
				t.Errorf("%q in %d: %q", s, width, row)
			}
		}
	})
}
