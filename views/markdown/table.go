package markdown

import (
	"parley/views/text"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Glamour makes every table as wide as the screen and counts cells as the library
// does. Here a table that it drew is taken apart again, and its columns are set as
// wide as what stands in them, counted as terminals do.

// tableCell is what stands in a column of a line, and the blanks around it.
type tableCell struct {
	text        string
	lead, trail int
}

// isTable says whether a block begins as tables do, with a line of dashes below
// the first.
func isTable(source string) bool {
	_, rest, _ := strings.Cut(source, "\n")
	dashes := FirstLine(rest)
	return strings.Contains(dashes, "-") && strings.Trim(dashes, "|:- \t\r") == "" && strings.ContainsAny(source, "|") && kinds(source) == "Table "
}

// narrowed returns the lines of a table that Glamour drew with columns of their
// own widths; lines that are none come back as they are.
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
		case strings.TrimSpace(ansi.Strip(line)) == "": // below it are the addresses of its links
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

// isRule says whether a line is the one below the head of a table.
func isRule(line string, th text.Theme) bool {
	_, row, cross := tableMarks(th)
	return strings.HasPrefix(line, row) && strings.Trim(line, row+cross) == ""
}

// cellsOf takes a line apart where its columns end.
func cellsOf(line string, ends []int, bar string) (row []tableCell, ok bool) {
	from := 0
	for i, end := range ends {
		source := ansi.Cut(line, from, end)
		plain := ansi.Strip(source)
		words := strings.Trim(plain, " ")
		c := tableCell{lead: len(plain) - len(strings.TrimLeft(plain, " "))}
		if words != "" {
			c.text = text.Filter(ansi.Cut(source, c.lead, c.lead+ansi.StringWidth(words)))
		}
		c.trail = max(end-from-c.lead-text.Width(words), 0)
		row = append(row, c)
		if i < len(ends)-1 && ansi.Strip(ansi.Cut(line, end, end+1)) != bar {
			return nil, false
		}
		from = end + 1
	}
	return row, true
}

// setTable sets the rows, nil being the rule, in the place of the first of lines. It
// leaves the lines as they are where the rows have no room.
func (m *Markdown) setTable(rows [][]tableCell, columns int, lines []string, first int) []string {
	bar, row, cross := tableMarks(m.theme)
	widths := make([]int, columns)
	for col := range columns {
		lead, trail := 1<<20, 1<<20
		for _, r := range rows {
			if r != nil && r[col].text != "" {
				lead, trail = min(lead, r[col].lead), min(trail, r[col].trail)
			}
		}
		for _, r := range rows {
			if r != nil && r[col].text != "" {
				c := &r[col]
				c.lead, c.trail = c.lead-lead, c.trail-trail
				widths[col] = max(widths[col], c.lead+text.Width(c.text)+c.trail)
			}
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
			line := text.Spaces(c.lead) + c.text
			if c.text == "" {
				line = ""
			}
			parts = append(parts, " "+line+text.Spaces(width+1-text.Width(line)))
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
