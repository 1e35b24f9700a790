package markdown

import (
	"html"
	"net/url"
	"strings"

	"github.com/yuin/goldmark/ast"
	extension "github.com/yuin/goldmark/extension/ast"
	gmtext "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"parley/views/text"
)

// A drawer knows nothing of raw HTML, of the titles of links, of definitions, of
// addresses that are not URLs, of anything nested in struck-out text. So before it
// draws, the tree is rewritten into texts: whatever a node says is appended to the
// source, and nodes that would be drawn only in part are replaced by such texts.

// What stands for others until the lines are laid out; no cleaned text contains them.
const (
	heldBlank = "\ufdd2" // beside code, where no line may be broken
	heldBar   = "\ufdd3" // each of the two cells before a quotation, which Glamour counts as one whatever they contain
)

// teller makes the tree say everything that the source says.
type teller struct {
	source []byte // the parsed source, followed by the texts that were written out
	given  int    // up to here it is definitions from elsewhere
	breaks bool   // keep line breaks within paragraphs
	table  bool   // within a cell, where an address goes beside its text
	link   bool   // within a link
	theme  text.Theme

	silent []string // labels and languages, which say nothing
}

func (t *teller) blocks(parent ast.Node) {
	for n := parent.FirstChild(); n != nil; {
		next := n.NextSibling()
		switch n := n.(type) {
		case *ast.HTMLBlock:
			parent.ReplaceChild(parent, n, t.paragraph(strings.TrimRight(htmlOf(n, t.source), "\n")))
		case *ast.LinkReferenceDefinition:
			t.definition(parent, n)
		case *ast.FencedCodeBlock:
			t.fence(parent, n)
		case *ast.CodeBlock:
			n.SetLines(t.code("", n.Lines()))
		case *extension.TableCell:
			t.table = true
			t.inlines(n)
			t.table = false
		default:
			if n.FirstChild() != nil && n.FirstChild().Type() == ast.TypeInline {
				t.inlines(n)
			} else {
				t.blocks(n)
			}
		}
		n = next
	}
}

func (t *teller) paragraph(literal string) ast.Node {
	p := ast.NewParagraph()
	p.AppendChild(p, t.literal(literal))
	return p
}

// definition is drawn where it stands: its label and its title are shown nowhere
// else.
func (t *teller) definition(parent ast.Node, n *ast.LinkReferenceDefinition) {
	if n.Lines().Len() == 0 || n.Pos() < t.given {
		return
	}
	said := strings.TrimRight(string(n.Lines().Value(t.source)), " \n")
	before, ok := n.PreviousSibling().(*definitionLines)
	if !ok {
		before = &definitionLines{Paragraph: ast.NewParagraph()}
		parent.InsertBefore(parent, n, before)
	} else {
		said = "\n" + said
	}
	before.AppendChild(before, t.literal(said))
	parent.RemoveChild(parent, n)
}

// definitionLines is a paragraph of definitions, one per line.
type definitionLines struct{ *ast.Paragraph }

// fence is code whose opening line is drawn if it says more than a language.
func (t *teller) fence(parent ast.Node, n *ast.FencedCodeBlock) {
	head := ""
	if n.Info != nil {
		info := strings.TrimSpace(string(n.Info.Segment.Value(t.source)))
		if isLanguage(info) {
			t.silent = append(t.silent, info)
		} else {
			head = "```" + info + "\n"
		}
	}
	code := ast.NewCodeBlock()
	code.SetLines(t.code(head, n.Lines()))
	code.SetBlankPreviousLines(n.HasBlankPreviousLines())
	parent.ReplaceChild(parent, n, code)
}

func (t *teller) code(head string, lines *gmtext.Segments) *gmtext.Segments {
	out := gmtext.NewSegments()
	if body := head + string(lines.Value(t.source)); body != "" {
		out.Append(t.write(body))
	}
	return out
}

