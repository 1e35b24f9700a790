package kit

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"parley/teatest/goldens"
	"parley/views/text"
)

// TestParagraphsKeepTheirIndents, also where a line goes on in the next, as far as there is room
// for words.
func TestParagraphsKeepTheirIndents(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode()))
	for _, c := range []struct {
		body string
		w    int
		want string
	}{
		{"two faults:\n  a.toml:1: one that is long\n\n  b", 24, "   two faults:\n     a.toml:1: one that\n     is long\n   \n     b"},
		{strings.Repeat(" ", 50) + "far", 20, "        far"},
		{"far", 3, "   f\n   a\n   r"},
		{"", 20, "   "},
	} {
		if got := ansi.Strip(strings.Join(Paragraphs(th, c.body, c.w), "\n")); got != c.want {
			t.Errorf("%q at %d is\n%s\nwant\n%s", c.body, c.w, got, c.want)
		}
	}
}
