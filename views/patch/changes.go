package patch

import (
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/chroma/v2"

	"parley/store/text/clean"
	"parley/store/text/diff"
	"parley/store/text/lexing"
	"parley/views/markdown"
	"parley/views/text"
)

// Changes is a change of a text, compared and ready to be shown in parts. NewChanges
// and RecordedChanges make it; call them in a command, since comparing takes time.
// After that it is read-only.
type Changes struct {
	Path string

	old    string
	new    string
	ends   [][2]int // by hunk, where its old lines begin and end in old, in bytes
	lines  []patchLine
	hunks  []patchHunk
	one    []patchCell // by row of the unified view
	two    []patchCell // by row of the view side by side
	hidden string      // why the text is not shown, "" if it is
	part   bool        // made from a record: the full texts are unknown
	digits int
	lexer  chroma.Lexer // nil: nothing is coloured
	half   bool         // it has only removed lines, or only added ones
	odd    bool         // it has bytes that are not UTF-8, which are shown by number
}

// patchKind is what happened to a line.
type patchKind uint8

const (
	lineHead patchKind = iota // the line above a hunk
	lineSame
	lineGone
	lineAdded
)

// patchLine is a line that is shown. old and new are its numbers, from 1; mate is the
// line that replaced it or that it replaced, -1 if none.
type patchLine struct {
	kind     patchKind
	hunk     int32
	old, new int32
	mate     int32
	text     string // with its line ending
}

// patchHunk is a group of changes with the lines around them.
type patchHunk struct {
	oldFrom, oldLen, newFrom, newLen int // as in "@@ -41,6 +41,9 @@"
	added, removed                   int
	title                            string // the heading of the surrounding text
	first, last                      int32  // its lines, the head included; last is one past
	one, two                         int32  // the rows of its head
	text                             string // its new lines
	mark                             string // of the removed and added lines, without context
}

// patchCell is a row: a line, or two side by side; seg is the part shown of a long
// line. -1 is none.
type patchCell struct{ left, right, seg int32 }

// Sizes of what is shown.
const (
	patchContext  = 3         // lines around a change
	patchMost     = 1_000_000 // lines of both texts that are compared
	patchSegment  = 2 << 10   // bytes of a long line per row
	patchHeadings = 400       // lines searched for the heading of a hunk
)

// NewChanges compares two texts. What cannot be shown is not compared: Hidden says
// why.
func NewChanges(name, old, new string) *Changes {
	c := &Changes{Path: name, old: old, new: new, odd: !utf8.ValidString(old) || !utf8.ValidString(new)}
	switch {
	case strings.IndexByte(old, 0) >= 0 || strings.IndexByte(new, 0) >= 0:
		c.hidden = textBinaryPatch(len(old), len(new))
		return c
	case strings.Count(old, "\n")+strings.Count(new, "\n") > patchMost:
		c.hidden = textLargePatch(strings.Count(old, "\n"), strings.Count(new, "\n"))
		return c
	}
	a, b := diff.Lines(old), diff.Lines(new)
	c.build(a, b, diff.Compare(a, b))
	c.finish()
	return c
}

// Instead compares the old text with a different new one.
func (c *Changes) Instead(text string) *Changes { return NewChanges(c.Path, c.old, text) }

// Hidden says why the change is not shown, "" if it is.
func (c *Changes) Hidden() string { return c.hidden }

// Hunks is how many groups of changes there are.
func (c *Changes) Hunks() int { return len(c.hunks) }

// Text returns the new text without the hunks that are left out. Lines that are in no
// hunk are the same in both.
func (c *Changes) Text(left []bool) string {
	if c.hidden != "" || len(left) == 0 {
		return c.new
	}
	var b strings.Builder
	b.Grow(len(c.new))
	at := 0
	for i, h := range c.hunks {
		b.WriteString(c.old[at:c.ends[i][0]])
		if left[i] {
			b.WriteString(c.old[c.ends[i][0]:c.ends[i][1]])
		} else {
			b.WriteString(h.text)
		}
		at = c.ends[i][1]
	}
	b.WriteString(c.old[at:])
	return b.String()
}

// build makes the hunks from the comparison.
func (c *Changes) build(a, b []string, all []diff.Change) {
	offsets := make([]int, len(a)+1)
	for i, l := range a {
		offsets[i+1] = offsets[i] + len(l)
	}
	for _, group := range diff.Group(all, patchContext) {
		c.hunk(a, b, group, offsets)
	}
}

