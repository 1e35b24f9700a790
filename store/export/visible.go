package export

import (
	"fmt"
	"strings"
	"unicode"
)

// tame makes prose harmless and keeps it readable: control characters become
// pictures, characters that turn the direction of the text become their numbers.
// Line ends become "\n".
func tame(s string) string { return show(s, turns) }

// reveal makes a text fit to judge a decision by: nothing in it is dropped and
// nothing can hide. Beyond tame, everything invisible becomes its number, and
// blanks at the end of a line become visible.
func reveal(s string) string {
	s = show(s, unseen)
	if !strings.Contains(s, " \n") && !strings.Contains(s, "\t\n") && strings.TrimRight(s, " \t") == s {
		return s
	}
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		body := strings.TrimRight(line, " \t")
		lines[i] = body + strings.NewReplacer(" ", "␠", "\t", "␉").Replace(line[len(body):])
	}
	return strings.Join(lines, "\n")
}

// revealProse is reveal without the marks at the ends of lines, which mean
// nothing in prose.
func revealProse(s string) string { return show(s, unseen) }

func show(s string, hidden func(rune) bool) string {
	plain := true
	for i := range len(s) {
		if b := s[i]; b < ' ' && b != '\n' && b != '\t' || b >= 0x7f {
			plain = false
			break
		}
	}
	if plain {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range strings.ReplaceAll(s, "\r\n", "\n") { // a broken byte comes out as U+FFFD
		switch {
		case r == '\n' || r == '\t':
			b.WriteRune(r)
		case r < ' ':
			b.WriteRune(0x2400 + r)
		case r == 0x7f:
			b.WriteRune('␡')
		case r >= 0x80 && r < 0xa0, hidden(r), r&0xfffe == 0xfffe, r >= 0xfdd0 && r <= 0xfdef:
			fmt.Fprintf(&b, "<U+%04X>", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// turns says whether a character changes the direction of the text around it, or
// ends a line where none is seen to end.
func turns(r rune) bool {
	return r == 0x061c || r >= 0x200e && r <= 0x200f || r >= 0x2028 && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}

// unseen says whether a character is drawn as nothing, or as a blank that is not
// the plain one.
func unseen(r rune) bool {
	switch {
	case r < 0xa0:
		return false
	case r == 0x034f, r == 0x115f, r == 0x1160, r == 0x3164, r == 0xffa0, r >= 0x17b4 && r <= 0x17b5,
		r >= 0x180b && r <= 0x180f, r >= 0xfe00 && r <= 0xfe0f, r >= 0xe0000 && r <= 0xe0fff:
		return true
	}
	return turns(r) || unicode.In(r, unicode.Cf, unicode.Zs, unicode.Zl, unicode.Zp)
}

// short is a text in one line of at most n characters.
func short(s string, n int) string {
	if len(s) > 16*n {
		s = strings.ToValidUTF8(s[:16*n], "")
	}
	r := []rune(strings.Join(strings.Fields(s), " "))
	if len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return string(r)
}
