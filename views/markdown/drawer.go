package markdown

import (
	"bytes"
	"errors"
	"io"
	"strings"

	glamour "charm.land/glamour/v2/ansi"
	"charm.land/lipgloss/v2"
	"charm.land/lipgloss/v2/table"
	"github.com/yuin/goldmark/ast"
	extension "github.com/yuin/goldmark/extension/ast"

	"parley/store/text/numbered"
	"parley/views/text"
)

// errNumber is a number that cannot be told: the text is drawn as it was written.
var errNumber = errors.New("a list's number is not known")

// drawer draws trees of nodes at one width. Glamour lays out the blocks: how wide they
// are, what they inherit, what is before their lines. What is in them is written here,
// since Glamour's own elements pass each text through a template, and for templates
// the linker keeps every exported method of every type
// (docs/decisions/017-no-templates.md).
type drawer struct {
	width  int
	styles glamour.StyleConfig

	layout glamour.RenderContext
	open   glamour.BlockStack // the open blocks; layout has the same, but shows them to nobody

	source []byte
	table  *table.Table
	row    []string // the cells of the open row

	numbers [][]string // of the open lists, without those that were drawn
}

func newDrawer(theme text.Theme, width int) *drawer {
	return &drawer{width: width, styles: markdownStyle(theme), layout: newLayout(width)}
}

// newLayout is where Glamour keeps which blocks are open.
func newLayout(width int) glamour.RenderContext {
	return glamour.NewRenderContext(glamour.Options{WordWrap: width})
}

// draw returns what it draws of a document. A node of another kind is left out, and
// tellsAll sees that it is missing.
func (d *drawer) draw(source []byte, doc ast.Node) (string, error) {
	d.numbers = nil
	if len(d.open) > 0 { // a panic left them open
		d.open, d.layout = nil, newLayout(d.width)
	}
	d.source, d.table, d.row = source, nil, nil
	var out strings.Builder
	if err := d.begin(&out, d.styles.Document, false); err != nil {
		return "", err
	}
	err := ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch {
		case n.Type() == ast.TypeInline && entering:
			d.inline(d.here(), n, bare)
			return ast.WalkSkipChildren, nil
		case n.Type() != ast.TypeBlock:
			return ast.WalkContinue, nil
		case entering:
			return d.enter(n)
		}
		return ast.WalkContinue, d.leave(n)
	})
	if err != nil {
		return "", err
	}
	err = d.end(&out)
	return out.String(), err
}

// here is where the innermost open block is written.
func (d *drawer) here() *bytes.Buffer { return d.open.Current().Block }

// enter begins a block.
func (d *drawer) enter(n ast.Node) (ast.WalkStatus, error) {
	s := &d.styles
	switch n.Kind() {
	case ast.KindHeading:
		return ast.WalkContinue, d.beginText(n, d.headingStyle(n.(*ast.Heading).Level))
	case ast.KindParagraph:
		if n.Parent().Kind() != ast.KindListItem {
			return ast.WalkContinue, d.beginText(n, s.Paragraph)
		}
	case ast.KindBlockquote:
		d.here().WriteByte('\n')
		return ast.WalkContinue, d.begin(d.here(), s.BlockQuote, false)
	case ast.KindList:
		d.here().WriteByte('\n')
		if list := n.(*ast.List); list.IsOrdered() {
			numbers, _, ok := numbered.Of(list, d.source)
			if !ok {
				return ast.WalkStop, errNumber
			}
			d.numbers = append(d.numbers, numbers)
		}
		return ast.WalkContinue, d.begin(d.here(), d.listStyle(n), true)
	case ast.KindListItem:
		d.here().WriteString(d.markOf(n))
	case ast.KindCodeBlock:
		return ast.WalkContinue, d.code(n)
	case ast.KindThematicBreak:
		d.write(d.here(), s.HorizontalRule, bare, s.HorizontalRule.Prefix)
	case extension.KindDefinitionList:
		return ast.WalkContinue, d.begin(d.here(), s.DefinitionList, true)
	case extension.KindDefinitionTerm:
		d.here().WriteByte('\n')
	case extension.KindDefinitionDescription:
		d.here().WriteString(s.DefinitionDescription.BlockPrefix)
	case extension.KindTable:
		d.here().WriteByte('\n')
		d.table = d.newTable(n.(*extension.Table))
	case extension.KindTableCell:
		d.cell(n)
		return ast.WalkSkipChildren, nil
	}
	return ast.WalkContinue, nil
}

// leave ends a block.
func (d *drawer) leave(n ast.Node) error {
	switch n.Kind() {
	case ast.KindHeading:
		return d.endText("")
	case ast.KindParagraph:
		if n.Parent().Kind() != ast.KindListItem {
			return d.endText("\n")
		}
	case ast.KindBlockquote, ast.KindList, extension.KindDefinitionList:
		if list, ok := n.(*ast.List); ok && list.IsOrdered() {
			d.numbers = d.numbers[:len(d.numbers)-1]
		}
		return d.end(d.open.Parent().Block)
	case ast.KindListItem:
		if n.NextSibling() != nil && (n.LastChild() == nil || n.LastChild().Kind() != ast.KindList) {
			d.here().WriteByte('\n')
		}
	case extension.KindDefinitionDescription:
		d.here().WriteByte('\n')
	case extension.KindTableHeader:
		d.table.Headers(d.row...)
		d.row = nil
	case extension.KindTableRow:
		d.table.Row(d.row...)
		d.row = nil
	case extension.KindTable:
		d.here().WriteString(d.table.String() + "\n")
	}
	return nil
}

