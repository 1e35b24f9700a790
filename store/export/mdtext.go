package export

import (
	"net/url"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"parley/store/text/clean"
	"parley/store/text/struck"
)

// Untrusted text enters Markdown only through this file. What a person or a program
// wrote is escaped or fenced. Markdown that a model wrote is quoted: its headings
// belong to the quotation, and its HTML and images are spelled out.

// inline is a text as plain words on one line.
func inline(s string) string { return escape(strings.Join(strings.Fields(clean.Prose(s)), " ")) }

// escape disarms the characters that have a meaning inside a line.
func escape(s string) string {
	var b strings.Builder
	var at address
	for i := range len(s) {
		c := s[i]
		if at.at(s, i) && c == '<' {
			b.WriteString(entity(c))
			continue
		}
		switch c {
		case '\\', '`', '*', '[', ']', '<', '~', '|':
			b.WriteByte('\\')
		case '#':
			if i == 0 || s[i-1] == ' ' { // it could close a heading
				b.WriteByte('\\')
			}
		case '_':
			if i == 0 || i == len(s)-1 || !wordByte(s[i-1]) || !wordByte(s[i+1]) {
				b.WriteByte('\\')
			}
		case '&':
			if i+1 < len(s) && (s[i+1] == '#' || wordByte(s[i+1])) {
				b.WriteByte('\\')
			}
		}
		b.WriteByte(c)
	}
	return b.String()
}

func wordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80
}

