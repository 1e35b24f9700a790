package diff

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// applied applies the changes.
func applied(a, b []string, changes []Change) []string {
	var out []string
	at := 0
	for _, c := range changes {
		out = append(out, a[at:c.OldFrom]...)
		out = append(out, b[c.NewFrom:c.NewTo]...)
		at = c.OldTo
	}
	return append(out, a[at:]...)
}

// The changes turn the old text into the new one, are in order, and never touch.
func TestChangesLeadToTheNewText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOfN(rapid.SampledFrom([]string{"a\n", "b\n", "c\n", "\n", "}\n", "d", "e\n", "f\n"}), 0, 80)
		a, b := lines.Draw(t, "old"), lines.Draw(t, "new")
		if rapid.Bool().Draw(t, "alike") {
			at := rapid.IntRange(0, len(a)).Draw(t, "at")
			b = slices.Insert(slices.Clone(a), at, "new\n")
		}
		changes := Compare(a, b)
		if got := applied(a, b, changes); !slices.Equal(got, b) {
			t.Fatalf("%q, want %q", got, b)
		}
		for i, c := range changes {
			if c.OldFrom == c.OldTo && c.NewFrom == c.NewTo {
				t.Fatalf("change %d is none", i)
			}
			if i > 0 && (changes[i-1].OldTo >= c.OldFrom || changes[i-1].NewTo >= c.NewFrom) {
				t.Fatalf("changes %d and %d touch: %v", i-1, i, changes)
			}
		}
	})
}

// Many small changes are found as such, not as one large one.
func TestManySmallChanges(t *testing.T) {
	var a, b []string
	for i := range 5000 {
		a = append(a, fmt.Sprintf("line %d\n", i))
		b = append(b, fmt.Sprintf("line %d\n", i))
		if i%10 == 5 {
			b[i] = "another\n"
		}
	}
	changes := Compare(a, b)
	if len(changes) != 500 {
		t.Fatalf("%d changes, want 500", len(changes))
	}
	for _, c := range changes {
		if c.OldTo-c.OldFrom != 1 || c.NewTo-c.NewFrom != 1 {
			t.Fatalf("%v is more than a line", c)
		}
	}
}

func TestUnified(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"nothing", "a\n", "a\n", ""},
		{"one line", "a\nb\nc\n", "a\nB\nc\n", "--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n"},
		{"into an empty file", "", "a\n", "--- a/x\n+++ b/x\n@@ -0,0 +1 @@\n+a\n"},
		{"out of it", "a\n", "", "--- a/x\n+++ b/x\n@@ -1 +0,0 @@\n-a\n"},
		{"a line end", "a", "a\n", "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n"},
		{"two groups", strings.Repeat("s\n", 1) + "a\n1\n2\n3\n4\n5\n6\n7\nb\n", "s\nA\n1\n2\n3\n4\n5\n6\n7\nB\n",
			"--- a/x\n+++ b/x\n@@ -1,5 +1,5 @@\n s\n-a\n+A\n 1\n 2\n 3\n@@ -7,4 +7,4 @@\n 5\n 6\n 7\n-b\n+B\n"},
		{"one group of two", "a\n1\n2\n3\n4\n5\n6\nb\n", "A\n1\n2\n3\n4\n5\n6\nB\n", "--- a/x\n+++ b/x\n@@ -1,8 +1,8 @@\n-a\n+A\n 1\n 2\n 3\n 4\n 5\n 6\n-b\n+B\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, b := Lines(c.old), Lines(c.new)
			if got := Unified("a/x", "b/x", a, b, Group(Compare(a, b), 3), 3); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}
