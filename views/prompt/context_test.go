package prompt

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"parley/forms"
	"parley/teatest/goldens"
	"parley/views/markdown"
	"parley/views/text"
)

// However far a context is drawn, what is visible of it is the same; only the number of
// lines that follow is a guess until its end was drawn.
func TestContextAsFarAsItIsSeen(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 300).Draw(t, "n")
		parts := rapid.SliceOfN(rapid.SampledFrom([]string{
			"words of a paragraph that is longer than a line is wide, so that it goes on below", "# Heading", "- one\n- two", "> quoted",
			"```go\nfunc main() {}\n```", "```diff\n@@ -1,1 +1,1 @@\n-a\n+b\n```", "| a | b |\n|---|---|\n| 1 | 2 |", "~~~\nnever closed",
		}), n, n).Draw(t, "parts")
		context := strings.Join(parts, "\n\n")
		width, height := rapid.IntRange(20, 100).Draw(t, "width"), rapid.IntRange(8, 30).Draw(t, "height")
		f := NewField(th, forms.Question{Text: "Sure?", Context: context, AnswerType: forms.AnswerType{Kind: forms.Boolean}}, Rules{}, Draft{})
		f, _ = f.Update(Scroll{By: rapid.IntRange(0, 300).Draw(t, "scroll")})
		md := markdown.New(th, text.TextWidth(width))
		lazy := Prompt{Who: "x", Field: f}.Draw(md, width, height)
		f.about = &markdown.Memo{}
		f.about.Text(markdown.MemoKey{Markdown: md, Theme: th.Name, Width: width, RawJSON: false}, context).All()
		whole := Prompt{Who: "x", Field: f}.Draw(md, width, height)
		if len(lazy.Lines) != len(whole.Lines) || lazy.Y != whole.Y || lazy.MaxScroll > 0 != (whole.MaxScroll > 0) {
			t.Fatalf("%d lines, scrolls %d; drawn whole %d lines, scrolls %d", len(lazy.Lines), lazy.MaxScroll, len(whole.Lines), whole.MaxScroll)
		}
		for i, line := range lazy.Lines {
			if line != whole.Lines[i] && !strings.Contains(line, "↓ about ") {
				t.Fatalf("line %d is %q; drawn whole %q", i, line, whole.Lines[i])
			}
		}
	})
}

// The end can be reached page by page, and the way back begins at once.
func TestContextPagesToItsEndAndBack(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	context := strings.Repeat("Words with `some` **marks**, which make them shorter than their source is.\n\n\n\n\n", 200) + "the end"
	p := Prompt{Who: "x", Field: NewField(th, forms.Question{Text: "Sure?", Context: context, AnswerType: forms.AnswerType{Kind: forms.Boolean}}, Rules{}, Draft{})}
	md := markdown.New(th, text.TextWidth(60))
	d := p.Draw(md, 60, 20)
	if !strings.Contains(strings.Join(d.Lines, "\n"), "↓ about 1") {
		t.Fatalf("at first:\n%s", strings.Join(d.Lines, "\n"))
	}
	pages := 0
	for ; !strings.Contains(strings.Join(d.Lines, "\n"), "the end"); pages++ {
		if pages > 100 {
			t.Fatalf("the end is not reached; at scroll %d of %d:\n%s", p.Field.scroll, d.MaxScroll, strings.Join(d.Lines, "\n"))
		}
		before := d.Lines
		p.Field, _ = p.Field.Clamp(d.MaxScroll).Update(Scroll{By: 10})
		p.Field = p.Field.Clamp(d.MaxScroll)
		d = p.Draw(md, 60, 20)
		if fmt.Sprint(before) == fmt.Sprint(d.Lines) {
			t.Fatalf("page %d changed nothing", pages)
		}
	}
	end := d.Lines
	p.Field, _ = p.Field.Clamp(d.MaxScroll).Update(Scroll{By: -1})
	if fmt.Sprint(end) == fmt.Sprint(p.Draw(md, 60, 20).Lines) {
		t.Error("a line up changed nothing")
	}
}
