package secret

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Hidden stands in a title for what was taken out of it.
const Hidden = "[hidden]"

// leastHidden is the least length of a known value that is taken out: a shorter one is not a key,
// and without it words would be mutilated.
const leastHidden = 8

// mostLine is how much of a text is looked at for a title, in bytes.
const mostLine = 4 << 10

// Hide is the beginning of a text, for a title, without the known values, and without words that look like
// keys. A title goes where nobody looks for a key: into the name of a file, onto the frame of a window.
func Hide(line string, known []string) string {
	line = line[:min(len(line), mostLine)]
	for _, v := range known {
		if len(v) < leastHidden {
			continue
		}
		for _, read := range readAs(v, leastHidden) {
			line = strings.ReplaceAll(line, read, Hidden)
		}
	}
	var out strings.Builder
	word := 0 // where the word begins
	end := func(to int) { out.WriteString(hidden(line[word:to])) }
	for i, r := range line {
		if Ends(r) {
			end(i)
			word = i + utf8.RuneLen(r)
			out.WriteString(line[i:word])
		}
	}
	end(len(line))
	return out.String()
}

// Holds reports whether a word looks like a key, or has a part that does.
func Holds(word string) bool { return hidden(word) != word }

// hidden is a word, or what stands for it or for a part of it: no key has a character that is not ASCII,
// so that one may end there.
func hidden(word string) string {
	if Looks(word) {
		return Hidden
	}
	var out strings.Builder
	for rest := word; rest != ""; {
		n := strings.IndexFunc(rest, func(r rune) bool { return r >= utf8.RuneSelf })
		if n < 0 {
			n = len(rest)
		}
		if part := rest[:n]; n < len(word) && Looks(part) {
			out.WriteString(Hidden)
		} else {
			out.WriteString(part)
		}
		_, size := utf8.DecodeRuneInString(rest[n:])
		out.WriteString(rest[n : n+size])
		rest = rest[n+size:]
	}
	return out.String()
}

// Ends reports whether a character stands between words that may be keys.
func Ends(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("\"'`,;()<>[]{}=|", r) }
