package chrome

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"parley/views/text"
)

// drawnPlain is what is seen of hints, without styles.
func drawnPlain(t *testing.T, hints []Hint, width, rows int) []string {
	t.Helper()
	th, err := text.NewTheme(text.ThemeDark, text.Unicode())
	if err != nil {
		t.Fatal(err)
	}
	lines := Hints(th, hints, width, rows)
	for i := range lines {
		lines[i] = text.Stripped(lines[i])
	}
	return lines
}

func TestHintsThatFit(t *testing.T) {
	hints := []Hint{{Key: "y", Words: "yes", Rank: 0}, {Key: "b", Words: "back", Rank: 1}, {Key: "r", Words: "reply", Rank: 1}, {Key: "Esc", Words: "menu", Rank: 0}, {Key: "?", Words: "help", Rank: 2}}
	aside := []Hint{{Key: "Ctrl+S", Words: "submit", Rank: 0}, {Key: "Ctrl+E", Words: "editor", Rank: 2}, {Key: "F2", Words: "schema", Rank: 1}, {Key: "Esc", Words: "menu (draft is kept)", Rank: 0}}
	ways := []Hint{{Key: "Enter", Words: "resume"}, {Key: "Esc", Words: "back", Rank: RankBack}, {Key: "Ctrl+F", Words: "fork"}, {Key: "Del", Words: "trash"}}
	near := []Hint{{Key: "y", Words: "run once"}, {Key: "n", Words: "do not run", Brief: "no"}, {Key: "Y/N", Words: "this turn", Rank: RankAway}, {Key: "a", Words: "from now on", Brief: "always", Rank: RankNear}, {Key: "?", Words: "help"}}
	for _, c := range []struct {
		hints       []Hint
		width, rows int
		want        string
	}{
		{hints, 80, 2, " y yes   b back   r reply   Esc menu   ? help"},
		{hints, 45, 2, " y yes   b back   r reply   Esc menu   ? help"},
		{hints, 44, 2, " y yes   b back   r reply   Esc menu"}, // no line for the help alone
		{hints, 34, 2, " y yes   b back   r reply\n Esc menu   ? help"},
		{hints, 34, 1, " y yes   b back   Esc menu"},
		{hints, 17, 1, " y yes   Esc menu"},
		{hints, 7, 1, " y yes"},
		{hints, 5, 1, " y y…"},
		{hints, 2, 1, " y"},
		{hints, 1, 1, ""},
		{hints, 0, 1, ""},
		{hints, 80, 0, ""},
		{nil, 80, 1, ""},
		{aside, 80, 1, " Ctrl+S submit   Ctrl+E editor   F2 schema   Esc menu (draft is kept)"},
		{aside, 44, 1, " Ctrl+S submit   Esc menu (draft is kept)"}, // an aside goes before a way out, after what is only handy
		{aside, 40, 1, " Ctrl+S submit   Esc menu"},
		{aside, 40, 2, " Ctrl+S submit   Ctrl+E editor\n F2 schema   Esc menu (draft is kept)"},
		{aside, 20, 1, " Ctrl+S submit"},
		{ways, 34, 1, " Enter resume   Esc back"}, // the way back outlasts all but the first
		{ways, 24, 1, " Enter resume   Esc back"},
		{ways, 23, 1, " Enter resume"},
		{ways[:2], 40, 1, " Enter resume   Esc back"},
		{near, 80, 1, " y run once   n do not run   Y/N this turn   a from now on   ? help"},
		{near, 60, 1, " y run once   n do not run   a from now on   ? help"}, // what is also elsewhere goes before words do
		{near, 40, 1, " y run once   n no   a always   ? help"},
		{near, 36, 1, " y run once   n no   ? help"},
		{near, 40, 2, " y run once   n do not run\n Y/N this turn   a from now on   ? help"},
	} {
		if got := strings.Join(drawnPlain(t, c.hints, c.width, c.rows), "\n"); got != c.want {
			t.Errorf("%d×%d: %q, want %q", c.width, c.rows, got, c.want)
		}
		fit := FitHints(c.hints, c.width, c.rows)
		if again := FitHints(fit, c.width, c.rows); !slices.Equal(again, fit) {
			t.Errorf("%d×%d: what fits is %v, and of that fits %v", c.width, c.rows, fit, again)
		}
	}
}

// TestTheLastColumnStaysFree where that takes no hint, no word of one and no line.
func TestTheLastColumnStaysFree(t *testing.T) {
	two := []Hint{{Key: "y", Words: "yes", Rank: RankAnswer}, {Key: "n", Words: "no", Rank: RankAnswer}}
	for _, c := range []struct {
		width, rows int
		want        string
	}{{15, 1, " y yes   n no"}, {13, 1, " y yes   n no"}, {13, 2, " y yes   n no"}, {12, 1, " y yes"}} {
		if got := strings.Join(drawnPlain(t, two, c.width, c.rows), "\n"); got != c.want {
			t.Errorf("%d×%d: %q, want %q", c.width, c.rows, got, c.want)
		}
	}
}

// TestOnlyAKeyLooksLikeOne: a remark about the moment has no key, whatever words it begins
// with.
func TestOnlyAKeyLooksLikeOne(t *testing.T) {
	th, err := text.NewTheme(text.ThemeDark, text.Unicode())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		hint Hint
		want string
	}{
		{Hint{Key: "Enter or a", Words: "answer"}, " " + th.Accent.Render("Enter or a") + " " + th.Dim.Render("answer")},
		{Hint{Key: "e", Words: "Enter a message"}, " " + th.Accent.Render("e") + " " + th.Dim.Render("Enter a message")},
		{Hint{Key: "↑↓ Enter"}, " " + th.Accent.Render("↑↓ Enter")},
		{Hint{Words: "one moment; keys are not accepted yet"}, " " + th.Dim.Render("one moment; keys are not accepted yet")},
		{Hint{Words: "or a \x1b[31mcolour"}, " " + th.Dim.Render("or a ␛[31mcolour")},
	} {
		if got := fmt.Sprintf("%q", Hints(th, []Hint{c.hint}, 80, 1)); got != fmt.Sprintf("%q", []string{c.want}) {
			t.Errorf("%+v is drawn as %s, want %q", c.hint, got, c.want)
		}
	}
}