func (t *teller) inlines(parent ast.Node) {
	for n := parent.FirstChild(); n != nil; {
		next := n.NextSibling()
		t.inline(parent, n)
		n = next
	}
}

func (t *teller) inline(parent, n ast.Node) {
	switch n := n.(type) {
	case *ast.Text:
		if said := string(n.Segment.Value(t.source)); n.SoftLineBreak() || n.HardLineBreak() || strings.ContainsAny(said, `\&`) {
			parent.ReplaceChild(parent, n, t.literal(decoded(said)+t.lineEnd(n)))
		}
	case *ast.String:
		parent.ReplaceChild(parent, n, t.literal(string(n.Value)))
	case *ast.CodeSpan:
		code := t.oneText(n, t.lines)
		n.RemoveChildren(n)
		n.AppendChild(n, t.literal(code))
	case *ast.RawHTML:
		parent.ReplaceChild(parent, n, t.literal(t.lines(string(n.Segments.Value(t.source)))))
	case *ast.AutoLink:
		if mail := "mailto:" + string(n.Label(t.source)); n.AutoLinkType == ast.AutoLinkEmail && t.leads([]byte(mail)) {
			t.lead(parent, n, mail)
			parent.ReplaceChild(parent, n, t.literal(string(n.Label(t.source))))
			return
		}
		if t.table || t.link || !urlShown(string(n.URL(t.source))) {
			parent.ReplaceChild(parent, n, t.literal(string(n.Label(t.source))))
		}
	case *ast.Link:
		t.linked(parent, n)
	case *ast.Image:
		t.inlines(n)
		parent.InsertBefore(parent, n, t.literal("Image: "))
		if t.leads(n.Destination) && n.FirstChild() != nil {
			t.led(parent, n, n.Destination, n.Title)
			t.unwrap(parent, n)
			parent.RemoveChild(parent, n)
			return
		}
		t.unwrap(parent, n)
		t.address(parent, n, n.Destination, n.Title)
		parent.RemoveChild(parent, n)
	case *extension.Strikethrough:
		t.struck(parent, n)
	default:
		t.inlines(n)
	}
}

func (t *teller) linked(parent ast.Node, n *ast.Link) {
	if n.Reference != nil && n.Reference.Type == ast.ReferenceLinkFull {
		t.silent = append(t.silent, string(n.Reference.Value))
	}
	within := t.link
	t.link = true
	t.inlines(n)
	t.link = within
	if t.leads(n.Destination) && n.FirstChild() != nil {
		t.led(parent, n, n.Destination, n.Title)
		if t.table {
			t.unwrap(parent, n)
			parent.RemoveChild(parent, n)
			return
		}
		n.Destination = []byte(noAddress)
		return
	}
	if t.table {
		t.unwrap(parent, n)
		t.address(parent, n, n.Destination, n.Title)
		parent.RemoveChild(parent, n)
		return
	}
	title := n.Title
	if !urlShown(string(n.Destination)) {
		t.address(parent, after(parent, n), n.Destination, title)
		n.Destination, title = []byte(noAddress), nil
	}
	t.address(parent, after(parent, n), nil, title)
}

// after is a text after n, for others to be put before.
func after(parent, n ast.Node) ast.Node {
	mark := ast.NewTextSegment(gmtext.NewSegment(0, 0))
	parent.InsertAfter(parent, n, mark)
	return mark
}

// address writes an address and a title before a node, each after a blank.
func (t *teller) address(parent, before ast.Node, destination, title []byte) {
	if len(destination) > 0 {
		said := string(destination)
		parent.InsertBefore(parent, before, t.literal(" "))
		if t.table || t.link || !urlShown(said) {
			parent.InsertBefore(parent, before, t.literal(said))
		} else {
			parent.InsertBefore(parent, before, ast.NewAutoLink(ast.AutoLinkURL, ast.NewTextSegment(t.write(said))))
		}
	}
	if len(title) > 0 {
		parent.InsertBefore(parent, before, t.literal(` "`+t.lines(string(title))+`"`))
	}
}

