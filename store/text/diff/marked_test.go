package diff

import "testing"

// TestMarksOfAStranger: what is really in a line of a change is not taken for the mark of a blank or of a
// control character, whether its line stays, goes, comes or looks like another one.
func TestMarksOfAStranger(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"@@ -1,2 +1,2 @@\n a␛\n-b␠\n+c␉", "@@ -1,2 +1,2 @@\n a<U+241B>\n-b<U+2420>\n+c<U+2409>"},
		{"@@ -1,1 +1,1 @@\n-a\tb␠\n+a b␠", "@@ -1,1 +1,1 @@\n-a␉b<U+2420>\n+a b<U+2420>"},
		{"@@ -1,0 +1,1 @@\n+a␠\nprose ␠", "@@ -1,0 +1,1 @@\n+a<U+2420>\nprose ␠"},
		{"@@ -1,1 +1,0 @@\n-a␠", "@@ -1,1 +1,0 @@\n-a<U+2420>"},
	} {
		if got := Apart(c.in); got != c.want {
			t.Errorf("%q: got %q, want %q", c.in, got, c.want)
		}
	}
}
