package text

import (
	"strings"
	"unicode/utf8"

	"parley/store/text/clean"
)

// Verbatim is Wrap for what is decided about: where a line is broken, nobody has to guess
// whether a blank stands there, or how many. A row of several words is broken at the one
// blank behind its last. A row that one word fills may be broken within it: so where a
// blank ends such a row, and where several blanks stand at a break, they are shown as ␠
// and ␉ in the row below.
func Verbatim(text string, width int) (rows []string) {
	r := NewRows(text, width)
	for row, more := r.Next(); more; row, more = r.Next() {
		rows = append(rows, row)
	}
	return rows
}

// Rows are the rows of Verbatim, one after the other: of a long text only those are broken that
// somebody sees. Use NewRows.
type Rows struct {
	width  int
	line   string // what is left of the line
	rest   string // the lines after it
	more   bool   // there are such lines
	marks  string // stand before line
	blanks string // rows of blanks that come first
	begins bool   // the row that comes next begins a line
	goesOn bool   // the latest row goes on in a line
	ended  bool
}

// NewRows are the rows of a text.
func NewRows(text string, width int) *Rows {
	r := &Rows{width: max(width, 1), rest: text, more: true}
	r.next()
	return r
}

func (r *Rows) next() {
	if r.ended = !r.more; !r.ended {
		r.line, r.rest, r.more = strings.Cut(r.rest, "\n")
		r.marks, r.begins = "", true
	}
}

// Left is the text that no row holds yet.
func (r *Rows) Left() (line, rest string) { return r.line, r.rest }

// GoesOn reports whether the row that Next returned last does not begin a line.
func (r *Rows) GoesOn() bool { return r.goesOn }

// Next is the next row, false after the last.
func (r *Rows) Next() (row string, ok bool) {
	r.goesOn, r.begins = !r.begins, false
	if fit := max(r.width/Width(pictures(" ")), 1); len(r.blanks) > fit { // one is spelled out where the terminal has no picture of it
		row, r.blanks = pictures(r.blanks[:fit]), r.blanks[fit:]
		r.marks = pictures(r.blanks)
		return row, true
	}
	if r.blanks = ""; r.ended {
		return "", false
	}
	row, rest, broke := breakMarked(r.marks, r.line, r.width)
	if !broke {
		row = lastLine(r.marks+r.line, r.width)
		r.line = ""
		r.next()
		return row, true
	}
	r.blanks = hanging(row, r.line[:len(r.line)-len(rest)], r.width)
	r.marks, r.line = pictures(r.blanks), rest
	return strings.TrimRight(row, " "), true
}

// breakMarked splits the first row off a line behind marks, which fit into it unless one alone does not. No more of the
// line is copied than the row needs.
func breakMarked(marks, line string, width int) (row, rest string, broke bool) {
	if marks == "" {
		return breakLine(line, width, true)
	}
	for n := 4 * width; ; n *= 2 {
		for n < len(line) && !utf8.RuneStart(line[n]) {
			n++
		}
		part := line[:min(n, len(line))]
		row, rest, broke = breakLine(marks+part, width, len(part) == len(line))
		if len(rest) > len(part) {
			return marks, line, true
		}
		if broke || len(part) == len(line) {
			return row, line[len(part)-len(rest):], broke
		}
	}
}

// hanging is the blanks at a break that have to be seen. taken is the source of the row,
// with the blanks behind it.
func hanging(row, taken string, width int) string {
	blanks := taken[len(strings.TrimRight(taken, " \t")):]
	row = strings.TrimRight(row, " ")
	if blanks == " " && !(oneWord(row) && 2*Width(row) > width) {
		return ""
	}
	return blanks
}

// oneWord reports whether a row has no blank between words. One with a mark on it stands within a word.
func oneWord(row string) bool {
	for row = strings.TrimLeft(row, " "); row != ""; {
		cluster, n := NextCluster(row)
		if cluster == " " {
			return false
		}
		row = row[n:]
	}
	return true
}

func pictures(blanks string) string { return strings.Map(clean.Picture, blanks) }
