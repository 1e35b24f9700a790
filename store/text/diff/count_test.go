package diff

import "testing"

// TestCounted: lines of the file that look like headers count; lines outside the hunks do not.
func TestCounted(t *testing.T) {
	for _, c := range []struct {
		name, unified  string
		added, removed int
	}{
		{"nothing", "", 0, 0},
		{"two hunks", "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n x\n-y\n+z\n@@ -9 +9,2 @@ f\n-a\n+a\n+b\n", 3, 2},
		{"lines that look like headers", "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n--- y\n-@@ -1 +1 @@\n+++ y\n+@@ -1 +1 @@\n", 2, 2},
		{"no line feed at the end", "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n", 1, 1},
		{"a new file", "--- /dev/null\n+++ b/x\n@@ -0,0 +1,3 @@\n+a\n+\n+c\n", 3, 0},
		{"prose around it", "- one\n+ two\n\n```diff\n@@ -1 +1 @@\n-a\n+b\n```\n- three\n", 1, 1},
		{"a header that is none", "@@ -x +y @@\n+a\n@@\n-b\n", 0, 0},
	} {
		if added, removed := Counted(c.unified); added != c.added || removed != c.removed {
			t.Errorf("%s: +%d -%d, want +%d -%d", c.name, added, removed, c.added, c.removed)
		}
	}
}
