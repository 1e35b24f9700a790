package clean

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// apart stands behind Korean syllables that are written as letters.
const apart = "<NFD>"

// Composed is a text in which everything that can be written in one way only is: an accent behind its letter,
// where there is a character for both, a sign that stands for another one, and marks in another order are
// spelled out, since two names with these and without them look the same and are not. So is a mark on a letter of
// these scripts that have a character for each usual one, as a second accent. Korean
// syllables that are written as letters are drawn as syllables, with a mark behind them.
func Composed(s string) string {
	if Plain(s) || norm.NFC.IsNormalString(s) && strings.IndexFunc(s, func(r rune) bool { return unicode.Is(unicode.Mn, r) }) < 0 {
		return s
	}
	var b strings.Builder
	korean := false
	for len(s) > 0 {
		n := max(norm.NFC.NextBoundaryInString(s, true), 1)
		part := s[:n]
		s = s[n:]
		r, size := syllable(part)
		if korean && size != len(part) {
			b.WriteString(apart)
		}
		switch korean = size > 0 && size == len(part); {
		case korean:
			b.WriteRune(r)
		case norm.NFC.IsNormalString(part) && !marked(part):
			b.WriteString(part)
		default:
			spellOut(&b, part)
		}
	}
	if korean {
		b.WriteString(apart)
	}
	return b.String()
}

// marked reports whether a part is a letter of these scripts with a mark of its own.
func marked(part string) bool {
	r, n := utf8.DecodeRuneInString(part)
	return n < len(part) && unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic)
}

// spellOut writes a character and its marks, which are written in other characters than the usual ones:
// what is not the usual character by itself, and each mark, as numbers.
func spellOut(b *strings.Builder, part string) {
	for i, r := range part {
		first := part[i : i+max(utf8.RuneLen(r), 1)]
		if i > 0 || !norm.NFC.IsNormalString(first) {
			b.WriteString(Number(r))
		} else {
			b.WriteString(first)
		}
	}
}
