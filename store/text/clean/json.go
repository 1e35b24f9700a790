package clean

import (
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// JSON escapes control characters, invisible characters and characters that change
// the direction of text; a broken byte becomes \ufffd. It takes JSON, where such
// characters occur only within strings: the value stays the same, and the text is
// safe to print as it is. What Belongs to a visible character stays.
func JSON(text []byte) []byte {
	at, stack := firstSteering(text)
	if at == len(text) {
		return text
	}
	out := append(make([]byte, 0, len(text)+16), text[:at]...)
	prev := rune(0)
	if at > 0 {
		prev, _ = utf8.DecodeLastRune(text[:at])
	}
	for at < len(text) {
		if n := plain(text[at:]); n > 0 {
			out, prev, stack = append(out, text[at:at+n]...), rune(text[at+n-1]), 0
			at += n
			continue
		}
		r, n := utf8.DecodeRune(text[at:])
		next, _ := utf8.DecodeRune(text[at+n:])
		if over := stack.Over(r); !over && (!steers(r, n) || Belongs(prev, r, next)) {
			out, prev = append(out, text[at:at+n]...), r
		} else {
			out, prev = escape(out, r), 0
		}
		at += n
	}
	return out
}

// firstSteering returns the index of the first character that may need an escape, and
// the stack of its cell.
func firstSteering(text []byte) (at int, stack Stack) {
	for i := 0; i < len(text); {
		if n := plain(text[i:]); n > 0 {
			i += n
			stack = 0
			continue
		}
		r, n := utf8.DecodeRune(text[i:])
		before := stack
		if stack.Over(r) || steers(r, n) {
			return i, before
		}
		i += n
	}
	return len(text), 0
}

// Assigned is JSON in which code points that are no characters yet are escaped, for whoever reads it on a screen.
func Assigned(text string) string {
	if strings.IndexFunc(text, unassigned) < 0 {
		return text
	}
	var out []byte
	for _, r := range text {
		if unassigned(r) {
			out = escape(out, r)
		} else {
			out = utf8.AppendRune(out, r)
		}
	}
	return string(out)
}

// plain counts the ASCII letters, digits and signs at the front.
func plain(text []byte) int {
	for i, c := range text {
		if c >= 0x7f {
			return i
		}
	}
	return len(text)
}

// steers reports whether a character of n bytes may need an escape. Printing
// characters, such as variation selectors, do not: searches in the lines of a file
// look for them unescaped.
func steers(r rune, n int) bool {
	if r < 0x7f {
		return false
	}
	return Control(r) || r == utf8.RuneError && n == 1 || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp) ||
		Hides(r) && !unicode.IsMark(r) && !unicode.IsLetter(r) // no character, or none yet
}

// escape appends a character as JSON escapes it. A response can be millions of such characters, and
// whoever stops it waits for its line.
func escape(out []byte, r rune) []byte {
	if r >= 0x10000 {
		high, low := utf16.EncodeRune(r)
		return escape(escape(out, high), low)
	}
	const hex = "0123456789abcdef"
	return append(out, '\\', 'u', hex[r>>12&0xf], hex[r>>8&0xf], hex[r>>4&0xf], hex[r&0xf])
}
