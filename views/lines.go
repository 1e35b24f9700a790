package views

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// left is the margin that fits into width.
func left(width int) string {
	return margin[:min(len(margin), max(width-1, 0))]
}

// gutter puts a mark before the first line and another before the rest.
func gutter(first, rest string, lines []string, width int) []string {
	out := make([]string, len(lines))
	room := len(left(width))
	for i, line := range lines {
		mark := rest
		if i == 0 {
			mark = first
		}
		out[i] = place3(mark, room) + line
		if mark == "" && line == "" {
			out[i] = ""
		}
		out[i] = cut(out[i], width, "")
	}
	return out
}

// place3 puts a one-cell mark in the middle of the margin.
func place3(mark string, room int) string {
	switch {
	case room == 0:
		return ""
	case mark == "":
		return spaces(room)
	case room < 3:
		return mark + spaces(room-1)
	}
	return " " + mark + spaces(room-2)
}

// indented puts the margin before lines.
func indented(look Look, lines []string) []string {
	return gutter("", "", lines, look.Width)
}

// quoted wraps text behind a bar.
func quoted(look Look, text string) []string {
	bar := look.Theme.Glyphs.Bar + " "
	if look.Width < minWidth {
		bar = ""
	}
	lines := wrap(strings.TrimRight(text, "\n"), max(textWidth(look.Width)-Width(bar), 1))
	for i := range lines {
		lines[i] = bar + lines[i]
	}
	return indented(look, lines)
}

// informs is a dim line in the margin's column.
func informs(look Look, text string) []string {
	return indented(look, paint(wrap(text, textWidth(look.Width)), look.Theme.Dim.Render))
}

// fold is the one line of something that can be opened: mark, words, what
// stands at the right, and whether it is open.
func fold(look Look, mark, words, right string) string {
	if look.Width < minWidth {
		return cut(place3(mark, len(left(look.Width)))+words, look.Width, "")
	}
	if right != "" {
		right = look.Theme.Dim.Render(right)
	}
	words = apart(words, right, look.Width-8)
	return place3(mark, 3) + pad(words, look.Width-7) + "  " + look.Theme.Dim.Render(foldMark(look))
}

// rightRoom is how many cells what stands at the right of a fold has beside words of
// a width, so that nothing of it is cut.
func rightRoom(look Look, words int) int {
	width := look.Width - 8
	return min(look.Width/2, width-1-min(words, width/2))
}

// foldRoom is how many cells the words of a fold have beside what stands at its right.
func foldRoom(look Look, right string) int {
	width := look.Width - 8
	if right == "" {
		return width
	}
	return max(width-Width(right)-2, width/2)
}

func foldMark(look Look) string {
	if look.Open {
		return look.Theme.Glyphs.Open
	}
	return look.Theme.Glyphs.Folded
}

// paint styles every line that says something.
func paint(lines []string, style func(...string) string) []string {
	for i, line := range lines {
		if line != "" {
			lines[i] = style(line)
		}
	}
	return lines
}

func stripped(s string) string { return ansi.Strip(s) }

// brush is a style ready for many short texts: Lip Gloss is asked once.
type brush struct{ before, after string }

func newBrush(style lipgloss.Style) brush {
	before, after, _ := strings.Cut(style.Render("x"), "x")
	return brush{before, after}
}

// on paints one line.
func (b brush) on(s string) string { return b.before + s + b.after }
