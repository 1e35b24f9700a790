package kit

import (
	"testing"

	"parley/teatest/goldens"
	"parley/views/text"
)

// TestHelpHintsAreWhole: beside the words of a search there is less room for hints; one
// that does not fit is left out, not cut.
func TestHelpHintsAreWhole(t *testing.T) {
	page := HelpPage{Theme: goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), H: 12, Groups: []HelpGroup{{Title: "Keys", Rows: [][2]string{{"c", "copy the block"}}}}}
	for _, c := range []struct {
		words string
		width int
		want  string
	}{
		{"copy", 80, " / copy   Enter keep   Esc end search"},
		{"copy", 40, " / copy   Enter keep   Esc end search"},
		{"copy the whole block", 40, " / opy the whole block   Enter keep"},
	} {
		h := &Help{}
		page.W = c.width
		h.seeking = true
		h.query = h.query.Insert(c.words)
		lines := h.Lines(page)
		if got := text.Stripped(lines[len(lines)-1]); got != c.want {
			t.Errorf("%q in %d: %q, want %q", c.words, c.width, got, c.want)
		}
	}
}
