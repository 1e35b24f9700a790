package chrome

import (
	"parley/views/edit"
	"parley/views/text"
	"strings"

	"charm.land/lipgloss/v2"
)

// SavedRow is what is told of a saved conversation in a list of them.
type SavedRow struct {
	Title string
	Age   string // since its latest event, "" if it has none
	Turns int
	Notes []string // "question open"; the glyph is in it
	About string   // a line below, "" for none
	Found Found    // the line that a search found, below it
}

// Found is a line of text with the place in it that was looked for, in bytes.
type Found struct {
	Line     string
	From, To int
}

// SavedList is a list of saved conversations to choose from. Of the rows only
// those in sight are asked for.
type SavedList struct {
	Len int
	Row func(i int) SavedRow
	At  int // the row under the cursor
	Top int // the first row in sight when it was drawn last
}

// Columns of a row, and the width from which on they fit beside the title.
const (
	ageColumn   = 10
	turnsColumn = 10
	notesColumn = 16
	rowsFrom    = 72
)

// Draw draws at most height lines with the row of the cursor among them, and
// says which row is the first.
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
	for first > top && used < height { // as far up as before, if the cursor's row fits in then
		drawn[first-1] = l.draw(theme, first-1, at, width)
		if used+len(drawn[first-1]) > height {
			break
		}
		first--
		used += len(drawn[first])
	}
	for first > 0 && l.short(drawn, theme, first, at, width, height) { // no empty room below the end
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

// short says whether all rows from one on leave room for the row before it.
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

// draw draws a row: its line, and what stands below it.
func (l SavedList) draw(theme text.Theme, i, at, width int) []string {
	r := l.Row(i)
	mark, style := "", theme.Plain
	if i == at {
		mark, style = theme.Accent.Render(theme.Glyphs.Cursor), theme.Accent
	}
	edge := len(text.LeftMargin(width))
	title := text.Line(r.Title, width)
	turns := text.Count(r.Turns, "turn", "turns")
	notes := text.Line(strings.Join(r.Notes, " "+theme.Glyphs.Dot+" "), width)
	var lines []string
	if width >= rowsFrom {
		side := theme.Dim.Render(lead(r.Age, ageColumn)+lead(turns, turnsColumn)) + "   " + noteStyle(theme, notes).Render(text.Pad(notes, notesColumn))
		room := width - edge - ageColumn - turnsColumn - notesColumn - 4
		lines = append(lines, text.Mark(mark, edge)+style.Render(text.Pad(title, room))+side)
	} else {
		lines = append(lines, text.Mark(mark, edge)+style.Render(text.Cut(title, width-edge-1, "…")))
		below := turns
		if r.Age != "" {
			below = r.Age + " " + theme.Glyphs.Dot + " " + turns
		}
		below = theme.Dim.Render(below)
		if notes != "" {
			below += " " + theme.Dim.Render(theme.Glyphs.Dot) + " " + noteStyle(theme, notes).Render(notes)
		}
		lines = append(lines, strings.Repeat(" ", edge+2)+below)
	}
	if r.About != "" {
		lines = append(lines, strings.Repeat(" ", edge+2)+theme.Dim.Render(text.Line(r.About, width-edge-3)))
	}
	if r.Found.Line != "" {
		lines = append(lines, strings.Repeat(" ", edge+2)+r.Found.draw(theme, width-edge-3))
	}
	for i := range lines {
		lines[i] = strings.TrimRight(text.Cut(lines[i], width, ""), " ")
	}
	return lines
}

// lead is a text at the right of a column.
func lead(s string, width int) string {
	return strings.Repeat(" ", max(width-text.Width(s), 0)) + s
}

// foundBefore is how much of a line is shown before what was found in it.
const foundBefore = 24

// draw draws the line so that what was found in it is in sight.
func (f Found) draw(theme text.Theme, width int) string {
	from, to := min(max(f.From, 0), len(f.Line)), min(max(f.To, 0), len(f.Line))
	if from > to {
		from, to = 0, 0
	}
	before, hit, after := piece(f.Line[:from]), piece(f.Line[from:to]), piece(f.Line[to:])
	if most := min(foundBefore, width/3); text.Width(before) > most {
		before = "…" + text.CutLeft(before, text.Width(before)-most+1)
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

// SavedHead is the line above the list: what is looked for, and at the right
// which conversations there are.
type SavedHead struct {
	Filter edit.Line
	Empty  string // stands there while nothing is written
	Where  []string
}

// Draw returns the line and the cursor's column. Of a long filter what stands
// around the cursor is shown; parts of Where that do not fit are left out from the last one on.
func (h SavedHead) Draw(theme text.Theme, width int) (line string, cursor int) {
	dot := " " + theme.Glyphs.Dot + " "
	where, filter := h.Where, h.Filter.Text()
	for len(where) > 1 && text.Width(strings.Join(where, dot))+max(text.Width(filter), text.Width(h.Empty))+6 > width {
		where = where[:len(where)-1]
	}
	right := strings.Join(where, dot)
	room := max(width-text.Width(right)-7, 1)
	words, x := h.Filter.Draw(room + 1)
	if filter == "" {
		words = theme.Dim.Render(text.Cut(h.Empty, room, "…"))
	}
	left := " " + theme.Accent.Render(theme.Glyphs.Cursor) + " " + words
	return text.Cut(text.Apart(left, theme.Dim.Render(right)+" ", width), width, ""), min(3+x, width-1)
}

// noteStyle makes a question that is open loud, and nothing else.
func noteStyle(theme text.Theme, notes string) lipgloss.Style {
	if strings.Contains(notes, theme.Glyphs.Decision) {
		return theme.Decide
	}
	return theme.Dim
}
