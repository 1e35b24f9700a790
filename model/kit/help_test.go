package kit

import (
	"strings"
	"testing"

	"parley/teatest/goldens"
	"parley/views/text"
)

// TestHelpHintsAreWhole: beside the words of a search there is less room for hints; one
// that does not fit is left out, not cut.
func TestHelpHintsAreWhole(t *testing.T) {
	page := HelpPage{Theme: goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), H: 12, Groups: []HelpGroup{{Title: "Keys", Rows: [][2]string{{"c", "copy the block"}}}}}
	for _, c := range []struct {
		words string
		width int
		want  string
	}{
		{"copy", 80, " / copy   Enter keep   Esc end search"},
		{"copy", 40, " / copy   Enter keep   Esc end search"},
		{"copy the whole block", 40, " / opy the whole block   Enter keep"},
	} {
		h := &Help{}
		page.W = c.width
		h.seeking = true
		h.query = h.query.Insert(c.words)
		lines := h.Lines(page)
		if got := text.Stripped(lines[len(lines)-1]); got != c.want {
			t.Errorf("%q in %d: %q, want %q", c.words, c.width, got, c.want)
		}
	}
}

// TestWhatACommandTakesIsNoKey: an argument is drawn differently from what is typed as it is.
func TestWhatACommandTakesIsNoKey(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode()))
	for _, c := range []struct {
		of    HelpGroup
		width int
		want  string
	}{
		{HelpGroup{Wide: 9, Commands: true, Rows: [][2]string{{"/title words", "name it"}}}, 60,
			"   " + th.Accent.Render("/title") + " " + th.Dim.Render("words") + "\n" + "              name it"},
		{HelpGroup{Wide: 12, Commands: true, Rows: [][2]string{{"/title words", "name it"}}}, 60,
			"   " + th.Accent.Render("/title") + " " + th.Dim.Render("words") + "  name it"},
		{HelpGroup{Wide: 12, Commands: true, Rows: [][2]string{{"/new", "begin"}}}, 60, "   " + th.Accent.Render("/new") + "          begin"},
		{HelpGroup{Wide: 12, Rows: [][2]string{{"Home End", "far"}}}, 60, "   " + th.Accent.Render("Home End") + "      far"},
	} {
		h := &Help{}
		c.of.Title = "Keys"
		got := strings.Join(h.Text(HelpPage{Theme: th, W: c.width, Groups: []HelpGroup{c.of}})[1:], "\n")
		if got != c.want {
			t.Errorf("%q: %q, want %q", c.of.Rows[0][0], got, c.want)
		}
	}
}
