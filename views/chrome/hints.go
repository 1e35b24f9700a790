package chrome

import (
	"slices"
	"strings"

	"parley/views/text"
)

// Hints draws the hints that fit into at most rows lines.
func Hints(theme text.Theme, hints []Hint, width, rows int) []string {
	var lines []string
	used, most, fit := 0, width-1, FitHints(hints, width, rows)
	if !slices.Equal(fit, FitHints(hints, most, rows)) || hintRows(fit, most) > hintRows(fit, width) {
		most = width // the last column stays free, but not for a word or a line
	}
	for _, h := range fit {
		drawn, w := h.draw(theme, max(width-1, 0))
		switch last := len(lines) - 1; {
		case w == 0:
		case last >= 0 && used+hintGap+w <= most:
			lines[last] += strings.Repeat(" ", hintGap) + drawn
			used += hintGap + w
		default:
			lines = append(lines, text.Cut(" "+drawn, width, ""))
			used = 1 + w
		}
	}
	return lines
}

// draw is the hint in at most most cells, and its width: the key stands out, the
// words are quiet, and a hint without a key has nothing that looks like one.
func (h Hint) draw(theme text.Theme, most int) (drawn string, width int) {
	key, words, gap := h.within(most)
	if key != "" {
		drawn = theme.Accent.Render(key)
	}
	if words != "" {
		drawn += gap + theme.Dim.Render(words)
	}
	return drawn, text.Width(key) + len(gap) + text.Width(words)
}
