package pane

import (
	"parley/views/markdown"
	"parley/views/text"
	"strings"
)

// Indented puts the margin before lines.
func Indented(look Look, lines []string) []string {
	return text.Gutter("", "", lines, look.Width)
}

// Quoted wraps text behind a bar.
func Quoted(look Look, words string) (all []string) {
	draw, width := QuotedRow(look)
	for rows := text.NewRows(strings.TrimRight(words, "\n"), width); ; {
		row, more := rows.Next()
		if !more {
			return all
		}
		all = append(all, draw(row, rows.GoesOn()))
	}
}

// QuotedRow draws a row of what is quoted, of at most width cells. Where a line is too long, what goes on of it
// has a mark, so that it is not taken for a line of its own.
func QuotedRow(look Look) (draw func(row string, goesOn bool) string, width int) {
	bar, width := QuoteBar(look)
	on := look.Theme.Glyphs.Ellipsis + " "
	return func(row string, goesOn bool) string {
		if goesOn {
			row = on + row
		}
		return Indented(look, []string{bar + row})[0]
	}, max(width-text.Width(on), 1)
}

// QuoteBar is the bar before what is quoted, and the cells that are left for a row behind it.
func QuoteBar(look Look) (bar string, width int) {
	if bar = look.Theme.Glyphs.Bar + " "; look.Width < text.MinWidth {
		bar = ""
	}
	return bar, max(text.TextWidth(look.measure())-text.Width(bar), 1)
}

// Arguments quotes a call's arguments, also the empty line in which the last of them may end.
func Arguments(look Look, words string) []string { return Quoted(look, Whole(words)) }

// Whole is the words of arguments, so that the empty line in which they may end is a row.
func Whole(words string) string {
	if strings.HasSuffix(words, "\n") {
		words += " " // which is seen as nothing
	}
	return strings.TrimRight(words, "\n")
}

// Informs is a dimmed line in the margin's column.
func Informs(look Look, words string) []string {
	return Indented(look, text.Paint(text.Wrap(words, text.TextWidth(look.measure())), look.Theme.Dim.Render))
}

// Wrong is what is wrong with the file of a conversation, above everything that is shown of it.
func Wrong(th text.Theme, words string, width int) []string {
	lines := text.Wrap(words, max(th.Fit(width)-4, 8))
	for i, line := range lines {
		mark := " "
		if i == 0 {
			mark = th.Glyphs.Fail
		}
		lines[i] = " " + th.Bad.Render(mark+" "+line)
	}
	return lines
}

// foldCells is the width of the marks in the line of an entry that can be opened.
const foldCells = 8

// fold is the line of an entry that can be opened: mark, words, the text on the
// right, and whether it is open.
func fold(look Look, mark, words, right string) string {
	if look.Width < text.MinWidth {
		return text.Cut(text.Mark(mark, len(text.LeftMargin(look.Width)))+words, look.Width, "")
	}
	if right != "" {
		right = look.Theme.Dim.Render(right)
	}
	words = text.Apart(words, right, look.measure()-foldCells)
	return text.Mark(mark, 3) + text.Pad(words, look.measure()-foldCells+1) + "  " + look.Theme.Dim.Render(foldMark(look))
}

func foldMark(look Look) string {
	if look.Open {
		return look.Theme.Glyphs.Open
	}
	return look.Theme.Glyphs.Folded
}

// measure is how much of the width prose and rows take.
func (l Look) measure() int { return l.Theme.Fit(l.Width) }

// Look is how to draw an entry.
type Look struct {
	Theme    text.Theme
	Width    int
	Open     bool               // unfolded
	Raw      bool               // as it is on record
	Markdown *markdown.Markdown // for the text of entries: Width less the margin
	Pulse    text.Pulse         // for what moves
}
