package markdown

import (
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"

	"parley/views/text"
)

// Lists are laid out here and not by Glamour, which joins the paragraphs of an item
// and starts the second line of a paragraph below its mark. An item is a mark and a
// document of its own beside it. Items are found from the lines; if the parser does
// not find the same ones, Glamour gets the whole block after all.

// maxItemLines limits how many drawn items are kept for the next picture.
const maxItemLines = 500

// portion is a part of a block: a list, cut into its items, or something else.
type portion struct {
	source string
	items  []item
}

// item is a list's item: its mark as written, and its content, without the
// indentation.
type item struct {
	mark, holds string
}

// lists draws a block that contains a list; ok is false if it has none, or one that
// is better left to Glamour.
func (m *Markdown) lists(source, defs string) (lines []string, ok bool) {
	portions, ok := portionsOf(source)
	if !ok {
		return nil, false
	}
	for i, s := range portions {
		var part []string
		if len(s.items) > 0 {
			part, ok = m.list(s.items, defs)
		} else {
			part, ok = m.layout(s.source, defs)
		}
		if !ok {
			return nil, false
		}
		if i > 0 && (!m.inItem || len(portions[i-1].items) > 0) { // a list within an item belongs to the item's text
			lines = append(lines, "")
		}
		lines = append(lines, part...)
	}
	return lines, true
}

// list draws the items under each other. An item of several blocks is followed by a
// blank line, as there is one within it.
func (m *Markdown) list(items []item, defs string) (lines []string, ok bool) {
	first, err := strconv.Atoi(items[0].mark[:len(items[0].mark)-1])
	counted := err == nil && !slices.ContainsFunc(items, func(it item) bool { return it.mark != items[0].mark }) // as numbered.As does
	for i, it := range items {
		mark, holds := bullet(m.theme), it.holds
		if counted && i > 0 {
			mark = strconv.Itoa(first+i) + ". "
		} else if err == nil {
			mark = it.mark[:len(it.mark)-1] + ". "
		} else if box, rest, task := taskOf(holds); task {
			mark, holds = box, rest
		}
		within, ok := m.beside(len([]rune(mark)))
		if !ok {
			return nil, false
		}
		drawn := within.item(holds, defs)
		if len(drawn) == 0 {
			drawn = []string{""}
		}
		for n, line := range drawn {
			switch {
			case n == 0:
				line = strings.TrimRight(mark+line, " ")
			case line != "":
				line = text.Spaces(len([]rune(mark))) + line
			}
			lines = append(lines, line)
		}
		if i < len(items)-1 && blankWithin(drawn) {
			lines = append(lines, "")
		}
	}
	return lines, true
}

func blankWithin(lines []string) bool {
	return slices.Contains(lines[min(1, len(lines)):], "")
}

// beside is the renderer for what is beside a mark.
func (m *Markdown) beside(mark int) (*Markdown, bool) {
	width, whole := m.width-mark, m.whole-mark
	if width < text.MinWidth {
		return nil, false
	}
	if m.within == nil {
		m.within = map[int]*Markdown{}
	}
	if m.within[width] == nil {
		m.within[width] = within(m.theme, width, whole)
		m.within[width].inItem, m.within[width].breaks = true, m.breaks
	}
	return m.within[width], true
}

// item draws the content of an item. It is cached: in a growing list only the last
// item is new.
func (m *Markdown) item(holds, defs string) []string {
	key := defs + "\x00" + holds
	if lines, ok := m.items[key]; ok {
		return lines
	}
	if m.items == nil || len(m.items) >= maxItemLines {
		m.items = map[string][]string{}
	}
	s := NewStream(m, "")
	s.given = defs
	s.Append(holds)
	s.Finish()
	m.items[key] = s.Lines()
	return m.items[key]
}

// taskOf separates the box of a task from its text.
func taskOf(holds string) (box, rest string, ok bool) {
	if len(holds) < 4 || holds[0] != '[' || holds[2] != ']' || holds[3] != ' ' || !strings.ContainsRune(" xX", rune(holds[1])) {
		return "", "", false
	}
	rest = holds[4:]
	if kinds(rest) != kinds(holds) {
		return "", "", false
	}
	return strings.ToLower(holds[:4]), rest, true
}

// portionsOf cuts a block at its lists; ok is false if it has none, or if the parser
// disagrees.
func portionsOf(source string) (all []portion, ok bool) {
	var c listCutter
	for line := range strings.Lines(source) {
		c.line(line)
	}
	c.end()
	if !c.found {
		return nil, false
	}
	whole, want := "", ""
	for _, s := range c.all {
		root := parse(s.source, nil)
		names := namesOf(root)
		if len(s.items) > 0 && !sameItems(root, s.items) || len(s.items) == 0 && strings.Contains(names, "List ") {
			return nil, false
		}
		whole += s.source
		want += names
	}
	return c.all, kinds(whole) == want
}

