package chrome

import (
	"fmt"
	"parley/teatest/goldens"
	"parley/views/text"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

func TestPalette(t *testing.T) {
	p := Palette{At: 1, Choices: []Choice{
		{"/help", "keys and commands"}, {"/model", "use another model in this conversation"},
		{"/remembered", "what you allowed or answered for this turn, and take it back"}, {"/日本語", "wide \x1b[31mand\u202e hostile"},
	}}
	goldens.Screens(t, "palette", func(width int) []string {
		return p.Draw(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), width, 8)
	})
	p.Note, p.At = "asking the servers…", 3
	goldens.Screens(t, "palette-short", func(width int) []string {
		return p.Draw(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), width, 3)
	})
}

// TestPaletteNoteIsCutVisibly at the edge of the screen.
func TestPaletteNoteIsCutVisibly(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	for width, want := range map[int]string{22: "   asking the servers.", 21: "   asking the server…", 12: "   asking t…"} {
		got := Palette{Note: "asking the servers."}.Draw(th, width, 3)
		goldens.Same(t, "the note", []string{ansi.Strip(strings.Join(got, ""))}, []string{want})
	}
}

// TestPaletteFits: whatever is in it, the palette keeps within its room, and the row under
// the cursor is visible if any row is.
func TestPaletteFits(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode()))
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 30).Draw(t, "rows")
		var p Palette
		for i := range n {
			p.Choices = append(p.Choices, Choice{fmt.Sprintf("%02d!", i) + rapid.String().Draw(t, "name"), rapid.String().Draw(t, "help")})
		}
		p.At = rapid.IntRange(0, n-1).Draw(t, "at")
		width, height := rapid.IntRange(8, 90).Draw(t, "width"), rapid.IntRange(1, 12).Draw(t, "height")
		lines := p.Draw(th, width, height)
		goldens.Fits(t, lines, width, height)
		if !strings.Contains(strings.Join(lines, "\n"), fmt.Sprintf("%02d!", p.At)) {
			t.Fatalf("row %d is out of sight: %q", p.At, lines)
		}
	})
}
