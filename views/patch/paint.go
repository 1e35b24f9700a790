package patch

import (
	"parley/views/markdown"
	"parley/views/text"
	"strings"

	"github.com/alecthomas/chroma/v2"
	"github.com/charmbracelet/x/ansi"
)

// patchPaint caches what is known about the visible lines: their colours and the
// changes inside them. Copies of its owner share it.
type patchPaint struct {
	theme  string
	ink    *markdown.DiffInk
	out    markdown.LineInk // of what is left out
	colour map[int32][]markdown.Run
	inside map[int32][]markdown.Mark

	drawn    map[int][]string // by row
	drawnFor patchKey
}

// patchKey is everything that decides how a row is drawn, besides the change itself.
type patchKey struct {
	theme   string
	width   int
	split   bool
	query   string
	cursor  int
	version int
}

// patchWindow is how many lines are coloured at once, and patchLead how many
// before them are read so that the first are understood. patchKept is how many
// lines' colours are kept.
const (
	patchWindow = 64
	patchLead   = 32
	patchKept   = 4096
)

func (c *patchPaint) inks(th text.Theme) *markdown.DiffInk {
	if c.ink == nil || c.theme != th.Name {
		c.theme, c.ink = th.Name, markdown.DiffInkOf(th)
		c.colour, c.inside = map[int32][]markdown.Run{}, map[int32][]markdown.Mark{}
		dim := text.NewBrush(th.Dim)
		c.out = markdown.LineInk{Head: dim, Code: &markdown.CodeStyles{markdown.PlainCode: dim}}
		c.out.Word = c.out.Code
	}
	return c.ink
}

// runs are the colours of a line by its language, nil for none. Lines are coloured a
// window at a time, together with some lines before it: something that began further
// up, such as a long comment, is not recognised.
func (c *patchPaint) runs(p Patch, at int32) []markdown.Run {
	c.inks(p.theme)
	if p.now.lexer == nil || p.theme.Markdown.Keyword+p.theme.Markdown.Text == "" {
		return nil
	}
	if got, ok := c.colour[at]; ok {
		return got
	}
	if len(c.colour) > patchKept {
		c.colour = map[int32][]markdown.Run{}
	}
	h := p.now.hunks[p.now.lines[at].hunk]
	from := max(at/patchWindow*patchWindow, h.first+1)
	to := min(from-from%patchWindow+patchWindow, h.last)
	c.window(p.now, lineAdded, max(from-patchLead, h.first+1), from, to)
	c.window(p.now, lineGone, max(from-patchLead, h.first+1), from, to)
	return c.colour[at]
}

// window colours the lines of one side: the new one with the lines that are the
// same, or the old one.
func (c *patchPaint) window(ch *Changes, kind patchKind, lead, from, to int32) {
	var text strings.Builder
	var at []int32
	var starts []int
	for i := lead; i < to; i++ {
		l := &ch.lines[i]
		if l.kind != lineSame && l.kind != kind {
			continue
		}
		at, starts = append(at, i), append(starts, text.Len())
		if shown, all := ch.shown(int32(i), 0); all {
			text.WriteString(shown)
		}
		text.WriteByte('\n')
	}
	paint := c.tokens(ch.lexer, text.String())
	next := 0
	for n, i := range at {
		end := text.Len()
		if n+1 < len(at) {
			end = starts[n+1]
		}
		var own []markdown.Run
		for next < len(paint) && paint[next].End <= starts[n] {
			next++
		}
		for k := next; k < len(paint); k++ {
			own = append(own, markdown.Run{End: min(paint[k].End, end) - starts[n], Kind: paint[k].Kind})
			if paint[k].End >= end {
				break
			}
		}
		if i >= from && (ch.lines[i].kind == kind || kind == lineAdded) {
			c.colour[i] = own
		}
	}
}

// tokens finds what to colour.
func (c *patchPaint) tokens(lexer chroma.Lexer, text string) []markdown.Run {
	if len(text) > 4*markdown.MaxHighlight {
		return nil
	}
	return markdown.Tokens(lexer, text)
}

// words are the places in a line that differ from the line on the other side.
func (c *patchPaint) words(ch *Changes, at int32) []markdown.Mark {
	mate := ch.lines[at].mate
	if mate < 0 {
		return nil
	}
	if got, ok := c.inside[at]; ok {
		return got
	}
	if len(c.inside) > patchKept {
		c.inside = map[int32][]markdown.Mark{}
	}
	first, second := min(at, mate), max(at, mate) // whichever of the two is drawn first
	a, whole := ch.shown(first, 0)
	b, other := ch.shown(second, 0)
	if !whole || !other {
		return nil
	}
	c.inside[first], c.inside[second] = markdown.ChangedWords(a, b)
	return c.inside[at]
}

// shownWidth is the width of a line that may hold styles.
func shownWidth(line string) int { return text.Width(ansi.Strip(line)) }
