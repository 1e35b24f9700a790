package chrome

import "parley/views/text"

// Choice is a row of a palette: what is chosen, and a description.
type Choice struct{ Name, Help string }

// Palette is a short list above the composer to choose from while typing.
type Palette struct {
	Choices []Choice
	At      int    // the row under the cursor
	Note    string // below the rows: what is awaited, or what went wrong
}

// Draw draws at most height lines: the rows around the cursor, their number if not
// all fit, and the note.
func (p Palette) Draw(theme text.Theme, width, height int) []string {
	if p.Note != "" {
		height--
	}
	from, to := rows(len(p.Choices), p.At, height)
	names := 0
	for _, c := range p.Choices[from:to] {
		names = max(names, min(text.Width(text.Line(c.Name, width)), max(width-len(text.Margin), 0)))
	}
	var lines []string
	for i, c := range p.Choices[from:to] {
		mark, style := "", theme.Plain
		if from+i == p.At {
			mark, style = theme.Accent.Render(theme.Glyphs.Cursor), theme.Accent
		}
		line := text.Mark(mark, len(text.LeftMargin(width))) + style.Render(text.Pad(text.Line(c.Name, width), names))
		if room := width - len(text.LeftMargin(width)) - names - 3; c.Help != "" && room > 8 {
			line += "  " + theme.Dim.Render(text.Line(c.Help, room))
		}
		lines = append(lines, text.Cut(line, width, ""))
	}
	at := text.Thousands(p.At+1) + " of " + text.Thousands(len(p.Choices))
	if to-from < len(p.Choices) && len(lines) > 0 && width > len(text.LeftMargin(width))+names+text.Width(at)+2 {
		lines[len(lines)-1] = text.Apart(lines[len(lines)-1], theme.Dim.Render(at)+" ", width)
	}
	if p.Note != "" && height >= 0 {
		lines = append(lines, text.Cut(text.Mark("", len(text.LeftMargin(width)))+theme.Dim.Render(text.Line(p.Note, max(width-len(text.LeftMargin(width)), 0))), width, ""))
	}
	return lines
}

// Row is the choice on a line of Draw, -1 for none.
func (p Palette) Row(line, height int) int {
	if p.Note != "" {
		height--
	}
	from, to := rows(len(p.Choices), p.At, height)
	if line < 0 || from+line >= to {
		return -1
	}
	return from + line
}

// rows is the range of rows, at most height long, that contains row at.
func rows(n, at, height int) (from, to int) {
	height = min(max(height, 0), n)
	from = min(max(at-height/2, 0), n-height)
	return from, from + height
}
