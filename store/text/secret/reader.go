package secret

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// readAs are a secret as it was given and as those read it who it was given to, if that has at least so many bytes: most
// take off the blanks at its ends, and some write its letters in the one way that they know, in one of Unicode's
// normal forms.
func readAs(secret string, least int) []string {
	all := []string{secret}
	add := func(read string) {
		if len(read) >= least && !slices.Contains(all, read) {
			all = append(all, read)
		}
	}
	add(trimmed(secret))
	for _, form := range []norm.Form{norm.NFC, norm.NFD, norm.NFKC, norm.NFKD} {
		normal := form.String(secret)
		add(normal)
		add(trimmed(normal))
	}
	return all
}

// trimmed is a text without the blanks at its ends, of any that a language takes off.
func trimmed(text string) string {
	return strings.TrimFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) || r == '\ufeff' })
}
