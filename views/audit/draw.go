package audit

import (
	"fmt"
	"strings"
	"time"

	"parley/views/pane"
	"parley/views/text"
)

// List is the timeline on the screen.
type List struct {
	Title   string
	Rows    []Row
	Who     string // whose decisions are shown, "" for everybody's
	All     int    // how many there are of everybody, where only some are shown
	Broken  bool   // the chain of decisions is broken
	Altered bool   // it is not, but another hand changed the file while it was closed
	Now     time.Time
	At      int // the row under the cursor
	Whole   int // the row that is shown in full, -1 for none

	Each string // every row has all that was run and answered, and this is how to see the rest; "" for first lines

	Kept *Kept // keeps the row that is shown in full as it is laid out, may be nil
}

// Line is a line of the timeline, and the row that it belongs to, -1 for none.
type Line struct {
	Text string
	Row  int
}

const (
	textBroken  = "The file was changed after it was written: a decision was altered, removed or added. `parley audit` says where."
	textAltered = "The file was changed while it was closed: its decisions fit one another, but need not be what was said and decided."
	textNone    = "No decision yet."
	textUnasked = "without being asked"
	textBetween = "between turns"
	wide        = 72 // from this width on answers have a column of their own
)

// Head is the line above the timeline, and a warning if the chain is broken or the file
// is not as it was left.
func (l List) Head(th text.Theme, width int) []string {
	room := th.Fit(width)
	title, right := text.Line(l.Title, room-4), ""
	for _, counts := range l.counts(th) {
		if free := room - text.Width(text.Stripped(counts)) - 6; free >= min(text.Width(title), room/2) {
			title, right = text.Line(title, free), counts+" "
			break
		}
	}
	lines := []string{text.Cut(text.Apart(text.LeftMargin(width)+th.Strong.Render(title), right, room), width, "")}
	warning := ""
	switch {
	case l.Broken:
		warning = textBroken
	case l.Altered:
		warning = textAltered
	}
	if warning != "" {
		lines = append(lines, pane.Wrong(th, warning, width)...)
	}
	return append(lines, "")
}

// counts says how many decisions there are, and of whom; and the same shorter. Where only
// some are shown it says whose, and of how many.
func (l List) counts(th text.Theme) []string {
	decisions := func(words string) string { return th.Decide.Render(words) }
	dot := th.Dim.Render(" " + th.Glyphs.Dot + " ")
	if l.Who != "" {
		only, n, more := decisions(ofWhom(l.Who)), 0, ""
		for _, r := range l.Rows {
			if r.counts() && r.by() == l.Who {
				n++
			}
		}
		if unasked := unaskedOf(l.Rows); unasked > 0 {
			more = fmt.Sprintf(", %d %s", unasked, textUnasked)
		}
		of := fmt.Sprintf("%d of %s", n, text.Count(l.All, "decision", "decisions"))
		return []string{
			only + dot + th.Dim.Render(of+more),
			only + dot + th.Dim.Render(of),
			only + dot + th.Dim.Render(fmt.Sprintf("%d of %d", n, l.All)),
			only,
		}
	}
	n, overruled := map[string]int{}, map[string]int{}
	for _, r := range l.Rows {
		if !r.counts() {
			continue
		}
		n[r.by()]++
		if r.Overrules != "" {
			overruled[r.Overrules]++
		}
	}
	var parts []string
	for _, who := range Whos(l.Rows) {
		part := fmt.Sprintf("%d %s", n[who], ofWhom(who))
		if k := overruled[who]; k > 0 {
			part += fmt.Sprintf(" (%d overruled)", k)
		}
		parts = append(parts, part)
	}
	all := decisions(text.Count(Made(l.Rows), "decision", "decisions"))
	lines := []string{all}
	if len(parts) > 0 {
		lines = append([]string{all + dot + th.Dim.Render(strings.Join(parts, ", "))}, lines...)
	}
	if unasked := unaskedOf(l.Rows); unasked > 0 {
		parts = append(parts, fmt.Sprintf("%d %s", unasked, textUnasked))
		lines = append([]string{all + dot + th.Dim.Render(strings.Join(parts, ", "))}, lines...)
	}
	return lines
}

