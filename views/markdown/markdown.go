// Package markdown draws Markdown, whole or while it streams in, so that nothing in
// its source vanishes, however hostile it is.
package markdown

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/yuin/goldmark/parser"
	gmtext "github.com/yuin/goldmark/text"

	"parley/store/text/clean"
	"parley/views/text"
)

// Limits of what is drawn as Markdown. Beyond them text is drawn as it is, so that no
// input, however hostile, holds up the screen.
const (
	maxDocument  = 512 << 10 // weight of a document; blocks that begin beyond it are drawn as they are
	maxBlock     = 64 << 10  // bytes of a block
	maxOpen      = 8 << 10   // bytes of a growing block
	maxLines     = 1000      // lines of a block
	maxNesting   = 20        // nested quotations and lists
	maxMarks     = 2500      // characters with a meaning in one block
	maxAddresses = 1000      // addresses in one block
	MaxHighlight = 12 << 10  // bytes of code that are coloured
	maxDefs      = 200       // link definitions of a document
)

// Markdown draws documents at one width in one theme. It is for one goroutine.
// Use NewMarkdown.
type Markdown struct {
	theme  text.Theme
	width  int // of prose
	whole  int // of code, changes and tables
	parser parser.Parser
	drawer *drawer             // nil if everything is drawn plainly
	within map[int]*Markdown   // for what is beside the marks of lists, by width
	items  map[string][]string // drawn list items
	inItem bool
	styles *CodeStyles // of code, once needed
	ground *ground     // of plain code; nil until it is needed

	wide      *drawer // for tables that do not fit
	wideWidth int

	breaks bool      // keep the line breaks of paragraphs
	marks  bool      // code that goes on in the next row does so behind a mark
	kept   *Markdown // the same renderer, with breaks
	tables *Markdown // for what may be wider than prose

	narrower map[int]*drawer // for text wider than a drawer counts

	arrived *Stream // see Arrived
	source  string  // its text, as it arrived

	given int    // the width that it was made for
	later *later // nil: everything is laid out at once
}

// New returns a renderer for lines of at most width cells.
func New(theme text.Theme, width int) *Markdown {
	prose := min(width, text.TextWidth(theme.Fit(width+len(text.Margin)+1)))
	m := within(theme, prose, width)
	m.given = width
	return m
}

// within returns a renderer for prose of one width, and for wider content of another.
func within(theme text.Theme, prose, whole int) *Markdown {
	m := &Markdown{theme: theme, width: max(prose, 1), whole: max(whole, prose, 1)}
	if prose < text.MinWidth {
		return m
	}
	m.parser, m.drawer = theParser(), newDrawer(theme, prose)
	return m
}

// wider is the renderer for what may use the whole width.
func (m *Markdown) wider() *Markdown {
	if m.width == m.whole {
		return m
	}
	if m.tables == nil {
		m.tables = within(m.theme, m.whole, m.whole)
		m.tables.inItem, m.tables.breaks = m.inItem, m.breaks
	}
	return m.tables
}

// keeping is the renderer that keeps the line breaks of paragraphs.
func (m *Markdown) keeping() *Markdown {
	if m.kept == nil {
		m.kept = within(m.theme, m.width, m.whole)
		m.kept.breaks, m.kept.marks = true, true
	}
	return m.kept
}

// Width is the width that the renderer has for prose.
func (m *Markdown) Width() int { return m.width }

// Draw returns the lines of a whole document. A finished Stream with the same text
// shows the same lines.
func (m *Markdown) Draw(text string) []string {
	if m.later != nil && Long(len(text)) {
		return m.drawOff(text)
	}
	s := NewStream(m, "")
	s.Append(text)
	s.Finish()
	return s.Lines()
}

// Arrived lets TakeArrived return what s drew of source as it arrived, so that a long
// response isn't laid out a second time once it is on record. s must be finished.
func (m *Markdown) Arrived(s *Stream, source string) { m.arrived, m.source = s, source }

// TakeArrived returns the lines of a source behind a margin if they are those of the
// stream that arrived last, once.
func (m *Markdown) TakeArrived(source, margin string) ([]string, bool) {
	s := m.arrived
	if s == nil || s.Markdown != m || s.Margin != margin || m.source != source {
		return nil, false
	}
	m.arrived, m.source = nil, ""
	return slices.Clip(s.Lines()), true
}

// plainly reports whether a block is drawn as it is.
func (m *Markdown) plainly(b Block) bool {
	return m.drawer == nil || b.late || len(b.Source) > maxBlock || hostile(b.Source)
}

