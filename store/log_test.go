package store

import (
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

func seqs(l Log) []int64 {
	var out []int64
	for _, e := range l.All() {
		out = append(out, e.Seq)
	}
	return out
}

func numbered(from, n int) []Event {
	out := make([]Event, n)
	for i := range out {
		out[i].Seq = int64(from + i)
	}
	return out
}

// TestLogsAreValues grows a family of logs in every way and compares each of
// them, at the end, with a slice that was grown in the same way.
func TestLogsAreValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		logs, models := []Log{{}}, [][]int64{nil}
		next := 1
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			at := rapid.IntRange(0, len(logs)-1).Draw(t, "log")
			l, m := logs[at], slices.Clone(models[at])
			if cut := rapid.IntRange(-1, l.Len()).Draw(t, "cut"); cut >= 0 {
				l, m = l.Prefix(cut), m[:cut]
			}
			n := rapid.SampledFrom([]int{0, 1, 2, chunkSize - 1, chunkSize, 2*chunkSize + 3}).Draw(t, "n")
			for _, e := range numbered(next, n) {
				m = append(m, e.Seq)
			}
			logs, models = append(logs, l.Append(numbered(next, n)...)), append(models, m)
			next += n
		}
		for i, l := range logs {
			if !slices.Equal(seqs(l), models[i]) || l.Len() != len(models[i]) {
				t.Fatalf("log %d holds %v, want %v", i, seqs(l), models[i])
			}
		}
	})
}

func TestLogReaders(t *testing.T) {
	var none Log
	if _, ok := none.Last(); ok || none.Len() != 0 {
		t.Error("an empty log has an event")
	}
	l := none.Append(numbered(1, 600)...)
	if e, ok := l.Last(); !ok || e.Seq != 600 {
		t.Errorf("last %d %v", e.Seq, ok)
	}
	if got := l.Slice(255, 258); len(got) != 3 || got[0].Seq != 256 || got[2].Seq != 258 {
		t.Errorf("slice %v", got)
	}
	if got := l.Slice(5, 2); len(got) != 0 {
		t.Errorf("slice backwards %v", got)
	}
	n := 0
	for i, e := range l.From(598) {
		n++
		if int64(i+1) != e.Seq {
			t.Errorf("at %d: %d", i, e.Seq)
		}
	}
	for range l.From(-3) {
		n++
		break
	}
	if n != 3 {
		t.Errorf("%d events", n)
	}
	if got := l.Prefix(-1).Len() + l.Prefix(601).Len(); got != 600 {
		t.Errorf("prefixes of %d", got)
	}
}

func TestLogOutOfRangePanics(t *testing.T) {
	defer func() {
		if got := recover(); got != "store: Log index out of range" {
			t.Errorf("recovered %v", got)
		}
	}()
	Log{}.Append(numbered(1, 3)...).Prefix(2).At(2)
}

// TestLogPrefixIsStable reads prefixes while the log grows; the race detector and the sums
// are the judges.
func TestLogPrefixIsStable(t *testing.T) {
	var wg sync.WaitGroup
	l := Log{}
	for i := 1; i <= 1000; i++ {
		l = l.Append(numbered(i, 1)...)
		if i%50 == 0 {
			prefix := l
			wg.Go(func() {
				sum := int64(0)
				for _, e := range prefix.All() {
					sum += e.Seq
				}
				if sum != int64(i*(i+1)/2) {
					t.Errorf("prefix of %d sums to %d", i, sum)
				}
			})
		}
	}
	wg.Wait()
}
