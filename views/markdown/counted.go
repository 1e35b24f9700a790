package markdown

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"parley/views/text"
)

// mostCounts is how often a block is laid out again because its lines came out too
// wide.
const mostCounts = 4

// counted is what Glamour draws of a source. It counts the cells of a cluster in one
// way, and a terminal may in another (Devanagari, some emoji). What does not fit then
// is laid out in less room, so that lines still break between words and keep their
// marks.
func (m *Markdown) counted(source, defs string, table bool) (lines, silent []string, ok bool) {
	lines, silent, ok = m.glamoured(m.drawer, source, defs)
	room := m.width
	for range mostCounts {
		over := m.miscounted(lines, room)
		if !ok || over == 0 || table || room-over < text.MinWidth/2 {
			break
		}
		room -= over
		if m.narrower[room] == nil {
			if m.narrower == nil {
				m.narrower = map[int]*drawer{}
			}
			m.narrower[room] = newDrawer(m.theme, room)
		}
		lines, silent, ok = m.glamoured(m.narrower[room], source, defs)
	}
	return lines, silent, ok
}

// miscounted is by how many cells the widest line is too wide although Glamour thinks
// that it fits.
func (m *Markdown) miscounted(lines []string, room int) (over int) {
	for _, line := range lines {
		if n := text.Width(line); n > m.width && ansi.StringWidth(line) <= room {
			over = max(over, n-m.width)
		}
	}
	return over
}

// refit breaks lines that are too wide, between words if possible; the bars of a
// quotation precede each piece.
func (m *Markdown) refit(lines []string) []string {
	out := make([]string, 0, len(lines)+1)
	for _, line := range lines {
		if text.Width(line) <= m.width {
			out = append(out, text.Filter(line))
			continue
		}
		bars := ""
		bar, _, _ := tableMarks(m.theme)
		for strings.HasPrefix(ansi.Strip(line), bar+" ") && text.Width(bars)+text.MinWidth < m.width {
			bars, line = bars+bar+" ", ansi.TruncateLeft(line, 2, "")
		}
		for _, piece := range pieces(line, m.width-text.Width(bars)) {
			out = append(out, bars+text.Filter(piece))
		}
	}
	return out
}

// pieces cuts a styled line; styles at its beginning stay there, and blanks between
// two pieces are dropped.
func pieces(line string, width int) (out []string) {
	for text.Width(line) > width {
		head := text.Cut(line, width, "")
		words, all := ansi.Strip(head), ansi.Strip(line)
		if at := strings.LastIndexByte(words, ' '); at > 0 && strings.TrimSpace(words[:at]) != "" && !strings.HasPrefix(all[len(words):], " ") {
			head = ansi.Truncate(head, ansi.StringWidth(words[:at]), "")
		}
		n := ansi.StringWidth(head)
		if n == 0 { // one cluster wider than the line
			return append(out, "")
		}
		out, line = append(out, head), ansi.TruncateLeft(line, n, "")
		if rest := ansi.Strip(line); strings.HasPrefix(rest, " ") {
			line = ansi.TruncateLeft(line, len(rest)-len(strings.TrimLeft(rest, " ")), "")
		}
	}
	return append(out, line)
}

// trimBars removes the empty lines of a quotation before and after its words.
func (m *Markdown) trimBars(lines []string) []string {
	bar, _, _ := tableMarks(m.theme)
	bare := func(line string) bool { return strings.Trim(line, bar+" ") == "" }
	for len(lines) > 1 && bare(lines[0]) {
		lines = lines[1:]
	}
	for len(lines) > 1 && bare(lines[len(lines)-1]) {
		lines = lines[:len(lines)-1]
	}
	return lines
}
