package audit

import (
	"cmp"
	"strings"

	"parley/views/markdown"
	"parley/views/text"
)

// said is a line of a row in full, before it is painted.
type said struct {
	style style
	text  string
	after string // stands dimmed behind it
	begin bool   // it begins the row
}

type style uint8

const (
	plain style = iota
	question
	answer
	reason
	dim
	warn
	bad
	blank // the line is empty
)

// painted is a line as it is drawn: the question of the row under the cursor stands out.
func (l List) painted(th text.Theme, i int, s said) string {
	lead := text.Spaces(timeCells + markCells)
	if s.begin {
		head, mark := l.margin(th, i)
		lead = head + mark
	}
	if s.style == blank {
		return ""
	}
	line := lead + l.styleOf(th, i, s.style).Render(s.text)
	if s.after != "" {
		line += th.Dim.Render(s.after)
	}
	return line
}

func (l List) styleOf(th text.Theme, i int, s style) text.Style {
	switch s {
	case question:
		if i == l.At {
			return th.Accent
		}
	case answer:
		return l.answers(th, l.Rows[i])
	case reason:
		return th.Dim.Italic()
	case dim:
		return th.Dim
	case warn:
		return th.Warn
	case bad:
		return th.Bad
	}
	return th.Plain
}

// Kept is a row in full as it is laid out. A long row is laid out beside the loop, with Owed.
type Kept struct {
	key   keptKey
	lines []said
	some  bool
}

// keptKey is what these lines depend on beside the row.
type keptKey struct {
	theme string
	width int
	fits  bool
}

// longRow is how many bytes of a row are laid out at once.
const longRow = 16 << 10

// long reports whether a row is laid out beside the loop.
func (r Row) long() bool {
	return r.words()+len(r.Reason)+len(r.Told)+len(r.Context) > longRow
}

// words is how many bytes were asked and answered, as far as the row has them.
func (r Row) words() int {
	n := len(r.Given) + len(r.Answer)
	if !r.Second {
		n += len(r.What) + len(r.Asked)
	}
	return n
}

// laid is the row in full; false if it is being laid out.
func (l List) laid(th text.Theme, i, width, column int, fits bool) ([]said, bool) {
	key := keptKey{th.Name, width, fits}
	switch k := l.Kept; {
	case k == nil || l.Each != "":
		return l.layOut(th, i, width, column, fits), true
	case k.some && k.key == key:
	case l.Rows[i].long(): // what was laid out for another width is better than nothing
		return k.lines, k.some
	default:
		k.key, k.lines, k.some = key, l.layOut(th, i, width, column, fits), true
	}
	return l.Kept.lines, true
}

// Owed is a row that is to be laid out.
type Owed struct {
	of    *Kept // only compared
	list  List
	theme text.Theme
	width int
}

// Owed is the row in full, if that is to be laid out beside the loop.
func (l List) Owed(th text.Theme, width int) (Owed, bool) {
	if l.Kept == nil || l.Whole < 0 || l.Whole >= len(l.Rows) || !l.Rows[l.Whole].long() {
		return Owed{}, false
	}
	room := th.Fit(width) - 1
	fits := l.fits(l.Rows[l.Whole], width, l.column(room), room)
	if l.Kept.some && l.Kept.key == (keptKey{th.Name, width, fits}) {
		return Owed{}, false
	}
	return Owed{l.Kept, l, th, width}, true
}

// Laid is a row that was laid out.
type Laid struct {
	of   *Kept
	kept Kept
}

// Lay lays it out. It takes its time, and may be done on any goroutine.
func (o Owed) Lay() Laid {
	room := o.theme.Fit(o.width) - 1
	column := o.list.column(room)
	fits := o.list.fits(o.list.Rows[o.list.Whole], o.width, column, room)
	return Laid{o.of, Kept{keptKey{o.theme.Name, o.width, fits}, o.list.layOut(o.theme, o.list.Whole, o.width, column, fits), true}}
}

// Take takes what was laid out; nothing if it is of another row.
func (k *Kept) Take(laid Laid) {
	if k != nil && laid.of == k {
		*k = laid.kept
	}
}

