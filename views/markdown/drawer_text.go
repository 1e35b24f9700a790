package markdown

import (
	"bytes"

	glamour "charm.land/glamour/v2/ansi"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/yuin/goldmark/ast"
	extension "github.com/yuin/goldmark/extension/ast"

	"parley/views/text"
)

// bare is a style that adds nothing.
var bare glamour.StylePrimitive

// inline draws what is in a text, in the style of the block and, over it, that of what it
// is within. Code and links have a style of their own throughout.
func (d *drawer) inline(w *bytes.Buffer, n ast.Node, over glamour.StylePrimitive) {
	switch n := n.(type) {
	case *ast.Text:
		d.write(w, bare, over, string(n.Segment.Value(d.source)))
	case *extension.Strikethrough:
		struck := d.styles.Strikethrough
		d.write(w, struck, over, struck.Prefix+d.wordsOf(n)+struck.Suffix)
	case *ast.CodeSpan:
		code := d.styles.Code.StylePrimitive
		d.write(w, code, bare, code.Prefix+d.wordsOf(n)+code.Suffix)
	case *ast.Emphasis:
		style := d.styles.Emph
		if n.Level > 1 {
			style = d.styles.Strong
		}
		over = under(style, over)
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			d.inline(w, c, over)
		}
	case *ast.Link:
		d.link(w, n)
	case *ast.AutoLink:
		address := string(n.URL(d.source))
		begins, ends := leading(address)
		d.write(w, d.styles.Link, bare, begins+address+ends)
	}
}

// wordsOf is the text that a node consists of.
func (d *drawer) wordsOf(n ast.Node) string {
	var b bytes.Buffer
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if c, ok := c.(*ast.Text); ok {
			b.Write(c.Segment.Value(d.source))
		}
	}
	return b.String()
}

// noAddress is the address of a link whose text alone is drawn.
const noAddress = "#"

// link draws the words of a link, and its address.
func (d *drawer) link(w *bytes.Buffer, n *ast.Link) {
	address := string(n.Destination)
	begins, ends := leading(address)
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if c.Kind() == ast.KindCodeSpan {
			var code bytes.Buffer
			d.inline(&code, c, bare)
			d.write(w, d.styles.LinkText, bare, begins+code.String()+ends)
			continue
		}
		w.WriteString(begins)
		d.inline(w, c, d.styles.LinkText)
		w.WriteString(ends)
	}
	if address != noAddress {
		d.write(w, bare, bare, " ")
		d.write(w, d.styles.Link, bare, begins+address+ends)
	}
}

// leading are the marks around words that lead to an address.
func leading(address string) (begins, ends string) {
	if address == noAddress {
		return "", ""
	}
	return text.BeginLink(address), text.EndLink()
}

// under is a style with another one over it.
func under(style, over glamour.StylePrimitive) glamour.StylePrimitive {
	return glamour.BlockStack{{Style: glamour.StyleBlock{StylePrimitive: style}}}.With(over)
}

// write writes a text in a style of the innermost block, with another one over it.
func (d *drawer) write(w *bytes.Buffer, style, over glamour.StylePrimitive, s string) {
	if s == "" {
		return
	}
	style = under(d.open.With(style), over)
	var out ansi.Style
	if style.Color != nil {
		out = out.ForegroundColor(lipgloss.Color(*style.Color))
	}
	if style.BackgroundColor != nil {
		out = out.BackgroundColor(lipgloss.Color(*style.BackgroundColor))
	}
	if is(style.Underline) {
		out = out.Underline(true)
	}
	if is(style.Bold) {
		out = out.Bold()
	}
	if is(style.Italic) {
		out = out.Italic(true)
	}
	if is(style.CrossedOut) {
		out = out.Strikethrough(true)
	}
	w.WriteString(out.Styled(s))
}

func is(b *bool) bool { return b != nil && *b }
