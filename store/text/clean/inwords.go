package clean

import (
	"strconv"
	"strings"
)

// InWords is a name that a stranger chose, within a sentence of the program's own: as it is, or in quotes if it
// could be taken for words of that sentence, or holds anything that would not show as itself.
func InWords(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool { return !strconv.IsPrint(r) || strings.ContainsRune(" ():\"\uFFFD", r) }) {
		return strconv.Quote(name)
	}
	return name
}
