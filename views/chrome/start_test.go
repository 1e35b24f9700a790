package chrome

import (
	"strings"
	"testing"

	"parley/teatest/goldens"
	"parley/views/text"

	"pgregory.net/rapid"
)

// TestTheStartScreenFits at every size, whatever it is given, and its cursor is visible if
// a conversation is.
func TestTheStartScreenFits(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode()))
	rapid.Check(t, func(t *rapid.T) {
		words := goldens.Nasty()
		s := Start{Path: words.Draw(t, "path"), Branch: words.Draw(t, "branch"), Models: words.Draw(t, "models"), At: -1}
		for range rapid.IntRange(0, 3).Draw(t, "recent") {
			s.Recent = append(s.Recent, StartRow{words.Draw(t, "title"), words.Draw(t, "waits"), words.Draw(t, "note"), words.Draw(t, "age")})
		}
		if len(s.Recent) > 0 {
			s.At = rapid.IntRange(-1, len(s.Recent)-1).Draw(t, "at")
		}
		s.Keys, s.Facts = []Hint{{Key: "Tab", Words: "opens one"}}, []string{words.Draw(t, "fact")}
		width, height := rapid.IntRange(1, 130).Draw(t, "width"), rapid.IntRange(0, 12).Draw(t, "height")
		d := s.Draw(th, width, height)
		if len(d.Lines) > height {
			t.Fatalf("%d lines in %d", len(d.Lines), height)
		}
		goldens.Fits(t, d.Lines, width, height)
		seen := false
		for i := range d.Lines {
			seen = seen || s.At >= 0 && d.Row(i) == s.At
		}
		if s.At >= 0 && d.Rows > 0 && !seen {
			t.Fatalf("the cursor is on %d, in sight are %d from %d on", s.At, d.Rows, d.From)
		}
	})
}

// TestWhatTheStartScreenLeavesOut if there is little room: what is empty, then
// conversations down to one, who is asked, the keys.
func TestWhatTheStartScreenLeavesOut(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	s := Start{Path: "~/src/orders", Models: "big", Recent: []StartRow{{Title: "A"}, {Title: "B"}, {Title: "C"}}, At: -1, Keys: []Hint{{Key: "Tab", Words: "opens one"}}}
	for height, want := range []string{
		"", "parley", "parley A", "parley A Tab", "parley big A Tab", "parley big A B Tab", "parley big A B C Tab", "parley big A B C Tab",
		"parley big  A B C  Tab", "parley big  A B C  Tab ", "parley big  A B C  Tab ",
	} {
		var got []string
		for _, line := range s.Draw(th, 60, height).Lines {
			first, _, _ := strings.Cut(strings.TrimSpace(text.Stripped(line)), " ")
			got = append(got, first)
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("in %d lines: %q, want %q", height, s, want)
		}
	}
}
