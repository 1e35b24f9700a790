package markdown

import (
	"fmt"
	"parley/teatest/goldens"
	"parley/views/text"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

// tableOf writes a table.
func tableOf(rows [][]string) string {
	var b strings.Builder
	for i, row := range rows {
		b.WriteString("| " + strings.Join(row, " | ") + " |\n")
		if i == 0 {
			b.WriteString(strings.Repeat("|---", len(row)) + "|\n")
		}
	}
	return b.String()
}

// manyColumns is a table with one row, in which every cell is the same.
func manyColumns(n int, cell string) string {
	heads, row := make([]string, n), make([]string, n)
	for i := range n {
		heads[i], row[i] = fmt.Sprintf("h%d", i), cell
	}
	return tableOf([][]string{heads, row})
}

// A table whose columns are narrower than their words is drawn as records.
func TestTablesWithoutRoomAreRecords(t *testing.T) {
	for _, c := range []struct {
		width, columns int
		cell           string
	}{{78, 26, "42 ms"}, {38, 13, "42"}, {78, 24, "-1.5"}} {
		var want []string
		for i := range c.columns {
			want = append(want, fmt.Sprintf("h%d: %s", i, c.cell))
		}
		goldens.Same(t, c.cell, drawnPlainly(t, manyColumns(c.columns, c.cell), c.width), want)
	}
}

func drawnPlainly(t testing.TB, words string, width int) []string {
	return strings.Split(ansi.Strip(strings.Join(New(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), width).Draw(words), "\n")), "\n")
}

func TestRecords(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"rows are apart", "| first | second |\n|---|---|\n| abcdefghijkl | mnopqrstuvwx |\n| a | |\n", "first:\n  abcdefghijkl\nsecond:\n  mnopqrstuvwx\n\nfirst: a\nsecond:"},
		{"marks and links", "| **a** | b |\n|---|---|\n| [linked words](https://e.example) | `abcdefghijkl` |\n", "a: linked words\n  https://e.example\nb: `abcdefghijkl`"},
		{"a heading that would be cut", "| long heading of it | b |\n|---|---|\n| x | y |\n", "long heading of\n  it: x\nb: y"},
		{"below words", "So:\n| first | second |\n|---|---|\n| abcdefghijkl | mnopqrstuvwx |\n", "So:\n\nfirst:\n  abcdefghijkl\nsecond:\n  mnopqrstuvwx"},
		{"in a quote its source tells it", "> | first | second |\n> |---|---|\n> | abcdefghijkl | b |\n", "> | first | second |\n> |---|---|\n> | abcdefghijkl | b\n|"},
		{"with room it is a table", "| a | b |\n|---|---|\n| one two three four | y |\n", " a             │ b\n───────────────┼───\n one two three │ y\n four          │"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := strings.Join(drawnPlainly(t, c.in, 20), "\n"); got != c.want {
				t.Errorf("drawn as\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// Nothing of a table is lost, whatever its size and the width, even nested in something
// else, and while it arrives.
func TestTablesLoseNothing(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	word := rapid.SampledFrom([]string{"42", "ms", "-1.5", "seven", "elevenchars", "日本", "é", "a_b", "12:30", "100%"})
	rapid.Check(t, func(t *rapid.T) {
		columns := rapid.IntRange(1, 26).Draw(t, "columns")
		cell := rapid.Custom(func(t *rapid.T) string {
			return strings.Join(rapid.SliceOfN(word, 0, 4).Draw(t, "words"), " ")
		})
		rows := rapid.SliceOfN(rapid.SliceOfN(cell, columns, columns), 2, 5).Draw(t, "rows")
		width := rapid.IntRange(18, 120).Draw(t, "width")
		before := rapid.SampledFrom([]string{"", "Words:\n", "> ", "- "}).Draw(t, "before")
		source := before + tableOf(rows)
		switch before {
		case "> ":
			source = "> " + strings.ReplaceAll(strings.TrimSuffix(tableOf(rows), "\n"), "\n", "\n> ") + "\n"
		case "- ":
			source = "- " + strings.ReplaceAll(strings.TrimSuffix(tableOf(rows), "\n"), "\n", "\n  ") + "\n"
		}
		s := NewStream(New(th, width), "")
		s.Append(source)
		toldAll(t, source, s.Lines(), rows)
		goldens.Fits(t, s.Lines(), width, 0)
		s.Finish()
		toldAll(t, source, s.Lines(), rows)
		goldens.Fits(t, s.Lines(), width, 0)
	})
}

func toldAll(t *rapid.T, source string, lines []string, rows [][]string) {
	shown := map[string]int{}
	for _, word := range strings.FieldsFunc(ansi.Strip(strings.Join(lines, "\n")), func(r rune) bool { return strings.ContainsRune(" \n│|", r) }) {
		shown[strings.TrimSuffix(word, ":")]++
	}
	for _, word := range strings.Fields(strings.Join(slices.Concat(rows...), " ")) {
		if shown[word]--; shown[word] < 0 {
			t.Fatalf("%q of\n%s\nis not in\n%s", word, source, strings.Join(lines, "\n"))
		}
	}
}