// hunk adds one group of changes.
func (c *Changes) hunk(a, b []string, group []diff.Change, offsets []int) {
	w := diff.Around(group, patchContext, len(a))
	h := patchHunk{
		oldFrom: w.OldFrom, oldLen: w.OldTo - w.OldFrom, newFrom: w.NewFrom, newLen: w.NewTo - w.NewFrom,
		first: int32(len(c.lines)), title: headed(a, w.OldFrom),
	}
	n := int32(len(c.hunks))
	c.lines = append(c.lines, patchLine{kind: lineHead, hunk: n, mate: -1})
	var text strings.Builder
	at, to := h.oldFrom, h.newFrom
	same := func(until int) {
		for ; at < until; at, to = at+1, to+1 {
			c.lines = append(c.lines, patchLine{lineSame, n, int32(at + 1), int32(to + 1), -1, a[at]})
			text.WriteString(a[at])
		}
	}
	for _, s := range group {
		same(s.OldFrom)
		from := int32(len(c.lines))
		for ; at < s.OldTo; at++ {
			c.lines = append(c.lines, patchLine{lineGone, n, int32(at + 1), 0, -1, a[at]})
		}
		for ; to < s.NewTo; to++ {
			c.lines = append(c.lines, patchLine{lineAdded, n, 0, int32(to + 1), -1, b[to]})
			text.WriteString(b[to])
		}
		c.mates(from, s.OldTo-s.OldFrom, s.NewTo-s.NewFrom)
		h.removed, h.added = h.removed+s.OldTo-s.OldFrom, h.added+s.NewTo-s.NewFrom
	}
	same(w.OldTo)
	h.last, h.text = int32(len(c.lines)), text.String()
	h.mark = markOf(c.lines[h.first:h.last])
	h.oldFrom, h.newFrom = startOf(h.oldFrom, h.oldLen), startOf(h.newFrom, h.newLen)
	c.hunks = append(c.hunks, h)
	c.ends = append(c.ends, [2]int{offsets[w.OldFrom], offsets[w.OldTo]})
}

// startOf is the number of the first of n lines in diff notation: the line before if
// n is 0.
func startOf(from, n int) int {
	if n == 0 {
		return from
	}
	return from + 1
}

// mates pairs the removed lines from a line on with the added lines behind them.
func (c *Changes) mates(from int32, gone, added int) {
	if gone == 0 || added == 0 {
		return
	}
	was, is := make([]string, gone), make([]string, added)
	for i := range was {
		was[i] = c.lines[int(from)+i].text
	}
	for i := range is {
		is[i] = c.lines[int(from)+gone+i].text
	}
	for i, k := range diff.Pairs(was, is) {
		if k >= 0 {
			left, right := from+int32(i), from+int32(gone+k)
			c.lines[left].mate, c.lines[right].mate = right, left
		}
	}
}

// headed is the nearest line before a hunk that begins at the margin with a
// letter or a mark of a heading, as git shows it.
func headed(a []string, from int) string {
	for i := from - 1; i >= max(0, from-patchHeadings); i-- {
		if l := a[i]; l[0] >= 'a' && l[0] <= 'z' || l[0] >= 'A' && l[0] <= 'Z' || l[0] == '_' || l[0] == '$' || l[0] == '#' {
			return l
		}
	}
	return ""
}

// finish lays out the rows and chooses the lexer.
func (c *Changes) finish() {
	most := int32(0)
	var of [lineAdded + 1]int
	for i := range c.lines {
		most = max(most, c.lines[i].old, c.lines[i].new)
		of[c.lines[i].kind]++
	}
	c.half = of[lineSame] == 0 && (of[lineGone] == 0 || of[lineAdded] == 0)
	c.digits = max(3, digitsIn(int(most)))
	c.one, c.two = make([]patchCell, 0, len(c.lines)), make([]patchCell, 0, len(c.lines))
	for i := 0; i < len(c.lines); {
		l := &c.lines[i]
		if l.kind == lineHead {
			c.hunks[l.hunk].one, c.hunks[l.hunk].two = int32(len(c.one)), int32(len(c.two))
		}
		if l.kind == lineHead || l.kind == lineSame {
			c.row(int32(i), int32(i))
			i++
			continue
		}
		i = c.block(i)
	}
	if c.lexer = lexing.Of(c.Path); c.lexer != nil {
		lexing.Begin(c.lexer)
	}
}