// unaskedOf is how much of the rows somebody did without being asked.
func unaskedOf(rows []Row) (n int) {
	for _, r := range rows {
		if r.Unasked && !r.Refused {
			n++
		}
	}
	return n
}

// Lines are the timeline, all of it.
func (l List) Lines(th text.Theme, width int) (lines []Line) {
	t := l.Timeline(th, width)
	for i := range t.Len() {
		lines = append(lines, t.At(i))
	}
	return lines
}

// Timeline is the timeline on the screen. Of the row that is shown in full only the lines that are
// asked for are painted.
type Timeline struct {
	lines []Line // of the others
	from  int    // where that row is among them
	whole []said
	paint func(said) string
	row   int
}

// Len is how many lines there are.
func (t Timeline) Len() int { return len(t.lines) + len(t.whole) }

// At is one of them.
func (t Timeline) At(i int) Line {
	switch {
	case i < t.from:
		return t.lines[i]
	case i < t.from+len(t.whole):
		return Line{t.paint(t.whole[i-t.from]), t.row}
	}
	return t.lines[i-len(t.whole)]
}

// Span is from which line to which a row goes, -1 if there is no such row.
func (t Timeline) Span(row int) (first, last int) {
	first, last = -1, -1
	for i, line := range t.lines {
		if line.Row != row {
			continue
		}
		if last = i; first < 0 {
			first = i
		}
	}
	switch {
	case len(t.whole) > 0 && row == t.row:
		if first < 0 {
			first = t.from
		}
		last = t.from + len(t.whole) - 1
	case first >= t.from:
		first, last = first+len(t.whole), last+len(t.whole)
	}
	return first, last
}

// Timeline lays the timeline out.
func (l List) Timeline(th text.Theme, width int) Timeline {
	if len(l.Rows) == 0 {
		return Timeline{lines: []Line{{text.LeftMargin(width) + th.Dim.Render(textNone), -1}}}
	}
	var lines []Line
	t := Timeline{row: -1}
	day, turn, column := "", -1, l.column(th.Fit(width)-1)
	for i, r := range l.Rows {
		if d := l.day(r.At); !r.Second && (d != day || r.Turn != turn) {
			if i > 0 {
				lines = append(lines, Line{"", -1})
			}
			day, turn = d, r.Turn
			lines = append(lines, Line{text.Cut(text.LeftMargin(width)+th.Dim.Render(d+", "+turnText(r.Turn)), width, ""), -1})
		}
		first, whole := l.row(th, i, width, column)
		for _, line := range first {
			lines = append(lines, Line{text.Cut(line, width, ""), i})
		}
		paint := func(s said) string { return text.Cut(l.painted(th, i, s), width, "") }
		if i == l.Whole {
			t.from, t.row, t.whole, t.paint = len(lines), i, whole, paint
			continue
		}
		for _, s := range whole {
			lines = append(lines, Line{paint(s), i})
		}
	}
	t.lines = lines
	return t
}

// turnText names a turn. What is decided while none is open has none.
func turnText(n int) string {
	if n == 0 {
		return textBetween
	}
	return fmt.Sprintf("turn %d", n)
}

// Texts are the lines alone.
func (l List) Texts(th text.Theme, width int) (lines []string) {
	for _, line := range l.Lines(th, width) {
		lines = append(lines, line.Text)
	}
	return lines
}

// day names the day of a time as people do.
func (l List) day(at time.Time) string {
	at = at.In(l.Now.Location())
	switch then := at.Format(time.DateOnly); then {
	case l.Now.Format(time.DateOnly):
		return "today"
	case l.Now.AddDate(0, 0, -1).Format(time.DateOnly):
		return "yesterday"
	}
	return at.Format("2 January 2006")
}

// Columns: of the cursor and the time, and of what follows the mark.
const (
	timeCells = 10
	markCells = 2
)

// right is what follows the question: the answer, who gave it and how long it took.
func (r Row) right(room int) (answer, who string) {
	who = strings.TrimSuffix(strings.TrimPrefix(r.Who+", "+r.Took, ", "), ", ")
	return text.SubjectBefore(r.Answer, r.Value, room/2), text.Subject(who, room/2)
}

