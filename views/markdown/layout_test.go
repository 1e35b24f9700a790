package markdown

import (
	"parley/teatest/goldens"
	"parley/views/text"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestLists: the content of an item stands beside its mark, all of it.
func TestLists(t *testing.T) {
	for _, c := range []struct{ name, source, want string }{
		{"a long item", "- one two three four five\n- six", "• one two three\n  four five\n• six"},
		{"numbers", "9. one two three four\n9. five", "9. one two three\n   four\n10. five"},
		{"numbers in brackets", "3) a\n4) b", "3. a\n4. b"},
		{"a list within", "- a\n  - b c d e f g h i j k\n  - l\n- m", "• a\n  • b c d e f g h\n    i j k\n  • l\n• m"},
		{"numbers within", "* a\n    1. b\n    2. c\n", "• a\n  1. b\n  2. c"},
		{"two paragraphs", "1. a\n\n   b\n2. c\n3. d", "1. a\n\n   b\n\n2. c\n3. d"},
		{"blank lines between", "- a\n\n- b\n\n- c", "• a\n• b\n• c"},
		{"code", "1. Run it:\n   ```sh\n   make it\n   ```\n2. Look", "1. Run it:\n\n     make it\n\n2. Look"},
		{"a quote", "- a\n\n  > b\n- c", "• a\n\n  │ b\n\n• c"},
		{"a table", "- t:\n\n  | a | b |\n  |---|---|\n  | 1 | 2 |\n", "• t:\n\n   a │ b\n  ───┼───\n   1 │ 2"},
		{"tasks", "- [ ] a b c d e f g h i\n- [x] b\n- [X] c\n- [y] d", "[ ] a b c d e f g\n    h i\n[x] b\n[x] c\n• [y] d"},
		{"text before", "Two:\n- a\n- b", "Two:\n\n• a\n• b"},
		{"another mark", "- a\n* b", "• a\n\n• b"},
		{"a paragraph that goes on", "- a\nb\n- c", "• a b\n• c"},
		{"nothing in it", "-\n- a\n-", "•\n• a\n•"},
		{"a number in the text", "In\n1984. No list.\n- yes", "In 1984. No list.\n\n• yes"},
		{"marks of their own", "- **a** `b`\n- [c](d)", "• a `b`\n• c d"},
		{"code by indentation", "-     x\n- y", "•   x\n• y"},
		{"tabs are left to others", "-\ta\n-\tb", "• a\n• b"},
	} {
		t.Run(c.name, func(t *testing.T) {
			md := New(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), 18)
			var got []string
			for _, line := range md.Draw(c.source) {
				got = append(got, strings.TrimRight(text.Stripped(line), " "))
			}
			if strings.Join(got, "\n") != c.want {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), c.want)
			}
		})
	}
}

// TestAnItemUsesDefinitions: those of the whole document.
func TestAnItemUsesDefinitions(t *testing.T) {
	got := New(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), 60).Draw("- see [it][1]\n\n| a |\n|---|\n| [it][1] |\n\n[1]: https://example.com\n")
	want := []string{"• see it https://example.com", "", " a", "────────────────────────", " it https://example.com", "", "[1]: https://example.com"}
	for i := range got {
		got[i] = text.Stripped(got[i])
	}
	goldens.Same(t, "definitions", got, want)
}

// TestTables: a column is as wide as its content, as terminals count.
func TestTables(t *testing.T) {
	for _, c := range []struct{ name, source, want string }{
		{"sides", "| a | b | count |\n|:--|:-:|--:|\n| x | yyy | 1 |\n| xy |  | 200 |", " a  │  b  │ count\n────┼─────┼───────\n x  │ yyy │     1\n xy │     │   200"},
		{"no bars outside", "a|b\n-|-\n1|2", " a │ b\n───┼───\n 1 │ 2"},
		{"one column", "| a |\n|---|\n| b \\| c |", " a\n───────\n b | c"},
		{"wide characters", "| a | b |\n|---|---|\n| 日本 | 1 |\n| नमस्ते | 2 |\n| x | 3 |", " a    │ b\n──────┼───\n 日本 │ 1\n नमस्ते │ 2\n x    │ 3"},
		{"no room", "| a | b |\n|---|---|\n| one two three four | five six seven eight |", " a          │ b\n────────────┼─────────────\n one two    │ five six\n three four │ seven eight"},
		{"text after it is a row", "| a | b |\n|---|---|\n| 1 | 2 |\nand", " a   │ b\n─────┼───\n 1   │ 2\n and │"},
		{"a column without a head", "a\n---|---\n1|2", " a │\n───┼───\n 1 │ 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, line := range New(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), 30).Draw(c.source) {
				got = append(got, strings.TrimRight(text.Stripped(line), " "))
			}
			if strings.Join(got, "\n") != c.want {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), c.want)
			}
		})
	}
}

// TestCodeInATableStandsUnderItsHead: the field takes the column's own blanks, on either
// side, whatever the alignment, so that words stand under words.
func TestCodeInATableStandsUnderItsHead(t *testing.T) {
	const source = "| flag | `n` |\n|:--|--:|\n| `limit` | `20` |\n| json | 4000 |\n| a `b` | 3 |\n"
	for _, c := range []struct {
		name string
		th   text.Theme
		want []string
	}{
		{"on fields", onDark(t, text.Unicode()), []string{" flag  │    n", "───────┼──────", " limit │   20", " json  │ 4000", " a  b  │    3"}},
		{"with marks", goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), []string{" flag    │  `n`", "─────────┼──────", " `limit` │ `20`", " json    │ 4000", " a `b`   │    3"}},
	} {
		got := New(c.th, 40).Draw(source)
		for i, line := range got {
			if strings.Contains(line, "limit") && strings.Contains(line, "48;2") && !strings.HasPrefix(line, "\x1b[38;2;255;158;100;48;2;42;43;53m ") {
				t.Errorf("%s: the field does not begin in the column's blank: %q", c.name, line)
			}
			got[i] = strings.TrimRight(text.Stripped(line), " ")
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

// Nothing gets lost in a list or a table, at any width.
func TestListsAndTablesKeepEveryWord(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	rapid.Check(t, func(t *rapid.T) {
		piece := rapid.SampledFrom([]string{"- ", "  - ", "1. ", "   ", "* ", "\n", "\n\n", "word ", "nämlich ", "日本 ", "| ", "|---|---|\n", "| a | b |\n", "> ", "```\n", "[x] "})
		text := strings.Join(rapid.SliceOfN(piece, 1, 30).Draw(t, "pieces"), "")
		width := rapid.IntRange(1, 60).Draw(t, "width")
		got := New(th, width).Draw(text)
		goldens.Fits(t, got, width, 0)
		all := strings.Join(got, "")
		for _, word := range []string{"d", "ä", "本"} {
			if n, m := strings.Count(all, word), strings.Count(text, word); n != m && !strings.Contains(text, "|") && width > 1 {
				t.Fatalf("%d times %q of %d in\n%s", n, word, m, strings.Join(got, "\n"))
			}
		}
	})
}
