package text

import (
	"reflect"
	"testing"
	"unicode/utf8"
)

// TestInASCII: marks are replaced by marks of the same width; letters and colours stay.
func TestInASCII(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"plain", "plain"},
		{"", ""},
		{"\x1b[1m◆\x1b[m Run · 2 s…", "\x1b[1m#\x1b[m Run - 2 s~"},
		{"✓ ✗ ⠹ ▸ ▾ › ▌ │ ─ → ↑↓ × − ⑂ ★ •", "+ x * + - > | | - > ^v x - Y * *"},
		{"größe “x” ❤", "größe \"x\" ❤"},
		{"broken \xe2\x80 end", "broken \xe2\x80 end"},
	} {
		if got := InASCII(c.in); got != c.want {
			t.Errorf("%q: %q, want %q", c.in, got, c.want)
		}
	}
}

// TestOnlyASCII: no byte of a letter is left that could end a sequence.
func TestOnlyASCII(t *testing.T) {
	for in, want := range map[string]string{"parley": "parley", "◆ parley: größe ❤": "# parley: gr??e ?", "\xe2\x9c": "??"} {
		if got := OnlyASCII(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// TestEveryMarkHasOneInASCII: whatever the chrome draws, and what its texts contain.
func TestEveryMarkHasOneInASCII(t *testing.T) {
	for field, value := range reflect.ValueOf(Unicode()).Fields() {
		if got := InASCII(value.String()); !PrintableASCII(got) || Width(got) != Width(value.String()) {
			t.Errorf("%s: %q becomes %q", field.Name, value, got)
		}
	}
	for r := rune(utf8.RuneSelf); r < 0x3000; r++ {
		if isMark(r) && asciiOf(r) == 0 {
			t.Errorf("%q has none", r)
		}
	}
}
