package audit

import (
	"strings"
	"testing"

	"parley/teatest/goldens"
	"parley/views/text"
)

// TestAnAnswerThatIsCutKeepsItsValue: the label of a choice gives way, at any width.
func TestAnAnswerThatIsCutKeepsItsValue(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	l := List{At: 0, Whole: -1, Rows: []Row{{What: "Shall the old backups go?", Answer: "No, keep all of the files exactly as they are now (delete)", Value: " (delete)", Who: "you", Took: "2 s"}}}
	for width := 60; width <= 100; width++ {
		if got := text.Stripped(strings.Join(l.folded(th, 0, width, l.column(width-1)), "\n")); !strings.Contains(got, "(delete)") {
			t.Errorf("%d wide: the value is not in\n%s", width, got)
		}
	}
}
