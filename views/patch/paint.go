package patch

import (
	"parley/views/markdown"
	"parley/views/text"
	"strings"

	"github.com/alecthomas/chroma/v2"
	"github.com/charmbracelet/x/ansi"
)

// mark is a stretch of a shown line, in bytes.
type mark struct{ from, to int }

// patchPaint keeps what was found out about the lines in sight: their colours and
// what changed inside of them. It is shared by the copies of its owner.
type patchPaint struct {
	theme  string
	brush  *patchBrushes
	code   *markdown.CodeStyles
	colour map[int32][]markdown.Run
	inside map[int32][]mark

	drawn    map[int][]string // by row
	drawnFor patchKey
}

// patchKey is all that decides how a row is drawn, beside the change itself.
type patchKey struct {
	theme   string
	width   int
	split   bool
	query   string
	cursor  int
	version int
}

type patchBrushes struct{ plain, dim, gone, added, goneWord, addedWord, hit text.Brush }

// patchWindow is how many lines are coloured at once, and patchLead how many
// before them are read so that the first are understood. patchKept is how many
// lines' colours are kept.
const (
	patchWindow = 64
	patchLead   = 32
	patchKept   = 4096
)

func (c *patchPaint) brushes(th text.Theme) *patchBrushes {
	if c.brush == nil || c.theme != th.Name {
		c.theme, c.code = th.Name, markdown.CodeStylesOf(th)
		c.colour, c.inside = map[int32][]markdown.Run{}, map[int32][]mark{}
		c.brush = &patchBrushes{
			plain: text.NewBrush(th.Plain), dim: text.NewBrush(th.Dim), gone: text.NewBrush(th.Gone), added: text.NewBrush(th.Added),
			goneWord: text.NewBrush(th.Gone.Bold(true).Underline(true)), addedWord: text.NewBrush(th.Added.Bold(true).Underline(true)), hit: text.NewBrush(th.Found),
		}
	}
	return c.brush
}

// runs are the colours of a line by its language, nil for none. Lines are coloured
// a window at a time, together with some lines before it: what began further up,
// such as a long comment, is not seen.
func (c *patchPaint) runs(p Patch, at int32) []markdown.Run {
	c.brushes(p.theme)
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
		if shown, all := segment(l.text, 0); all {
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
			own = append(own, markdown.Run{End: min(paint[k].End, end) - starts[n], Style: paint[k].Style})
			if paint[k].End >= end {
				break
			}
		}
		if i >= from && (ch.lines[i].kind == kind || kind == lineAdded) {
			c.colour[i] = own
		}
	}
}

// tokens finds what to colour; no colours are a fine answer.
func (c *patchPaint) tokens(lexer chroma.Lexer, text string) []markdown.Run {
	if len(text) > 4*markdown.MaxHighlight {
		return nil
	}
	tokens, err := lexer.Tokenise(&chroma.TokeniseOptions{State: "root", EnsureLF: true}, text)
	if err != nil {
		return nil
	}
	var out []markdown.Run
	end := 0
	for token := tokens(); token != chroma.EOF; token = tokens() {
		end += len(token.Value)
		style := c.code.Of(token.Type)
		if n := len(out); n > 0 && out[n-1].Style == style {
			out[n-1].End = end
			continue
		}
		out = append(out, markdown.Run{End: end, Style: style})
	}
	return out
}

// words are the places in a line that differ from the line on the other side.
func (c *patchPaint) words(ch *Changes, at int32) []mark {
	mate := ch.lines[at].mate
	if mate < 0 {
		return nil
	}
	if got, ok := c.inside[at]; ok {
		return got
	}
	if len(c.inside) > patchKept {
		c.inside = map[int32][]mark{}
	}
	a, whole := segment(ch.lines[at].text, 0)
	b, other := segment(ch.lines[mate].text, 0)
	if !whole || !other {
		return nil
	}
	c.inside[at], c.inside[mate] = changedWords(a, b)
	return c.inside[at]
}

// inks says in what colour each byte of a line is drawn: a hit before a changed
// word, that before the language's colour, and that before the line's own.
type inks struct {
	plain, changed, hit text.Brush
	paint               []markdown.Run
	words, hits         []mark
}

// on draws the part of a line that begins at a byte.
func (k inks) on(part string, from int) string {
	if len(k.words) == 0 && len(k.hits) == 0 && len(k.paint) == 0 {
		if strings.TrimSpace(part) == "" {
			return part
		}
		return k.plain.On(part)
	}
	var b strings.Builder
	for at := from; at < from+len(part); {
		style, end := k.at(at)
		end = min(end, from+len(part))
		text := part[at-from : end-from]
		if strings.TrimSpace(text) == "" && style != &k.changed && style != &k.hit {
			b.WriteString(text)
		} else {
			b.WriteString(style.On(text))
		}
		at = end
	}
	return b.String()
}

// at is the style of a byte and where it ends.
func (k *inks) at(i int) (*text.Brush, int) {
	end := 1 << 30
	for _, layer := range []struct {
		marks []mark
		style *text.Brush
	}{{k.hits, &k.hit}, {k.words, &k.changed}} {
		for _, m := range layer.marks {
			if i >= m.from && i < m.to {
				return layer.style, min(m.to, end)
			}
			if m.from > i {
				end = min(end, m.from)
				break
			}
		}
	}
	for _, r := range k.paint {
		if r.End > i {
			if r.Style != nil {
				return r.Style, min(r.End, end)
			}
			return &k.plain, min(r.End, end)
		}
	}
	return &k.plain, end
}

// shownWidth is the width of a line that may hold styles.
func shownWidth(line string) int { return text.Width(ansi.Strip(line)) }
