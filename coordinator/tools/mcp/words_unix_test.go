//go:build unix

package mcp

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestALogIsWrittenNowhereElse: neither what a link in its place leads to is emptied, nor is a
// pipe waited for, also where a log that has become long begins anew.
func TestALogIsWrittenNowhereElse(t *testing.T) {
	dir := t.TempDir()
	other, log := filepath.Join(dir, "other"), filepath.Join(dir, "a.log")
	w := &words{file: log, heard: make(chan struct{}, 1)}
	for what, put := range map[string]func() error{
		"link":      func() error { return os.Symlink(other, log) },
		"hard link": func() error { return os.Link(other, log) },
		"pipe":      func() error { return syscall.Mkfifo(log, 0o600) },
	} {
		for _, again := range []bool{false, true} {
			if err := os.WriteFile(other, []byte("mine"), 0o600); err != nil {
				t.Fatal(err)
			}
			if again {
				w.size = mostLog
			}
			if err := os.Remove(log); err != nil && !os.IsNotExist(err) {
				t.Fatal(err)
			}
			if err := put(); err != nil {
				t.Fatal(err)
			}
			if !again {
				w.begin()
			}
			if n, err := w.Write([]byte("said\n")); n != 5 || err != nil {
				t.Errorf("%s: %d, %v", what, n, err)
			}
			if got, err := os.ReadFile(other); string(got) != "mine" {
				t.Errorf("%s: the other file: %q, %v", what, got, err)
			}
			if got, err := os.ReadFile(log); string(got) != "said\n" {
				t.Errorf("%s: the log: %q, %v", what, got, err)
			}
		}
	}
}
