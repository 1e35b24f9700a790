package markdown_test

import (
	"strings"
	"testing"

	"parley/teatest/goldens"
	"parley/views/markdown"
	"parley/views/text"
)

// TestNoRowOfCodeLooksLikeALineOfIt: where a line of code in what a question is about is too long for its
// row, the rest goes on behind a mark, and the blanks at the break are seen.
func TestNoRowOfCodeLooksLikeALineOfIt(t *testing.T) {
	for _, theme := range []string{text.ThemePlain, text.ThemeDark} {
		th := goldens.Must(text.NewTheme(theme, text.Unicode()))
		for _, language := range []string{"", "go", "json", "patch", "diff"} {
			source := "Apply?\n\n```" + language + "\n@@\n+# see also" + strings.Repeat(" ", 66) + "*** Update File: docs/notes.md\n+run: x\n```"
			var lines []string
			for _, line := range markdown.Context(markdown.New(th, 76), source) {
				if line = text.Stripped(line); strings.HasPrefix(strings.TrimSpace(line), "***") {
					t.Errorf("%s, %q: %q", theme, language, line)
				}
				lines = append(lines, strings.TrimRight(line, " "))
			}
			if all := strings.Join(lines, "\n"); !strings.Contains(all, "\n… ␠") && !strings.Contains(all, "␠\n… ***") {
				t.Errorf("%s, %q:\n%s", theme, language, all)
			}
		}
	}
}