// begin opens a block within the innermost one.
func (d *drawer) begin(w io.Writer, style glamour.StyleBlock, newline bool) error {
	style.StylePrimitive = d.open.With(style.StylePrimitive)
	e := glamour.BlockElement{Block: &bytes.Buffer{}, Style: style, Margin: true, Newline: newline}
	d.open.Push(e)
	return e.Render(w, d.layout)
}

// end lays out the innermost block.
func (d *drawer) end(w io.Writer) error {
	e := d.open.Current()
	d.open.Pop()
	return e.Finish(w, d.layout)
}

// beginText opens a paragraph or a heading.
func (d *drawer) beginText(n ast.Node, style glamour.StyleBlock) error {
	if n.PreviousSibling() != nil {
		d.here().WriteByte('\n')
	}
	return d.begin(d.here(), style, false)
}

// endText lays out a paragraph or a heading. Its lines break at blanks alone; those of
// Glamour's other blocks break at more.
func (d *drawer) endText(after string) error {
	e, above := d.open.Current(), d.open.Parent().Block
	if len(bytes.TrimSpace(e.Block.Bytes())) > 0 {
		lines := lipgloss.Wrap(e.Block.String(), int(d.open.Width(d.layout)), "")
		margin := glamour.NewMarginWriter(d.layout, above, e.Style)
		if _, err := io.WriteString(margin, lines+after); err != nil {
			return err
		}
		if err := margin.Close(); err != nil {
			return err
		}
	}
	e.Block.Reset()
	e.Margin = false // laid out above
	d.open.Pop()
	return e.Finish(above, d.layout)
}

func (d *drawer) headingStyle(level int) glamour.StyleBlock {
	s := &d.styles
	style := []glamour.StyleBlock{s.H1, s.H2, s.H3, s.H4, s.H5, s.H6}[level-1]
	style.BlockSuffix = s.Heading.BlockSuffix
	return style
}

// listStyle indents a list within a list.
func (d *drawer) listStyle(n ast.Node) glamour.StyleBlock {
	style := d.styles.List.StyleBlock
	for above := n.Parent(); above != nil; above = above.Parent() {
		if above.Kind() == ast.KindList {
			style.Indent = &d.styles.List.LevelIndent
		}
	}
	return style
}

// markOf is what is drawn before a list's item.
func (d *drawer) markOf(n ast.Node) string {
	number, box := "", ""
	if first := n.FirstChild(); first != nil {
		if task, ok := first.FirstChild().(*extension.TaskCheckBox); ok && task.IsChecked {
			box = d.styles.Task.Ticked
		} else if ok {
			box = d.styles.Task.Unticked
		}
	}
	if n.Parent().(*ast.List).IsOrdered() {
		at := len(d.numbers) - 1
		number, d.numbers[at] = d.numbers[at][0]+d.styles.Enumeration.BlockPrefix, d.numbers[at][1:]
	} else if box == "" {
		number = d.styles.Item.BlockPrefix
	}
	return number + box
}

// code draws code, which has no colours where it is not a block of its own.
func (d *drawer) code(n ast.Node) error {
	d.here().WriteByte('\n')
	indented := glamour.NewIndentWriter(d.here(), int(*d.styles.CodeBlock.Margin), nil)
	if _, err := indented.Write(n.Lines().Value(d.source)); err != nil {
		return err
	}
	return indented.Close()
}

// newTable is an empty table as wide as there is room.
func (d *drawer) newTable(n *extension.Table) *table.Table {
	s := d.styles.Table
	border := lipgloss.Border{Top: *s.RowSeparator, Bottom: *s.RowSeparator, Left: *s.ColumnSeparator, Right: *s.ColumnSeparator, Middle: *s.CenterSeparator}
	t := table.New().Width(int(d.open.Width(d.layout))).Wrap(true).Border(border)
	t.BorderTop(false).BorderLeft(false).BorderRight(false).BorderBottom(false)
	return t.StyleFunc(func(_, col int) lipgloss.Style {
		style := lipgloss.NewStyle().Margin(0, 1)
		switch n.Alignments[col] {
		case extension.AlignLeft:
			return style.Align(lipgloss.Left)
		case extension.AlignCenter:
			return style.Align(lipgloss.Center)
		case extension.AlignRight:
			return style.Align(lipgloss.Right)
		}
		return style
	})
}

func (d *drawer) cell(n ast.Node) {
	var b bytes.Buffer
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		d.inline(&b, c, bare)
	}
	d.row = append(d.row, b.String())
}
