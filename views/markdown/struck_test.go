package markdown

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"parley/teatest/goldens"
	"parley/views/text"
)

// TestASingleTildeIsItself: a path of the user's is no pair of marks, in no theme.
func TestASingleTildeIsItself(t *testing.T) {
	for in, want := range map[string]string{
		"Then rm ~/x~ now":         "Then rm ~/x~ now",
		"~/a~, `~/b~` and **~c~**": "~/a~, ~/b~ and ~c~",
		"a ~b ~~c~ d~~ e":          "a ~b c~ d e",
		"~~gone~~ ~/x~":            "gone ~/x~",
	} {
		for _, name := range []string{text.ThemeDark, text.ThemePlain} {
			theme := goldens.Must(text.NewTheme(name, text.Unicode()))
			got := strings.Join(New(theme, 60).Draw(in), "\n")
			got = strings.NewReplacer("~~", "", "`", "").Replace(strings.TrimSpace(ansi.Strip(got)))
			if got != want {
				t.Errorf("%s: %q is drawn as %q, not %q", name, in, got, want)
			}
		}
	}
}
