package audit

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"

	"parley/views/markdown"
	"parley/views/text"
)

// row draws a decision: the subject, the answer, who gave it; below it the reason and
// the outcome. The row that is shown in full has all of each, and what it was about; where
// each row has all, a change and other texts in Markdown are left out, and Foot says so.
func (l List) row(th text.Theme, i, width, column int) []string {
	r, room := l.Rows[i], th.Fit(width)-1
	lines := l.first(th, i, width, column)
	full := i == l.Whole || l.Each != ""
	if full && !l.fits(r, width, column, room) {
		lines = l.unfolded(th, i, width, column)
	}
	add := func(style lipgloss.Style, rows ...string) {
		for _, line := range rows {
			lines = append(lines, text.Spaces(timeCells+markCells)+style.Render(line))
		}
	}
	below := func(style lipgloss.Style, body string) { add(style, text.Wrap(body, belowCells(room))...) }
	if r.Anew != "" && !full { // in full it has all that was said
		below(th.Warn, th.Glyphs.Note+" "+r.Anew)
	}
	if r.Revoked != "" {
		below(th.Warn, th.Glyphs.Note+" "+r.Revoked)
	}
	if r.Came != "" {
		below(th.Bad, th.Glyphs.Cross+" "+text.Subject(r.Came, 2*room))
	}
	if later := l.later(r); later != "" {
		below(th.Warn, th.Glyphs.Note+" "+later)
	}
	if !full {
		if r.Reason != "" {
			below(th.Dim.Italic(true), "\""+text.Subject(r.Reason, 2*(room-timeCells-markCells)-4)+"\"")
		}
		return lines
	}
	if r.Reason != "" {
		below(th.Dim.Italic(true), "\""+text.Prose(r.Reason)+"\"")
	}
	if r.Told != "" {
		below(th.Dim, text.Prose(r.Told))
	}
	if r.Context != "" && i == l.Whole {
		md := markdown.New(th, belowCells(room))
		lines = append(lines, "")
		add(th.Plain, l.About.Get(markdown.MemoKey{Theme: th.Name, Width: width}, func() []string { return markdown.Context(md, r.Context) })...)
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

// Unfolds reports whether the row under the cursor has more in full.
func (l List) Unfolds(th text.Theme, width int) bool {
	if l.At < 0 || l.At >= len(l.Rows) {
		return false
	}
	if r := l.Rows[l.At]; r.Told != "" || r.Context != "" { // not drawn to be told
		return true
	}
	folded, column := l, l.column(th.Fit(width)-1)
	folded.Whole, l.Whole = -1, l.At
	return !slices.Equal(l.row(th, l.At, width, column), folded.row(th, l.At, width, column))
}

// longest is the most cells of a subject that is measured.
const longest = 10000

// belowCells is the width of what stands below a row.
func belowCells(room int) int { return max(room-timeCells-markCells, 8) }

// fits reports whether the first line has all of the question and the answer.
func (l List) fits(r Row, width, column, room int) bool {
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

// unfolded is the whole question, and below it the whole answer and who gave it. Where each row has
// all, an answer of one line stays in its column.
func (l List) unfolded(th text.Theme, i, width, column int) (lines []string) {
	r, room := l.Rows[i], th.Fit(width)-1
	cells := belowCells(room)
	head, mark := l.margin(th, i)
	short, who := r.right(room)
	column = columnOf(column, short, who, room)
	beside := l.Each != "" && width >= wide && !r.Second && r.Given == "" && !strings.Contains(r.Answer, "\n") &&
		text.Width(text.Subject(r.Answer, longest)) <= room-column-text.Width(who)-2
	if beside {
		cells = column - timeCells - markCells - 2
	}
	style := th.Plain
	if i == l.At {
		style = th.Accent
	}
	add := func(style lipgloss.Style, rows []string) {
		for _, line := range rows {
			lead := text.Spaces(timeCells + markCells)
			if len(lines) == 0 {
				lead = head + mark
			}
			lines = append(lines, lead+style.Render(line))
		}
	}
	if !r.Second {
		what := text.Prose(r.What)
		if r.Asked != "" { // which has its lines
			what = text.Subject(r.What, longest)
		}
		if r.Changed != "" {
			what += "  " + r.Changed
		}
		if r.Asked != "" && strings.HasPrefix(r.Asked, r.What) {
			what = text.Prose(r.Asked) // the row leaves out its end
		}
		add(style, text.Wrap(what, cells))
		if r.Asked != "" && !strings.HasPrefix(r.Asked, r.What) {
			add(th.Plain, text.Wrap(text.Prose(r.Asked), cells))
		}
	}
	if beside {
		answer := text.Spaces(max(column-text.Width(text.Stripped(lines[0])), 0)) + l.said(th, r).Render(text.Subject(r.Answer, longest))
		lines[0] = text.Apart(lines[0]+answer, th.Dim.Render(who), room)
		return lines
	}
	answer := text.Wrap(text.Prose(cmp.Or(r.Given, r.Answer)), cells)
	add(l.said(th, r), answer)
	switch _, who := r.right(2 * room); {
	case who == "":
	case len(answer) == 1 && text.Width(answer[0])+2+text.Width(who) <= cells:
		lines[len(lines)-1] += th.Dim.Render("  " + who)
	default:
		add(th.Dim, text.Wrap(who, cells))
	}
	return lines
}
