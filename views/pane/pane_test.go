package pane

import (
	"fmt"
	"strings"
	"testing"

	"parley/teatest/goldens"
	"parley/views/text"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

// A block of known lines, to see where things are.
type fixed struct {
	id    string
	rev   int
	text  []string
	more  []string
	draws *int
}

func (f fixed) ID() string   { return f.id }
func (f fixed) Version() int { return f.rev }
func (f fixed) Size() int    { return len(strings.Join(f.text, "")) }
func (f fixed) Folds() bool  { return f.more != nil }
func (f fixed) Plain() string {
	return strings.Join(append(f.text[:len(f.text):len(f.text)], f.more...), "\n")
}
func (f fixed) Draw(look Look) []string {
	if f.draws != nil {
		*f.draws++
	}
	lines := f.text
	if look.Open {
		lines = append(lines[:len(lines):len(lines)], f.more...)
	}
	out := make([]string, len(lines))
	for i := range lines {
		out[i] = text.Cut(lines[i], look.Width, "")
	}
	return out
}

// numbered fills a pane with n entries of three lines, with a blank between.
func numbered(t testing.TB, n, width, height int) *Pane {
	p := New(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), width, height)
	for i := range n {
		p.Set(fixed{id: fmt.Sprint(i), text: []string{fmt.Sprintf("%d a", i), fmt.Sprintf("%d b", i), fmt.Sprintf("%d c", i)}})
	}
	return p
}

func more(n string) string {
	text := "↓ " + n
	return strings.Repeat(" ", 40-len([]rune(text))-1) + text
}

func seen(p *Pane) string {
	return strings.TrimRight(ansi.Strip(strings.Join(p.Lines(), "|")), "|")
}

func TestPaneFollowsAndScrolls(t *testing.T) {
	p := numbered(t, 5, 40, 5)
	for _, step := range []struct {
		name string
		do   func()
		want string
	}{
		{"the end at first", func() {}, "3 c||4 a|4 b|4 c"},
		{"a line up", func() { p.Scroll(-1) }, "3 b|3 c||4 a|" + more("2 more lines")},
		{"new lines do not move it", func() { p.Set(fixed{id: "5", text: []string{"5 a"}}) }, "3 b|3 c||4 a|" + more("4 more lines")},
		{"down to the end", func() { p.Scroll(3) }, "4 a|4 b|4 c||5 a"},
		{"and it follows", func() { p.Set(fixed{id: "6", text: []string{"6 a"}}) }, "4 c||5 a||6 a"},
		{"top; what was never seen is guessed", p.Top, "0 a|0 b|0 c||" + more("17 more lines")},
		{"page", func() { p.Page(1) }, "|1 a|1 b|1 c|" + more("16 more lines")},
		{"bottom", p.Bottom, "4 c||5 a||6 a"},
		{"an entry in place", func() { p.Set(fixed{id: "6", rev: 1, text: []string{"6 x", "6 y"}}) }, "|5 a||6 x|6 y"},
	} {
		step.do()
		if got := seen(p); got != step.want {
			t.Fatalf("%s: got %q, want %q", step.name, got, step.want)
		}
	}
}

// TestALineSeparatesTheEndFromWhatStandsBelow: it says how much is below, and takes no
// line of the conversation for that.
func TestALineSeparatesTheEndFromWhatStandsBelow(t *testing.T) {
	p := numbered(t, 5, 40, 5)
	p.Space(true)
	p.Resize(40, 6)
	lines := func() string {
		return strings.ReplaceAll(ansi.Strip(strings.Join(p.Lines(), "|")), text.Spaces(25), "~")
	}
	for _, step := range []struct {
		name string
		do   func()
		want string
	}{
		{"the end", func() {}, "3 c||4 a|4 b|4 c|"},
		{"a line up", func() { p.Scroll(-1) }, "3 b|3 c||4 a|4 b|~↓ 1 more line"},
		{"a page up, with a line of overlap", func() { p.Page(-1) }, "2 b|2 c||3 a|3 b|~↓ 5 more lines"},
		{"a small window has none", func() { p.Bottom(); p.Resize(40, 5) }, "3 c||4 a|4 b|4 c"},
		{"forgotten, it keeps its size", func() { p.Resize(40, 3); p.Clear(); p.Set(fixed{id: "7", text: []string{"7 a"}}) }, "|7 a|"},
	} {
		step.do()
		if got := strings.ReplaceAll(lines(), "~ ", "~"); got != step.want || len(p.Lines()) != p.Height() {
			t.Errorf("%s: got %q in %d lines of %d, want %q", step.name, got, len(p.Lines()), p.Height(), step.want)
		}
	}
	if _, ok := p.At(2); ok {
		t.Error("something is in the line that separates")
	}
}

