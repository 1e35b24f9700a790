package audit

import (
	"fmt"
	"slices"
	"strings"

	"parley/views/text"
)

// row draws a decision: the subject, the answer, who gave it; below it the reason and
// the outcome. The row that is shown in full has all of each, and what it was about; where
// each row has all, a change and other texts in Markdown are left out, and Foot says so. What a row
// in full has below its first lines is painted where it is seen.
func (l List) row(th text.Theme, i, width, column int) (lines []string, whole []said) {
	r, room := l.Rows[i], th.Fit(width)-1
	fits := l.fits(r, width, column, room)
	if i != l.Whole && l.Each == "" {
		return l.folded(th, i, width, column), nil
	}
	whole, is := l.laid(th, i, width, column, fits)
	switch {
	case !is: // until it is laid out
		return l.folded(th, i, width, column), nil
	case fits:
		return l.first(th, i, width, column), whole
	case l.beside(th, r, width, column):
		return []string{l.line(th, i, width, column, whole[0])}, whole[1:]
	}
	return nil, whole
}

// folded is a row in its first lines.
func (l List) folded(th text.Theme, i, width, column int) []string {
	r, room := l.Rows[i], th.Fit(width)-1
	lines := l.first(th, i, width, column)
	for _, s := range l.below(th, r, width, false) {
		lines = append(lines, l.painted(th, i, s))
	}
	if r.Reason != "" {
		for _, line := range text.Wrap("\""+text.Subject(r.Reason, 2*(room-timeCells-markCells)-4)+"\"", belowCells(room)) {
			lines = append(lines, l.painted(th, i, said{style: reason, text: line}))
		}
	}
	return lines
}

const textMore = "%s shows all that each was about."

// Foot is the line below a timeline of which some rows were about more than stands there, nil
// where none was.
func (l List) Foot(th text.Theme, width int) []string {
	if l.Each == "" || !slices.ContainsFunc(l.Rows, func(r Row) bool { return r.Context != "" }) {
		return nil
	}
	return []string{"", text.Cut(text.LeftMargin(width)+th.Dim.Render(fmt.Sprintf(textMore, l.Each)), width, "")}
}

// Unfolds reports whether the row under the cursor has more in full. No long text is laid out to
// be told so: there is more of it than a line has room for.
func (l List) Unfolds(th text.Theme, width int) bool {
	if l.At < 0 || l.At >= len(l.Rows) {
		return false
	}
	r := l.Rows[l.At]
	if r.Told != "" || r.Context != "" || r.long() { // not drawn to be told
		return true
	}
	column := l.column(th.Fit(width) - 1)
	l.Whole, l.Kept = l.At, nil
	lines, whole := l.row(th, l.At, width, column)
	for _, s := range whole {
		lines = append(lines, l.painted(th, l.At, s))
	}
	return !slices.Equal(lines, l.folded(th, l.At, width, column))
}

// longest is the most cells of a subject that is measured.
const longest = 10000

// belowCells is the width of what stands below a row.
func belowCells(room int) int { return max(room-timeCells-markCells, 8) }

// fits reports whether the first line has all of the question and the answer.
func (l List) fits(r Row, width, column, room int) bool {
	if !r.Second && len(r.What) > longRow || len(r.Answer) > longRow {
		return false
	}
	posed := r.Asked != "" && (l.Each == "" || r.Changed == "") // the row of a change says what its question says
	if posed || r.Given != "" || strings.Contains(r.What, "\n") || strings.Contains(r.Answer, "\n") {
		return false
	}
	what, left := text.Width(text.Subject(r.What, longest)), belowCells(room)
	if r.Second {
		what = 0
	}
	if width < wide {
		return what <= left && text.Width(text.Subject(r.Answer, longest)) <= left
	}
	answer, who := r.right(room)
	column = columnOf(column, answer, who, room)
	return what <= column-timeCells-markCells-2 && text.Width(text.Subject(r.Answer, longest)) <= max(room-column-text.Width(who)-2, 4)
}
