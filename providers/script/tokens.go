package script

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// tokenRunes is the length from which a word is split, about as models do.
const tokenRunes = 6

// Tokens cuts text into the pieces in which a model would stream it: a word with the
// space before it, long words in several pieces. Joined they give the text again, and
// each is valid UTF-8 if the text is.
func Tokens(text string) []string {
	pieces := []string{}
	for text != "" {
		n := tokenLen(text)
		pieces = append(pieces, text[:n])
		text = text[n:]
	}
	return pieces
}

// tokenLen is the length of the first piece: spaces, then up to tokenRunes other
// runes.
func tokenLen(text string) int {
	start := len(text) - len(strings.TrimLeftFunc(text, unicode.IsSpace))
	at := start
	for count := 0; at < len(text) && count < tokenRunes; count++ {
		r, size := utf8.DecodeRuneInString(text[at:])
		if unicode.IsSpace(r) {
			break
		}
		at += size
	}
	return at
}
