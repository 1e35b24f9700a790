package clean

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// apartMost is the number of bytes up to which two lines are compared by their looks.
const apartMost = 256 << 10

// Apart shows what makes a line another than one that looks the same; false if they do not.
// Tabs become visible, and if that is not enough every character that is not plain ASCII.
// Otherwise it is as Reveal.
func Apart(line, other string) (string, bool) {
	line, other = strings.TrimSuffix(line, "\n"), strings.TrimSuffix(other, "\n")
	if line == other || legible(line) && legible(other) || len(line) > apartMost || len(other) > apartMost || look(line) != look(other) {
		return "", false
	}
	tabs := strings.NewReplacer("\t", "␉")
	if a, b := tabs.Replace(line), tabs.Replace(other); look(a) != look(b) {
		return Reveal(a), true
	}
	return Spelled(line), true
}

// look is what a line looks like: characters that most fonts draw alike are one, and so are
// blanks and tabs, since nobody knows how wide a tab is where the line is shown.
func look(line string) string {
	line = alike.Replace(norm.NFC.String(Reveal(line)))
	if !strings.Contains(line, "\t") && !strings.Contains(line, "  ") {
		return line
	}
	var b strings.Builder
	b.Grow(len(line))
	blank := false
	for _, r := range line {
		is := r == ' ' || r == '\t'
		if !is {
			b.WriteRune(r)
		} else if !blank {
			b.WriteByte(' ')
		}
		blank = is
	}
	return b.String()
}

// alike puts Latin letters and ASCII signs for the letters and signs of other scripts that
// fonts draw in the same way.
var alike = strings.NewReplacer(
	"А", "A", "В", "B", "Е", "E", "К", "K", "М", "M", "Н", "H", "О", "O", "Р", "P", "С", "C", "Т", "T", "Х", "X", "У", "Y", "Ѕ", "S", "І", "I", "Ј", "J",
	"а", "a", "е", "e", "о", "o", "р", "p", "с", "c", "х", "x", "у", "y", "ѕ", "s", "і", "i", "ј", "j", "ԁ", "d", "һ", "h", "ӏ", "l", "ԛ", "q", "ԝ", "w",
	"Α", "A", "Β", "B", "Ε", "E", "Ζ", "Z", "Η", "H", "Ι", "I", "Κ", "K", "Μ", "M", "Ν", "N", "Ο", "O", "Ρ", "P", "Τ", "T", "Υ", "Y", "Χ", "X",
	"ο", "o", "ν", "v", "ɡ", "g", "ɑ", "a",
	"\u2010", "-", "\u2011", "-", "\u2215", "/", "\u2044", "/", "\u2236", ":", "\u2024", ".", "\ua4f8", ".", "\u01c0", "|", "\u2223", "|",
)

// legible reports whether a line looks like no other one.
func legible(line string) bool {
	return Plain(line) && !strings.Contains(line, "\t") && !strings.Contains(line, "<U+")
}
