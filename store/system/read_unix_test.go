//go:build unix

package system

import (
	"errors"
	"path/filepath"
	"syscall"
	"testing"
)

// TestAPipeIsNotWaitedFor also where it takes the file's place after the first look.
func TestAPipeIsNotWaitedFor(t *testing.T) {
	name := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadFile(name, 5); !errors.Is(err, ErrNotFile) {
		t.Errorf("read: %v", err)
	}
	if _, err := openNow(name); !errors.Is(err, ErrNotFile) {
		t.Errorf("taken place: %v", err)
	}
}
