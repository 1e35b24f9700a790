package clean

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// rightToLeft reports whether a character is of a script that is written from right to left.
func rightToLeft(r rune) bool {
	return r >= 0x590 && r <= 0x8ff || r >= 0xfb1d && r <= 0xfdff || r >= 0xfe70 && r <= 0xfefe || r >= 0x10800 && r <= 0x10fff || r >= 0x1e800 && r <= 0x1efff
}

// inOrder spells out letters that are written from right to left where others, or a number, follow before a
// letter that is not: a terminal that draws them as people read them would let the two change places, around
// whatever stands between, as in a command that copies one to the other.
func inOrder(s string) string {
	first := strings.IndexFunc(s, rightToLeft)
	if first < 0 {
		return s
	}
	var b strings.Builder
	b.WriteString(s[:first])
	for s = s[first:]; s != ""; {
		if r, n := utf8.DecodeRuneInString(s); !rightToLeft(r) {
			b.WriteString(s[:n])
			s = s[n:]
			continue
		}
		end := strings.IndexFunc(s, func(r rune) bool { return !rightToLeft(r) })
		if end < 0 {
			end = len(s)
		}
		word := s[:end]
		s = s[end:]
		if !turns(s) {
			b.WriteString(word)
			continue
		}
		for _, r := range word {
			b.WriteString(Number(r))
		}
	}
	return b.String()
}

// turns reports whether what follows letters that are written from right to left would be drawn before them.
func turns(rest string) bool {
	at := strings.IndexFunc(rest, func(r rune) bool { return rightToLeft(r) || unicode.IsLetter(r) || unicode.IsNumber(r) })
	if at < 0 {
		return false
	}
	r, _ := utf8.DecodeRuneInString(rest[at:])
	return rightToLeft(r) || unicode.IsNumber(r)
}
