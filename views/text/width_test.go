package text

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

func slowWidth(s string) int { return max(ansi.StringWidth(s), ansi.StringWidthWc(s)) }

// TestMarksAreOneCellWide: what is not looked up is what a lookup would find.
func TestMarksAreOneCellWide(t *testing.T) {
	for r := rune(0x80); r < 0x20000; r++ {
		if s := string(r); isMark(r) && slowWidth(s) != 1 {
			t.Errorf("%q is %d cells wide", s, slowWidth(s))
		}
	}
}

// TestTheUsualWidthIsTheWidth, whatever stands beside it, colours and what only
// looks like them.
func TestTheUsualWidthIsTheWidth(t *testing.T) {
	pieces := []string{"word", " ", "~", "─", "›", "…", "★", "↑↓", "\x1b[1;38;5;176m", "\x1b[m", "\x1b[38:2::1:2:3m", "\x1b[", "\x1b", "m", "\x1b[2K", "\x1b[>4m",
		"\x1b]0;title\a", "e\u0301", "\ufe0f", "\u200d", "世", "👩‍💻", "\u00ad", "\x00", "\n", "\x9b1m", "\xff", "#\ufe0f\u20e3", "क्षि"}
	rapid.Check(t, func(t *rapid.T) {
		s := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 8).Draw(t, "pieces"), "")
		if got, want := Width(s), slowWidth(s); got != want {
			t.Fatalf("%q is %d cells wide, not %d", s, want, got)
		}
	})
}

// TestSyllablesAreMeasuredAsDrawn: Korean that is written in letters takes what the syllables take.
func TestSyllablesAreMeasuredAsDrawn(t *testing.T) {
	if n := Width("\u1112\u1161\u11ab\u1100\u1173\u11af"); n != 4 {
		t.Errorf("%d cells", n)
	}
}

// TestTheUsualIsNotLookedUp: lines of the chrome and coloured words need no table.
func TestTheUsualIsNotLookedUp(t *testing.T) {
	for _, s := range []string{"", "plain", strings.Repeat("─", 80), " \x1b[35m›\x1b[m \x1b[2mAsk, or / for commands\x1b[m", "◆ Apply?   yes · you, 2 s   ▸"} {
		if n, ok := usualWidth(s); !ok || n != slowWidth(s) {
			t.Errorf("%q: %d, %v", s, n, ok)
		}
	}
}

// TestAMarkThatMoreFollows takes the place of what ends a sentence or a part of one.
func TestAMarkThatMoreFollows(t *testing.T) {
	for _, c := range []struct {
		line  string
		width int
		want  string
	}{
		{"the file.", 20, "the file…"}, {"the file,", 9, "the file…"}, {"the file", 8, "the fil…"}, {"the file", 5, "the…"}, {"so: ", 9, "so…"}, {"日本語。", 6, "日本…"}, {"x", 0, "…"}, {"", 3, "…"},
	} {
		if got := GoesOn(c.line, c.width, "…"); got != c.want {
			t.Errorf("%q in %d cells is %q, want %q", c.line, c.width, got, c.want)
		}
	}
}
