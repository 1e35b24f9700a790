package clean

import (
	"strings"
	"unicode/utf8"
)

// Screen makes prose safe to draw on a full screen. Invalid UTF-8 becomes U+FFFD,
// every line ending becomes "\n", control characters become visible marks, and
// characters that are invisible, change direction, or make the width of a cluster
// depend on the terminal are dropped; what is uneven becomes its number. It keeps
// "\n" and "\t". Screen(Screen(s)) == Screen(s).
func Screen(s string) string {
	if Plain(s) {
		return s
	}
	var c Cleaner
	return c.Add(s) + c.End()
}

// Cleaner is Screen for text that arrives in pieces: the pieces may cut a
// character or a CR LF in two. Its zero value is ready. Whether a rune is kept
// depends only on the rune and the last kept one, which is what makes cleaning
// idempotent.
type Cleaner struct {
	prev  rune
	stack Stack
	held  string // the start of a character, or a CR, that the next piece may complete
}

// Add cleans the next piece and returns the part that is final.
func (c *Cleaner) Add(s string) string {
	s = c.held + s
	c.held = ""
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); {
		if cut(s[i:]) {
			c.held = s[i:]
			break
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == '\r' && s[i+1] == '\n' {
			i++ // the LF that follows stands for both
			continue
		}
		i += n
		c.keep(&b, r)
	}
	return b.String()
}

// cut reports whether the next piece may complete the beginning of s.
func cut(s string) bool { return s == "\r" || !utf8.FullRuneInString(s) }

// End cleans what was held back; no more follows.
func (c *Cleaner) End() string {
	var b strings.Builder
	for _, r := range c.held {
		c.keep(&b, r)
	}
	c.held = ""
	return b.String()
}

// keep writes the visible form of r, or nothing.
func (c *Cleaner) keep(b *strings.Builder, r rune) {
	switch {
	case r == '\n' || r == '\t':
	case r == '\r' || r == '\u2028' || r == '\u2029' || r == '\u0085':
		r = '\n'
	case Control(r):
		r = Picture(r)
	case uneven(r):
		b.WriteString(Number(r))
		c.prev, c.stack = '>', 0
		return
	case Hides(r) && !joins(c.prev, r), unsure(r), skinTone(r): // it joins the character before it, whatever that is
		return
	case c.stack.Over(r):
		if c.stack.First() {
			b.WriteRune('…')
		}
		return
	}
	b.WriteRune(r)
	c.prev = r
}
