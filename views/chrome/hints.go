package chrome

import (
	"strings"

	"parley/views/text"
)

// Hints draws what of the hints has room in at most rows lines.
func Hints(theme text.Theme, hints []Hint, width, rows int) []string {
	var lines []string
	used := 0
	for _, h := range FitHints(hints, width, rows) {
		drawn, w := h.draw(theme, max(width-1, 0))
		switch last := len(lines) - 1; {
		case w == 0:
		case last >= 0 && used+hintGap+w <= width:
			lines[last] += strings.Repeat(" ", hintGap) + drawn
			used += hintGap + w
		default:
			lines = append(lines, text.Cut(" "+drawn, width, ""))
			used = 1 + w
		}
	}
	return lines
}

// draw is the hint in at most so many cells, and how many it takes: the key stands
// out, words are quiet, and of what is no key nothing looks like one.
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
