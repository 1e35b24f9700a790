package export

import (
	"net/url"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"parley/store/text/clean"
)

// Untrusted text enters Markdown through this file only. What a person or a
// program wrote is escaped or stands in a fence; what a model wrote as Markdown
// stands in a quotation, where its headings are the quotation's, and its HTML
// and pictures are spelled out.

// inline is a text as plain words in one line.
func inline(s string) string { return escape(strings.Join(strings.Fields(clean.Prose(s)), " ")) }

// escape takes the meaning from the characters that have one inside a line.
func escape(s string) string {
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		switch c {
		case '\\', '`', '*', '[', ']', '<', '~', '|':
			b.WriteByte('\\')
		case '#':
			if i == 0 || s[i-1] == ' ' { // it could end a heading
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

// said is a plain text as a quotation, line for line.
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

// lineEnd is what makes a line end where it does. Not every reader takes a third
// backslash for one.
func lineEnd(line string) string {
	if strings.HasSuffix(line, `\`) {
		return "  "
	}
	return `\`
}

// plainLine is a line that begins no heading, list, quotation, rule or code.
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

// fence is a text that stands as it is, behind marks longer than any in it.
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

// quote puts every line of a text behind a quotation mark.
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

// defuseRounds is how often HTML is looked for: taking some of it out can bring
// other into force.
const defuseRounds = 4

// markdownQuote is Markdown of a model as a quotation; what cannot be made
// harmless stands in a fence.
func markdownQuote(source string, md goldmark.Markdown) string {
	source = clean.Entities(source)
	for range defuseRounds {
		if hostile(source) {
			break
		}
		if !strings.ContainsAny(source, "<[") {
			return quote(source)
		}
		f := inForce(source, md)
		if !f.html && !f.links {
			return quote(source)
		}
		source = f.spellOut(source)
	}
	return quote(fence(source, ""))
}

// force is what in a text would be obeyed: HTML and pictures, and links that do
// more than lead to a page; code says which bytes are code.
type force struct {
	html, links bool
	code        []bool
}

func inForce(source string, md goldmark.Markdown) force {
	f, ctx := force{code: make([]bool, len(source))}, parser.NewContext()
	doc := md.Parser().Parse(text.NewReader([]byte(source)), parser.WithContext(ctx))
	for _, r := range ctx.References() {
		f.links = f.links || !safeLink(string(r.Destination()))
	}
	if err := ast.Walk(doc, f.look); err != nil {
		f.html = true // it only fails if look does, and then nothing is trusted
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
	case *ast.CodeBlock, *ast.FencedCodeBlock:
		for i := range n.Lines().Len() {
			f.protect(n.Lines().At(i))
		}
	case *ast.CodeSpan:
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

// spellOut takes the force from what is not code.
func (f force) spellOut(source string) string {
	var b strings.Builder
	slashes := 0
	for i := range len(source) {
		c := source[i]
		begins := c == '<' || c == '!' && strings.HasPrefix(source[i:], "![") || c == '[' && f.links
		if begins && !f.code[i] && slashes%2 == 0 {
			b.WriteByte('\\')
		}
		if slashes++; c != '\\' {
			slashes = 0
		}
		b.WriteByte(c)
	}
	return b.String()
}

// safeLink says whether a link leads to a page, a person, or a place in a
// document, and does nothing else.
func safeLink(to string) bool {
	u, err := url.Parse(strings.TrimSpace(to))
	return err == nil && (u.Scheme == "" || u.Scheme == "http" || u.Scheme == "https" || u.Scheme == "mailto")
}

// newParser reads the Markdown that models write.
func newParser() goldmark.Markdown {
	return goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.TaskList))
}

// Limits of what is read as Markdown. Beyond them a text stands as it is: some
// short texts take a parser for ever.
const (
	maxSource  = 256 << 10
	maxNesting = 20
	maxMarks   = 5000
)

// hostile says whether a text could hold a parser up.
func hostile(source string) bool {
	if len(source) > maxSource {
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
