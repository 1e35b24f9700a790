package markdown

import (
	"strings"
	"testing"

	"parley/views/text"
)

// TestARowShowsHowLinesDiffer: in the row of a call too, what was removed does not look like
// what was added for it.
func TestARowShowsHowLinesDiffer(t *testing.T) {
	source := "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-\tone\n-caf\u00e9\n+    one\n+cafe\u0301\n"
	got := text.Stripped(strings.Join(Diff(onDark(t, text.Unicode()), source, 60), "\n"))
	for _, want := range []string{"- ␉one", "+     one", "- caf<U+00E9>", "+ cafe<U+0301>"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
}
