package markdown

import (
	"strings"

	"golang.org/x/text/unicode/norm"

	"parley/store/text/clean"
	"parley/views/text"
)

// apartMost is the number of bytes up to which two lines are compared by their looks.
const apartMost = 2 << 10

// Apart shows what makes a line another than one that looks the same; false if they do not.
// Tabs become visible, and if that is not enough every character that is not plain ASCII.
func Apart(line, other string) (string, bool) {
	line, other = strings.TrimSuffix(line, "\n"), strings.TrimSuffix(other, "\n")
	if line == other || legible(line) && legible(other) || len(line) > apartMost || len(other) > apartMost || look(line) != look(other) {
		return "", false
	}
	tabs := strings.NewReplacer("\t", "␉")
	if a, b := tabs.Replace(line), tabs.Replace(other); look(a) != look(b) {
		return text.Reveal(a), true
	}
	return clean.Spelled(line), true
}

// look is what a terminal draws of a line.
func look(line string) string { return norm.NFC.String(shownCode(line)) }

// legible reports whether a line looks like no other one.
func legible(line string) bool {
	return clean.Plain(line) && !strings.Contains(line, "\t") && !strings.Contains(line, "<U+")
}
