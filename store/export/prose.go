package export

import (
	"bytes"
	"html"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/chroma/v2"
	"github.com/microcosm-cc/bluemonday"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"

	"parley/store/text/clean"
	"parley/store/text/lexing"
	"parley/store/text/struck"
)

// prose turns the Markdown of models into HTML: goldmark without raw HTML, then
// bluemonday. HTML and images are spelled out, headings rank below those of the page,
// and code is coloured by classes.
type prose struct {
	md     goldmark.Markdown
	policy *bluemonday.Policy
}

func newProse() *prose {
	p := &prose{policy: newPolicy()}
	p.md = goldmark.New(goldmark.WithExtensions(extension.Table, struck.Through))
	p.md.Renderer().AddOptions(renderer.WithNodeRenderers(util.Prioritized(own{}, 1)))
	return p
}

// newPolicy lists what prose may contain. It forbids everything else.
func newPolicy() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("p", "br", "hr", "em", "strong", "del", "code", "pre", "blockquote", "ul", "ol", "li", "h6",
		"table", "thead", "tbody", "tr", "th", "td", "span")
	p.AllowAttrs("href").OnElements("a")
	p.AllowAttrs("tabindex").Matching(bluemonday.Integer).OnElements("pre")
	p.AllowAttrs("start").Matching(bluemonday.Integer).OnElements("ol")
	p.AllowAttrs("class").Matching(bluemonday.SpaceSeparatedTokens).OnElements("span", "pre", "code")
	p.AllowAttrs("align").Matching(bluemonday.CellAlign).OnElements("th", "td")
	p.AllowURLSchemes("http", "https", "mailto")
	p.AllowRelativeURLs(false)
	p.RequireParseableURLs(true)
	p.RequireNoReferrerOnLinks(true)
	p.RequireNoFollowOnLinks(true)
	return p
}

// write writes Markdown as HTML, or as it is if it cannot be rendered.
func (p *prose) write(out *sticky, source string) {
	if body, ok := p.layout(source); ok {
		out.put("<div class=\"prose\" dir=\"auto\">", body, "</div>\n")
		return
	}
	out.put("<div class=\"plain\" dir=\"auto\">", html.EscapeString(source), "</div>\n")
}

// layout runs goldmark and catches its panics: the appearance of a text is not worth
// a failed export.
func (p *prose) layout(source string) (body string, ok bool) {
	if hostile(source) {
		return "", false
	}
	defer func() {
		if recover() != nil {
			body, ok = "", false
		}
	}()
	if source, ok = numbersKept(source, p.md); !ok {
		return "", false
	}
	var b bytes.Buffer
	if err := p.md.Convert([]byte(source), &b); err != nil {
		return "", false
	}
	// An entity can name a character that was removed from the text.
	return revealHTML(string(p.policy.SanitizeBytes(b.Bytes()))), true
}

// revealHTML is clean.Tame for text that is already markup.
func revealHTML(s string) string {
	var b strings.Builder
	prev := rune(0)
	for at := 0; at < len(s); {
		r, n := utf8.DecodeRuneInString(s[at:])
		one := s[at : at+n]
		at += n
		next, _ := utf8.DecodeRuneInString(s[at:])
		if !clean.Hides(r) || !clean.Belongs(prev, r, next) {
			if seen := clean.Tame(one); seen != one {
				one, r = html.EscapeString(seen), ';'
			}
		}
		prev = r
		b.WriteString(one)
	}
	return b.String()
}

// code writes a text in a fixed-width font, coloured if its language is known.
func (p *prose) code(out *sticky, s, language string) {
	out.put(codeHTML(s, language))
}

func codeHTML(s, language string) string {
	s = strings.TrimSuffix(s, "\n")
	if language == "diff" || language == "patch" {
		return diffHTML(s)
	}
	return "<pre tabindex=\"0\"><code>" + colour(clean.Reveal(s), language) + "</code></pre>\n"
}

// maxColoured is the longest text that is coloured, in bytes.
const maxColoured = 12 << 10

