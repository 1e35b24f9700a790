package prompt

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"parley/teatest/goldens"
	"parley/views/markdown"
	"parley/views/text"
)

// TestAWindowSaysWhatIsAbove it, as well as what follows.
func TestAWindowSaysWhatIsAbove(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	lines := strings.Split(strings.Repeat("x\n", 19)+"x", "\n")
	for scroll, want := range map[int]string{0: "↓ 16 more lines", 1: "↓ 15 more lines · ↑ 1 line above", 7: "↓ 9 more lines · ↑ 7 lines above", 16: "end of 20 lines", 99: "end of 20 lines"} {
		shown, _ := Window(th, markdown.Reading{Before: lines}, scroll, 5, 80)
		if got := strings.TrimSpace(ansi.Strip(shown[len(shown)-1])); got != want || len(shown) != 5 {
			t.Errorf("from %d: %q, want %q in %s", scroll, got, want, fmt.Sprint(shown))
		}
	}
}
