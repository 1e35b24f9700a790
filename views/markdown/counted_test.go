package markdown

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"parley/teatest/goldens"
	"parley/views/text"
)

// What a terminal may count as wider than the library does is still broken between words,
// at every width, and the prefix of a line precedes each piece.
func TestWordsOfAllScriptsStayWhole(t *testing.T) {
	const words = "हिन्दी में एक लम्बा वाक्य जो कई पंक्तियों में जाता है, ภาษา ไทย ที่นี่ और العربية هنا 日本語 👩‍👩‍👧 अन्त"
	for _, c := range []struct{ name, before, source string }{
		{"prose", "", words},
		{"a heading", "## ", "## " + words},
		{"a quote", "│ ", "> " + words},
		{"a list", "• ", "- " + words},
		{"strong", "", "**" + words + "**"},
		{"a cell", "", "| k | l |\n|---|---|\n| " + words + " | two |"},
	} {
		for width := 30; width <= 120; width++ {
			md := New(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), width)
			var seen []string
			for i, line := range md.Draw(c.source) {
				line = ansi.Strip(line)
				if n := text.Width(line); n > md.width {
					t.Fatalf("%s at %d: %d cells in %q", c.name, width, n, line)
				}
				if c.name == "a quote" && !strings.HasPrefix(line, c.before) || i == 0 && !strings.HasPrefix(line, c.before) {
					t.Fatalf("%s at %d: %q has no %q before it", c.name, width, line, c.before)
				}
				seen = append(seen, strings.Fields(strings.TrimPrefix(line, c.before))...)
			}
			if c.name == "a cell" {
				for _, word := range strings.Fields(text.Clean(words)) {
					if !strings.Contains(" "+strings.Join(seen, " ")+" ", " "+word+" ") {
						t.Fatalf("%s at %d: %q is broken: %q", c.name, width, word, seen)
					}
				}
			} else if got := strings.Join(seen, " "); got != text.Clean(words) {
				t.Fatalf("%s at %d:\n%s\nwant\n%s", c.name, width, got, text.Clean(words))
			}
		}
	}
}

// Each line of a quotation has its bar, and of a nested quotation both.
func TestQuotesHaveTheirBars(t *testing.T) {
	const words = "the quick brown fox jumps over the lazy dog, and then some more words follow which are not many but a few of them"
	for width := 20; width <= 130; width++ {
		md := New(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), width)
		for _, c := range []struct{ source, bars string }{{"> " + words + "\n> and more", "│ "}, {"> > " + words, "│ │ "}, {"> - " + words, "│ "}} {
			for _, line := range md.Draw(c.source) {
				if !strings.HasPrefix(line, c.bars) || text.Width(line) > width {
					t.Errorf("%q at %d: %q", c.source, width, line)
				}
			}
		}
	}
}

// A line ends where Markdown says that it does, and nowhere else.
func TestHardAndSoftBreaks(t *testing.T) {
	for _, c := range []struct{ name, source, want string }{
		{"two blanks", "one  \ntwo", "one\ntwo"},
		{"more blanks", "one     \ntwo", "one\ntwo"},
		{"a backslash", "one\\\ntwo", "one\ntwo"},
		{"one blank", "one \ntwo", "one two"},
		{"nothing", "one\ntwo", "one two"},
		{"two backslashes", "one\\\\\ntwo", "one\\ two"},
		{"at the end of the paragraph", "one  \n\ntwo\\", "one\n\ntwo\\"},
		{"in a list", "- one  \n  two\n- three\n  four", "• one\n  two\n• three four"},
		{"in a quote", "> one  \n> two\n> three", "│ one\n│ two three"},
		{"in what is strong", "**one  \ntwo**", "one\ntwo"},
		{"in code it is code", "`one  \ntwo`", "`one   two`"},
	} {
		md := New(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), 60)
		if got := ansi.Strip(strings.Join(md.Draw(c.source), "\n")); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