// said quotes a plain text line by line.
func said(s string) string {
	lines := strings.Split(strings.TrimRight(clean.Tame(s), "\n"), "\n")
	var b strings.Builder
	for i, line := range lines {
		b.WriteString(">")
		if line = plainLine(line); line != "" {
			b.WriteString(" " + line)
			if i+1 < len(lines) && strings.TrimSpace(lines[i+1]) != "" {
				b.WriteString(lineEnd(line))
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// lineEnd makes a line break. Not every reader takes a third backslash for one.
func lineEnd(line string) string {
	if strings.HasSuffix(line, `\`) {
		return "  "
	}
	return `\`
}

// plainLine is a line that begins no heading, list, quotation, rule or code block.
func plainLine(line string) string {
	if strings.TrimSpace(line) == "" {
		return ""
	}
	line = strings.TrimRight(line, " \t")
	body := strings.TrimLeft(line, " \t")
	lead := line[:len(line)-len(body)]
	lead = strings.NewReplacer(" ", "&nbsp;", "\t", "&nbsp;&nbsp;&nbsp;&nbsp;").Replace(lead)
	digits := len(body) - len(strings.TrimLeft(body, "0123456789"))
	switch {
	case lead != "":
		return lead + escape(body)
	case strings.IndexByte("#+-=>:", body[0]) >= 0:
		return `\` + string(body[0]) + escape(body[1:])
	case digits > 0 && digits < len(body) && (body[digits] == '.' || body[digits] == ')'):
		return body[:digits] + `\` + body[digits:digits+1] + escape(body[digits+1:])
	}
	return escape(body)
}

// fence is a verbatim text in a fence longer than any inside it.
func fence(s, language string) string {
	longest, run := 2, 0
	for i := range len(s) {
		run++
		if s[i] != '`' {
			run = 0
		}
		longest = max(longest, run)
	}
	mark := strings.Repeat("`", longest+1)
	return mark + language + "\n" + strings.TrimSuffix(s, "\n") + "\n" + mark + "\n"
}

// quote puts a quotation mark in front of every line.
func quote(s string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimRight(s, "\n")) {
		if strings.TrimSpace(line) == "" {
			b.WriteString(">\n")
			continue
		}
		b.WriteString("> " + strings.TrimSuffix(line, "\n") + "\n")
	}
	return b.String()
}

// defuseRounds is how often HTML is searched for: removing some of it can activate
// the rest.
const defuseRounds = 6

// markdownQuote quotes the Markdown of a model; what cannot be made harmless is
// fenced. What is looked at is the quotation, as it is written.
func markdownQuote(source string, md goldmark.Markdown) string {
	source = clean.Entities(source)
	plain := quote(fence(source, ""))
	if hostile(source) {
		return plain
	}
	quoted := quote(untabbed(source))
	for range defuseRounds {
		f := inForce(quoted, md)
		if f.unsure {
			return plain
		}
		if len(f.drawn) > 0 {
			quoted = f.undraw(quoted)
			continue
		}
		if spelled := f.spellOut(quoted); spelled != quoted {
			quoted = spelled
			continue
		}
		if kept, ok := numbersKept(f.keepAlone(quoted), md); ok {
			return kept
		}
		return plain
	}
	return plain
}

// force is what a reader would obey in a text: HTML, images, and links that do more
// than lead to a page. code marks the bytes that are code.
type force struct {
	source      string
	html, links bool
	unsure      bool // not all viewers may see the same code in it
	code        []bool
	drawn       []text.Segment // the languages of code that a viewer may draw
	alone       []int          // each single ~, which viewers take for a mark
}

func inForce(source string, md goldmark.Markdown) force {
	f, ctx := force{source: source, code: make([]bool, len(source))}, parser.NewContext()
	doc := md.Parser().Parse(text.NewReader([]byte(source)), parser.WithContext(ctx))
	for _, r := range ctx.References() {
		f.links = f.links || !safeLink(string(r.Destination()))
	}
	f.alone = struck.Alone(ctx)
	if err := ast.Walk(doc, f.look); err != nil {
		f.html = true // this fails only if look does, and then nothing is trusted
	}
	return f
}

func (f *force) look(n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	switch n := n.(type) {
	case *ast.RawHTML, *ast.HTMLBlock, *ast.Image:
		f.html = true
	case *ast.Link:
		f.links = f.links || !safeLink(string(n.Destination))
	case *ast.FencedCodeBlock:
		if n.Info != nil && !shownAsText(string(n.Info.Value([]byte(f.source)))) {
			f.drawn = append(f.drawn, n.Info.Segment)
		}
		for i := range n.Lines().Len() {
			f.protect(n.Lines().At(i))
		}
	case *ast.CodeBlock:
		f.unsure = f.unsure || f.beside(n.Lines())
		for i := range n.Lines().Len() {
			f.protect(n.Lines().At(i))
		}
	case *ast.CodeSpan:
		f.unsure = f.unsure || f.broken(n)
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			if t, ok := c.(*ast.Text); ok {
				f.protect(t.Segment)
			}
		}
	}
	return ast.WalkContinue, nil
}

func (f *force) protect(s text.Segment) {
	for i := s.Start; i < s.Stop && i < len(f.code); i++ {
		f.code[i] = true
	}
}

// keepAlone keeps each single ~ from striking anything through. In an address that a viewer makes a
// link of by itself, a backslash would be a part of it, and nothing there is struck through.
func (f force) keepAlone(source string) string {
	at := slices.Clone(f.alone)
	slices.Sort(at)
	for _, i := range slices.Backward(slices.Compact(at)) {
		word := source[strings.LastIndexAny(source[:i], " \t\n")+1 : i]
		slashes := i - len(strings.TrimRight(source[:i], `\`))
		if slashes%2 == 0 && !strings.Contains(word, "://") && !strings.HasPrefix(word, "www.") {
			source = source[:i] + `\` + source[i:]
		}
	}
	return source
}

// undraw makes code that a viewer may draw code of no language. How its fence began is the first
// line of what is in it, so nothing that was written is lost.
func (f force) undraw(source string) string {
	for _, s := range slices.Backward(f.drawn) {
		begin, end := strings.LastIndexByte(source[:s.Start], '\n')+1, len(source)
		if i := strings.IndexByte(source[s.Stop:], '\n'); i >= 0 {
			end = s.Stop + i
		}
		marks := len(strings.TrimRight(strings.TrimRight(source[begin:s.Start], " \t"), "`~"))
		line := inside(source[begin:begin+marks]) + source[begin+marks:s.Stop]
		source = source[:s.Start] + source[s.Stop:end] + "\n" + line + source[end:]
	}
	return source
}

// inside is what a later line of a quotation or a list's item begins with, where its first one begins
// with mark. A blank behind a > belongs to it.
func inside(mark string) string {
	var b strings.Builder
	for i, r := range mark {
		switch {
		case r == '\t' || r == '>' && strings.HasPrefix(mark[i:], "> "):
			b.WriteRune(r)
		case r == '>':
			b.WriteString("> ")
		default:
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// drawn are languages whose code some viewers draw, and load for it what the code names.
var drawn = []string{
	"abc", "actdiag", "blockdiag", "bytefield", "chart", "chartjs", "csv-table", "d2", "dataview", "dataviewjs", "dbml", "diagramsnet", "ditaa", "dot", "drawio",
	"echarts", "embed", "erd", "excalidraw", "flow", "flowchart", "geojson", "gnuplot", "graph", "graphviz", "html-preview", "iframe", "image", "katex", "kroki",
	"latex-preview", "markmap", "math", "mermaid", "mindmap", "nomnoml", "nwdiag", "pikchr", "plantuml", "plotly", "puml", "query", "seqdiag", "sequence",
	"stl", "structurizr", "svg", "svgbob", "tikz", "topojson", "uml", "vega", "vega-lite", "viz", "wavedrom", "wireviz",
}

// shownAsText reports whether a viewer shows code in a language as it is written: the words
// after a fence name a language, and give the viewer no orders.
func shownAsText(info string) bool {
	plain := strings.IndexFunc(info, func(r rune) bool {
		return r > 0x7f || !wordByte(byte(r)) && !strings.ContainsRune("+#-._", r)
	}) < 0
	return plain && !slices.Contains(drawn, strings.ToLower(info))
}

// safeLink reports whether a link leads to a page, a person or a place in a document,
// and does nothing else.
func safeLink(to string) bool {
	u, err := url.Parse(strings.TrimSpace(to))
	return err == nil && (u.Scheme == "" || u.Scheme == "http" || u.Scheme == "https" || u.Scheme == "mailto")
}

// newParser reads the Markdown that models write.
func newParser() goldmark.Markdown {
	return goldmark.New(goldmark.WithExtensions(extension.Table, struck.Through, extension.TaskList))
}

// Limits of what is parsed as Markdown. Beyond them the text is written as it is:
// some short texts keep a parser busy for ever.
const (
	maxSource  = 256 << 10
	maxNesting = 20
	maxMarks   = 5000
)

// hostile reports whether a text could hold up a parser.
func hostile(source string) bool {
	if len(source) > maxSource || clean.Sought(source) > clean.MostSought {
		return true
	}
	marks := 0
	for line := range strings.Lines(source) {
		body := strings.TrimLeft(line, " \t>-*+0123456789.)")
		lead := line[:len(line)-len(body)]
		depth := strings.Count(lead, ">") + strings.Count(lead, "\t")*2 + strings.Count(lead, " ")/2
		if strings.Trim(line, "-*+ \t\n") != "" {
			depth += strings.Count(lead, "-") + strings.Count(lead, "*") + strings.Count(lead, "+")
		}
		if depth > 2*maxNesting {
			return true
		}
		for i := range len(line) {
			if strings.IndexByte("*_[~`<|&!", line[i]) >= 0 {
				marks++
			}
		}
	}
	return marks > maxMarks
}
