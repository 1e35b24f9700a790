package chrome

import (
	"parley/store/text/clean"
	"parley/views/edit"
	"parley/views/text"
	"strings"
)

// SavedRow is a saved conversation in a list.
type SavedRow struct {
	Title string
	Age   string // since its latest event, "" if it has none
	Turns int
	Notes []string // "question open"; including the glyph
	About string   // where it is, and what it is a fork of; "" for nothing
	Found Found    // the line that a search found, below it
}

// Found is a line of text with the range that was searched for, in bytes.
type Found struct {
	Line     string
	From, To int
}

// SavedList is a list of saved conversations to choose from. Only visible rows are
// asked for.
type SavedList struct {
	Len int
	Row func(i int) SavedRow
	At  int // the row under the cursor
	Top int // the first visible row of the last drawing
}

// Draw draws at most height lines including the cursor's row, and returns the first
// row.
func (l SavedList) Draw(theme text.Theme, width, height int) (lines []string, top int) {
	if l.Len == 0 || height <= 0 {
		return nil, 0
	}
	at := min(max(l.At, 0), l.Len-1)
	top = min(max(l.Top, 0), at)
	last, drawn := l.draw(theme, at, at, width), map[int][]string{}
	drawn[at] = last
	used := min(len(last), height)
	first := at
	for first > top && used < height { // keep the earlier scroll position if the cursor's row then fits
		drawn[first-1] = l.draw(theme, first-1, at, width)
		if used+len(drawn[first-1]) > height {
			break
		}
		first--
		used += len(drawn[first])
	}
	for first > 0 && l.short(drawn, theme, first, at, width, height) { // leave no empty room below the end
		first--
	}
	for i := first; i < l.Len && len(lines) < height; i++ {
		if drawn[i] == nil {
			drawn[i] = l.draw(theme, i, at, width)
		}
		lines = append(lines, drawn[i]...)
	}
	return lines[:min(len(lines), height)], first
}

// short reports whether all rows from first on leave room for the row before it.
func (l SavedList) short(drawn map[int][]string, theme text.Theme, first, at, width, height int) bool {
	if l.Len-first > height {
		return false
	}
	n := 0
	for i := first - 1; i < l.Len; i++ {
		if drawn[i] == nil {
			drawn[i] = l.draw(theme, i, at, width)
		}
		if n += len(drawn[i]); n > height {
			return false
		}
	}
	return true
}

// gapLeast is the least gap between two columns.
const gapLeast = 3

// draw draws a row: title and age, below them the facts, and what was found.
func (l SavedList) draw(theme text.Theme, i, at, width int) []string {
	r := l.Row(i)
	mark, style := "", theme.Plain
	if i == at {
		mark, style = theme.Accent.Render(theme.Glyphs.Cursor), theme.Accent
	}
	edge, whole := len(text.LeftMargin(width)), theme.Fit(width)-1
	age := text.Line(r.Age, max(whole/3, 0))
	room := whole - edge
	if age != "" {
		room -= text.Width(age) + gapLeast
	}
	title := text.Line(r.Title, max(room, 1))
	lines := []string{text.Mark(mark, edge) + style.Render(title) + text.Spaces(whole-edge-text.Width(title)-text.Width(age)) + theme.Dim.Render(age)}
	below, indent := l.below(theme, r, whole-edge-2), text.Spaces(edge+2)
	lines = append(lines, indent+below)
	if r.Found.Line != "" {
		lines = append(lines, indent+r.Found.draw(theme, whole-edge-2))
	}
	for i := range lines {
		lines[i] = strings.TrimRight(text.Cut(lines[i], width, ""), " ")
	}
	return lines
}

// below is the facts about a conversation in one line, what waits first.
func (l SavedList) below(theme text.Theme, r SavedRow, width int) string {
	dot := " " + theme.Glyphs.Dot + " "
	parts, used := "", 0
	all := append(append([]string(nil), r.Notes...), text.Count(r.Turns, "turn", "turns"), r.About)
	for i, words := range all {
		gap := text.Width(dot)
		if used == 0 {
			gap = 0
		}
		room := width - used - gap
		words = text.Line(words, max(room, 0))
		if words == "" || i < len(all)-1 && words != text.Line(all[i], text.Width(all[i])+1) {
			continue // only the last part is cut
		}
		if used > 0 {
			parts += theme.Dim.Render(dot)
		}
		parts, used = parts+noteStyle(theme, words).Render(words), used+gap+text.Width(words)
	}
	return parts
}

// RowAt is the row on a line of Draw, counted from the first visible row; -1 for
// none.
func (l SavedList) RowAt(theme text.Theme, line, width int) int {
	for i := l.Top; i < l.Len && line >= 0; i++ {
		if line -= len(l.draw(theme, i, l.At, width)); line < 0 {
			return i
		}
	}
	return -1
}

// foundBefore is how much of a line is shown before the hit.
const foundBefore = 24

// draw draws the line so that the hit is visible.
func (f Found) draw(theme text.Theme, width int) string {
	from, to := min(max(f.From, 0), len(f.Line)), min(max(f.To, 0), len(f.Line))
	if from > to {
		from, to = 0, 0
	}
	before, hit, after := piece(f.Line[:from]), piece(f.Line[from:to]), piece(f.Line[to:])
	if most := min(foundBefore, width/3); text.Width(before) > most {
		before = clean.Ours("…") + text.CutLeft(before, text.Width(before)-most+1)
	}
	hit = text.Cut(hit, width-text.Width(before), "…")
	after = text.Cut(after, width-text.Width(before)-text.Width(hit), "…")
	return theme.Dim.Render(before) + theme.Found.Render(hit) + theme.Dim.Render(after)
}

// piece cleans a piece of a line and keeps the blanks at its ends.
func piece(s string) string {
	s = text.Clean(text.Clip(s, 1000))
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return ' '
		}
		return r
	}, s)
}

// SavedHead is the line above the list: the search text, and on the right which
// conversations are listed.
type SavedHead struct {
	Filter edit.Line
	Empty  string // shown while nothing is typed
	Where  []string
}

// Draw returns the line and the cursor's column. Of a long filter the part around the
// cursor is shown; parts of Where that do not fit are dropped, the last first.
func (h SavedHead) Draw(theme text.Theme, width int) (line string, cursor int) {
	dot, width := " "+theme.Glyphs.Dot+" ", theme.Fit(width)
	where, filter := h.Where, h.Filter.Text()
	for len(where) > 1 && text.Width(strings.Join(where, dot))+max(text.Width(filter), text.Width(h.Empty))+6 > width {
		where = where[:len(where)-1]
	}
	right := strings.Join(where, dot)
	room := max(width-text.Width(right)-7, 1)
	words, x := h.Filter.Draw(room + 1)
	if filter == "" {
		words = theme.Dim.Render(text.Cut(h.Empty, room, theme.Glyphs.Ellipsis))
	}
	left := " " + theme.Accent.Render(theme.Glyphs.Cursor) + " " + words
	return text.Cut(text.Apart(left, theme.Dim.Render(right)+" ", width), width, ""), min(3+x, width-1)
}

// noteStyle highlights an open question, and nothing else.
func noteStyle(theme text.Theme, notes string) text.Style {
	if strings.Contains(notes, theme.Glyphs.Decision) {
		return theme.Decide
	}
	return theme.Dim
}