// struck text is drawn as one text; if it contains more, it keeps its
// marks.
func (t *teller) struck(parent ast.Node, n *extension.Strikethrough) {
	plain := true
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		plain = plain && c.Kind() == ast.KindText
	}
	if plain {
		said := t.oneText(n, decoded)
		n.RemoveChildren(n)
		n.AppendChild(n, t.literal(said))
		return
	}
	t.inlines(n)
	parent.InsertBefore(parent, n, t.literal("~~"))
	t.unwrap(parent, n)
	parent.ReplaceChild(parent, n, t.literal("~~"))
}

// unwrap moves the children of a node before it.
func (t *teller) unwrap(parent, n ast.Node) {
	for c := n.FirstChild(); c != nil; c = n.FirstChild() {
		parent.InsertBefore(parent, n, c)
	}
}

// oneText joins the texts directly below a node, each passed through read.
func (t *teller) oneText(parent ast.Node, read func(string) string) string {
	var b strings.Builder
	for c := parent.FirstChild(); c != nil; c = c.NextSibling() {
		if c, ok := c.(*ast.Text); ok {
			b.WriteString(read(string(c.Segment.Value(t.source))) + t.lineEnd(c))
		}
	}
	return b.String()
}

// lineEnd is what a line break is drawn as.
func (t *teller) lineEnd(n *ast.Text) string {
	switch {
	case n.HardLineBreak(), n.SoftLineBreak() && t.breaks:
		return "\n"
	case n.SoftLineBreak():
		return " "
	}
	return ""
}

// lines is a literal text of a paragraph; its line breaks become blanks unless they
// are kept.
func (t *teller) lines(s string) string {
	if t.breaks {
		return s
	}
	return strings.ReplaceAll(s, "\n", " ")
}

// literal is a text that is drawn as it is.
func (t *teller) literal(s string) *ast.Text { return ast.NewTextSegment(t.write(s)) }

func (t *teller) write(s string) gmtext.Segment {
	from := len(t.source)
	t.source = append(t.source, s...)
	return gmtext.NewSegment(from, len(t.source))
}

// decoded resolves the backslash escapes and entities in a text.
func decoded(s string) string {
	if !strings.ContainsAny(s, `\&`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		switch {
		case s[i] == '\\' && i+1 < len(s) && util.IsPunct(s[i+1]):
			b.WriteByte(s[i+1])
			i += 2
		case s[i] == '&' && entityEnd(s[i:]) > 0:
			n := entityEnd(s[i:])
			b.WriteString(html.UnescapeString(s[i : i+n]))
			i += n
		default:
			b.WriteByte(s[i])
			i++
		}
	}
	return b.String()
}

// entityEnd is the length in bytes of an entity at the start of s, 0 if there is none: a whole name that
// is one, or a number, and nothing that only begins so.
func entityEnd(s string) int {
	const longest = 40
	n := strings.IndexByte(s[:min(len(s), longest)], ';') + 1
	if n < 3 {
		return 0
	}
	name := s[1 : n-1]
	number, is := strings.CutPrefix(name, "#")
	digits, most := "0123456789", 7
	if hex := strings.TrimLeft(number, "xX"); is && len(hex) == len(number)-1 {
		number, digits, most = hex, digits+"abcdefABCDEF", 6
	}
	switch _, known := util.LookUpHTML5EntityByName(name); {
	case is && number != "" && len(number) <= most && strings.Trim(number, digits) == "", known:
		return n
	}
	return 0
}

// urlShown reports whether an address is drawn as one: a relative one, or what is not a
// URL, is a text.
func urlShown(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.IsAbs() && !strings.Contains(address, `\`)
}

// htmlOf is a block of HTML as written, with the line that closes it.
func htmlOf(n *ast.HTMLBlock, source []byte) string {
	written := string(n.Lines().Value(source))
	if n.HasClosure() {
		written += string(n.ClosureLine.Value(source))
	}
	return written
}
