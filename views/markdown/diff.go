package markdown

import (
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/chroma/v2"

	"parley/store/text/clean"
	"parley/store/text/diff"
	"parley/store/text/lexing"
	"parley/views/text"
)

// Diff draws a unified diff: the numbers of the old and the new line, a sign, the
// text with everything that could hide in it made visible, coloured by the language
// of the file. Long lines continue below; nothing is left out. What is not a diff is
// drawn as it is.
func Diff(theme text.Theme, diff string, width int) []string {
	d := newDiffer(theme, diff, width)
	for _, raw := range strings.Split(strings.TrimSuffix(diff, "\n"), "\n") {
		d.line(raw)
	}
	d.flush()
	return d.out
}

// Changes draws what a unified diff changes, without its header: at most most lines,
// 0 for all of them, and how many more there are.
func Changes(theme text.Theme, diff string, width, most int) (lines []string, more int) {
	d := newDiffer(theme, diff, width)
	all := strings.Split(strings.TrimSuffix(diff, "\n"), "\n")
	from := max(slices.IndexFunc(all, func(l string) bool { return strings.HasPrefix(l, "@@") }), 0)
	all = all[from:]
	d.hunk(all[0])
	all = all[1:]
	for most > 0 && len(all) > 1 && unchanged(all[0]) && unchanged(all[1]) { // one line of context says where it is
		all, d.left, d.right, d.togoLeft, d.togoRight = all[1:], d.left+1, d.right+1, d.togoLeft-1, d.togoRight-1
	}
	d.most = most
	for i, raw := range all {
		if d.line(raw); most > 0 && len(d.out)+len(d.gone)+len(d.added) > most && i < len(all)-1 && !d.goesOn(all[i+1]) {
			more = len(all) - i - 1
			break
		}
	}
	d.flush()
	more += d.undrawn
	if most > 0 && len(d.out) > most {
		more += len(d.out) - most
		d.out = d.out[:most]
	}
	return d.out, more
}

// goesOn reports whether a line belongs to the block of changed lines that is not drawn yet,
// so that one of those may have become this line.
func (d *differ) goesOn(raw string) bool {
	return len(d.gone) > 0 && (strings.HasPrefix(raw, "+") && d.togoRight > 0 || strings.HasPrefix(raw, "-") && d.togoLeft > 0 && len(d.added) == 0)
}

func unchanged(raw string) bool { return strings.HasPrefix(raw, " ") || raw == "" }

// lexerOf is the lexer of the file that the diff changes, nil for none.
func lexerOf(diff string) chroma.Lexer {
	for line := range strings.Lines(diff) {
		name, ok := strings.CutPrefix(line, "+++ ")
		if name = strings.TrimSpace(name); ok && name != "/dev/null" {
			return lexing.Of(name)
		}
		if strings.HasPrefix(line, "@@") {
			break
		}
	}
	return nil
}

func newDiffer(theme text.Theme, diff string, width int) differ {
	d := differ{width: max(width, 1), on: theme.Glyphs.Ellipsis + " ", digits: digitsOf(diff), ink: DiffInkOf(theme), hunks: text.NewBrush(theme.Hunk), dim: text.NewBrush(theme.Dim), warn: text.NewBrush(theme.Warn)}
	if theme.Markdown.Keyword+theme.Markdown.Text != "" && len(diff) <= MaxHighlight {
		d.lexer = lexerOf(diff)
	}
	return d
}

// differ walks through a diff. In a hunk, left and right are the numbers of the next
// lines, and togo counts the lines still to come.
type differ struct {
	width, digits       int
	on                  string // stands before what goes on in the next row
	ink                 *DiffInk
	hunks, dim, warn    text.Brush
	lexer               chroma.Lexer
	left, right         int
	togoLeft, togoRight int
	gone, added         []changed // consecutive, not drawn yet
	out                 []string
	most, undrawn       int // how many lines are wanted, 0 for all; how many were left out
}

// changed is a line that was removed or added.
type changed struct {
	number int
	text   string
}

func (d *differ) line(raw string) {
	inHunk := d.togoLeft > 0 || d.togoRight > 0
	sign := byte(' ')
	if raw != "" {
		sign = raw[0]
	}
	switch {
	case inHunk && sign == '-' && d.togoLeft > 0:
		if len(d.added) > 0 {
			d.flush()
		}
		d.gone = append(d.gone, changed{d.left, raw[1:]})
		d.left, d.togoLeft = d.left+1, d.togoLeft-1
		return
	case inHunk && sign == '+' && d.togoRight > 0:
		d.added = append(d.added, changed{d.right, raw[1:]})
		d.right, d.togoRight = d.right+1, d.togoRight-1
		return
	}
	d.flush()
	switch {
	case !inHunk && strings.HasPrefix(raw, "@@"):
		d.hunk(raw)
		d.write(raw, d.hunks)
	case !inHunk && (strings.HasPrefix(raw, "--- ") || strings.HasPrefix(raw, "+++ ")): // it names a file
		d.write(clean.Signs(raw), d.dim)
	case !inHunk || sign == '\\':
		d.write(raw, d.dim)
	case sign == ' ':
		d.code(d.numbers(d.left, d.right)+"   ", clean.Marked(strings.TrimPrefix(raw, " ")), d.ink.Same, nil)
		d.left, d.right = d.left+1, d.right+1
		d.togoLeft, d.togoRight = d.togoLeft-1, d.togoRight-1
	default: // not what the hunk header says: shown, without numbers
		d.write(raw, d.warn)
	}
}

