package audit

import (
	"slices"
	"strings"
	"testing"
	"time"

	"parley/teatest/goldens"
	"parley/views/text"
)

// longRows are decisions of which everything that can be long has so many words.
func longRows(words int) map[string]Row {
	long := strings.TrimSpace(strings.Repeat("a few words of it ", words/5))
	return map[string]Row{
		"a command":    {What: "Run " + long, Answer: "allowed", Yes: true, Who: "you"},
		"a question":   {What: "Which?", Asked: "Which? " + long, Answer: "yes", Who: "you"},
		"an answer":    {What: "Which?", Answer: "a few words of it", Given: long, Who: "you"},
		"a reason":     {What: "Which?", Answer: "no", Who: "you", Reason: long},
		"arguments":    {What: "Create a.txt", Answer: "allowed", Who: "you", Told: strings.ReplaceAll(long, "it ", "it\n")},
		"what it says": {What: "Edit a.txt", Answer: "yes", Who: "you", Context: "It says:\n\n" + long},
	}
}

func longList(r Row, whole int) List {
	r.At = time.Date(2026, 11, 22, 14, 2, 0, 0, time.UTC)
	return List{Rows: []Row{{What: "Which is first?", Answer: "one", Who: "you", At: r.At}, r, {What: "Which is last?", Answer: "two", Who: "you", At: r.At}}, Now: r.At, At: 1, Whole: whole, Kept: &Kept{}}
}

// seen draws a page of the list from a line on, and the hint that needs Unfolds.
func seen(l List, th text.Theme, from int) (lines []string) {
	t := l.Timeline(th, 80)
	for i := from; i < min(from+20, t.Len()); i++ {
		lines = append(lines, t.At(i).Text)
	}
	l.Unfolds(th, 80)
	return lines
}

// TestALongRowCostsWhatIsSeen: folded, and in full once it is laid out.
func TestALongRowCostsWhatIsSeen(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	cost := func(name string, words, whole int) float64 {
		l := longList(longRows(words)[name], whole)
		if owed, is := l.Owed(th, 80); is {
			l.Kept.Take(owed.Lay())
		}
		return testing.AllocsPerRun(2, func() { seen(l, th, 10) })
	}
	for name := range longRows(1) {
		for _, whole := range []int{-1, 1} {
			if few, many := cost(name, 10_000, whole), cost(name, 200_000, whole); many > 1.1*few+5 {
				t.Errorf("%s of 200,000 words takes %.0f allocations, of 10,000 %.0f (in full %d)", name, many, few, whole)
			}
		}
	}
}

// TestALongRowIsLaidOutBesideTheLoop: until then it stands there as before, and then as if it had
// been laid out at once. Laid out for another width it stays until it is for this one.
func TestALongRowIsLaidOutBesideTheLoop(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	for name, r := range longRows(10_000) {
		l, folded, at := longList(r, 1), longList(r, -1), longList(r, 1)
		at.Kept = nil
		if !slices.Equal(l.Texts(th, 80), folded.Texts(th, 80)) {
			t.Errorf("%s is not folded until it is laid out", name)
		}
		owed, is := l.Owed(th, 80)
		if !is {
			t.Fatalf("%s is not laid out", name)
		}
		l.Kept.Take(owed.Lay())
		if got, want := l.Texts(th, 80), at.Texts(th, 80); !slices.Equal(got, want) {
			t.Errorf("%s has %d lines, laid out at once %d", name, len(got), len(want))
		}
		if _, again := l.Owed(th, 80); again {
			t.Errorf("%s is laid out twice", name)
		}
		if l.At = 0; !slices.Equal(l.Texts(th, 80), func() []string { at.At = 0; return at.Texts(th, 80) }()) {
			t.Errorf("%s is not drawn as it is without the cursor", name)
		}
		if got := l.Texts(th, 60); len(got) < 100 {
			t.Errorf("%s has %d lines after the width changed", name, len(got))
		}
		owed, is = l.Owed(th, 60)
		if l.Kept.Take(owed.Lay()); !is || !slices.Equal(l.Texts(th, 60), at.Texts(th, 60)) {
			t.Errorf("%s is not laid out for another width: %v", name, is)
		}
		other := &Kept{}
		if other.Take(owed.Lay()); other.some {
			t.Errorf("%s is taken for another row", name)
		}
	}
	if _, is := longList(longRows(10)["a command"], 1).Owed(th, 80); is {
		t.Error("a short row is laid out beside the loop")
	}
}

// TestALongRowUnfolds where its line does not have all of it.
func TestALongRowUnfolds(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	for name, r := range longRows(10_000) {
		if !longList(r, -1).Unfolds(th, 80) {
			t.Errorf("%s has no more in full", name)
		}
	}
	second := longRows(10_000)["a command"]
	second.Second = true // what was asked stands in the row above it
	if longList(second, -1).Unfolds(th, 80) {
		t.Error("the second answer to a long question has more in full")
	}
}

// TestWhereARowIs: the lines of each row, also around one that is shown in full.
func TestWhereARowIs(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	for name, r := range longRows(100) {
		for whole := -1; whole < 3; whole++ {
			l := longList(r, whole)
			tl, lines := l.Timeline(th, 80), l.Lines(th, 80)
			for row := range 4 {
				first := slices.IndexFunc(lines, func(l Line) bool { return l.Row == row })
				last := first
				for last+1 < len(lines) && lines[last+1].Row == row && first >= 0 {
					last++
				}
				if a, b := tl.Span(row); a != first || b != last {
					t.Errorf("%s, in full %d: row %d is from %d to %d, want %d to %d", name, whole, row, a, b, first, last)
				}
			}
		}
	}
}

func benchmarkLong(b *testing.B, whole int) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	l := longList(longRows(500_000)["a command"], whole)
	if owed, is := l.Owed(th, 80); is {
		l.Kept.Take(owed.Lay())
	}
	for b.Loop() {
		seen(l, th, 10)
	}
}

// BenchmarkLongRow draws a command of 2 MB in one line, in its line and in full.
func BenchmarkLongRow(b *testing.B)      { benchmarkLong(b, -1) }
func BenchmarkLongRowWhole(b *testing.B) { benchmarkLong(b, 1) }