// column is where answers begin: after the longest question, as far as the answers
// leave room. An unusually long answer begins earlier.
func (l List) column(room int) int {
	left, right := 0, 0
	for _, r := range l.Rows {
		answer, who := r.right(room)
		if answer == "" {
			continue // it does not affect the column
		}
		if !r.Second {
			left = max(left, timeCells+markCells+text.Width(text.Subject(text.Clip(r.What, room)+"  "+r.Changed, room))+2)
		}
		if cells := text.Width(answer) + text.Width(who) + 2; cells <= room/2 {
			right = max(right, cells)
		}
	}
	return max(min(left, room-right), room/2)
}

// first is the line of a decision; on a narrow screen, two lines.
func (l List) first(th text.Theme, i, width, column int) []string {
	r, room := l.Rows[i], th.Fit(width)-1
	head, mark := l.margin(th, i)
	style := th.Plain
	if i == l.At {
		style = th.Accent
	}
	what := r.What
	if r.Second {
		what = "" // it is about the same
	}
	answer, who := r.right(room)
	if width < wide {
		lines := l.under(th, r, room)
		if r.Second { // it has no line of its own for the cursor
			if i == l.At {
				lines[0] = " " + th.Accent.Render(th.Glyphs.Cursor) + lines[0][2:]
			}
			return lines
		}
		return append([]string{head + mark + style.Render(text.Subject(what, belowCells(room)))}, lines...)
	}
	column = columnOf(column, answer, who, room)
	left, changed := text.Subject(what, column-timeCells-markCells-2), ""
	if r.Changed != "" && !r.Second && text.Width(left)+text.Width(r.Changed)+2 <= column-timeCells-markCells-2 {
		changed = "  " + r.Changed
	}
	line := head + text.Pad(mark+style.Render(left)+th.Dim.Render(changed), column-timeCells)
	line += l.answers(th, r).Render(text.SubjectBefore(answer, r.Value, max(room-column-text.Width(who)-2, 4)))
	return []string{text.Apart(line, th.Dim.Render(who), room)}
}

// under is the answer under the question and who gave it, on one line or on two.
func (l List) under(th text.Theme, r Row, room int) (lines []string) {
	lead, cells := text.Spaces(timeCells+markCells), belowCells(room)
	answer, who := r.right(2 * cells)
	switch {
	case answer == "" || who == "" || text.Width(answer)+text.Width(who)+2 <= cells:
		gap := map[bool]string{true: "  "}[answer != "" && who != ""]
		return []string{lead + l.answers(th, r).Render(answer) + th.Dim.Render(gap+who)}
	}
	return []string{lead + l.answers(th, r).Render(answer), lead + th.Dim.Render(who)}
}

// columnOf is where the answer of one row begins.
func columnOf(column int, answer, who string, room int) int {
	if answer == "" { // nothing was asked
		return max(room-text.Width(who)-2, room/2)
	}
	return max(min(column, room-text.Width(answer)-text.Width(who)-2), room/2)
}

// margin is the cursor, the time and the mark; the second of a pair has the time of
// the first.
func (l List) margin(th text.Theme, i int) (head, mark string) {
	r, cursor, at := l.Rows[i], " ", l.Rows[i].At.In(l.Now.Location()).Format("15:04")
	if i == l.At {
		cursor = th.Accent.Render(th.Glyphs.Cursor)
	}
	mark = th.Decide.Render(th.Glyphs.Decision) + " "
	switch {
	case r.Second:
		at, mark = "     ", th.Decide.Render(th.Glyphs.Bar)+" "
	case r.Nobody:
		mark = th.Dim.Render(th.Glyphs.Decision) + " "
	}
	return " " + cursor + " " + th.Dim.Render(at) + "  ", mark
}

// answers is the style of an answer.
func (l List) answers(th text.Theme, r Row) text.Style {
	switch {
	case r.Nobody, r.Revoked != "":
		return th.Dim
	case r.Yes:
		return th.Loud(th.Good)
	case r.No:
		return th.Loud(th.Bad)
	}
	return th.Strong
}