// sameItems reports whether the parser found one list with these items.
func sameItems(root ast.Node, items []item) bool {
	list := root.FirstChild()
	if list == nil || list.NextSibling() != nil || list.ChildCount() != len(items) {
		return false
	}
	i := 0
	for n := list.FirstChild(); n != nil; n = n.NextSibling() {
		if strings.ReplaceAll(namesOf(n), "TextBlock", "Paragraph") != kinds(items[i].holds) {
			return false
		}
		i++
	}
	return true
}

// listCutter reads lines and finds the items of lists.
type listCutter struct {
	all    []portion
	text   strings.Builder // of the open portion
	items  []item
	holds  strings.Builder // of the open item
	offset int             // indentation of the open item's content
	fence  fence           // open in it
	blank  bool            // the last line was blank
	found  bool
}

func (c *listCutter) line(written string) {
	line := blanksForTabs(written, c.fence.n == 0)
	body := strings.TrimLeft(line, " ")
	indent := len(line) - len(body)
	bare := strings.TrimSpace(line) == ""
	switch {
	case bare && len(c.items) > 0:
		c.add("\n")
	case len(c.items) > 0 && (bare || indent >= c.offset):
		c.add(line[c.offset:])
	case c.begins(body, indent):
		c.begin(body, indent)
	case len(c.items) > 0 && !c.blank && c.fence.n == 0:
		if indent > 3 {
			body = "    " + body // not a mark
		}
		c.add(body) // continues the item's paragraph
	default:
		if len(c.items) > 0 {
			c.end()
		}
	}
	c.text.WriteString(line)
	c.blank = bare
}

// blanksForTabs replaces the tabs at the start of a line, and those after marks of
// lists and quotations if marks count, by blanks to the next column of four, as
// CommonMark says.
func blanksForTabs(line string, marks bool) string {
	if !strings.Contains(line, "\t") {
		return line
	}
	var b strings.Builder
	for line != "" {
		switch {
		case line[0] == '\t':
			b.WriteString(text.Spaces(4 - b.Len()%4))
		case line[0] == ' ', marks && line[0] == '>':
			b.WriteByte(line[0])
		case marks && listMarker(line) && strings.Trim(line, "0123456789") != "":
			mark, rest := markOf(line)
			b.WriteString(mark)
			line = rest
			continue
		default:
			return b.String() + line
		}
		line = line[1:]
	}
	return b.String()
}

// begins reports whether a line is the first of an item.
func (c *listCutter) begins(body string, indent int) bool {
	if indent > 3 || !listMarker(body) || strings.Trim(body, "0123456789") == "" {
		return false
	}
	mark, rest := markOf(body)
	interrupts := len(c.items) == 0 && c.text.Len() > 0 && !c.blank
	return !interrupts || strings.TrimSpace(rest) != "" && (mark == "1." || mark == "1)" || len(mark) == 1)
}

// begin handles the first line of an item. An item with another kind of mark begins
// another list.
func (c *listCutter) begin(body string, indent int) {
	mark, rest := markOf(body)
	if n := len(c.items); n == 0 || c.items[n-1].mark[len(c.items[n-1].mark)-1] != mark[len(mark)-1] {
		c.end()
	}
	c.close()
	c.found = true
	gap := len(rest) - len(strings.TrimLeft(rest, " "))
	if strings.TrimSpace(rest) == "" || gap > 4 {
		gap = 1
	}
	c.items = append(c.items, item{mark: mark})
	c.offset = indent + len(mark) + gap
	c.add(rest[min(gap, len(rest)):])
}

// markOf separates an item's mark from the rest of its line.
func markOf(body string) (mark, rest string) {
	n := len(body) - len(strings.TrimLeft(body, "0123456789")) + 1
	return body[:n], body[n:]
}

// add adds a line to the open item.
func (c *listCutter) add(line string) {
	if c.fence.n > 0 {
		if c.fence.closedBy(line) {
			c.fence = fence{}
		}
	} else if f, ok := fenceOf(line); ok {
		c.fence = f
	}
	c.holds.WriteString(line)
}

func (c *listCutter) close() {
	if n := len(c.items); n > 0 {
		c.items[n-1].holds = strings.TrimRight(c.holds.String(), " \n")
	}
	c.holds.Reset()
	c.fence = fence{}
}

// end ends the portion.
func (c *listCutter) end() {
	c.close()
	if c.text.Len() > 0 {
		c.all = append(c.all, portion{c.text.String(), c.items})
	}
	c.text.Reset()
	c.items, c.blank = nil, false
}
