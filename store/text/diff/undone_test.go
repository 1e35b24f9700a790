package diff

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestUndoneIsTheTextBefore: whatever two texts a diff is about, it leads from the second
// back to the first.
func TestUndoneIsTheTextBefore(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	some := func() string {
		var out strings.Builder
		for range r.IntN(12) {
			out.WriteString([]string{"a\n", "b\n", "-c\n", "+d\n", "\\e\n", "\n", "@@ -1 +1 @@\n"}[r.IntN(7)])
		}
		if r.IntN(2) == 0 {
			return out.String() + "end"
		}
		return out.String()
	}
	for range 2000 {
		old, now := some(), some()
		a, b := Lines(old), Lines(now)
		unified := Unified("a/x", "b/x", a, b, Group(Compare(a, b), 1), 1)
		if got, ok := Undone(unified, now); !ok || got != old {
			t.Fatalf("got %q, %v; want %q; from %q by\n%s", got, ok, old, now, unified)
		}
	}
}

// TestADiffOfAnotherTextUndoesNothing: not even in part.
func TestADiffOfAnotherTextUndoesNothing(t *testing.T) {
	for name, unified := range map[string]string{
		"another line":   "@@ -1 +1 @@\n-a\n+b\n",
		"too far":        "@@ -9 +9 @@\n-a\n+x\n",
		"cut":            "@@ -1,2 +1,2 @@\n-a\n+x\n",
		"no such sign":   "@@ -1 +1 @@\n-a\n*x\n",
		"out of order":   "@@ -2 +2 @@\n-b\n+y\n@@ -1 +1 @@\n-a\n+x\n",
		"without an end": "@@ -1 +1 @@\n-a\n+x\n\\ No newline at end of file\n",
	} {
		if got, ok := Undone(unified, "x\ny\n"); ok {
			t.Errorf("%s: %q", name, got)
		}
	}
}
