package edit

import (
	"strconv"
	"strings"

	"parley/store/text/clean"
)

// spelledRow is a row of a text that is spelled out; a row in which a line goes on has no number.
type spelledRow struct{ number, text string }

// spells reports whether something of the text is spelled out on the terminal. The text area counts
// that as the character that it stands for, so it cannot lay it out.
func (e *Editor) spells() bool { return clean.Spells() && !clean.Plain(e.area.Value()) }

// spelled lays the text out, and returns the cursor's cell.
func (e *Editor) spelled(width int) (rows []spelledRow, x, y int) {
	width = max(width, 1)
	for i, words := range strings.Split(e.area.Value(), "\n") {
		number, row := strconv.Itoa(i+1), ""
		ended := func() { rows, number, row = append(rows, spelledRow{number, row}), "", "" }
		for n, runes := 0, append([]rune(words), 0); n < len(runes); n++ {
			shown := ""
			if n < len(runes)-1 {
				shown = clean.Spell(e.joined.spell(runes[n], runes[n+1]))
			}
			if row != "" && len(row)+len(shown) > width {
				ended()
			}
			if i == e.area.Line() && n == e.area.Column() {
				x, y = len(row), len(rows)
			}
			for ; len(shown) > width; shown = shown[width:] {
				row = shown[:width]
				ended()
			}
			row += shown
		}
		ended()
	}
	return rows, x, y
}

// top is the first of the rows that are drawn, where the cursor is in the row y.
func (e *Editor) top(y int) int { return max(y-e.area.MaxHeight+1, 0) }

// spelledLines are the rows around the cursor.
func (e *Editor) spelledLines() (lines []string) {
	rows, _, y := e.spelled(e.area.Width())
	for _, row := range rows[e.top(y):min(e.top(y)+e.area.MaxHeight, len(rows))] {
		lines = append(lines, row.text)
	}
	return lines
}
