package clean

import (
	"strings"
	"unicode/utf8"
)

// The letters of Korean syllables that are written apart, as in names of files that come from macOS,
// and the syllables that they make, in order of their letters.
const (
	firstLead, leads   = 0x1100, 19
	firstVowel, vowels = 0x1161, 21
	noTail, tails      = 0x11a7, 28 // the first of these is none
	firstSyllable      = 0xac00
)

// Syllables is a text in which Korean syllables that are written as letters are each one character.
// They look the same, and every terminal gives that character two cells; of the letters some
// count each one that follows the first, and some none.
func Syllables(s string) string {
	if !strings.Contains(s, "\xe1\x84") { // with which all first letters begin
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for s != "" {
		r, n := syllable(s)
		if n == 0 {
			_, n = utf8.DecodeRuneInString(s)
			b.WriteString(s[:n])
		} else {
			b.WriteRune(r)
		}
		s = s[n:]
	}
	return b.String()
}

// syllable is the one that a text begins with as letters, and their length in bytes; 0 if it begins
// otherwise.
func syllable(s string) (r rune, n int) {
	lead, n := utf8.DecodeRuneInString(s)
	vowel, m := utf8.DecodeRuneInString(s[n:])
	if lead < firstLead || lead >= firstLead+leads || vowel < firstVowel || vowel >= firstVowel+vowels {
		return 0, 0
	}
	n += m
	r = firstSyllable + ((lead-firstLead)*vowels+vowel-firstVowel)*tails
	if tail, m := utf8.DecodeRuneInString(s[n:]); tail > noTail && tail < noTail+tails {
		return r + tail - noTail, n + m
	}
	return r, n
}
