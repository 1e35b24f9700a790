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
	if line == other || legible(line) && legible(other) || len(line) > apartMost || len(other) > apartMost || Look(line) != Look(other) {
		return "", false
	}
	tabs := strings.NewReplacer("\t", "␉")
	if a, b := tabs.Replace(Marked(line)), tabs.Replace(Marked(other)); Look(a) != Look(b) {
		return Reveal(a), true
	}
	return Spelled(line), true
}

// Look is what a line looks like: characters that most fonts draw alike are one, and so are
// blanks and tabs, since nobody knows how wide a tab is where the line is shown.
func Look(line string) string {
	line = alike.Replace(norm.NFC.String(revealed(line)))
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
var alike = strings.NewReplacer(append(letters[:],
	"\u2010", "-", "\u2011", "-", "\u2215", "/", "\u2044", "/", "\u2236", ":", "\u2024", ".", "\ua4f8", ".", "\u01c0", "|", "\u2223", "|",
)...)

// legible reports whether a line looks like no other one.
func legible(line string) bool {
	return Plain(line) && !strings.Contains(line, "\t") && !strings.Contains(line, "<U+")
}
