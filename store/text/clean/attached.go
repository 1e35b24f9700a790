package clean

import "strings"

// Attaches reports whether a character can be a part of an emoji before it that Screen leaves
// out: a joiner, a selector of how it is drawn, a skin tone or the mark of a key.
func Attaches(r rune) bool {
	return r == joiner || r == 0xfe0e || r == 0xfe0f || r == keycap || skinTone(r)
}

// Attached reports whether such a character is a part of the emoji that begins with first. prev is the
// character before it, next the one after it. Chains of them, which could carry a text, are no part.
func Attached(first, prev, r, next rune) bool {
	switch {
	case r == keycap:
		return keyed(first) && (prev == first || prev == 0xfe0f)
	case skinTone(r):
		return prev == first && pictograph(first) && !skinTone(first)
	}
	return Belongs(prev, r, next) && !joins(prev, r)
}

// Unjoined is an emoji without the joiner at its end, if what follows cannot be joined to it.
func Unjoined(emoji string, next rune) string {
	if pictograph(next) {
		return emoji
	}
	return strings.TrimSuffix(emoji, string(rune(joiner)))
}