func TestPaneSearchAndFold(t *testing.T) {
	p := numbered(t, 30, 40, 6)
	p.Set(fixed{id: "folded", text: []string{"head"}, more: []string{"x", "the Needle", "y"}})
	for i := 30; i < 40; i++ {
		p.Set(fixed{id: fmt.Sprint(i), text: []string{fmt.Sprintf("%d a", i)}})
	}
	if n := p.Search("needle"); n != 1 {
		t.Fatalf("%d hits, want 1", n)
	}
	if got := seen(p); !strings.Contains(got, "the Needle") || !p.Opened("folded") {
		t.Fatalf("the hit is not in sight: %q", got)
	}
	if n := p.Search("7 b"); n != 3 {
		t.Fatalf("%d hits, want 3", n)
	}
	for _, want := range []string{"1 of 3 7 b", "2 of 3 17 b", "3 of 3 27 b"} {
		at, of := p.NextHit(1)
		hit := strings.Fields(want)
		if got := fmt.Sprintf("%d of %d", at, of); got != strings.Join(hit[:3], " ") || !strings.Contains(seen(p), strings.Join(hit[3:], " ")) {
			t.Fatalf("%s, and %q, want %q", got, seen(p), want)
		}
	}
	if p.Search("nowhere") != 0 || p.Search("") != 0 {
		t.Fatal("hits where there are none")
	}
}

// TestWhatUnfoldsIsInSight: what the user opens at the lower end comes up, as far as the head
// of it stays; what has room already does not move, and neither does anything that closes.
func TestWhatUnfoldsIsInSight(t *testing.T) {
	for _, c := range []struct {
		name       string
		more       []string
		up         int // lines scrolled up from the end
		open, shut string
	}{
		{"at the lower end", []string{"x", "y"}, 3, "9 c||head|x|y|" + more("4 more lines"), "9 c||head||10 a|" + more("2 more lines")},
		{"more than the screen", []string{"1", "2", "3", "4", "5", "6"}, 3, "head|1|2|3|4|" + more("6 more lines"), "|head||10 a|10 b|10 c"},
		{"with room for it", []string{"x"}, 2, "9 b|9 c||head|x|" + more("4 more lines"), "9 b|9 c||head||" + more("3 more lines")},
	} {
		p := numbered(t, 10, 40, 6)
		p.Set(fixed{id: "folded", text: []string{"head"}, more: c.more})
		p.Set(fixed{id: "10", text: []string{"10 a", "10 b", "10 c"}})
		p.Select(-1)
		p.Select(-1)
		p.Scroll(-c.up)
		p.FoldSelected()
		if got := unmarked(p); got != c.open {
			t.Errorf("%s: open\n%q, want\n%q", c.name, got, c.open)
		}
		p.FoldSelected()
		if got := unmarked(p); got != c.shut {
			t.Errorf("%s: closed\n%q, want\n%q", c.name, got, c.shut)
		}
	}
}

// unmarked is seen without the mark of the selection.
func unmarked(p *Pane) string {
	chosen := p.chosen
	defer func() { p.chosen = chosen }()
	p.Unselect()
	return seen(p)
}

func TestPaneSelects(t *testing.T) {
	p := numbered(t, 10, 40, 5)
	for _, want := range []string{"9", "8", "7"} {
		e, ok := p.Select(-1)
		if !ok || e.ID() != want {
			t.Fatalf("selected %v, want %s", e, want)
		}
	}
	if got := seen(p); !strings.Contains(got, "▌ a") {
		t.Errorf("the selection is not marked: %q", got)
	}
	p.Unselect()
	if _, ok := p.Selected(); ok {
		t.Error("still selected")
	}
}

// A selection begins within what is visible, and does not move it.
func TestSelectionBeginsInPlace(t *testing.T) {
	p := New(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), 40, 10)
	for _, key := range []string{"a", "b"} {
		p.Set(Response{Key: key, Text: strings.Repeat("word\n\n", 60)})
	}
	p.Scroll(-31)
	before := p.Lines()
	if e, _ := p.Select(0); e.ID() != "b" {
		t.Fatalf("selected %v", e)
	}
	for i, line := range p.Lines() {
		if strings.TrimLeft(ansi.Strip(line), "▌ ") != strings.TrimLeft(ansi.Strip(before[i]), "▌ ") {
			t.Errorf("line %d was %q, is %q", i, before[i], line)
		}
	}
}

// The mark of a selection takes a cell, even from a cluster that some terminals draw
// wider.
func TestSelectionKeepsTheWidth(t *testing.T) {
	p := New(goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode())), 1, 1)
	p.Set(Message{Key: "d", Text: "A𝅥"})
	p.Select(0)
	goldens.Fits(t, p.Lines(), 1, 1)
}

// Another width keeps the entry at the top in place.
func TestPaneKeepsItsPlace(t *testing.T) {
	p := New(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), 80, 10)
	for i := range 50 {
		p.Set(Message{Key: fmt.Sprint(i), Text: fmt.Sprintf("entry%d %s", i, strings.Repeat("word ", 60))})
	}
	p.Scroll(-97)
	before := p.top.entry
	for _, width := range []int{40, 120, 20, 80} {
		p.Resize(width, 10)
		if p.top.entry != before {
			t.Fatalf("at width %d the top is entry %d, was %d", width, p.top.entry, before)
		}
	}
}

