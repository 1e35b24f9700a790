package store

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func fileOf(lines [][]byte) []byte { return append(bytes.Join(lines, []byte("\n")), '\n') }

// problems renders a report for comparison.
func problems(r Report) string {
	var out []string
	for _, p := range r.Problems {
		out = append(out, string(p.Fault)+" "+p.String())
	}
	return strings.Join(out, "\n")
}

func fiveEvents(t testing.TB, conv string) [][]byte {
	t.Helper()
	var bodies []Body
	for i := range 5 {
		bodies = append(bodies, ChatRequest{Text: fmt.Sprint("m", i+1)})
	}
	return linesOf(newWriter(t, conv).events(bodies...))
}

func TestLoadOfEveryDamage(t *testing.T) {
	a := fiveEvents(t, "a")
	b := fiveEvents(t, "b")
	w := newWriter(t, "a")
	w.seq = 5
	fork := w.events(ForkedFrom{From: "b", At: "b-e5"})[0].Line()
	v := newWriter(t, "b")
	v.seq = 5
	forkOfC := v.events(ForkedFrom{From: "c", At: "c-e1"})[0].Line()
	newer := bytes.Replace(a[1], []byte(`"v":1`), []byte(`"v":9`), 1)
	twin := bytes.Replace(a[1], []byte(`"a-e2"`), []byte(`"a-x2"`), 1)
	c := fiveEvents(t, "c")[:1]
	for _, tc := range []struct {
		name string
		data []byte
		want []int64
		next int64
		open bool
		why  string
	}{
		{"empty", nil, nil, 1, false, ""},
		{"whole", fileOf(a), []int64{1, 2, 3, 4, 5}, 6, false, ""},
		{"no newline at the end", bytes.TrimSuffix(fileOf(a), []byte("\n")), []int64{1, 2, 3, 4, 5}, 6, true, ""},
		{"empty lines and carriage returns", bytes.Join(a, []byte("\r\n\n  \n")), []int64{1, 2, 3, 4, 5}, 6, true, ""},
		{"torn", bytes.TrimSuffix(fileOf(a), []byte("\"}\n")), []int64{1, 2, 3, 4}, 5, true,
			"torn line 5: the file ends in the middle of an event; the line is set aside"},
		{"torn and completed", append(bytes.TrimSuffix(fileOf(a[:4]), []byte("\"}\n")), append([]byte("\n"), fileOf(a[3:])...)...), []int64{1, 2, 3, 4, 5}, 6, false,
			"damaged line 4: the line ends in the middle of the event; the line is set aside"},
		{"zeros", append(fileOf(a[:1]), 0, 0, 0), []int64{1}, 2, true,
			"torn line 2: the file ends in the middle of an event; the line is set aside"},
		{"not an event in the middle", fileOf([][]byte{a[0], []byte("hello"), a[1]}), []int64{1, 2}, 3, false,
			"damaged line 2: the line is not JSON at byte 1; the line is set aside"},
		{"doubled", fileOf(slices.Concat(a[:2], a[:3])), []int64{1, 2, 3}, 4, false,
			"repeated line 3: the event \"a-e1\" was there before; the line is set aside\nrepeated line 4: the event \"a-e2\" was there before; the line is set aside"},
		{"swapped", fileOf([][]byte{a[1], a[0], a[2]}), []int64{2, 1, 3}, 4, false,
			"gap line 1: event number 1 is missing before it\nout_of_order line 2: event number 1 stands after event number 2"},
		{"lines missing", fileOf([][]byte{a[0], a[3], a[4]}), []int64{1, 4, 5}, 6, false,
			"gap line 2: event numbers 2 to 3 are missing before it"},
		{"two of a number", fileOf([][]byte{a[0], a[1], twin, a[2]}), []int64{1, 2, 2, 3}, 4, false,
			"out_of_order line 3: event number 2 stands after event number 2"},
		{"foreign", fileOf([][]byte{a[0], b[1], a[1]}), []int64{1, 2}, 3, false,
			"foreign line 2: the event belongs to conversation \"b\"; the line is set aside"},
		{"a fork that is not ours", fileOf([][]byte{a[0], forkOfC, c[0]}), []int64{1}, 2, false,
			"foreign line 2: the event belongs to conversation \"b\"; the line is set aside\nforeign line 3: the event belongs to conversation \"c\"; the line is set aside"},
		{"forked", fileOf(append(slices.Clone(b), fork)), []int64{1, 2, 3, 4, 5, 6}, 7, false, ""},
		{"fork of a fork", fileOf([][]byte{c[0], b[1], b[2], b[3], b[4], bytes.Replace(forkOfC, []byte(`"seq":6`), []byte(`"seq":6`), 1), bytes.Replace(fork, []byte(`"seq":6`), []byte(`"seq":7`), 1)}), []int64{1, 2, 3, 4, 5, 6, 7}, 8, false, ""},
		{"no room behind it", fileOf([][]byte{a[0], bytes.Replace(a[1], []byte(`"seq":2`), []byte(`"seq":4503599627370496`), 1), a[1], a[2]}), []int64{1, 2, 3}, 4, false,
			"damaged line 2: its number, 4503599627370496, is far from its place; the line is set aside"},
		{"newer", fileOf([][]byte{a[0], newer, a[2]}), []int64{1, 2, 3}, 4, false,
			"newer line 2: the event was written by a newer Parley (format 9) and is not understood"},
	} {
		l := load("a", tc.data)
		if got := seqs(l.log); !slices.Equal(got, tc.want) {
			t.Errorf("%s: events %v, want %v", tc.name, got, tc.want)
		}
		if got := problems(l.report); got != tc.why {
			t.Errorf("%s: problems\n%s\nwant\n%s", tc.name, got, tc.why)
		}
		if l.next != tc.next || l.open != tc.open {
			t.Errorf("%s: next %d, open %v", tc.name, l.next, l.open)
		}
	}
}