// flush draws the lines that changed together, each with its differences from its
// counterpart.
func (d *differ) flush() {
	if len(d.gone)+len(d.added) == 0 {
		return
	}
	is := make([][]Mark, len(d.added))
	gone, added := texts(d.gone), texts(d.added)
	mates := diff.Pairs(gone, added)
	mark(d.gone)
	mark(d.added)
	for i, k := range mates { // what would look the same is shown so that it does not
		if k < 0 || d.most > 0 && i > d.most {
			continue
		}
		was, differs := clean.Apart(gone[i], added[k])
		if is, _ := clean.Apart(added[k], gone[i]); differs {
			d.gone[i].text, d.added[k].text = was, is
		}
	}
	for i, l := range d.gone {
		if d.enough() {
			continue
		}
		var was []Mark
		if k := mates[i]; k >= 0 {
			was, is[k] = ChangedWords(shownCode(l.text), shownCode(d.added[k].text))
		}
		d.code(d.numbers(l.number, 0)+" - ", l.text, d.ink.Gone, was)
	}
	for i, l := range d.added {
		if !d.enough() {
			d.code(d.numbers(0, l.number)+" + ", l.text, d.ink.Added, is[i])
		}
	}
	d.gone, d.added = d.gone[:0], d.added[:0]
}

// enough reports whether no more lines are wanted. If so, it counts the line as left out.
func (d *differ) enough() bool {
	if d.most == 0 || len(d.out) <= d.most {
		return false
	}
	d.undrawn++
	return true
}

func texts(lines []changed) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = l.text
	}
	return out
}

// mark spells out what would be taken for a mark in lines.
func mark(lines []changed) {
	for i := range lines {
		lines[i].text = clean.Marked(lines[i].text)
	}
}

// shownCode is a line of a file as it is shown, with nothing hidden.
func shownCode(line string) string { return text.ExpandTabs(text.Reveal(line)) }

// hunk reads "@@ -41,6 +41,9 @@".
func (d *differ) hunk(raw string) {
	fields := strings.Fields(raw)
	if len(fields) < 4 || fields[0] != "@@" || fields[3] != "@@" {
		return
	}
	d.left, d.togoLeft = diff.Span(fields[1], "-")
	d.right, d.togoRight = diff.Span(fields[2], "+")
}

// digitsOf is the width of the largest line number.
func digitsOf(source string) int {
	most := 0
	for line := range strings.Lines(source) {
		if fields := strings.Fields(line); len(fields) >= 4 && fields[0] == "@@" {
			a, n := diff.Span(fields[1], "-")
			b, m := diff.Span(fields[2], "+")
			most = max(most, a+n, b+m)
		}
	}
	return max(len(strconv.Itoa(most)), 3)
}

func (d *differ) numbers(left, right int) string {
	return Number(left, d.digits) + " " + Number(right, d.digits)
}

// Number right-aligns a line number in a column of this many digits; 0 leaves the column
// blank.
func Number(n, digits int) string {
	if n == 0 {
		return text.Spaces(digits)
	}
	s := strconv.Itoa(n)
	return text.Spaces(digits-len(s)) + s
}

// headed is the text before a line, as far as it fits, and how many cells remain.
func (d *differ) headed(head string) (string, int) {
	if len(head)+8 > d.width { // no room for numbers
		head = strings.TrimLeft(head[max(len(head)-3, 0):], " ")
	}
	if len(head) >= d.width {
		head = ""
	}
	return head, d.width - len(head)
}

// write draws a line of the diff that does not come from the file. It has no number, so where it goes on
// in the next row, that one begins with a mark, and no blank at the break is lost.
func (d *differ) write(words string, style text.Brush) {
	shown := shownCode(words)
	if text.Width(shown) <= d.width {
		d.out = append(d.out, onLine(style, shown))
		return
	}
	rows := text.NewRows(shown, max(d.width-text.Width(d.on), 1))
	for row, more := rows.Next(); more; row, more = rows.Next() {
		if rows.GoesOn() {
			row = d.on + row
		}
		d.out = append(d.out, onLine(style, row))
	}
}

// code draws a line of the file after its head; what does not fit continues below
// itself.
func (d *differ) code(head, line string, ink LineInk, words []Mark) {
	head, room := d.headed(head)
	shown := shownCode(line)
	pieces := Break(shown, room)
	inks := Inks{LineInk: ink, Words: words}
	if d.lexer != nil {
		inks.Paint = Tokens(d.lexer, shown)
	}
	if strings.Join(pieces, "") != shown { // a character was dropped: offsets no longer match
		inks.Paint, inks.Words = nil, nil
	}
	from := 0
	for i, piece := range pieces {
		if i > 0 {
			head = text.Spaces(len(head))
		}
		d.out = append(d.out, onLine(ink.Head, head)+inks.On(piece, from)+ink.After(room-text.Width(piece)))
		from += len(piece)
	}
}

func onLine(b text.Brush, s string) string {
	if s == "" {
		return ""
	}
	return b.On(s)
}

// Language returns the language that the info string of a fenced block names, in lower case.
func Language(info string) string {
	name, _, _ := strings.Cut(strings.TrimSpace(info), " ")
	return strings.ToLower(name)
}

// RevealProse is Reveal without the marks for trailing blanks and line endings, which
// mean nothing in prose.
//
//go:noinline
func RevealProse(text string) string { return clean.Prose(text) }
