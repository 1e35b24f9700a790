package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
)

// documentPages are the pages of the documents in a folder: parley-forms.7 of forms.md.
func documentPages(dir string, e edition) ([]page, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.md"))
	if err != nil {
		return nil, err
	}
	var pages []page
	for _, name := range names {
		source, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		base := strings.TrimSuffix(filepath.Base(name), ".md")
		pages = append(pages, page{"parley-" + base + ".7", documentPage("parley-"+base, source, e)})
	}
	return pages, nil
}

func parse(source []byte) ast.Node {
	return goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough)).Parser().Parse(text.NewReader(source))
}

// documentPage is a document as a manual page. Its first heading is the summary.
func documentPage(name string, source []byte, e edition) string {
	doc, d := parse(source), document{source: source}
	first := doc.FirstChild()
	summary := name
	if h, is := first.(*ast.Heading); is && h.Level == 1 {
		summary, first = d.plain(h), first.NextSibling()
	}
	d.begin(name, "7", summary, e)
	if _, is := first.(*ast.Heading); first != nil && !is {
		d.section("Description")
	}
	for n := first; n != nil; n = n.NextSibling() {
		d.block(n)
	}
	return d.page()
}

// document writes a document.
type document struct {
	roff
	source []byte
}

func (d *document) block(n ast.Node) {
	switch n := n.(type) {
	case *ast.Heading:
		if n.Level <= 2 {
			d.section(d.plain(n))
		} else {
			d.WriteString(".SS " + quote(d.plain(n)) + "\n")
		}
	case *ast.Paragraph:
		d.WriteString(".PP\n")
		d.line(d.inlines(n))
	case *ast.TextBlock:
		d.line(d.inlines(n))
	case *ast.CodeBlock, *ast.FencedCodeBlock:
		d.verbatim(string(n.Lines().Value(d.source)))
	case *ast.List:
		d.list(n)
	case *ast.Blockquote:
		d.WriteString(".RS 4\n")
		d.blocks(n)
		d.WriteString(".RE\n")
	case *east.Table:
		d.table(n)
	}
}

func (d *document) blocks(n ast.Node) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		d.block(c)
	}
}

func (d *document) list(n *ast.List) {
	number := n.Start
	for item := n.FirstChild(); item != nil; item = item.NextSibling() {
		mark := `\(bu`
		if n.IsOrdered() {
			mark, number = strconv.Itoa(number)+".", number+1
		}
		d.WriteString(".IP " + mark + " 4\n")
		for c := item.FirstChild(); c != nil; c = c.NextSibling() {
			if _, is := c.(*ast.List); !is {
				if p, is := c.(*ast.Paragraph); is && c.PreviousSibling() == nil {
					d.line(d.inlines(p)) // on the line of the mark
					continue
				}
				d.block(c)
				continue
			}
			d.WriteString(".RS 4\n")
			d.block(c)
			d.WriteString(".RE\n")
		}
	}
	d.WriteString(".PP\n")
}

// table writes each row as an entry: its first cell, and below it the others, with what
// stands above them where they are several. Tables as such are too wide for a terminal.
func (d *document) table(n *east.Table) {
	var heads []string
	for c := n.FirstChild().FirstChild(); c != nil; c = c.NextSibling() {
		heads = append(heads, d.inlines(c))
	}
	for row := n.FirstChild().NextSibling(); row != nil; row = row.NextSibling() {
		d.WriteString(".TP\n")
		d.line(d.inlines(row.FirstChild()))
		i, begun := 0, false
		for c := row.FirstChild().NextSibling(); c != nil; c = c.NextSibling() {
			i++
			cell := d.inlines(c)
			if cell == "" {
				continue
			}
			if begun {
				d.WriteString(".br\n")
			}
			begun = true
			if len(heads) > 2 && heads[i] != "" {
				cell = italic(heads[i]) + ": " + cell
			}
			d.line(cell)
		}
	}
	d.WriteString(".PP\n")
}

// plain is the text of a node without its marks.
func (d *document) plain(n ast.Node) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, enter bool) (ast.WalkStatus, error) { // the function returns no error
		switch n := n.(type) {
		case *ast.Text:
			if enter {
				b.Write(n.Segment.Value(d.source))
				if n.SoftLineBreak() {
					b.WriteByte(' ')
				}
			}
		case *ast.String:
			if enter {
				b.Write(n.Value)
			}
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// inlines are the words of a node with their marks.
func (d *document) inlines(n ast.Node) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Text:
			b.WriteString(escape(unescaped(string(c.Segment.Value(d.source)))))
			if c.SoftLineBreak() || c.HardLineBreak() {
				b.WriteByte('\n')
			}
		case *ast.String:
			b.WriteString(escape(string(c.Value)))
		case *ast.CodeSpan:
			b.WriteString(bold(escape(d.plain(c))))
		case *ast.Emphasis:
			if c.Level == 1 {
				b.WriteString(italic(d.inlines(c)))
			} else {
				b.WriteString(bold(d.inlines(c)))
			}
		case *ast.AutoLink:
			b.WriteString(escape(string(c.URL(d.source))))
		case *ast.Link:
			b.WriteString(d.link(c))
		case *ast.Image:
			b.WriteString("[" + escape(d.plain(c)) + "]")
		case *ast.RawHTML: // line breaks in tables, and nothing else
			b.WriteByte(' ')
		default:
			b.WriteString(d.inlines(c))
		}
	}
	return b.String()
}

// link is the text of a link, and the page or address that it leads to.
func (d *document) link(n *ast.Link) string {
	to, words := string(n.Destination), d.inlines(n)
	file, _, _ := strings.Cut(to, "#")
	base, is := strings.CutSuffix(strings.TrimPrefix(file, "docs/"), ".md")
	switch {
	case strings.Contains(to, "://"):
		return fmt.Sprintf("%s <%s>", words, escape(to))
	case file == "" || !is || strings.Contains(base, "/"): // here, or in the sources only
		return words
	}
	manual := bold(escape("parley-"+base)) + "(7)"
	if strings.HasSuffix(d.plain(n), ".md") {
		return manual
	}
	return words + " (" + manual + ")"
}

// unescaped is text without Markdown's backslashes.
func unescaped(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && strings.ContainsRune("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", rune(s[i+1])) {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// exitStatuses are the rows of the table of exit statuses in the README, as roff.
func exitStatuses(readme []byte) (rows [][2]string, err error) {
	d := document{source: readme}
	for n := parse(readme).FirstChild(); n != nil; n = n.NextSibling() {
		table, is := n.(*east.Table)
		if !is || d.plain(table.FirstChild().FirstChild()) != "exit status" {
			continue
		}
		for row := table.FirstChild().NextSibling(); row != nil; row = row.NextSibling() {
			rows = append(rows, [2]string{d.inlines(row.FirstChild()), d.inlines(row.LastChild())})
		}
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("the README has no table of exit statuses")
	}
	return rows, nil
}
