package chrome

import (
	"parley/teatest/goldens"
	"parley/views/text"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// TestSavedHeadEndsWhereRowsDo, however wide the screen is.
func TestSavedHeadEndsWhereRowsDo(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	th.Measure = text.UsualMeasure
	list := SavedList{Len: 1, Row: func(int) SavedRow { return SavedRow{Title: "A title", Age: "just now", Turns: 1} }}
	for _, width := range []int{40, 80, 100, 120, 200} {
		line, _ := SavedHead{Empty: "type to find", Where: []string{"workspace", "1 of 1"}}.Draw(th, width)
		rows, _ := list.Draw(th, width, 2)
		head, row := strings.TrimRight(ansi.Strip(line), " "), strings.TrimRight(ansi.Strip(rows[0]), " ")
		if text.Width(head) != text.Width(row) {
			t.Errorf("%d columns:\n%s\n%s", width, head, row)
		}
	}
}
