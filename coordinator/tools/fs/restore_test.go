//go:build unix

package fs

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestWhatIsSaidOfAFileThatStays is one sentence about its path, whatever that contains: no
// advice for a model, and nothing cut off.
func TestWhatIsSaidOfAFileThatStays(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"pipe", "v. 2", "v. 2. is a"} {
		if err := syscall.Mkfifo(filepath.Join(dir, name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "Dr. No.txt"), []byte("now"), 0o400); err != nil {
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
	site := Site{Root: root, Dir: dir}
	for path, want := range map[string]string{
		"pipe":       "pipe is a FIFO",
		"v. 2":       "v. 2 is a FIFO",
		"v. 2. is a": "v. 2. is a is a FIFO",
		".":          ". is a directory",
		"../v. 2":    textLeadsOut,
	} {
		if _, err := site.Now(path); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", path, err, want)
		}
	}
	keep := func([]byte) error { return nil }
	const want = "Dr. No.txt is read-only (mode 0400)"
	if err := site.Put(t.Context(), "Dr. No.txt", Standing{Digest: wrote("x", []byte("now")).Digest[len("sha256:"):]}, []byte("then"), 0, keep); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
