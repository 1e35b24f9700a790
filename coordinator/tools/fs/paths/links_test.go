package paths

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestResolved: what is not there counts as the folder that it may become, so that a link through it
// leads where it will lead then.
func TestResolved(t *testing.T) {
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if err := os.MkdirAll(filepath.Join(dir, "a", "b"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, to := range map[string]string{
		"in": "a/b", "up": "a/b/..", "out": "../x", "y": "a", "gone": "k/x",
		"later": "k/../../secret", "through": "k/../y", "deep": "k/l/../../out", "around": "k/../around",
	} {
		if err := os.Symlink(filepath.FromSlash(to), filepath.Join(dir, name)); err != nil {
			t.Skip(err)
		}
	}
	for p, want := range map[string]string{
		".": ".", "a/b": "a/b", "in": "a/b", "in/c/d": "a/b/c/d", "up/c": "a/c", "gone/z": "k/x/z", "k/x": "k/x",
		"through": "a", "through/z": "a/z", "k/../in": "a/b",
	} {
		if got, err := Resolved(root, p); got != want || err != nil {
			t.Errorf("%s: %q, %v", p, got, err)
		}
	}
	for _, p := range []string{"out", "later", "later/x", "deep", "k/../../x", "k/../out"} {
		if got, err := Resolved(root, p); !errors.Is(err, ErrLeadsOut) {
			t.Errorf("%s: %q, %v", p, got, err)
		}
	}
	if got, err := Resolved(root, "around"); err == nil {
		t.Errorf("a circle: %q", got)
	}
}
