package clean

import (
	"encoding/hex"
	"strings"
	"unicode/utf8"
)

// Reveal makes text safe to approve: nothing in it is dropped and nothing in it can
// hide. Control characters become their pictures (ESC is ␛), those of C1 and whatever
// is invisible or changes direction their numbers, as do letters that only look like
// those around them (see Foreign), and trailing blanks ␠ and ␉. "\n" is kept, "\t" inside
// a line too. Reveal(Reveal(s)) == Reveal(s).
func Reveal(s string) string {
	return revealed(Foreign(s))
}

// revealed is Reveal without the look of letters.
func revealed(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for i, line := range strings.Split(s, "\n") {
		if i > 0 {
			b.WriteByte('\n')
		}
		body := strings.TrimRight(line, " \t")
		reveal(&b, body)
		for _, r := range line[len(body):] {
			b.WriteRune(Picture(r))
		}
	}
	return b.String()
}

// Prose is Reveal without the marks for trailing blanks and for CR LF, which mean
// nothing in prose.
func Prose(s string) string {
	if Plain(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	reveal(&b, Foreign(strings.ReplaceAll(s, "\r\n", "\n")))
	return b.String()
}

func reveal(b *strings.Builder, s string) {
	var stack Stack
	for _, r := range s { // a broken byte comes out as U+FFFD
		if over := stack.Over(r); over || Hides(r) || unsure(r) || blank(r) || unassigned(r) {
			b.WriteString(Number(r))
			continue
		}
		shown(b, r)
	}
}

// shown writes a visible character.
func shown(b *strings.Builder, r rune) {
	switch {
	case r == '\n' || r == '\t' || !Control(r):
		b.WriteRune(r)
	case r > 0x7f:
		b.WriteString(Number(r))
	default:
		b.WriteRune(Picture(r))
	}
}

// Tabs shows the tabs within lines as ␉, which may be taken for blanks. Those that a line begins
// with stay.
func Tabs(s string) string {
	if !strings.Contains(s, "\t") {
		return s
	}
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		body := strings.TrimLeft(line, " \t")
		lines[i] = line[:len(line)-len(body)] + strings.ReplaceAll(body, "\t", string(Picture('\t')))
	}
	return strings.Join(lines, "\n")
}

// Tame makes text safe to print line by line or to export, and keeps it readable: it
// is Prose, except that what Belongs to a visible character stays. Pictures stay
// whole, and so does the spelling of every script. Tame(Tame(s)) == Tame(s).
func Tame(s string) string {
	if Plain(s) {
		return s
	}
	var t Tamer
	return t.Add(s) + t.End()
}

// Tamer is Tame for text that arrives in pieces, which may cut a character, a CR
// LF or a picture in two. Its zero value is ready.
type Tamer struct {
	prev  rune
	stack Stack
	held  string // what the next piece may complete or decide about
}

// Add tames the next piece and returns the part that is final.
func (t *Tamer) Add(s string) string {
	if t.held == "" && Plain(s) {
		if s != "" {
			t.prev, t.stack = rune(s[len(s)-1]), 0
		}
		return s
	}
	s = t.held + s
	t.held = ""
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if cut(s[i:]) || Hides(r) && !utf8.FullRuneInString(s[i+n:]) {
			t.held = s[i:]
			break
		}
		next, _ := utf8.DecodeRuneInString(s[i+n:])
		if r != '\r' || next != '\n' { // the LF that follows stands for both
			t.put(&b, r, next)
		}
		i += n
	}
	return b.String()
}

// End tames what was held back; no more follows.
func (t *Tamer) End() string {
	var b strings.Builder
	held := []rune(t.held)
	for i, r := range held {
		next := rune(0)
		if i+1 < len(held) {
			next = held[i+1]
		}
		t.put(&b, r, next)
	}
	*t = Tamer{}
	return b.String()
}

func (t *Tamer) put(b *strings.Builder, r, next rune) {
	if over := t.stack.Over(r); !over && !unassigned(r) && (!Hides(r) || Belongs(t.prev, r, next)) {
		shown(b, r)
		t.prev = r
		return
	}
	b.WriteString(Number(r))
	t.prev = '>'
}

// Bytes is a text in which each byte that is not UTF-8 stands as its number, and so does a `<` that would
// begin such a number. A text without such bytes stays as it is.
func Bytes(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return ByNumber(s)
}

// ByNumber is Bytes of a part: a `<` that would begin a number is spelled even if the part has no
// byte that is not UTF-8, since another part of the text may have one.
func ByNumber(s string) string { return spelled(s, false) }

// broken reports whether r, at i, stands for a byte that is not UTF-8.
func broken(s string, i int, r rune) bool {
	return r == utf8.RuneError && !strings.HasPrefix(s[i:], string(utf8.RuneError))
}

// numbered reports whether r, at i, begins what looks like the number of a byte or of a character.
func numbered(s string, i int, r rune) bool {
	return r == '<' && (len(s) > i+3 && s[i+3] == '>' || strings.HasPrefix(s[i:], "<U+"))
}

// byteNumber is a byte as its number.
func byteNumber(b byte) string { return "<" + strings.ToUpper(hex.EncodeToString([]byte{b})) + ">" }

// Spelled is a text in which every character that is not plain ASCII stands as its number, a
// broken byte as itself, and a tab as its picture: two texts that differ never look the same.
func Spelled(s string) string { return spelled(s, true) }

// spelled is Spelled, or ByNumber if what is UTF-8 stays.
func spelled(s string, every bool) string {
	var b strings.Builder
	for i, r := range s {
		switch {
		case broken(s, i, r):
			b.WriteString(byteNumber(s[i]))
		case every && r > 0x7f, numbered(s, i, r):
			b.WriteString(Number(r))
		case every && (r < ' ' || r == 0x7f):
			b.WriteRune(Picture(r))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