func colour(s, language string) string {
	plain := html.EscapeString(s)
	if language == "" || len(s) > maxColoured {
		return plain
	}
	lexer := lexing.Named(language)
	if lexer == nil {
		return plain
	}
	var b, all strings.Builder
	for _, t := range lexing.Tokens(chroma.Coalesce(lexer), s) {
		all.WriteString(t.Value)
		if class := tokenClass(t.Type); class != "" {
			b.WriteString("<span class=\"" + class + "\">" + html.EscapeString(t.Value) + "</span>")
			continue
		}
		b.WriteString(html.EscapeString(t.Value))
	}
	if strings.TrimSuffix(all.String(), "\n") != strings.TrimSuffix(s, "\n") {
		return plain // a lexer must not change the text that is shown
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// tokenClass is chroma's class for the family of a token, "" for none.
func tokenClass(t chroma.TokenType) string {
	switch {
	case t.InCategory(chroma.Comment):
		return "c"
	case t.InCategory(chroma.Keyword):
		return "k"
	case t.InSubCategory(chroma.LiteralString):
		return "s"
	case t.InSubCategory(chroma.LiteralNumber):
		return "m"
	case t == chroma.NameFunction, t == chroma.NameTag, t == chroma.NameClass:
		return "nf"
	}
	return ""
}

// own renders what goldmark would render differently.
type own struct{}

// RegisterFuncs names the nodes that are rendered here.
func (o own) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindHeading, o.heading)
	r.Register(ast.KindImage, o.image)
	r.Register(ast.KindLink, o.link)
	r.Register(ast.KindRawHTML, o.rawHTML)
	r.Register(ast.KindHTMLBlock, o.htmlBlock)
	r.Register(ast.KindLinkReferenceDefinition, o.block) // as it was written
	r.Register(ast.KindFencedCodeBlock, o.block)
	r.Register(ast.KindCodeBlock, o.block)
}

func (own) heading(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		return ast.WalkContinue, put(w, "<h6>")
	}
	return ast.WalkContinue, put(w, "</h6>\n")
}

// image writes the address and the title of an image, whole, and never loads it.
func (own) image(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		return ast.WalkContinue, put(w, "[picture: ")
	}
	i := n.(*ast.Image)
	return ast.WalkContinue, put(w, " "+html.EscapeString(string(i.Destination))+titled(i.Title)+"]")
}

// link writes the address and the title after the linked words, because the author of the
// words chose them. An address that is neither a web page nor a mailbox does not become a
// link.
func (own) link(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	l := n.(*ast.Link)
	to := string(l.Destination)
	links := safeLink(to)
	if entering {
		if !links {
			return ast.WalkContinue, nil
		}
		return ast.WalkContinue, put(w, "<a href=\""+html.EscapeString(string(util.URLEscape(l.Destination, true)))+"\">")
	}
	after := ""
	if links {
		after = "</a>"
	}
	if to != "" && to != wordsOf(n, source) {
		after += " (" + html.EscapeString(to) + ")"
	}
	return ast.WalkContinue, put(w, after+titled(l.Title))
}

// titled is the title of a link or an image, as it stands behind the address.
func titled(title []byte) string {
	if len(title) == 0 {
		return ""
	}
	return " \"" + html.EscapeString(string(title)) + "\""
}

// wordsOf returns the words below a node.
func wordsOf(n ast.Node, source []byte) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			b.Write(t.Value(source))
			continue
		}
		b.WriteString(wordsOf(c, source))
	}
	return b.String()
}

func (own) rawHTML(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		segments := n.(*ast.RawHTML).Segments
		for i := range segments.Len() {
			at := segments.At(i)
			if err := put(w, html.EscapeString(string(at.Value(source)))); err != nil {
				return ast.WalkStop, err
			}
		}
	}
	return ast.WalkSkipChildren, nil
}

func (own) htmlBlock(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	b := n.(*ast.HTMLBlock)
	if !entering {
		return ast.WalkContinue, nil
	}
	text := linesOf(b, source)
	if b.HasClosure() {
		text += string(b.ClosureLine.Value(source))
	}
	return ast.WalkContinue, put(w, "<pre><code>"+html.EscapeString(text)+"</code></pre>\n")
}

func (own) block(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	language, info := "", ""
	if f, ok := n.(*ast.FencedCodeBlock); ok {
		language = strings.ToLower(string(f.Language(source)))
		if f.Info != nil && !shownAsText(string(f.Info.Value(source))) {
			info = "<p><code>" + html.EscapeString(string(f.Info.Value(source))) + "</code></p>\n" // not a language's name, so part of the text
		}
	}
	return ast.WalkContinue, put(w, info+codeHTML(linesOf(n, source), language))
}

func linesOf(n ast.Node, source []byte) string {
	var b strings.Builder
	for i := range n.Lines().Len() {
		at := n.Lines().At(i)
		b.Write(at.Value(source))
	}
	return b.String()
}

func put(w util.BufWriter, s string) error {
	_, err := w.WriteString(s)
	return err
}
