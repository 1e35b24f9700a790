package markdown

import (
	"parley/views/text"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/yuin/goldmark/ast"
	extension "github.com/yuin/goldmark/extension/ast"
)

// Glamour silently cuts what does not fit a column. So a table with a column narrower
// than its heading or than a word in it is drawn as records: one line per cell, with
// a blank line between rows.

const (
	maxTableWork = 1 << 22 // limit on the work of taking a table apart, in screen cells per column
	linkRoom     = 24      // by how much a drawn cell may be wider than its source
)

// table redraws a table that Glamour drew as lines: as a table if nothing in it was
// cut, otherwise as records; ok is false if only its source shows everything.
func (m *Markdown) table(source, defs string, lines []string) (drawn []string, ok bool) {
	cells := sourceCells(source)
	room := m.columns(lines)
	if !strings.ContainsAny(defs+source, "[@<") && !strings.Contains(source, "://") && !strings.Contains(source, "www.") && roomy(cells, room) && m.tells(lines, cells) {
		if drawn = m.narrowed(lines); m.fits(drawn) {
			return drawn, true
		}
	}
	whole, links, ok := m.wideCells(cells, source, defs)
	if !ok {
		return nil, false
	}
	if roomy(whole, room) && m.tells(lines, whole) {
		if drawn = m.narrowed(lines); m.fits(drawn) {
			return drawn, true
		}
	}
	drawn = m.records(whole)
	for _, line := range links {
		drawn = append(drawn, text.Wrap(strings.TrimSpace(ansi.Strip(line)), m.width)...)
	}
	return drawn, true
}

// tells reports whether every word of the cells is in the lines of a table.
func (m *Markdown) tells(lines []string, cells [][]string) bool {
	bar, _, _ := tableMarks(m.theme)
	shown := map[string]int{}
	for _, word := range strings.Fields(strings.ReplaceAll(ansi.Strip(strings.Join(lines, "\n")), bar, " ")) {
		shown[word]++
	}
	for _, row := range cells {
		for _, word := range strings.Fields(strings.ReplaceAll(strings.Join(row, " "), bar, " ")) {
			if shown[word]--; shown[word] < 0 {
				return false
			}
		}
	}
	return true
}

// columns is the width that Glamour gave to the content of each column; nil if lines
// are not a table.
func (m *Markdown) columns(lines []string) (room []int) {
	_, _, cross := tableMarks(m.theme)
	for _, line := range lines {
		if plain := ansi.Strip(line); isRule(plain, m.theme) {
			for _, part := range strings.Split(plain, cross) {
				room = append(room, len([]rune(part))-2)
			}
			return room
		}
	}
	return nil
}

// roomy reports whether each heading fits on one line, and every word too.
func roomy(rows [][]string, room []int) bool {
	for i, row := range rows {
		for col, cell := range row {
			if col >= len(room) || i == 0 && text.Width(cell) > room[col] {
				return false
			}
			for _, word := range strings.Fields(cell) {
				if text.Width(word) > room[col] || ansi.StringWidth(word) > room[col] {
					return false
				}
			}
		}
	}
	return true
}

// sourceCells is the content of the cells in a source's tables.
func sourceCells(source string) (rows [][]string) {
	_ = ast.Walk(parse(source, nil), func(n ast.Node, enter bool) (ast.WalkStatus, error) {
		switch n.(type) {
		case *extension.TableHeader, *extension.TableRow:
		default:
			return ast.WalkContinue, nil
		}
		if !enter {
			return ast.WalkContinue, nil
		}
		var row []string
		for cell := n.FirstChild(); cell != nil; cell = cell.NextSibling() {
			row = append(row, strings.TrimSpace(string(cell.Lines().Value([]byte(source)))))
		}
		rows = append(rows, row)
		return ast.WalkSkipChildren, nil
	})
	return rows
}

// wideCells is what Glamour shows in the cells if all of them fit, and the lines
// below the table.
func (m *Markdown) wideCells(cells [][]string, source, defs string) (rows [][]string, links []string, ok bool) {
	width := tableWidth(cells)
	if len(cells) == 0 || width*len(cells)*len(cells[0]) > maxTableWork {
		return nil, nil, false
	}
	if m.wide == nil || m.wideWidth != width {
		m.wide, m.wideWidth = newDrawer(m.theme, width), width
	}
	lines, _, ok := m.glamoured(m.wide, source, defs)
	if !ok {
		return nil, nil, false
	}
	lines = TrimBlank(lines)
	room := m.columns(lines)
	if len(room) != len(cells[0]) {
		return nil, nil, false
	}
	bar, _, _ := tableMarks(m.theme)
	ends, end := []int{}, -1
	for _, n := range room {
		end += n + 3
		ends = append(ends, end)
	}
	for i, line := range lines {
		switch plain := ansi.Strip(line); {
		case isRule(plain, m.theme) && i == 0: // all headings are empty
			rows = append(rows, make([]string, len(room)))
			continue
		case isRule(plain, m.theme):
			continue
		case strings.TrimSpace(plain) == "": // the addresses of its links follow below
			return rows, lines[i:], len(rows) == len(cells) && roomy(rows, room)
		}
		row, ok := cellsOf(line, ends, bar)
		if !ok {
			return nil, nil, false
		}
		texts := make([]string, len(row))
		for col, c := range row {
			texts[col] = strings.TrimSpace(ansi.Strip(c.text))
		}
		rows = append(rows, texts)
	}
	return rows, nil, len(rows) == len(cells) && roomy(rows, room)
}

// tableWidth is a width at which nothing of a table is cut.
func tableWidth(cells [][]string) int {
	var widths []int
	for _, row := range cells {
		for col, cell := range row {
			if col == len(widths) {
				widths = append(widths, 0)
			}
			widths[col] = max(widths[col], text.Width(cell)+linkRoom)
		}
	}
	sum := 0
	for _, w := range widths {
		sum += w
	}
	return sum
}

// records draws the rows one below the other, each cell after its heading.
func (m *Markdown) records(rows [][]string) (lines []string) {
	if len(rows) == 1 {
		return text.Wrap(strings.Join(rows[0], "\n"), m.width)
	}
	for i, row := range rows[1:] {
		if i > 0 {
			lines = append(lines, "")
		}
		for col, cell := range row {
			if head := rows[0][col]; head != "" {
				cell = strings.TrimSpace(head + ": " + cell)
			}
			if cell == "" {
				continue
			}
			for n, line := range text.Wrap(cell, m.width-2) {
				if n > 0 {
					line = "  " + line
				}
				lines = append(lines, line)
			}
		}
	}
	return lines
}

// beforeTable separates a paragraph from a table directly below it.
func beforeTable(source string) (head, table string, ok bool) {
	if !strings.Contains(source, "|") || kinds(source) != "Paragraph Table " {
		return "", "", false
	}
	at := 0
	for line := range strings.Lines(source) {
		if at += len(line); at < len(source) && isTable(source[at:]) {
			return source[:at], source[at:], kinds(source[:at]) == "Paragraph "
		}
	}
	return "", "", false
}

// tablesFit reports whether nested tables fit without breaking a line.
func (m *Markdown) tablesFit(source string) bool {
	cells := sourceCells(source)
	return len(cells) == 0 || tableWidth(cells)-(linkRoom-3)*len(cells[0])+2*maxNesting/10 <= m.width
}
