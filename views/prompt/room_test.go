package prompt

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"parley/forms"
	"parley/teatest/goldens"
	"parley/views/markdown"
	"parley/views/text"
)

// TestAPromptWithoutRoomSaysSo: below four lines or eight cells there is no room for a
// question and its keys.
func TestAPromptWithoutRoomSaysSo(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	p := Prompt{Who: "x", Hints: hints("y", "yes"), Field: NewField(th, forms.Question{Text: "Sure?", AnswerType: forms.AnswerType{Kind: forms.Boolean}}, Rules{}, Draft{})}
	for _, c := range []struct {
		w, h int
		want string
	}{
		{40, 0, ""}, {40, 1, "too small: make the window larger"}, {40, 3, "too small: make the window larger"}, {7, 10, "too sm…"},
		{40, 4, "── x ───────────────────────────────────\n   Sure?\n     yes\n y yes"},
		{8, 4, "── x ───\n   Sure?\n     yes\n y yes"},
	} {
		d := p.Draw(markdown.New(th, text.TextWidth(c.w)), c.w, c.h)
		if got := ansi.Strip(strings.Join(d.Lines, "\n")); got != c.want {
			t.Errorf("%d×%d is\n%s\nwant\n%s", c.w, c.h, got, c.want)
		}
	}
}
