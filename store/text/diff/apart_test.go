package diff

import (
	"strings"
	"testing"
)

// TestLinesThatLookTheSameAreToldApart: a line that is replaced by one that looks like it shows
// the difference; nothing else of a text is changed.
func TestLinesThatLookTheSameAreToldApart(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"a tab becomes blanks", "@@ -1 +1 @@\n-\tb\n+        b\n", "@@ -1 +1 @@\n-␉b\n+        b\n"},
		{"a letter of another script", "@@ -1 +1 @@\n-get(example.com)\n+get(ехample.com)", "@@ -1 +1 @@\n-get(example.com)\n+get(<U+0435><U+0445>ample.com)"},
		{"two spellings of a letter", "@@ -1,2 +1,2 @@\n-caf\u00e9\n+cafe\u0301\n é", "@@ -1,2 +1,2 @@\n-caf<U+00E9>\n+cafe<U+0301>\n é"},
		{"in a text around it", "Why:\n\n```diff\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\u2010b\n+a-b\n```\n- ä\n+ ä\n", "Why:\n\n```diff\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a<U+2010>b\n+a-b\n```\n- ä\n+ ä\n"},
		{"names of files", "--- a/x\u2215b\n+++ b/x\u2215b\n@@ -1 +1 @@\n--- \u2215\n+++ \u2215\n--- \u2215\n", "--- a/x<U+2215>b\n+++ b/x<U+2215>b\n@@ -1 +1 @@\n--- \u2215\n+++ \u2215\n--- \u2215\n"},
		{"words that differ", "@@ -1 +1 @@\n-\tда\n+\tнет\n", "@@ -1 +1 @@\n-\tда\n+\tнет\n"},
		{"not in a hunk", "-\tb\n+        b\n", "-\tb\n+        b\n"},
		{"a change without counterpart", "@@ -1 +1,2 @@\n \ta\n+\ta\n", "@@ -1 +1,2 @@\n \ta\n+\ta\n"},
		{"no end of line", "@@ -1 +1 @@\n-\tb\n\\ No newline at end of file\n+        b\n", "@@ -1 +1 @@\n-␉b\n\\ No newline at end of file\n+        b\n"},
	} {
		if got := Apart(c.in); got != c.want {
			t.Errorf("%s: %q, not %q", c.name, got, c.want)
		}
	}
}

// TestSignedLinesAreToldApart: so are the lines of two lists.
func TestSignedLinesAreToldApart(t *testing.T) {
	got := strings.Join(Signed([]string{"url = \"example.com\"", "a"}, []string{"url = \"\u0435xample.com\"", "a", "b"}), "|")
	if want := `- url = "example.com"|+ url = "<U+0435>xample.com"|+ b`; got != want {
		t.Errorf("%q, not %q", got, want)
	}
}
