package stage

import (
	"io"
	"testing"
)

// TestEachStreamIsWatchedByItself: what is written to one stands between no two pieces of
// what is written to another, and is waited for once.
func TestEachStreamIsWatchedByItself(t *testing.T) {
	w := newWatched()
	out, err := w.stream(), w.stream()
	for _, piece := range []struct {
		to   io.Writer
		text string
	}{{out, "It be"}, {err, "a note\n"}, {out, "gins"}} {
		if _, fault := io.WriteString(piece.to, piece.text); fault != nil {
			t.Fatal(fault)
		}
	}
	w.close()
	for _, c := range []struct {
		text string
		want bool
	}{{"It begins", true}, {"begins", false}, {"note", true}, {"It begins", false}} {
		if got := w.wait(c.text); got != c.want {
			t.Errorf("%q is there: %v", c.text, got)
		}
	}
	if got := w.text(); got != "It beginsa note\n" {
		t.Errorf("in all %q", got)
	}
}
