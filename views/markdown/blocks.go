package markdown

import (
	"strings"
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	gmtext "github.com/yuin/goldmark/text"

	"parley/store/text/clean"
	"parley/store/text/struck"
)

// Markdown is drawn block by block, so that redrawing a growing response costs only
// its open block. This file decides where a block ends, from complete lines alone and
// never from what follows: the same text gives the same blocks however it was cut on
// its way here. When in doubt it does not split: a block that is too large is
// harmless, a block cut in two is not.

// Block is a top-level piece of a document: a fenced code block or anything else.
type Block struct {
	start  int // offset in the cleaned text
	Source string
	Fence  bool
	Info   string // a fence's language
	late   bool   // it stands beyond what of a document is laid out
}

// weight is what it takes to lay the block out, in bytes of prose: a block takes some
// time however short it is, a cell of a table and an address more than their text, and so do links that
// do not end and marks that stand closer than in any prose.
func (b Block) weight() int {
	n := 128 + len(b.Source)
	if !b.Fence {
		n += 64*strings.Count(b.Source, "|") + 128*addresses(b.Source) + clean.Sought(b.Source)/8 + 32*max(marks(b.Source)-len(b.Source)/4, 0)
	}
	return n
}

// Body is the code of a fenced block, without its fences.
func (b Block) Body() string {
	_, code, _ := strings.Cut(b.Source, "\n")
	trimmed := strings.TrimSuffix(code, "\n")
	at := strings.LastIndexByte(trimmed, '\n') + 1
	if f, ok := fenceOf(FirstLine(b.Source)); ok && f.closedBy(trimmed[at:]) {
		return strings.TrimSuffix(trimmed[:at], "\n")
	}
	return trimmed
}

// Splitter cuts a document into blocks. It is a value: a copy can be asked for the
// blocks as if the text ended here.
type Splitter struct {
	open   string // source of the open block, a part of the text
	start  int
	fence  fence // set while a fence is open
	info   string
	blank  bool // the last line was blank
	no     int  // how often the parser refused to split open
	retry  int  // no parse below this length of open
	weight int  // of the blocks so far
	parsed *parsedCheck
}

// parsedCheck caches the last parser check.
type parsedCheck struct {
	start, size int
	line        string
	ok          bool
}

// Feed takes the line all[from:to], with its newline if it has one, and returns the
// blocks that it ended. The line must follow the previous one in the same text.
func (s *Splitter) Feed(all string, from, to int) (ended []Block) {
	line := all[from:to]
	switch {
	case s.fence.n > 0:
		s.open = all[s.start:to]
		if s.fence.closedBy(line) {
			ended = s.End()
		}
	case strings.TrimSpace(line) == "":
		if s.open != "" {
			s.open = all[s.start:to]
			s.blank = true
		}
	default:
		ended = s.text(all, from, to)
	}
	return ended
}

// text handles a line that is neither blank nor inside a fence.
func (s *Splitter) text(all string, from, to int) (ended []Block) {
	line := all[from:to]
	f, isFence := fenceOf(line)
	inHTML := strings.HasPrefix(s.open, "<") && !s.blank
	isFence = isFence && (f.indent == 0 || s.open == "") && !inHTML
	isHeading := heading(line) && !inHTML
	if s.open != "" && (isFence || isHeading || s.splits(line)) {
		ended = s.End()
	}
	if s.open == "" {
		s.start = from
	}
	s.open = all[s.start:to]
	s.blank = false
	if isFence {
		s.fence, s.info = f, f.info
	}
	if isHeading && strings.HasSuffix(line, "\n") {
		ended = append(ended, s.End()...)
	}
	return ended
}

// heading reports whether line is a heading of one line, which ends whatever precedes
// it.
func heading(line string) bool {
	rest := strings.TrimLeft(line, "#")
	n := len(line) - len(rest)
	return n >= 1 && n <= 6 && blankAt(rest, 0)
}

// End closes the open block.
func (s *Splitter) End() []Block {
	if s.open == "" {
		return nil
	}
	b := Block{start: s.start, Source: s.open, Fence: s.fence.n > 0, Info: s.info, late: s.late()}
	*s = Splitter{parsed: s.parsed, weight: s.weight + b.weight()}
	return []Block{b}
}

