package patch

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"parley/forms"
	"parley/teatest/goldens"
	"parley/views/markdown"
	"parley/views/prompt"
	"parley/views/text"
)

// TestWhatIsAboveIsTold: a change that was scrolled says how much of it is above, on a line
// that is blank otherwise; where there is none, at its end.
func TestWhatIsAboveIsTold(t *testing.T) {
	text40 := ""
	for i := range 40 {
		text40 += fmt.Sprintf("line %d\n", i+1)
	}
	for _, c := range []struct {
		name   string
		glyphs text.Glyphs
		height int
		ins    []prompt.Intent
		want   []string // the lines with arrows
	}{
		{"at first", text.Unicode(), 24, nil, []string{"↓ 23 more lines"}},
		{"a line down", text.Unicode(), 24, []prompt.Intent{prompt.Scroll{By: 1}}, []string{"↑ 1 line above", "↓ 22 more lines"}},
		{"further", text.Unicode(), 24, []prompt.Intent{prompt.Scroll{By: 9}}, []string{"↑ 9 lines above", "↓ 14 more lines"}},
		{"the end", text.Unicode(), 24, []prompt.Intent{prompt.Edge{Last: true}}, []string{"↑ 22 lines above"}},
		{"and back", text.Unicode(), 24, []prompt.Intent{prompt.Edge{Last: true}, prompt.Edge{}}, []string{"↓ 23 more lines"}},
		{"without other signs", text.ASCII(), 24, []prompt.Intent{prompt.Scroll{By: 9}}, []string{"^ 9 lines above", "v 14 more lines"}},
		{"small, at first", text.Unicode(), 10, nil, []string{"↓ 35 more lines"}},
		{"small, further", text.Unicode(), 10, []prompt.Intent{prompt.Scroll{By: 9}}, []string{"↓ 26 more lines · ↑ 9 lines above"}},
		{"small, the end", text.Unicode(), 10, []prompt.Intent{prompt.Edge{Last: true}}, []string{"↑ 35 lines above"}},
		{"small, past the end", text.Unicode(), 10, []prompt.Intent{prompt.Scroll{By: 99}, prompt.Scroll{By: 99}}, []string{"↑ 35 lines above"}},
	} {
		th := goldens.Must(text.NewTheme(text.ThemePlain, c.glyphs))
		_, lines := drawnPatch(t, New(th, NewChanges("cmd/main.go", "", text40), Rules{}), patchPrompt(th), 80, c.height, c.ins...)
		var got []string
		for _, line := range lines {
			if line = strings.TrimSpace(ansi.Strip(line)); strings.Contains(line, " above") || strings.Contains(line, " more lines") {
				got = append(got, line)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q in\n%s", c.name, got, c.want, ansi.Strip(strings.Join(lines, "\n")))
		}
	}
}

// TestEachLineIsSeenOnTheWay from the beginning to the end, page by page and line by line.
func TestEachLineIsSeenOnTheWay(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	body := ""
	for i := range 60 {
		body += fmt.Sprintf("line-%02d.\n", i)
	}
	for _, height := range []int{7, 8, 12, 13, 14, 24} {
		for _, byPage := range []bool{true, false} {
			q, md, all := patchPrompt(th), markdown.New(th, text.TextWidth(80)), ""
			d, p := New(th, NewChanges("cmd/main.go", "", body), Rules{}).Draw(q, md, 80, height)
			for range 62 {
				all += strings.Join(d.Lines, "\n")
				by := 1
				if byPage {
					by = p.Page()
				}
				p, _ = p.Update(prompt.Scroll{By: by})
				d, p = p.Draw(q, md, 80, height)
			}
			for i := range 60 {
				if line := fmt.Sprintf("line-%02d.", i); !strings.Contains(all, line) {
					t.Fatalf("%s is never seen with a height of %d, by page %v", line, height, byPage)
				}
			}
		}
	}
}

// TestWhatIsVisibleIsNotAbove: a change that was scrolled and gets more room is shown from
// where its end is at the bottom, nothing visible counts as above, and from there each key
// moves it.
func TestWhatIsVisibleIsNotAbove(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	text40 := ""
	for i := range 40 {
		text40 += fmt.Sprintf("line %d\n", i+1)
	}
	q, md := patchPrompt(th), markdown.New(th, text.TextWidth(80))
	for _, c := range []struct {
		height int
		above  string
		up     string // after one line up
	}{
		{60, "", ""},
		{30, "↑ 16 lines above", "↑ 15 lines above"},
		{12, "↑ 34 lines above", "↑ 33 lines above"},
	} {
		p, _ := drawnPatch(t, New(th, NewChanges("cmd/main.go", "", text40), Rules{}), q, 80, 10, prompt.Edge{Last: true})
		for i, want := range []string{c.above, c.up} {
			if i > 0 {
				p, _ = p.Update(prompt.Scroll{By: -1})
			}
			var d prompt.Drawn
			d, p = p.Draw(q, md, 80, c.height)
			got := ""
			for _, line := range d.Lines {
				if line = strings.TrimSpace(ansi.Strip(line)); strings.Contains(line, " above") {
					got = line
				}
			}
			if !strings.Contains(got, want) || want == "" && got != "" {
				t.Errorf("%d lines high, %d up: %q, want %q in\n%s", c.height, i, got, want, ansi.Strip(strings.Join(d.Lines, "\n")))
			}
		}
	}
}

// TestTheHeadingOfAChangeNamesItsFile: no other file has the same heading.
func TestTheHeadingOfAChangeNamesItsFile(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	for path, want := range map[string]string{
		"docs/a.md": "Edit docs/a.md?", "docs\u2044a.md": "Edit docs<U+2044>a.md?", "a  b.md": "Edit a␠␠b.md?", " a.md": "Edit ␠a.md?",
	} {
		if got, _, _ := PastHeading(th, "Edit", path, nil, 70); got != want {
			t.Errorf("looked through: %q, want %q", got, want)
		}
		p := Patch{now: &Changes{Path: path}, theme: th}
		q := prompt.Prompt{Verb: "Edit", Field: prompt.NewField(th, forms.Question{Text: "Apply it to " + path + "?"}, prompt.Rules{}, prompt.Draft{})}
		if h := p.headline(q, 70); h.words != want || !h.asks {
			t.Errorf("asked: %q, want %q", h.words, want)
		}
		if got, want := p.asks("Apply it to "+path+"?"), "Apply it to "+want[len("Edit "):]; got != want {
			t.Errorf("below the heading: %q, want %q", got, want)
		}
	}
}
