package text

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// LeftMargin is the margin that fits into width.
//
//go:noinline
func LeftMargin(width int) string {
	return Margin[:min(len(Margin), max(width-1, 0))]
}

// Gutter puts a mark before the first line and another before the others.
func Gutter(first, rest string, lines []string, width int) []string {
	out := make([]string, len(lines))
	room := len(LeftMargin(width))
	for i, line := range lines {
		mark := rest
		if i == 0 {
			mark = first
		}
		out[i] = Mark(mark, room) + line
		if mark == "" && line == "" {
			out[i] = ""
		}
		out[i] = Cut(out[i], width, "")
	}
	return out
}

// Mark puts a one-cell mark in the middle of the margin.
func Mark(mark string, room int) string {
	switch {
	case room == 0:
		return ""
	case mark == "":
		return Spaces(room)
	case room < 3:
		return mark + Spaces(room-1)
	}
	return " " + mark + Spaces(room-2)
}

// Paint styles every line that is not empty.
//
//go:noinline
func Paint(lines []string, style func(string) string) []string {
	for i, line := range lines {
		if line != "" {
			lines[i] = style(line)
		}
	}
	return lines
}

// Stripped returns a text without escape sequences.
func Stripped(s string) string { return ansi.Strip(s) }

// Brush is a style prepared for many short texts, so that Lip Gloss is asked only
// once.
type Brush struct{ before, after string }

// NewBrush prepares a style.
func NewBrush(style Style) Brush {
	before, after, _ := strings.Cut(style.Render("x"), "x")
	return Brush{before, after}
}

// On paints one line.
func (b Brush) On(s string) string { return b.before + s + b.after }

// MinWidth is the width in cells below which layout is pointless.
const MinWidth = 12

// Margin is put before everything that is not a mark.
const Margin = "   "

// TextWidth leaves the margin and one free cell at the right if there is room.
//
//go:noinline
func TextWidth(width int) int {
	if width < MinWidth {
		return max(width-len(Margin), 1)
	}
	return width - len(Margin) - 1
}
