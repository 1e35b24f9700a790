package text

import (
	"fmt"
	"strings"
	"testing"
)

// TestNothingInvisibleIsApproved: every character that a terminal draws as nothing, or
// that turns the text around, is named where something is approved, and removed where it
// is only read.
func TestNothingInvisibleIsApproved(t *testing.T) {
	for _, c := range []struct {
		name        string
		first, last rune
	}{
		{"soft hyphen", 0xad, 0xad}, {"grapheme joiner", 0x34f, 0x34f}, {"Arabic letter mark", 0x61c, 0x61c}, {"keycap", 0x20e3, 0x20e3},
		{"Hangul fillers", 0x115f, 0x1160}, {"Hangul filler", 0x3164, 0x3164}, {"half-width filler", 0xffa0, 0xffa0},
		{"Khmer vowels", 0x17b4, 0x17b5}, {"Mongolian selectors", 0x180b, 0x180f}, {"zero width and marks", 0x200b, 0x200f},
		{"directions", 0x202a, 0x202e}, {"joiners and isolates", 0x2060, 0x206f}, {"variation selectors", 0xfe00, 0xfe0f},
		{"byte order mark", 0xfeff, 0xfeff}, {"annotations", 0xfff0, 0xfffb}, {"tags", 0xe0000, 0xe0fff},
	} {
		t.Run(c.name, func(t *testing.T) {
			for r := c.first; r <= c.last; r++ {
				text := "a" + string(r) + "b"
				if got, want := Reveal(text), fmt.Sprintf("a<U+%04X>b", r); got != want {
					t.Errorf("Reveal(%q) = %q, want %q", text, got, want)
				}
				if got := Clean(text); got != "ab" {
					t.Errorf("Clean(%q) = %q", text, got)
				}
			}
		})
	}
}

// TestNoTextTurnsWhatIsDrawn: what changes the direction of a line, or ends it, is named
// in what other libraries have drawn, too.
func TestNoTextTurnsWhatIsDrawn(t *testing.T) {
	for _, c := range [][2]rune{{0x2028, 0x2029}, {0x202a, 0x202e}, {0x2066, 0x2069}, {0xe0000, 0xe0fff}} {
		for r := c[0]; r <= c[1]; r++ {
			if got, want := Filter("a"+string(r)+"b"), fmt.Sprintf("a<U+%04X>b", r); got != want {
				t.Errorf("Filter with %U = %q, want %q", r, got, want)
			}
		}
	}
}

// TestWhichLinksAreLinks: only a web address that is not too long, and that consists only
// of what can stand in one.
func TestWhichLinksAreLinks(t *testing.T) {
	const head = "https://a.example/"
	long := head + strings.Repeat("x", 2048-len(head))
	for _, c := range []struct {
		url  string
		want bool
	}{
		{head, true}, {"HTTP://a.example", true}, {long, true}, {long + "x", false}, {"ftp://a.example", false}, {"", false},
		{head + "a b", false}, {head + "\x1f", false}, {head + "~", true}, {head + "\x7f", false}, {head + "é", false},
	} {
		want := "here"
		if c.want {
			want = "\x1b]8;;" + c.url + "\x1b\\here\x1b]8;;\x1b\\"
		}
		if got := Filter("\x1b]8;;" + c.url + "\x07here\x1b]8;;\x07"); got != want {
			t.Errorf("the link to %q became %q", c.url, got)
		}
	}
}
