package kit

import (
	"fmt"
	"testing"

	tea "charm.land/bubbletea/v2"

	"parley/views/text"
)

// heldScreen is what the rows of these tests are about.
type heldScreen struct{ on bool }

func rows() []Row[*heldScreen] {
	stays := func(s *heldScreen) (tea.Model, tea.Cmd) { return nil, nil }
	is := func(s *heldScreen) bool { return s.on }
	return []Row[*heldScreen]{
		{Keys: []string{"enter"}, Shown: "Enter", Words: "send", When: is, Do: stays},
		{Keys: []string{"enter", "space"}, Shown: "Enter", Words: "open", Help: "open or fold", Do: stays},
		{Keys: []string{"esc", "ctrl+c"}, Shown: "Esc", Words: "end", Tell: is, Do: stays},
		{Keys: []string{"esc", "q"}, Shown: "Esc", Words: "quit", Do: stays},
		{Keys: []string{"up"}, Shown: "↑↓", Help: "move", Do: stays},
		{Shown: "1-3", Words: "choose", Brief: "pick", Rank: RankAway},
	}
}

// TestHintsAreWhatKeysDo: a hint belongs to the row that its key works by now.
func TestHintsAreWhatKeysDo(t *testing.T) {
	th, err := text.NewTheme(text.ThemePlain, text.Unicode())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		on   bool
		want string
	}{
		{true, "[{Enter send  0} {Esc end  0} {1-3 choose pick 2}]"},
		{false, "[{Enter open  0} {1-3 choose pick 2}]"}, // Esc ends what is not worth a hint, and does not quit
	} {
		s := &heldScreen{c.on}
		hints := HintsOf(rows(), s, th)
		if got := fmt.Sprint(hints); got != c.want {
			t.Errorf("on is %v: %s, want %s", c.on, got, c.want)
		}
		if r, ok := RowOf(rows(), s, "enter"); !ok || r.Words != hints[0].Words {
			t.Errorf("on is %v: Enter does %q, and is hinted as %q", c.on, r.Words, hints[0].Words)
		}
	}
	if r, ok := RowOf(rows(), &heldScreen{true}, "space"); !ok || r.Told() != "open or fold" {
		t.Errorf("Space does %q", r.Told())
	}
	if _, ok := RowOf(rows(), &heldScreen{}, "x"); ok {
		t.Error("x does something")
	}
}

func TestKeysInASCII(t *testing.T) {
	for key, want := range map[string]string{
		"↑↓": "Up/Down", "Ctrl+↑↓": "Ctrl+Up/Down", "←→": "Left/Right", "← →": "Left Right", "↑": "Up", "↓": "Down", "→": "Right", "Enter": "Enter",
	} {
		for glyphs, said := range map[text.Glyphs]string{text.ASCII(): want, text.Unicode(): key} {
			if got := Spell(text.Theme{Glyphs: glyphs}, key); got != said {
				t.Errorf("%q is %q, want %q", key, got, said)
			}
		}
	}
}