// TestLoadCutAtEveryByte: every event whose line is complete is there, and only a torn
// last line is reported.
func TestLoadCutAtEveryByte(t *testing.T) {
	most := 14
	if testing.Short() {
		most = 5
	}
	cutAtEveryByte(t, linesOf(storyEvents(t))[:most])
	if !testing.Short() {
		cutAtEveryByte(t, linesOf(newWriter(t, convID).events(besideTurns()...)))
	}
}

func cutAtEveryByte(t *testing.T, lines [][]byte) {
	t.Helper()
	data := fileOf(lines)
	whole, end := 0, 0 // lines that end at or before the cut
	for cut := range len(data) + 1 {
		if whole < len(lines) && cut == end+len(lines[whole]) {
			end += len(lines[whole]) + 1
			whole++
		}
		l := load(convID, data[:cut])
		torn := cut > 0 && data[cut-1] != '\n' && cut != end-1
		if l.log.Len() != whole || (len(l.report.Problems) == 1) != torn || len(l.report.Problems) > 1 {
			t.Fatalf("cut at %d: %d events, want %d; problems %q, torn %v", cut, l.log.Len(), whole, problems(l.report), torn)
		}
		if torn && (l.report.Problems[0].Fault != Torn || l.report.Lines != whole+1) {
			t.Fatalf("cut at %d: %q of %d lines", cut, problems(l.report), l.report.Lines)
		}
	}
}

// TestLoadFlippedBytes: a flipped byte costs at most the lines that contain it, and each
// line that is lost is reported.
func TestLoadFlippedBytes(t *testing.T) {
	lines := linesOf(everyEvent(t))
	data := fileOf(lines)
	rnd := rand.New(rand.NewPCG(1, 2))
	n := 800
	if testing.Short() {
		n /= 10
	}
	for range n {
		at, bit := rnd.IntN(len(data)), byte(1)<<rnd.IntN(8)
		hurt := bytes.Clone(data)
		hurt[at] ^= bit
		l := load(convID, hurt)
		lost := len(lines) - l.log.Len()
		if lost > 2 || lost < 0 {
			t.Fatalf("byte %d, bit %d: %d events of %d\n%s", at, bit, l.log.Len(), len(lines), problems(l.report))
		}
		if lost > 0 && l.report.SetAside() == 0 {
			t.Fatalf("byte %d, bit %d: %d events lost in silence", at, bit, lost)
		}
	}
}

// TestLoadShuffled: whatever the order and the repetitions, every event is there once.
func TestLoadShuffled(t *testing.T) {
	if testing.Short() {
		return // nothing in it runs side by side
	}
	lines := linesOf(everyEvent(t))
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 60 {
		mixed := slices.Concat(lines, lines[:rnd.IntN(len(lines))])
		rnd.Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
		l := load(convID, fileOf(mixed))
		got := seqs(l.log)
		slices.Sort(got)
		if len(slices.Compact(slices.Clone(got))) != len(lines) || len(got) != len(lines) {
			t.Fatalf("events %v", got)
		}
		if l.report.SetAside() != len(mixed)-len(lines) || l.next != int64(len(lines))+1 {
			t.Fatalf("%d set aside of %d lines, next %d", l.report.SetAside(), len(mixed), l.next)
		}
	}
}

// TestLoadForksInARing ends.
func TestLoadForksInARing(t *testing.T) {
	var lines [][]byte
	for _, pair := range [][2]string{{"a", "b"}, {"b", "c"}, {"c", "a"}, {"c", "c"}} {
		w := newWriter(t, pair[0])
		w.seq = int64(len(lines))
		lines = append(lines, w.events(ForkedFrom{From: pair[1]})[0].Line())
	}
	l := load("a", fileOf(lines))
	if got := seqs(l.log); !slices.Equal(got, []int64{1, 2, 3, 4}) {
		t.Errorf("events %v, problems %s", got, problems(l.report))
	}
}

// FuzzLoad: whatever a file holds, loading ends; each line that is not empty is an event
// of the log or set aside; and the log can be continued.
func FuzzLoad(f *testing.F) {
	data := fileOf(linesOf(storyEvents(f))[:4])
	f.Add(data)
	f.Add(fileOf(linesOf(newWriter(f, convID).events(besideTurns()...))))
	f.Add(data[:len(data)-9])
	f.Add([]byte("\n{}\n\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		l := load(convID, data)
		lines := 0
		for line := range bytes.Lines(data) {
			if len(bytes.TrimSpace(line)) > 0 {
				lines++
			}
		}
		if l.log.Len()+l.report.SetAside() != lines {
			t.Fatalf("%d events, %d set aside, %d lines", l.log.Len(), l.report.SetAside(), lines)
		}
		for _, e := range l.log.All() {
			if e.Seq >= l.next && e.Seq < 1<<62 {
				t.Fatalf("event %d, next %d", e.Seq, l.next)
			}
		}
		summarise(convID, l)
	})
}
