package edit

import (
	"parley/teatest/goldens"
	"parley/views/text"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// TestTheHintIsTheTextAreas: what an empty editor draws by itself is what the text area
// would draw, for each width and placeholder without hyphens.
func TestTheHintIsTheTextAreas(t *testing.T) {
	for _, words := range []string{"", "Ask, or / for commands", "onewordthatislongerthantheeditor", "日本語 をここに"} {
		for width := 2; width < 50; width++ {
			e := NewEditor(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), words)
			e.SetSize(width, 5)
			want := strings.TrimRight(strings.Split(ansi.Strip(e.area.View()), "\n")[0], " ")
			got := e.Lines()
			if len(got) != e.area.Height() || strings.TrimRight(ansi.Strip(got[0]), " ") != want {
				t.Errorf("%q in %d cells: %q, want %q", words, width, got, want)
			}
		}
	}
}
