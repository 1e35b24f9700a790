package patch

import (
	"fmt"
	"parley/teatest/goldens"
	"parley/views/markdown"
	"parley/views/prompt"
	"parley/views/text"
	"strings"
	"testing"
)

// large is a change of n lines of Go, all of which change, so that the diff has twice as
// many.
func large(n int) (old, new string) {
	var a, b strings.Builder
	for i := range n {
		fmt.Fprintf(&a, "\tresult%d := compute(%d, \"value %d\") // what it was\n", i, i, i)
		fmt.Fprintf(&b, "\tresult%d := calculate(%d, \"value %d\") // what it is\n", i, i, i)
	}
	return a.String(), b.String()
}

// scattered is a change of every tenth line of n.
func scattered(n int) (old, new string) {
	var a, b strings.Builder
	for i := range n {
		fmt.Fprintf(&a, "\tresult%d := compute(%d, \"value %d\") // what it was\n", i, i, i)
		if i%10 == 5 {
			fmt.Fprintf(&b, "\tresult%d := calculate(%d)\n", i, i)
			continue
		}
		fmt.Fprintf(&b, "\tresult%d := compute(%d, \"value %d\") // what it was\n", i, i, i)
	}
	return a.String(), b.String()
}

// BenchmarkPatchOpens takes a change from its texts to its first picture: 5,000 lines of
// diff within 50 ms, 74,000 within 300 ms.
func BenchmarkPatchOpens(b *testing.B) {
	for _, c := range []struct {
		name  string
		texts func(int) (string, string)
		n     int
	}{{"5000", large, 2500}, {"74000", large, 37000}, {"74000-scattered", scattered, 74000}} {
		old, new := c.texts(c.n)
		for _, width := range []int{80, 160} {
			b.Run(fmt.Sprintf("%s/%d", c.name, width), func(b *testing.B) {
				th := goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode()))
				q, md := patchPrompt(th), markdown.New(th, text.TextWidth(width))
				for b.Loop() {
					New(th, NewChanges("main.go", old, new), Rules{}).Draw(q, md, width, 40)
				}
			})
		}
	}
}

// BenchmarkPatchKeys is one key and the picture after it, which must come within a frame
// of 33 ms.
func BenchmarkPatchKeys(b *testing.B) {
	old, new := scattered(74000)
	line := NewChanges("x.txt", "short\n", strings.Repeat("a long line with ü and \u202e ", 40_000)+"\n")
	for _, c := range []struct {
		name string
		at   *Changes
		in   []prompt.Intent
	}{
		{"page", NewChanges("main.go", old, new), []prompt.Intent{prompt.Scroll{By: 35}}},
		{"hunk", NewChanges("main.go", old, new), []prompt.Intent{NextHunk{1}}},
		{"ends", NewChanges("main.go", old, new), []prompt.Intent{prompt.Edge{Last: true}, prompt.Edge{}}},
		{"space", NewChanges("main.go", old, new), []prompt.Intent{TakeHunk{}}},
		{"search", NewChanges("main.go", old, new), []prompt.Intent{Find{}, prompt.Insert{Text: "nowhere in it"}, prompt.OpenMenu{}}},
		{"turn", NewChanges("main.go", old, new), []prompt.Intent{prompt.Edge{Last: true}, SideBySide{}, SideBySide{}}},
		{"one-line", line, []prompt.Intent{prompt.Scroll{By: 35}}},
		{"one-line-end", line, []prompt.Intent{prompt.Edge{Last: true}, prompt.Edge{}}},
	} {
		for _, width := range []int{80, 160} {
			b.Run(fmt.Sprintf("%s/%d", c.name, width), func(b *testing.B) {
				th := goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode()))
				q, md := patchPrompt(th), markdown.New(th, text.TextWidth(width))
				p := New(th, c.at, Rules{})
				_, p = p.Draw(q, md, width, 40)
				for b.Loop() {
					for _, in := range c.in {
						p, _ = p.Update(in)
					}
					_, p = p.Draw(q, md, width, 40)
				}
			})
		}
	}
}
