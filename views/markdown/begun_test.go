package markdown

import (
	"strings"
	"testing"

	"parley/teatest/goldens"
	"parley/views/text"
)

// TestARowIsDrawnWithItsFirstCell: while a table arrives, a row of which only the bar has
// come is not drawn as an empty one, and its line of dashes is not taken for words of the
// head.
func TestARowIsDrawnWithItsFirstCell(t *testing.T) {
	const head = "\n Name │ Qty\n──────┼─────"
	for name, c := range map[string]struct {
		text, want string
		whole      string // once the text has ended, if it is something else then
	}{
		"the dashes begin":   {"| Name | Qty |\n|--", "| Name | Qty |", "| Name | Qty | |--"},
		"a bar":              {"| Name | Qty |\n|--|--|\n|", head[1:], head[1:] + "\n      │"},
		"a bar and blanks":   {"| Name | Qty |\n|--|--|\n|  ", head[1:], head[1:] + "\n      │"},
		"a cell":             {"| Name | Qty |\n|--|--|\n| a", head[1:] + "\n a    │", ""},
		"a second row":       {"| Name | Qty |\n|--|--|\n| a | 1 |\n|", head[1:] + "\n a    │ 1", head[1:] + "\n a    │ 1\n      │"},
		"a row that is none": {"| Name | Qty |\n|--|--|\n| | |\n", head[1:] + "\n      │", ""},
		"behind words":       {"Here:\n\n| Name | Qty |\n|--|--|\n|", "Here:\n" + head, "Here:\n" + head + "\n      │"},
		"no table":           {"one\n|", "one |", ""},
		"code":               {"```\na | b\n|", "  a | b\n  |", ""},
	} {
		s := NewStream(New(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), 40), "")
		seen := func() string {
			lines := strings.Split(text.Stripped(strings.Join(s.Lines(), "\n")), "\n")
			for i := range lines {
				lines[i] = strings.TrimRight(lines[i], " ")
			}
			return strings.Join(lines, "\n")
		}
		s.Append(c.text)
		if got := seen(); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, c.want)
		}
		s.Finish()
		if c.whole == "" {
			c.whole = c.want
		}
		if got := seen(); got != c.whole {
			t.Errorf("%s, ended: got\n%s\nwant\n%s", name, got, c.whole)
		}
	}
}
