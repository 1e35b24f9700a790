package markdown

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"parley/views/text"
)

// TestTheWordsThatChangedAreThoseOfTheLineThatItBecame: not those of the line that has
// the same place, and also where only the beginning of a change is shown.
func TestTheWordsThatChangedAreThoseOfTheLineThatItBecame(t *testing.T) {
	const head = "--- a/x\n+++ b/x\n"
	for _, c := range []struct {
		name, diff string
		most, more int
		want       string // each line shown, its changed words in brackets
	}{
		{"one before it is new", "@@ -1,1 +1,2 @@\n-b := 2 * size\n+a := 1\n+b := 3 * size\n", 0, 0,
			"-b := [2] * size\n+a := 1\n+b := [3] * size"},
		{"one of several stays", "@@ -1,3 +1,1 @@\n-for _, name := range names {\n-\tfmt.Println(name)\n-}\n+fmt.Println(names)\n", 0, 0,
			"-for _, name := range names {\n-[    ]fmt.Println([name])\n-}\n+fmt.Println([names])"},
		{"the line that it became is not shown", "@@ -1,2 +1,3 @@\n-alpha 1 one\n-beta\n+zeta\n+alpha 2 one\n+beta\n", 1, 4,
			"-alpha [1] one"},
		{"nothing after it is read for what is only new", "@@ -0,0 +1,5 @@\n+a\n+b\n+c\n+d\n+e\n", 2, 3, "+a\n+b"},
	} {
		lines, more := Changes(onDark(t, text.Unicode()), head+c.diff, 60, c.most)
		for i, line := range lines {
			lines[i] = bracketed(line)
		}
		if got := strings.Join(lines, "\n"); got != c.want || more != c.more {
			t.Errorf("%s: shown\n%s\nand %d more; want\n%s\nand %d", c.name, got, more, c.want, c.more)
		}
	}
}

// TestADiffNamesItsFilesAsAnyPath: signs that only look like ASCII's are marked in their names.
func TestADiffNamesItsFilesAsAnyPath(t *testing.T) {
	lines := Diff(onDark(t, text.Unicode()), "--- a/x\u2215y\n+++ b/x\u2215y\n@@ -1 +1 @@\n-\u2215\n+b\n", 60)
	var got []string
	for _, line := range lines {
		got = append(got, strings.TrimSpace(ansi.Strip(line)))
	}
	if want := "--- a/x<U+2215>y|+++ b/x<U+2215>y|@@ -1 +1 @@|1     - \u2215|1 + b"; strings.Join(got, "|") != want {
		t.Errorf("%q, want %q", strings.Join(got, "|"), want)
	}
}

// bracketed is a line of a diff without its numbers, what stands on the stronger field in
// brackets.
func bracketed(line string) string {
	for _, word := range []string{goneWord, addWord} {
		for _, part := range strings.Split(line, "\x1b[m") {
			if strings.Contains(part, word) {
				line = strings.Replace(line, part, strings.Replace(part, "m", "m[", 1)+"]", 1)
			}
		}
	}
	line = strings.ReplaceAll(strings.TrimRight(text.Stripped(line), " "), "][", "")
	sign := strings.IndexAny(line, "+-")
	return line[sign:sign+1] + line[sign+2:]
}
