package markdown

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"parley/views/text"
)

// TestTheStraightWayDrawsTheSame: a line of plain code looks as it does on the way of all
// others, whatever the theme and the width; and every line that it is for is drawn by it.
func TestTheStraightWayDrawsTheSame(t *testing.T) {
	dark := onDark(t, text.Unicode())
	plain, err := text.NewTheme(text.ThemePlain, text.ASCII())
	if err != nil {
		t.Fatal(err)
	}
	themes := []text.Theme{dark, dark.Sixteen(true), dark.WithoutSyntax(), plain}
	rapid.Check(t, func(t *rapid.T) {
		m := New(rapid.SampledFrom(themes).Draw(t, "theme"), rapid.IntRange(1, 60).Draw(t, "width"))
		line := rapid.StringOfN(rapid.RuneFrom([]rune("ab  {}\x1b\tü漢~ ;[0m")), 0, 70, -1).Draw(t, "line")
		got, ok := m.straight(line)
		simple := strings.Trim(line, "ab {}~;[0m") == "" && len(line) <= m.codeWidth()
		if ok != simple {
			t.Fatalf("%q goes straight: %v", line, ok)
		}
		if want := m.indentCode(line, 0, nil); ok && got != want {
			t.Fatalf("%q is drawn %q, want %q", line, got, want)
		}
	})
}