// layOut lays a row out in full, without its first lines if they have all that was asked and
// answered.
func (l List) layOut(th text.Theme, i, width, column int, fits bool) (lines []said) {
	r, room := l.Rows[i], th.Fit(width)-1
	if !fits {
		lines = l.unfolded(th, r, width, column)
	}
	lines = append(lines, l.below(th, r, width, true)...)
	add := func(style style, rows []string) {
		for _, line := range rows {
			lines = append(lines, said{style: style, text: line})
		}
	}
	if r.Reason != "" {
		add(reason, text.Wrap("\""+text.Prose(r.Reason)+"\"", belowCells(room)))
	}
	if r.Told != "" {
		add(dim, text.Wrap(text.Prose(r.Told), belowCells(room)))
	}
	if r.Context != "" && i == l.Whole {
		lines = append(lines, said{style: blank})
		add(plain, markdown.Context(markdown.New(th, belowCells(room)), r.Context))
	}
	return lines
}

// below is what became of a decision, and why it was asked anew, unless the row is in full.
func (l List) below(th text.Theme, r Row, width int, full bool) (lines []said) {
	room := th.Fit(width) - 1
	add := func(style style, body string) {
		for _, line := range text.Wrap(body, belowCells(room)) {
			lines = append(lines, said{style: style, text: line})
		}
	}
	if r.Anew != "" && !full { // in full it has all that was said
		add(warn, th.Glyphs.Note+" "+r.Anew)
	}
	if r.Revoked != "" {
		add(warn, th.Glyphs.Note+" "+r.Revoked)
	}
	if r.Came != "" {
		add(bad, th.Glyphs.Cross+" "+text.Subject(r.Came, 2*room))
	}
	if later := l.later(r); later != "" {
		add(warn, th.Glyphs.Note+" "+later)
	}
	return lines
}

// beside reports whether the answer of a row in full stays in its column: where each row has all,
// and it is of one line.
func (l List) beside(th text.Theme, r Row, width, column int) bool {
	room := th.Fit(width) - 1
	short, who := r.right(room)
	return l.Each != "" && width >= wide && !r.Second && r.Given == "" && !strings.Contains(r.Answer, "\n") &&
		text.Width(text.Subject(r.Answer, longest)) <= room-columnOf(column, short, who, room)-text.Width(who)-2
}

// line is the first line of such a row.
func (l List) line(th text.Theme, i, width, column int, s said) string {
	r, room := l.Rows[i], th.Fit(width)-1
	short, who := r.right(room)
	column = columnOf(column, short, who, room)
	line := l.painted(th, i, s)
	answer := text.Spaces(max(column-text.Width(text.Stripped(line)), 0)) + l.answers(th, r).Render(text.Subject(r.Answer, longest))
	return text.Apart(line+answer, th.Dim.Render(who), room)
}

// spaced is a text of which tabs and each of several blanks in the first line are seen: they could set words
// where a row has its answer and who gave it.
func spaced(words string) string {
	line, rest, more := strings.Cut(text.Prose(words), "\n")
	if line = strings.ReplaceAll(strings.ReplaceAll(line, "\t", "␉"), "  ", "␠␠"); more {
		line += "\n" + rest
	}
	return line
}

// unfolded is the whole question, and below it the whole answer and who gave it.
func (l List) unfolded(th text.Theme, r Row, width, column int) (lines []said) {
	room := th.Fit(width) - 1
	cells, beside := belowCells(room), l.beside(th, r, width, column)
	if beside {
		short, who := r.right(room)
		cells = columnOf(column, short, who, room) - timeCells - markCells - 2
	}
	add := func(style style, rows []string) {
		for _, line := range rows {
			lines = append(lines, said{style: style, text: line, begin: len(lines) == 0})
		}
	}
	if !r.Second {
		what := spaced(r.What)
		if r.Asked != "" { // which has its lines
			what = text.Subject(r.What, longest)
		}
		if r.Changed != "" {
			what += "  " + r.Changed
		}
		if r.Asked != "" && strings.HasPrefix(r.Asked, r.What) {
			what = spaced(r.Asked) // the row leaves out its end
		}
		add(question, text.Wrap(what, cells))
		if r.Asked != "" && !strings.HasPrefix(r.Asked, r.What) {
			add(plain, text.Wrap(text.Prose(r.Asked), cells))
		}
	}
	if beside {
		return lines
	}
	given := text.Wrap(text.Prose(cmp.Or(r.Given, r.Answer)), cells)
	add(answer, given)
	switch _, who := r.right(2 * room); {
	case who == "":
	case len(given) == 1 && text.Width(given[0])+2+text.Width(who) <= cells:
		lines[len(lines)-1].after = "  " + who
	default:
		add(dim, text.Wrap(who, cells))
	}
	return lines
}