// late reports whether the open block stands beyond what is laid out.
func (s *Splitter) late() bool { return s.weight >= maxDocument }

// splits reports whether line begins a new block. Only a line that follows a blank
// one and is not indented can; in addition, the parser must find the same blocks in
// the two halves as in the whole.
func (s *Splitter) splits(line string) bool {
	switch {
	case !s.blank, line[0] == ' ', line[0] == '\t', line[0] == ':':
		return false
	case listMarker(s.open) && listMarker(line):
		return false
	case len(s.open) > maxBlock, s.late():
		return true
	case len(s.open) < s.retry:
		return false
	case hostile(s.open): // it is drawn as it stands, and parsing it could take long
		return true
	}
	ok := s.check(line)
	if !ok {
		s.no++
	}
	if s.no > 8 { // check ever more rarely, so that refusals stay cheap overall
		s.retry = len(s.open) + len(s.open)/4
	}
	return ok
}

func (s *Splitter) check(line string) bool {
	line = line[:min(len(line), 256)]
	if c := s.parsed; c != nil && c.start == s.start && c.size == len(s.open) && c.line == line {
		return c.ok
	}
	whole := kinds(s.open + line)
	ok := whole == kinds(s.open)+kinds(line)
	s.parsed = &parsedCheck{start: s.start, size: len(s.open), line: line, ok: ok}
	return ok
}

// kinds names the top-level blocks of a document, in order.
func kinds(source string) string {
	return namesOf(parse(source, nil))
}

func namesOf(parent ast.Node) string {
	var b strings.Builder
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		b.WriteString(n.Kind().String())
		b.WriteByte(' ')
	}
	return b.String()
}

func parse(source string, ctx parser.Context) ast.Node {
	if ctx == nil {
		ctx = parser.NewContext()
	}
	return theParser().Parse(gmtext.NewReader([]byte(source)), parser.WithContext(ctx))
}

// theParser is the one parser of all documents: it keeps nothing of them.
var theParser = sync.OnceValue(func() parser.Parser {
	return goldmark.New(goldmark.WithExtensions(extension.Linkify, extension.Table, struck.Through, extension.TaskList, extension.DefinitionList)).Parser()
})

// fence is an opening code fence: n marks, and the spaces before them.
type fence struct {
	mark   byte
	n      int
	indent int
	info   string
}

func fenceOf(line string) (fence, bool) {
	body := strings.TrimLeft(line, " ")
	f := fence{indent: len(line) - len(body)}
	if f.indent > 3 || body == "" || (body[0] != '`' && body[0] != '~') {
		return fence{}, false
	}
	f.mark = body[0]
	f.n = len(body) - len(strings.TrimLeft(body, body[:1]))
	f.info = strings.TrimSpace(body[f.n:])
	if f.n < 3 || f.mark == '`' && strings.Contains(f.info, "`") {
		return fence{}, false
	}
	return f, true
}

// closedBy reports whether line closes the fence.
func (f fence) closedBy(line string) bool {
	body := strings.TrimLeft(line, " ")
	if len(line)-len(body) > 3 {
		return false
	}
	rest := strings.TrimLeft(body, string(f.mark))
	return len(body)-len(rest) >= f.n && strings.TrimSpace(rest) == ""
}

// listMarker reports whether s begins with a bullet or a number of a list, or with
// what may become one; a marker at the end of the text counts.
func listMarker(s string) bool {
	s = strings.TrimLeft(s[:min(len(s), 16)], " ")
	if digits := len(s) - len(strings.TrimLeft(s, "0123456789")); digits > 0 {
		s = s[digits:]
		if digits > 9 || s == "" {
			return digits <= 9
		}
		return (s[0] == '.' || s[0] == ')') && blankAt(s, 1)
	}
	return s != "" && strings.IndexByte("-*+", s[0]) >= 0 && blankAt(s, 1)
}

func blankAt(s string, i int) bool {
	return i >= len(s) || s[i] == ' ' || s[i] == '\t' || s[i] == '\n'
}

// FirstLine returns a text up to its first line break.
func FirstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
