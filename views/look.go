package views

import "strings"

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
	lines := Wrap(strings.TrimRight(text, "\n"), max(TextWidth(look.Width)-Width(bar), 1))
	for i := range lines {
		lines[i] = bar + lines[i]
	}
	return indented(look, lines)
}

// informs is a dim line in the margin's column.
func informs(look Look, text string) []string {
	return indented(look, paint(Wrap(text, TextWidth(look.Width)), look.Theme.Dim.Render))
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

// Look is how an entry is to be drawn.
type Look struct {
	Theme    Theme
	Width    int
	Open     bool      // unfolded
	Markdown *Markdown // for the text of entries: Width less the margin
}
