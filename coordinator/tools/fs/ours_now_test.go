package fs

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestTheDigestOfAFileNow is that of what a run wrote, nothing if there is no file, and
// unknown for something that is not a file or lies outside.
func TestTheDigestOfAFileNow(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a"), []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/etc/passwd", filepath.Join(dir, "out")); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.WriteFile(filepath.Join(dir, "grown"), nil, 0o600), os.Truncate(filepath.Join(dir, "grown"), 1<<40)); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := root.Close(); err != nil {
			t.Error(err)
		}
	}()
	for path, want := range map[string]struct {
		digest string
		known  bool
	}{
		"a": {wrote("a", []byte("text")).Digest, true}, "none": {"", true}, "none/below": {"", true}, ".": {"", false}, "pipe": {"", false}, "out": {"", false}, "grown": {wrote("", make([]byte, maxChange+1)).Digest, true}, "../b": {"", false},
	} {
		if digest, known := DigestNow(root, path); digest != want.digest || known != want.known {
			t.Errorf("%s: %q, %v", path, digest, known)
		}
	}
}
