package markdown

import (
	"parley/teatest/goldens"
	"parley/views/text"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

// What is indented by a tab belongs to its item, as a paragraph of its own.
func TestListsWithTabs(t *testing.T) {
	md := New(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), 40)
	for _, c := range []struct{ name, in, want string }{
		{"a second paragraph", "1. Open it\n\n\tand look\n2. Close it", "1. Open it\n\n   and look\n\n2. Close it"},
		{"of a bullet", "* a\n\n\tsecond words", "• a\n\n  second words"},
		{"a tab elsewhere in the list", "- more\n\n  para\n\n- a\n\t- tab\n", "• more\n\n  para\n\n• a\n  • tab"},
		{"code, then a paragraph", "1. Run:\n\n\t```\n\tmake\n\t```\n\n2. Then look\n\n\tat it", "1. Run:\n\n     make\n\n2. Then look\n\n   at it"},
		{"after the mark", "-\ta\n\n\tb\n-\tc", "• a\n\n  b\n\n• c"},
		{"after a number", "1.\ta\n\n\tb", "1. a\n\n   b"},
		{"after two marks", "- -\ta\n\n    b", "• • a\n\n    b"},
		{"blanks and a tab", "- a\n\n \tb\n\n  \tc", "• a\n\n  b\n\n  c"},
		{"lines of one paragraph", "- a\n\tb", "• a b"},
		{"nested by tabs", "- a\n\t- b\n\t\t- c\n", "• a\n  • b\n    • c"},
		{"tabs in code stay behind its words", "- a\n\n\t```\n\tx\n\t\ty\n\t```\n", "• a\n\n    x\n        y"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := ansi.Strip(strings.Join(md.Draw(c.in), "\n")); got != c.want {
				t.Errorf("%q is drawn as\n%s\nwant\n%s", c.in, got, c.want)
			}
		})
	}
}

func TestBlanksForTabs(t *testing.T) {
	for _, c := range []struct {
		in, want string
		marks    bool
	}{
		{"\ta\tb\n", "    a\tb\n", true},
		{"  \ta", "    a", true},
		{"-\ta", "-   a", true},
		{"-\ta", "-\ta", false},
		{"\t-\ta", "    -   a", true},
		{"10.\ta", "10. a", true},
		{"- >\ta", "- > a", true},
		{"- -\ta", "- - a", true},
		{"-a\tb", "-a\tb", true},
		{"\t\n", "    \n", true},
		{"\t12", "    12", true},
	} {
		if got := blanksForTabs(c.in, c.marks); got != c.want {
			t.Errorf("%q, marks %v: got %q, want %q", c.in, c.marks, got, c.want)
		}
	}
}

// No words of a list run together, whether indented by blanks or tabs.
func TestWordsOfListsStayApart(t *testing.T) {
	md := New(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), 60)
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		b.WriteString(rapid.SampledFrom([]string{"- one", "1.\tone", "*\tone", "-  one"}).Draw(t, "first"))
		for range rapid.IntRange(1, 8).Draw(t, "lines") {
			b.WriteString(rapid.SampledFrom([]string{"\n", "\n\n"}).Draw(t, "break"))
			b.WriteString(rapid.SampledFrom([]string{"\t", " \t", "    "}).Draw(t, "indent"))
			b.WriteString(rapid.SampledFrom([]string{"", "- ", "-\t", "2. ", "2.\t"}).Draw(t, "mark"))
			b.WriteString("two")
		}
		for _, word := range strings.Fields(ansi.Strip(strings.Join(md.Draw(b.String()), "\n"))) {
			if strings.Contains(word, "onetwo") || strings.Contains(word, "twotwo") {
				t.Fatalf("%q is drawn as\n%s", b.String(), strings.Join(md.Draw(b.String()), "\n"))
			}
		}
	})
}
