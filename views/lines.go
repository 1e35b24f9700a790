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

// minWidth is the number of cells below which nothing is worth laying out.
const minWidth = 12

// margin is put before everything that is not a mark.
const margin = "   "

// TextWidth leaves the margin and one free cell at the right where there is room.
func TextWidth(width int) int {
	if width < minWidth {
		return max(width-len(margin), 1)
	}
	return width - len(margin) - 1
}