// block draws one finished block, with the link definitions it uses.
func (m *Markdown) block(b Block, defs string) []string {
	if clean.Spells() && !b.Fence { // Glamour does not know how wide that is
		b.Source, defs = clean.Spell(b.Source), clean.Spell(defs)
	}
	switch {
	case b.Fence && b.late:
		return append(m.fenceHead(b), m.code(b.Body(), "")...)
	case b.Fence:
		return append(m.fenceHead(b), m.code(b.Body(), b.Info)...)
	case m.plainly(b):
		return plain(b.Source, m.width)
	}
	if wide := m.wider(); wide != m && isTable(b.Source) {
		return wide.block(b, defs)
	}
	if lines, ok := m.lists(b.Source, defs); ok {
		return lines
	}
	lines, ok := m.layout(b.Source, defs)
	if !ok {
		return plain(b.Source, m.width)
	}
	return lines
}

// layout draws one block with a drawer. A panic is caught: drawing a text must not crash the program.
func (m *Markdown) layout(source, defs string) (lines []string, ok bool) {
	if head, table, both := beforeTable(source); both {
		lines, ok = m.layout(head, defs)
		below, okBelow := m.layout(table, defs)
		return append(append(lines, ""), below...), ok && okBelow
	}
	table := isTable(source)
	lines, silent, ok := m.counted(source, defs, table)
	switch {
	case !ok:
		return nil, false
	case table:
		lines, ok = m.table(source, defs, TrimBlank(lines))
	default:
		ok = !strings.Contains(source, "|") || m.tablesFit(source)
	}
	if lines = TrimBlank(m.fit(lines)); !table {
		lines = m.trimBars(lines)
	}
	return lines, ok && tellsAll(source, lines, silent)
}

// glamoured is what Glamour draws of a source, and the words in it that say nothing.
func (m *Markdown) glamoured(d *drawer, source, defs string) (lines, silent []string, ok bool) {
	defer func() {
		if recover() != nil {
			lines, ok = nil, false
		}
	}()
	source = clean.Entities(source)
	t := teller{source: []byte(defs + source), given: len(defs), breaks: m.breaks, theme: m.theme}
	doc := m.parser.Parse(gmtext.NewReader(t.source))
	t.blocks(doc)
	out, err := d.draw(t.source, doc)
	if err != nil {
		return nil, nil, false
	}
	bar, _, _ := tableMarks(m.theme)
	drawn := text.Filter(strings.ReplaceAll(strings.ReplaceAll(out, heldBar+heldBar, bar+" "), heldBlank, " "))
	if !m.theme.Links {
		drawn = text.Unlinked(drawn)
	}
	return strings.Split(drawn, "\n"), t.silent, true
}

// fits reports whether no line is too wide.
func (m *Markdown) fits(lines []string) bool {
	return !slices.ContainsFunc(lines, func(line string) bool { return text.Width(line) > m.width })
}

// fit breaks lines that are too wide.
func (m *Markdown) fit(lines []string) []string {
	if m.fits(lines) {
		return lines
	}
	return m.refit(lines)
}

// plain draws text as it is.
func plain(source string, width int) []string {
	return TrimBlank(text.Wrap(strings.Trim(source, "\n"), width))
}

// TrimBlank removes blank lines at the beginning and the end.
func TrimBlank(lines []string) []string {
	for len(lines) > 0 && strings.TrimSpace(ansi.Strip(lines[0])) == "" {
		lines = lines[1:]
	}
	for len(lines) > 0 && strings.TrimSpace(ansi.Strip(lines[len(lines)-1])) == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// hostile reports whether laying out the block could take long: deep nesting, a
// flood of lines or marks, or links that do not end.
func hostile(source string) bool {
	if strings.Count(source, "\n") > maxLines || clean.Sought(source) > clean.MostSought {
		return true
	}
	for line := range strings.Lines(source) {
		depth, indent := 0, 0
	scan:
		for i := range len(line) {
			switch line[i] {
			case '>', '-', '*', '+':
				depth++
			case ' ':
				indent++
			case '\t':
				indent += 4
			case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
			case '.', ')':
				if i == 0 || line[i-1] < '0' || line[i-1] > '9' {
					break scan
				}
				depth++ // of a numbered list
			default:
				break scan
			}
		}
		if depth > maxNesting && strings.Trim(line, "-*+ \t\n") != "" || indent/2 > maxNesting {
			return true
		}
	}
	return marks(source)+strings.Count(source, "|") > maxMarks || addresses(source) > maxAddresses
}

// addresses is how many addresses a text may have, each of which becomes a link.
func addresses(source string) int {
	return strings.Count(source, "://") + strings.Count(source, "www.") + strings.Count(source, "@")
}

// marks is how many characters with a meaning a text has, besides those of tables.
func marks(source string) (n int) {
	for i := range len(source) {
		switch source[i] {
		case '*', '_', '[', '~', '`', '<', '&', '!':
			n++
		}
	}
	return n
}
