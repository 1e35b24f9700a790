package markdown

import (
	"strconv"
	"strings"

	"parley/forms/clean"
	"parley/views/text"
)

// Diff draws a unified diff: the numbers of the old and the new line, a sign,
// the text with everything that could hide in it made visible. Long lines go on
// below; nothing is left out. What is not a diff is drawn as it stands.
func Diff(theme text.Theme, diff string, width int) []string {
	d := differ{width: max(width, 1), digits: digitsOf(diff), hunks: text.NewBrush(theme.Hunk), dim: text.NewBrush(theme.Dim),
		added: text.NewBrush(theme.Added), gone: text.NewBrush(theme.Gone), warn: text.NewBrush(theme.Warn)}
	for _, raw := range strings.Split(strings.TrimSuffix(diff, "\n"), "\n") {
		d.line(raw)
	}
	return d.out
}

// differ walks through a diff. In a hunk, left and right are the lines that
// come next and togo those that the hunk still owes.
type differ struct {
	width, digits       int
	hunks, dim, warn    text.Brush
	added, gone, plain  text.Brush
	left, right         int
	togoLeft, togoRight int
	out                 []string
}

func (d *differ) line(raw string) {
	inHunk := d.togoLeft > 0 || d.togoRight > 0
	sign := byte(' ')
	if raw != "" {
		sign = raw[0]
	}
	switch {
	case !inHunk && strings.HasPrefix(raw, "@@"):
		d.hunk(raw)
		d.write("", raw, d.hunks)
	case !inHunk || sign == '\\':
		d.write("", raw, d.dim)
	case sign == '+' && d.togoRight > 0:
		d.write(d.numbers(0, d.right)+" + ", raw[1:], d.added)
		d.right, d.togoRight = d.right+1, d.togoRight-1
	case sign == '-' && d.togoLeft > 0:
		d.write(d.numbers(d.left, 0)+" - ", raw[1:], d.gone)
		d.left, d.togoLeft = d.left+1, d.togoLeft-1
	case sign == ' ':
		d.write(d.numbers(d.left, d.right)+"   ", strings.TrimPrefix(raw, " "), d.plain)
		d.left, d.right = d.left+1, d.right+1
		d.togoLeft, d.togoRight = d.togoLeft-1, d.togoRight-1
	default: // not what the hunk promised: shown, without numbers
		d.write("", raw, d.warn)
	}
}

// hunk reads "@@ -41,6 +41,9 @@".
func (d *differ) hunk(raw string) {
	fields := strings.Fields(raw)
	if len(fields) < 4 || fields[0] != "@@" || fields[3] != "@@" {
		return
	}
	d.left, d.togoLeft = Span(fields[1], "-")
	d.right, d.togoRight = Span(fields[2], "+")
}

func Span(field, sign string) (from, lines int) {
	from, lines = 0, 1
	start, length, ok := strings.Cut(strings.TrimPrefix(field, sign), ",")
	from, err := strconv.Atoi(start)
	if err != nil || !strings.HasPrefix(field, sign) {
		return 0, 0
	}
	if ok {
		if lines, err = strconv.Atoi(length); err != nil {
			return 0, 0
		}
	}
	return from, lines
}

// digitsOf is the room that the largest line number needs.
func digitsOf(diff string) int {
	most := 0
	for line := range strings.Lines(diff) {
		if fields := strings.Fields(line); len(fields) >= 4 && fields[0] == "@@" {
			a, n := Span(fields[1], "-")
			b, m := Span(fields[2], "+")
			most = max(most, a+n, b+m)
		}
	}
	return max(len(strconv.Itoa(most)), 3)
}

func (d *differ) numbers(left, right int) string {
	return Number(left, d.digits) + " " + Number(right, d.digits)
}

func Number(n, digits int) string {
	if n == 0 {
		return text.Spaces(digits)
	}
	s := strconv.Itoa(n)
	return text.Spaces(digits-len(s)) + s
}

// write draws one line of the diff behind its head; what does not fit goes on
// under itself.
func (d *differ) write(head, words string, style text.Brush) {
	if len(head)+8 > d.width { // no room for numbers
		head = strings.TrimLeft(head[max(len(head)-3, 0):], " ")
	}
	if len(head) >= d.width {
		head = ""
	}
	for i, piece := range HardBreak(text.ExpandTabs(text.Reveal(words)), d.width-len(head)) {
		if i > 0 {
			head = text.Spaces(len(head))
		}
		if head+piece != "" {
			piece = style.On(head + piece)
		}
		d.out = append(d.out, piece)
	}
}

func Language(info string) string {
	name, _, _ := strings.Cut(strings.TrimSpace(info), " ")
	return strings.ToLower(name)
}

// RevealProse is Reveal without the marks for blanks at the end of a line and
// for line endings, which mean nothing in prose.
func RevealProse(text string) string { return clean.Prose(text) }
