// Package views draws: state in, lines out. Every type here is a struct of what
// may be seen; its drawing method takes a theme and a width (and a height) and
// returns lines that never exceed them.
//
// It is pure. It reads no file and no clock, starts nothing, and does not know
// the coordinator: who decides, what runs and what a key means is told to it.
// Untrusted text enters through this file only (SPEC.md section 14).
package views

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Clean makes untrusted prose safe to draw. Invalid UTF-8 becomes U+FFFD, every
// line ending becomes "\n", control characters become visible marks, and
// characters that are invisible, change direction, or make the width of a
// cluster a matter of the terminal's taste are dropped. It keeps "\n" and "\t".
// Clean(Clean(s)) == Clean(s).
func Clean(s string) string {
	if plainASCII(s) {
		return s
	}
	var c cleaner
	return c.add(s) + c.end()
}

// plainASCII reports whether s needs no cleaning and no measuring.
func plainASCII(s string) bool {
	for i := range len(s) {
		if b := s[i]; (b < ' ' && b != '\n' && b != '\t') || b >= 0x7f {
			return false
		}
	}
	return true
}

// cleaner is Clean for text that arrives in pieces: the pieces may cut a
// character or a CR LF in two. Whether a rune is kept depends only on the rune
// and the last kept one, which is what makes cleaning idempotent.
type cleaner struct {
	prev rune
	held string // the start of a character, or a CR, that the next piece may end
}

// add cleans the next piece and returns what is certain of it.
func (c *cleaner) add(s string) string {
	s = c.held + s
	c.held = ""
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); {
		if !utf8.FullRuneInString(s[i:]) || (s[i] == '\r' && i == len(s)-1) {
			c.held = s[i:]
			break
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == '\r' && s[i+1] == '\n' {
			i++ // the LF that follows speaks for both
			continue
		}
		i += n
		c.keep(&b, r)
	}
	return b.String()
}

// end cleans what was held back, when no more follows.
func (c *cleaner) end() string {
	var b strings.Builder
	for _, r := range c.held {
		c.keep(&b, r)
	}
	c.held = ""
	return b.String()
}

// keep writes r as it may be seen, or nothing.
func (c *cleaner) keep(b *strings.Builder, r rune) {
	switch {
	case r == '\n' || r == '\t':
	case r == '\r' || r == '\u2028' || r == '\u2029' || r == '\u0085':
		r = '\n'
	case isControl(r):
		r = picture(r)
	case invisible(r) && !joins(c.prev, r), skinTone(r): // it joins whatever stands before it
		return
	}
	b.WriteRune(r)
	c.prev = r
}

// Reveal makes untrusted text safe to approve: nothing in it is dropped and
// nothing in it can hide. Control characters become their pictures (ESC is ␛),
// invisible and direction-changing characters become visible marks, and blanks
// at the end of a line become ␠ and ␉. "\n" is kept, "\t" inside a line too.
// Reveal(Reveal(s)) == Reveal(s).
func Reveal(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for i, line := range strings.Split(s, "\n") {
		if i > 0 {
			b.WriteByte('\n')
		}
		body := strings.TrimRight(line, " \t")
		revealLine(&b, body)
		for _, r := range line[len(body):] {
			b.WriteRune(picture(r))
		}
	}
	return b.String()
}

func revealLine(b *strings.Builder, line string) {
	for _, r := range line {
		switch {
		case r == '\t':
			b.WriteByte('\t')
		case isControl(r):
			b.WriteRune(picture(r))
		case invisible(r), blankLookalike(r):
			b.WriteString(named(r))
		default:
			b.WriteRune(r)
		}
	}
}

// Line makes untrusted text one line of at most width cells: what does not fit
// ends in an ellipsis. Line breaks and tabs become single spaces.
func Line(s string, width int) string {
	s = Clean(clip(s, width))
	s = strings.Join(strings.Fields(s), " ")
	return cut(s, width, "…")
}

// cleanOutput is Clean for what a program wrote to a terminal: its colours are
// left out, and a line that it wrote over with CR shows what came last.
func cleanOutput(s string) string {
	if plainASCII(s) {
		return s
	}
	var b strings.Builder
	for i, line := range strings.Split(strings.ReplaceAll(s, "\r\n", "\n"), "\n") {
		if i > 0 {
			b.WriteByte('\n')
		}
		line = strings.TrimRight(line, "\r")
		b.WriteString(dropColours(line[strings.LastIndexByte(line, '\r')+1:]))
	}
	return Clean(b.String())
}

// dropColours takes whole SGR and erase-line sequences out of a line.
func dropColours(line string) string {
	var b strings.Builder
	for {
		at := strings.Index(line, "\x1b[")
		if at < 0 {
			b.WriteString(line)
			return b.String()
		}
		rest := strings.TrimLeft(line[at+2:], "0123456789;:")
		b.WriteString(line[:at])
		if rest != "" && (rest[0] == 'm' || rest[0] == 'K') {
			line = rest[1:]
			continue
		}
		b.WriteString("␛")
		line = line[at+1:]
	}
}

// clip takes no more of s than could fill width cells, so that a title made of
// a megabyte costs nothing. White space is squeezed, hence the margin.
func clip(s string, width int) string {
	limit := 4096 + 16*max(width, 0)
	if len(s) <= limit {
		return s
	}
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return s[:limit]
}

// isControl covers C0, DEL and C1.
func isControl(r rune) bool { return r < ' ' || (r >= 0x7f && r <= 0x9f) }

// picture is the visible mark of a control character or a blank.
func picture(r rune) rune {
	switch {
	case r <= ' ':
		return 0x2400 + r
	case r == 0x7f:
		return '\u2421'
	default:
		return utf8.RuneError
	}
}

// invisible covers what a terminal draws as nothing, or as something else than
// it stands for: format characters (bidi, zero width, tags, BOM), variation
// selectors, fillers, the keycap's enclosing mark, and private line separators.
func invisible(r rune) bool {
	if r < 0xad {
		return false
	}
	switch {
	case r == 0xad, r == 0x034f, r == 0x061c, r == 0x20e3,
		r == 0x115f, r == 0x1160, r == 0x3164, r == 0xffa0,
		r >= 0x17b4 && r <= 0x17b5,
		r >= 0x180b && r <= 0x180f,
		r >= 0x200b && r <= 0x200f,
		r >= 0x2028 && r <= 0x202e,
		r >= 0x2060 && r <= 0x206f,
		r >= 0xfe00 && r <= 0xfe0f,
		r >= 0xfff0 && r <= 0xfffb,
		r >= 0xe0000 && r <= 0xe0fff:
		return true
	}
	return unicode.Is(unicode.Cf, r)
}

// joins reports whether a joiner after prev is spelling and not decoration, as
// in Indic and Arabic scripts.
func joins(prev, r rune) bool {
	return (r == 0x200c || r == 0x200d) && unicode.In(prev, unicode.Mn, unicode.Mc, unicode.Arabic)
}

// blankLookalike covers spaces other than the plain one.
func blankLookalike(r rune) bool {
	return r > 0x7f && unicode.Is(unicode.Zs, r)
}

func skinTone(r rune) bool { return r >= 0x1f3fb && r <= 0x1f3ff }

// named spells a character that cannot be seen by its number.
func named(r rune) string {
	const hex = "0123456789ABCDEF"
	digits := 4
	for v := r >> 16; v > 0; v >>= 4 {
		digits++
	}
	out := []byte("<U+")
	for i := digits - 1; i >= 0; i-- {
		out = append(out, hex[(r>>(4*i))&15])
	}
	return string(append(out, '>'))
}