// Whatever is done, a pane shows exactly its height and never loses its place.
func TestPaneHolds(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode()))
	rapid.Check(t, func(t *rapid.T) {
		width, height := rapid.IntRange(1, 130).Draw(t, "width"), rapid.IntRange(1, 30).Draw(t, "height")
		p := New(th, width, height)
		n := 0
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			switch rapid.IntRange(0, 9).Draw(t, "do") {
			case 0, 1:
				p.Set(anyEntry(t, fmt.Sprint(n)))
				n++
			case 2:
				p.Set(anyEntry(t, fmt.Sprint(rapid.IntRange(0, max(n-1, 0)).Draw(t, "id"))))
				n = p.Len()
			case 3:
				p.Scroll(rapid.IntRange(-50, 50).Draw(t, "by"))
			case 4:
				width, height = rapid.IntRange(1, 130).Draw(t, "width"), rapid.IntRange(1, 30).Draw(t, "height")
				p.Resize(width, height)
			case 5:
				p.Search(rapid.SampledFrom([]string{"a", "word", "日", ""}).Draw(t, "query"))
				p.NextHit(rapid.IntRange(-2, 2).Draw(t, "hit"))
			case 6:
				if e, ok := p.Select(rapid.IntRange(-2, 2).Draw(t, "select")); ok {
					p.Fold(e.ID(), rapid.Bool().Draw(t, "open"))
				}
			case 7:
				p.Top()
			case 8:
				p.Bottom()
			case 9:
				p.Page(rapid.IntRange(-3, 3).Draw(t, "pages"))
			}
			lines := p.Lines()
			if len(lines) != height {
				t.Fatalf("%d lines, height %d", len(lines), height)
			}
			goldens.Fits(t, lines, width, height)
			sum := 0
			for i, h := range p.heights.each {
				if got := p.heights.before(i); got != sum {
					t.Fatalf("before(%d) = %d, want %d", i, got, sum)
				}
				sum += h
			}
		}
	})
}

// A frame draws what is visible and nothing else.
func TestPaneDrawsOnlyTheVisible(t *testing.T) {
	draws := 0
	p := New(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), 80, 20)
	for i := range 10000 {
		p.Set(fixed{id: fmt.Sprint(i), text: []string{"a", "b", "c"}, draws: &draws})
	}
	p.Lines()
	if draws > 7 {
		t.Errorf("the first frame drew %d entries for 20 lines", draws)
	}
	draws = 0
	p.Lines()
	if draws != 0 {
		t.Errorf("an unchanged frame drew %d entries", draws)
	}
	p.Page(-1)
	p.Lines()
	if draws > 8 {
		t.Errorf("a page drew %d entries", draws)
	}
	for range 3000 {
		p.Page(-1)
		p.Lines()
	}
	if len(p.drawn) > 3*keepDrawn {
		t.Errorf("the lines of %d entries are kept", len(p.drawn))
	}
}

func bigPane(b *testing.B) *Pane {
	p := New(goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode())), 100, 40)
	for i := range 10000 {
		if i%3 == 0 {
			p.Set(Message{Key: fmt.Sprint(i), Text: "please look at this and change it"})
			continue
		}
		p.Set(Response{Key: fmt.Sprint(i), Text: goldens.Tour})
	}
	return p
}

func BenchmarkPaneOpen10k(b *testing.B) {
	for b.Loop() {
		bigPane(b).Lines()
	}
}

func BenchmarkPanePageUp10k(b *testing.B) {
	p := bigPane(b)
	for b.Loop() {
		p.Page(-1)
		p.Lines()
		if p.top == (place{}) {
			p.Bottom()
		}
	}
}

func BenchmarkPaneStill10k(b *testing.B) {
	p := bigPane(b)
	p.Page(-1)
	for b.Loop() {
		p.Lines()
	}
}

func BenchmarkPaneResize10k(b *testing.B) {
	p := bigPane(b)
	for i := 0; b.Loop(); i++ {
		p.Resize(100+i%2, 40)
		p.Lines()
	}
}

// TestWhatStandsInARow is what a click there unfolds: not the gap between two blocks, nor
// the row that says how much is below.
func TestWhatStandsInARow(t *testing.T) {
	p := New(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), 60, 6)
	p.Set(Message{Key: "m", Text: "hello"})
	p.Set(Reasoning{Key: "c", Text: "a\nb\nc\nd\ne\nf"})
	at := func() (all []string) {
		for row := -1; row <= 6; row++ {
			id := "-"
			if e, ok := p.At(row); ok {
				id = e.ID()
			}
			all = append(all, id)
		}
		return all
	}
	if got, want := strings.Join(at(), " "), "- - - - m - c -"; got != want {
		t.Errorf("at the bottom %q, want %q\n%s", got, want, strings.Join(p.Lines(), "\n"))
	}
	if p.Click(3) || p.Click(0) || !p.Click(5) || !p.Opened("c") {
		t.Error("a click unfolds a row that folds, and nothing else")
	}
	if got, want := strings.Join(at(), " "), "- m - c c c - -"; got != want {
		t.Errorf("scrolled %q, want %q\n%s", got, want, strings.Join(p.Lines(), "\n"))
	}
	if !p.Click(2) || p.Opened("c") {
		t.Error("a second one folds it again")
	}
}
