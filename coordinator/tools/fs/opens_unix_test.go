//go:build unix

package fs

import (
	"os"
	"strings"
	"testing"
)

// TestAMoveTellsWhatItOpens: a file that is moved over another one keeps its permissions. A yes to
// that holds for these.
func TestAMoveTellsWhatItOpens(t *testing.T) {
	y := newYard(t, map[string]string{"a": "1\n", "b": "2\n"})
	y.must(os.Chmod(y.path("a"), 0o640))
	y.must(os.Chmod(y.path("b"), 0o600))
	in := moveArguments{"a", "b"}
	const opens, diff = "The file keeps its own permissions, 0640 instead of 0600: other users can read it then.\n\n", "```diff\n--- a/b\n+++ b/b\n@@ -1 +1 @@\n-2\n+1\n```\n"
	out := y.run("fs_move_file", in, nil)
	y.want(out, "asks overwrite_file default false: b exists already. Do you want to replace it with a?\n"+opens+diff)
	if p, q, err := y.patch("fs_move_file", `{"path":"a","to":"b"}`); err != nil || p.Digest != q.Digest {
		t.Errorf("the patch on the screen is not what is asked: %+v, %v", p, err)
	}
	y.must(os.Chmod(y.path("a"), 0o750))
	again := y.run("fs_move_file", in, y.all(out, "true"))
	if q := y.questions(again)[0]; !strings.HasPrefix(q.Context, textChanged) || !strings.Contains(q.Context, "0750 instead of 0600: it can be run then, and other users can read it then.") {
		t.Errorf("asked again with %q", q.Context)
	}
	y.want(y.run("fs_move_file", in, y.all(again, "true")), "ok: Moved a to b.")
}