// block lays out a block of removed and added lines, and returns where it ends. Side
// by side, a removed line is beside the one that it became, and those between in turn.
func (c *Changes) block(i int) int {
	gone := i
	for i < len(c.lines) && c.lines[i].kind == lineGone {
		i++
	}
	added := i
	for i < len(c.lines) && c.lines[i].kind == lineAdded {
		i++
	}
	for n := gone; n < i; n++ {
		c.segments(&c.one, int32(n), -1)
	}
	left, right := gone, added
	for left < added || right < i {
		pair, mate := left, i
		for pair < added && c.lines[pair].mate < 0 {
			pair++
		}
		if pair < added {
			mate = int(c.lines[pair].mate)
		}
		for left < pair || right < mate {
			l, r := int32(-1), int32(-1)
			if left < pair {
				l, left = int32(left), left+1
			}
			if right < mate {
				r, right = int32(right), right+1
			}
			c.segments(&c.two, l, r)
		}
		if pair < added {
			c.segments(&c.two, int32(pair), int32(mate))
			left, right = pair+1, mate+1
		}
	}
	return i
}

// row lays out a line that is the same on both sides.
func (c *Changes) row(left, right int32) {
	c.segments(&c.one, left, -1)
	c.segments(&c.two, left, right)
}

// segments adds the rows of a line, or of two side by side.
func (c *Changes) segments(rows *[]patchCell, left, right int32) {
	n := 1
	for _, at := range []int32{left, right} {
		if at >= 0 {
			n = max(n, (len(c.lines[at].text)+patchSegment-1)/patchSegment)
		}
	}
	for seg := range int32(n) {
		*rows = append(*rows, patchCell{left, right, seg})
	}
}

// shown is the part of a line that a row shows; all says that it is the whole line. One that
// would look like the line on the other side, and is another, shows what makes it one.
func (c *Changes) shown(at, seg int32) (shown string, all bool) {
	l := c.lines[at]
	if l.mate >= 0 {
		if words, is := clean.Apart(l.text, c.lines[l.mate].text); is && len(l.text) <= patchSegment {
			return words, true
		} else if is {
			return clean.Spelled(piece(strings.TrimSuffix(l.text, "\n"), seg)), false
		}
	}
	return segment(l.text, seg, c.odd)
}

// piece is the part of a long line that stands in a row, as it is.
func piece(line string, seg int32) string {
	return line[border(line, int(seg)*patchSegment):border(line, int(seg+1)*patchSegment)]
}

// segment is the part of a line that a row shows, made visible; all says that it
// is the whole line. Of an odd text each byte that is not UTF-8 stands as its number.
func segment(line string, seg int32, odd bool) (shown string, all bool) {
	visible := clean.Marked
	if odd {
		visible = func(s string) string { return clean.ByNumber(clean.Marked(s)) }
	}
	line = strings.TrimSuffix(line, "\n")
	if len(line) <= patchSegment {
		if seg > 0 {
			return "", false
		}
		return text.ExpandTabs(text.Reveal(visible(line))), true
	}
	body := len(strings.TrimRight(line, " \t"))
	from, to := border(line, int(seg)*patchSegment), border(line, int(seg+1)*patchSegment)
	if to <= body { // trailing blanks here do not end the line
		return text.ExpandTabs(markdown.RevealProse(visible(line[from:to]))), false
	}
	if from > body {
		return text.Reveal(line[from:to]), false
	}
	return text.ExpandTabs(markdown.RevealProse(visible(line[from:body])) + text.Reveal(line[body:to])), false
}

// border is a place near i where a line can be cut: never inside a character and, if
// possible, between two plain ones.
func border(line string, i int) int {
	if i <= 0 || i >= len(line) {
		return min(max(i, 0), len(line))
	}
	for at := i; at < min(i+64, len(line)); at++ {
		if line[at] < utf8.RuneSelf && line[at-1] < utf8.RuneSelf {
			return at
		}
	}
	for i < len(line) && !utf8.RuneStart(line[i]) {
		i++
	}
	return i
}

func digitsIn(n int) int {
	d := 1
	for n >= 10 {
		n, d = n/10, d+1
	}
	return d
}
