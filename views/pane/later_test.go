package pane

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"parley/views/text"
)

// longAnswer has headings, whose marks are drawn only as long as it is not laid out.
func longAnswer() Response {
	var b strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&b, "## Part %d\n\nSome *words* about it, and a word `in code`.\n\n", i)
	}
	return Response{Key: "long", Text: b.String()}
}

func laterPane(t *testing.T) (later, whole *Pane) {
	t.Helper()
	th, err := text.NewTheme(text.ThemePlain, text.Unicode())
	if err != nil {
		t.Fatal(err)
	}
	later, whole = New(th, 80, 20), New(th, 80, 20)
	later.PutOff()
	for _, p := range []*Pane{later, whole} {
		p.Set(Message{Key: "first", Text: "Tell me."})
		p.Set(longAnswer())
		p.Set(Message{Key: "last", Text: "Thanks."})
	}
	return later, whole
}

// TestALongAnswerIsLaidOutLater: until then every word of it is there, and then it is as if it had
// been laid out at once. Meanwhile the pane can be drawn and resized.
func TestALongAnswerIsLaidOutLater(t *testing.T) {
	p, whole := laterPane(t)
	owed, is := p.Owed()
	if !is {
		t.Fatal("there is nothing to lay out")
	}
	if _, is := p.Owed(); is {
		t.Error("it is to be laid out twice")
	}
	words := func(lines []string) string { return strings.Join(strings.Fields(strings.Join(lines, " ")), " ") }
	if got, want := words(p.lines(1)), words(strings.Fields(longAnswer().Text)); got != want {
		t.Errorf("meanwhile %d bytes of words are there, not %d", len(got), len(want))
	}
	done := make(chan struct{})
	go func() { defer close(done); owed.Lay() }()
	for range 20 {
		p.redraw()
		p.Lines()
	}
	<-done
	p.Laid(owed.Lay()) // for a look that it has no more
	if got := p.Lines(); strings.Contains(strings.Join(p.lines(1), "\n"), "Some words") {
		t.Errorf("what was laid out for another look is shown:\n%s", strings.Join(got, "\n"))
	}
	owed, is = p.Owed()
	if !is {
		t.Fatal("there is nothing to lay out after a change of the look")
	}
	p.Laid(owed.Lay())
	if got, want := p.Lines(), whole.Lines(); !slices.Equal(got, want) || !slices.Equal(p.lines(1), whole.lines(1)) {
		t.Errorf("the pane is\n%s\nnot\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if _, is := p.Owed(); is {
		t.Error("it is to be laid out again")
	}
}

// TestWhatIsReadStaysWhenItIsLaidOut: the part at the top stays within a screen of where it was, and
// the end stays the end.
func TestWhatIsReadStaysWhenItIsLaidOut(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing runs beside it")
	}
	for _, up := range []int{0, 500, 3000, 100_000} {
		p, _ := laterPane(t)
		p.Lines()
		p.Scroll(-up)
		before := firstPart(t, p)
		owed, is := p.Owed()
		if !is {
			t.Fatal("there is nothing to lay out")
		}
		p.Laid(owed.Lay())
		if after := firstPart(t, p); max(after-before, before-after) > 5 || p.Following() != (up == 0) {
			t.Errorf("%d lines up, part %d was in sight and now part %d is; following %v", up, before, after, p.Following())
		}
	}
}

// firstPart is the number of the first heading in sight.
func firstPart(t *testing.T, p *Pane) (n int) {
	t.Helper()
	for _, line := range p.Lines() {
		if _, after, is := strings.Cut(line, "Part "); is {
			if _, err := fmt.Sscan(after, &n); err != nil {
				t.Fatal(err)
			}
			return n
		}
	}
	t.Fatalf("no part is in sight:\n%s", strings.Join(p.Lines(), "\n"))
	return 0
}

// TestAShortAnswerIsLaidOutAtOnce: a long one after it is still put off.
func TestAShortAnswerIsLaidOutAtOnce(t *testing.T) {
	p, _ := laterPane(t)
	p.Clear()
	p.Set(Response{Key: "a", Text: strings.Repeat("Some *words*.\n\n", 1000)})
	if _, is := p.Owed(); is || strings.Contains(strings.Join(p.lines(0), ""), "*") {
		t.Error("a short answer is put off")
	}
	p.Set(longAnswer())
	if _, is := p.Owed(); !is {
		t.Error("a long answer is not put off")
	}
}
