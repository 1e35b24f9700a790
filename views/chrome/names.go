package chrome

import (
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ImageNames are the images that a text names: words that begin with @ and end like an
// image. A name with blanks stands in quotes.
func ImageNames(text string) (names []string) {
	before := ' '
	for at := 0; at < len(text); {
		rest := text[at:]
		if rest[0] != '@' || !unicode.IsSpace(before) && !strings.ContainsRune("([{\"'", before) {
			r, n := utf8.DecodeRuneInString(rest)
			before, at = r, at+n
			continue
		}
		name, n := nameAt(rest[1:])
		if ofImage(name) && !slices.Contains(names, name) {
			names = append(names, name)
		}
		before, at = '@', at+1+n
	}
	return names
}

// nameAt is the name at the beginning of a text, and how many bytes it takes.
func nameAt(text string) (name string, n int) {
	if strings.HasPrefix(text, `"`) {
		if end := strings.IndexAny(text[1:], "\"\n"); end >= 0 && text[1+end] == '"' {
			return text[1 : 1+end], end + 2
		}
		return "", 1
	}
	end := strings.IndexFunc(text, unicode.IsSpace)
	if end < 0 {
		end = len(text)
	}
	return strings.TrimRight(text[:end], ".,;:!?)]}'\""), end
}

// ofImage reports whether a name ends like that of an image.
func ofImage(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".png", ".jpg", ".jpeg", ".gif", ".webp":
		return true
	}
	return false
}
