package markdown

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"parley/teatest/goldens"
	"parley/views/text"
)

// TestNumbersAreThoseThatWereWritten: what is asked about is what was written, and an answer may
// name a number.
func TestNumbersAreThoseThatWereWritten(t *testing.T) {
	md := New(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), 40)
	for _, c := range []struct{ source, want string }{
		{"1) keep\n7) delete", "1. keep\n7. delete"},
		{"3. c\n2. b\n1. a", "3. c\n2. b\n1. a"},
		{"1. a\n1. b\n1. c", "1. a\n2. b\n3. c"},
		{"1. a\n1. b\n2. c", "1. a\n1. b\n2. c"},
		{"1. a\n5. [x] b", "1. a\n5. [x] b"},
		{"007. a\n000000008. b\n   c", "007. a\n000000008. b c"},
		{"- 4. a\n  2. b\n- c", "• 4. a\n  2. b\n• c"},
		{"> 1) keep\n> 7) delete\n>    - x\n>    - y", "│ 1. keep\n│ 7. delete\n│   • x\n│   • y"},
		{"> 1. a\n> 1. b", "│ 1. a\n│ 2. b"},
		{">\t100. a\n>\t007. b", "│ 100. a\n│ 007. b"},
		{"> 1. a\n> 5. [x] b\n> 9. [ ] c", "│ 1. a\n│ 5. [x] b\n│ 9. [ ] c"},
	} {
		if got := ansi.Strip(strings.Join(md.Draw(c.source), "\n")); got != c.want {
			t.Errorf("%q: drawn as\n%s\nwant\n%s", c.source, got, c.want)
		}
	}
}

// TestALongNumberFits: the longest that Markdown takes for one, at any width.
func TestALongNumberFits(t *testing.T) {
	const first, second = "000000001. one two three four five", "999999999. six seven"
	for width := text.MinWidth; width < 60; width++ {
		md := New(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), width)
		for _, source := range []string{first + "\n" + second, "> " + first + "\n> " + second, "000000002. " + first + "\n           " + second} {
			lines := md.Draw(source)
			for _, line := range lines {
				if text.Width(line) > width {
					t.Errorf("at %d: %q", width, line)
				}
			}
			for _, word := range []string{"000000001", "five", "999999999", "seven"} {
				if !strings.Contains(ansi.Strip(strings.Join(lines, "")), word) {
					t.Errorf("at %d: no %s in %q", width, word, lines)
				}
			}
		}
	}
}
