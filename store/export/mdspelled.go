package export

import (
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// What viewers make of a text depends on where it stands, and on what each takes for an address. So it
// is written in a way that leaves them nothing to make.

// untabbed has blanks for the tabs with which lines begin: behind the mark of a quotation a tab is narrower,
// so that what was code would be none, and not all viewers agree how wide it is. Code in a fence keeps
// its own, unless a line of it could end the fence then.
func untabbed(source string) string {
	var b strings.Builder
	var mark byte // of the fence, 0 outside
	least := 0
	for line := range strings.Lines(source) {
		body := strings.TrimLeft(line, " \t")
		lead, run := len(line)-len(body), 0
		if body != "" && (body[0] == '`' || body[0] == '~') {
			run = len(body) - len(strings.TrimLeft(body, body[:1]))
		}
		near := lead < 4 && !strings.Contains(line[:lead], "\t")
		switch ends := run >= least && strings.TrimSpace(body[run:]) == ""; {
		case mark == 0 && run > 2 && near && (body[0] == '~' || !strings.Contains(body[run:], "`")):
			mark, least = body[0], run
		case mark != 0 && run > 0 && body[0] == mark && ends && near:
			mark = 0
		case mark == 0 || run > 0:
			line = widened(line)
		}
		b.WriteString(line)
	}
	return b.String()
}

// widened is a line with blanks for the tabs among the marks that it begins with.
func widened(line string) string {
	var b strings.Builder
	for i := range len(line) {
		switch {
		case line[i] == '\t':
			b.WriteString("    "[b.Len()%4:])
		case strings.IndexByte(" >-*+0123456789.)", line[i]) < 0:
			return b.String() + line[i:]
		default:
			b.WriteByte(line[i])
		}
	}
	return b.String()
}

// beside reports whether code stands behind the mark of a list, where some viewers see a table.
func (f *force) beside(code *text.Segments) bool {
	if code.Len() == 0 {
		return false
	}
	before := f.source[:code.At(0).Start]
	return strings.Trim(before[strings.LastIndexByte(before, '\n')+1:], " >") != ""
}

// broken reports whether code within a line goes on in the next, where some viewers see a table, a note
// or another list, and holds what they would obey.
func (f *force) broken(code ast.Node) bool {
	first, is := code.FirstChild().(*ast.Text)
	last, also := code.LastChild().(*ast.Text)
	if !is || !also || first == last {
		return false
	}
	held := f.source[first.Segment.Start:last.Segment.Stop]
	return strings.Contains(held, "<") || strings.Contains(held, "![") || strings.Contains(held, "[^")
}

// spellOut disarms what is not code. An image may have its address in another text of the document, and
// a note is shown outside of the quotation.
func (f force) spellOut(source string) string {
	var b strings.Builder
	var in address
	slashes := 0
	for i := range len(source) {
		c := source[i]
		linked := in.at(source, i)
		if f.code[i] {
			in, linked = false, false
		}
		begins := linked && c == '`' || c == '<' && (f.html || f.links || linked || tagged(source[i+1:])) || c == '[' && f.links ||
			strings.HasPrefix(source[i:], "![") || strings.HasPrefix(source[i:], "[^")
		switch {
		case !begins || f.code[i]:
		case linked:
			b.WriteString(entity(c))
			slashes = 0
			continue
		case slashes%2 == 0:
			b.WriteByte('\\')
		}
		if slashes++; c != '\\' {
			slashes = 0
		}
		b.WriteByte(c)
	}
	return b.String()
}

// tagged reports whether some viewer may take what is behind a < for HTML. An address may stand there.
func tagged(s string) bool {
	if s == "" || strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "mailto:") {
		return false
	}
	return s[0] == '/' || s[0] == '!' || s[0] == '?' || 'a' <= s[0]|0x20 && s[0]|0x20 <= 'z'
}

// address tells which bytes of a text are in an address that viewers make a link of by themselves. Some
// take a backslash for a part of it, also one that stands before what it should disarm.
type address bool

// at goes on to the byte at i.
func (a *address) at(s string, i int) bool {
	switch c := s[i]; {
	case c == ' ' || c == '\t' || c == '\n':
		*a = false
	case c == '/' && strings.HasSuffix(s[:i], ":/"), c == '.' && i > 2 && strings.EqualFold(s[i-3:i], "www"):
		*a = true
	}
	return bool(*a)
}

// entity is a character as nobody takes it for a mark.
func entity(c byte) string { return "&#" + strconv.Itoa(int(c)) + ";" }
