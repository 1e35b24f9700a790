package markdown

import (
	"parley/views/text"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Glamour makes every table as wide as the screen and counts cells in its own way.
// Here a drawn table is taken apart again, and its columns are made as wide as their
// content, counted as terminals do.

// tableCell is the content of a table cell on one line, and the blanks around it. If it begins
// or ends with code on a background, the background's blank takes the place of the column's,
// so that the words of all cells line up.
type tableCell struct {
	text          string
	lead, trail   int
	before, after string // the background's blanks
}

// field returns the cell of a line at a column if it is a blank with a background, else "".
func field(line string, at int) string {
	if cell := ansi.Cut(line, at, at+1); at >= 0 && ansi.Strip(cell) == " " && strings.Contains(cell, "48;") {
		return text.Filter(cell)
	}
	return ""
}

// isTable reports whether a block begins like a table, with a line of dashes below
// the first.
func isTable(source string) bool {
	_, rest, _ := strings.Cut(source, "\n")
	dashes := FirstLine(rest)
	return strings.Contains(dashes, "-") && strings.Trim(dashes, "|:- \t\r") == "" && strings.ContainsAny(source, "|") && kinds(source) == "Table "
}

// narrowed returns the lines of a table drawn by Glamour with columns as narrow as
// their content; other lines are returned unchanged.
func (m *Markdown) narrowed(lines []string) []string {
	bar, _, cross := tableMarks(m.theme)
	rule := -1
	for i, line := range lines {
		if i > 0 && isRule(ansi.Strip(line), m.theme) {
			rule = i
			break
		}
	}
	if rule < 0 {
		return lines
	}
	ends := []int{}
	for i, part := range strings.Split(ansi.Strip(lines[rule]), cross) {
		n := len([]rune(part))
		if i > 0 {
			n += ends[i-1] + 1
		}
		ends = append(ends, n)
	}
	var rows [][]tableCell
	for i, line := range lines {
		switch {
		case i == rule:
			rows = append(rows, nil)
			continue
		case strings.TrimSpace(ansi.Strip(line)) == "": // the addresses of its links follow below
			return m.setTable(rows, len(ends), lines, i)
		}
		row, ok := cellsOf(line, ends, bar)
		if !ok {
			return lines
		}
		rows = append(rows, row)
	}
	return m.setTable(rows, len(ends), lines, len(lines))
}

// isRule reports whether a line is the one below a table's head.
func isRule(line string, th text.Theme) bool {
	_, row, cross := tableMarks(th)
	return strings.HasPrefix(line, row) && strings.Trim(line, row+cross) == ""
}

// cellsOf splits a line at the ends of its columns.
func cellsOf(line string, ends []int, bar string) (row []tableCell, ok bool) {
	from := 0
	for i, end := range ends {
		source := ansi.Cut(line, from, end)
		plain := ansi.Strip(source)
		words := strings.Trim(plain, " ")
		c := tableCell{lead: len(plain) - len(strings.TrimLeft(plain, " "))}
		if words != "" {
			to := c.lead + ansi.StringWidth(words)
			c.text = text.Filter(ansi.Cut(source, c.lead, to))
			c.before, c.after = field(source, c.lead-1), field(source, to)
		}
		c.trail = max(end-from-c.lead-text.Width(words)-text.Width(c.after), 0)
		c.lead -= text.Width(c.before)
		row = append(row, c)
		if i < len(ends)-1 && ansi.Strip(ansi.Cut(line, end, end+1)) != bar {
			return nil, false
		}
		from = end + 1
	}
	return row, true
}

// unpadded realigns a column whose width included the blanks of code backgrounds. Cells keep
// their alignment: left, right or centred.
func unpadded(cells []*tableCell) {
	left, right, width, fields := true, true, 0, false
	for _, c := range cells {
		left, right = left && c.lead == 0, right && c.trail == 0
		width, fields = max(width, text.Width(c.text)), fields || c.before+c.after != ""
	}
	if !fields {
		return
	}
	for _, c := range cells {
		c.trail = width - text.Width(c.text)
		switch {
		case left:
			c.lead = 0
		case right:
			c.lead = c.trail
		default:
			c.lead = c.trail / 2
		}
		c.trail -= c.lead
	}
}

// within draws the cell in a column of this width, with a blank on either side.
func (c tableCell) within(width int) string {
	if c.text == "" {
		return text.Spaces(width + 2)
	}
	left, right := text.Spaces(c.lead+1), text.Spaces(width+1-c.lead-text.Width(c.text))
	return left[text.Width(c.before):] + c.before + c.text + c.after + right[text.Width(c.after):]
}

// setTable writes the rows, nil being the rule, over the first of lines. It leaves
// the lines unchanged if the rows do not fit.
func (m *Markdown) setTable(rows [][]tableCell, columns int, lines []string, first int) []string {
	bar, row, cross := tableMarks(m.theme)
	widths := make([]int, columns)
	for col := range columns {
		var cells []*tableCell
		lead, trail := 1<<20, 1<<20
		for _, r := range rows {
			if r != nil && r[col].text != "" {
				cells = append(cells, &r[col])
				lead, trail = min(lead, r[col].lead), min(trail, r[col].trail)
			}
		}
		for _, c := range cells {
			c.lead, c.trail = c.lead-lead, c.trail-trail
		}
		unpadded(cells)
		for _, c := range cells {
			widths[col] = max(widths[col], c.lead+text.Width(c.text)+c.trail)
		}
	}
	var out []string
	for _, r := range rows {
		var parts []string
		for col, width := range widths {
			if r == nil {
				parts = append(parts, strings.Repeat(row, width+2))
				continue
			}
			c := r[col]
			parts = append(parts, c.within(width))
		}
		line := strings.Join(parts, bar)
		if r == nil {
			line = strings.Join(parts, cross)
		}
		if text.Width(line) > m.width {
			return lines
		}
		out = append(out, strings.TrimRight(line, " "))
	}
	return append(out, lines[first:]...)
}
