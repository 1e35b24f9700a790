package coordinator

import (
	"strings"
	"testing"

	"parley/store"
)

// TestEachDecisionStandsAfter400Turns on a server with a window of 32k: word for word, in
// the last request, though most of what was said is summed up; and with a restart after
// every fiftieth turn.
func TestEachDecisionStandsAfter400Turns(t *testing.T) {
	for _, restarts := range []bool{false, true} {
		w := turns(t, 32_000, func(w *windowed, turn int) {
			if restarts && turn%50 == 0 {
				w.again()
			}
		})
		last := all(w.server.requests[len(w.server.requests)-1])
		for n := 1; n <= 60; n++ {
			for _, words := range []string{decisionText(n), decidedText(n)} {
				if !strings.Contains(last, words) {
					t.Fatalf("the last request lacks %q", words)
				}
			}
		}
		if n := w.count(store.ContextSummary{}); n < 1 || n > 10 {
			t.Errorf("%d summaries", n)
		}
		if w.server.refused > 0 {
			t.Errorf("the server refused %d requests", w.server.refused)
		}
		if n := w.count(store.ContextTrimmed{}); n < 5 || n > 40 {
			t.Errorf("%d steps of trimming", n)
		}
	}
}
