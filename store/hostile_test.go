package store

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// hurt damages the lines of a file in one of the ways in which files get damaged.
func hurt(r *rapid.T, lines [][]byte) [][]byte {
	i := rapid.IntRange(0, len(lines)-1).Draw(r, "line")
	switch rapid.SampledFrom([]string{"drop", "double", "swap", "cut", "flip", "foreign", "newer", "empty", "join", "zeros"}).Draw(r, "how") {
	case "drop":
		return slices.Delete(lines, i, i+1)
	case "double":
		return slices.Insert(lines, rapid.IntRange(0, len(lines)).Draw(r, "to"), lines[i])
	case "swap":
		j := rapid.IntRange(0, len(lines)-1).Draw(r, "with")
		lines[i], lines[j] = lines[j], lines[i]
	case "cut":
		lines[i] = lines[i][:rapid.IntRange(0, len(lines[i])).Draw(r, "at")]
	case "flip":
		if len(lines[i]) > 0 {
			lines[i] = bytes.Clone(lines[i])
			lines[i][rapid.IntRange(0, len(lines[i])-1).Draw(r, "byte")] ^= 1 << rapid.IntRange(0, 7).Draw(r, "bit")
		}
	case "foreign":
		lines[i] = bytes.ReplaceAll(lines[i], []byte(`"conversation":"`+convID), []byte(`"conversation":"other`))
	case "newer":
		lines[i] = bytes.Replace(lines[i], []byte(`"v":1`), []byte(`"v":7`), 1)
	case "empty":
		lines[i] = nil
	case "join":
		if i+1 < len(lines) {
			lines[i] = append(bytes.Clone(lines[i]), lines[i+1]...)
			return slices.Delete(lines, i+1, i+2)
		}
	case "zeros":
		lines[i] = make([]byte, len(lines[i]))
	}
	return lines
}

// TestWhateverIsDamagedLoadsAndIsRepaired: the story, damaged in up to six ways, loads and is
// listed; a repair keeps every good line in its order and leaves nothing to repair.
func TestWhateverIsDamagedLoadsAndIsRepaired(t *testing.T) {
	whole := linesOf(everyEvent(t))
	rapid.Check(t, func(r *rapid.T) {
		s := Store{root: t.TempDir(), now: epoch, disk: realDisk{}}
		lines := slices.Clone(whole)
		for range rapid.IntRange(1, 6).Draw(r, "damages") {
			if len(lines) > 1 {
				lines = hurt(r, lines)
			}
		}
		data := bytes.Join(lines, []byte("\n"))
		mustWrite(t, s, convID, data)
		c, report, err := s.OpenRead(convID)
		if err != nil {
			r.Fatal(err)
		}
		m, err := s.Repair(convID)
		if err != nil {
			r.Fatal(err)
		}
		if m.Needed() {
			if kept, err := os.ReadFile(m.Original); err != nil || !bytes.Equal(kept, data) {
				r.Fatalf("the original is not as it was: %v", err)
			}
		} else if report.Repairable() {
			r.Fatalf("not repaired: %s", problems(report))
		}
		after, report, err := s.OpenRead(convID)
		if err != nil || report.SetAside() > 0 {
			r.Fatalf("%v, %s", err, problems(report))
		}
		for _, p := range report.Problems {
			if p.Fault != Newer {
				r.Fatalf("told again: %s", p)
			}
		}
		i := 0
		for _, e := range after.Log().All() {
			if i < c.Log().Len() && bytes.Equal(e.Line(), c.Log().At(i).Line()) {
				i++
			}
		}
		if i != c.Log().Len() {
			r.Fatalf("%d of %d good lines are left", i, c.Log().Len())
		}
		if len(orphans(after.Log())) > 0 {
			r.Fatalf("still without an end: %+v", orphans(after.Log()))
		}
	})
}

// TestAClockThatGoesBackwards: events are in the order of the file, whatever
// their times say.
func TestAClockThatGoesBackwards(t *testing.T) {
	s, _ := testStore(t)
	c := mustCreate(t, s, "a")
	for i, at := range []time.Time{epoch(), epoch().Add(-time.Hour), epoch().AddDate(-30, 0, 0), epoch().Add(-time.Minute)} {
		line, err := Encode(Head{V: 1, Seq: int64(i + 1), ID: fmt.Sprint("e", i), Time: at, Conversation: "a", Turn: 1}, ChatRequest{Text: fmt.Sprint(i)})
		if err != nil {
			t.Fatal(err)
		}
		mustAppend(t, c, line)
	}
	r, report, err := s.OpenRead("a")
	if err != nil || len(report.Problems) > 0 || !slices.Equal(seqs(r.Log()), []int64{1, 2, 3, 4}) {
		t.Errorf("%v, %s", err, problems(report))
	}
	list, err := s.List()
	if err != nil || !list[0].Updated.Equal(epoch()) || !list[0].Created.Equal(epoch()) {
		t.Errorf("%+v, %v", list, err)
	}
	m, err := s.Fork("a", 3, "b")
	if err != nil || m.At != 3 {
		t.Errorf("%+v, %v", m, err)
	}
}

// BenchmarkLoad100MB reads a conversation with one line of 100 MB among others, which is a
// large result of a tool.
func BenchmarkLoad100MB(b *testing.B) {
	s, _ := testStore(b)
	w := newWriter(b, "a")
	huge := w.events(ChatRequest{Text: "needle"}, ToolCallResponse{ID: "c", Content: string(bytes.Repeat([]byte("hay and "), 100<<17))}, ChatRequest{Text: "after"})
	mustWrite(b, s, "a", fileOf(linesOf(huge)))
	for b.Loop() {
		c, report, err := s.OpenRead("a")
		if err != nil || len(report.Problems) > 0 || c.Log().Len() != 3 {
			b.Fatal(err, report)
		}
	}
}
