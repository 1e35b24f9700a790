//go:build unix

package system

import (
	"errors"
	"io"
	"os"
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

// TestTheKernelsLogIsNotWaitedFor: it says that it is a regular file, and what it holds is read as it
// comes. Root alone may open it, where there is one.
func TestTheKernelsLogIsNotWaitedFor(t *testing.T) {
	f, err := OpenFile("/proc/kmsg")
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	if _, err := io.Copy(io.Discard, f); !Waits(err) {
		t.Errorf("read: %v", err)
	}
	if _, err := ReadFile("/proc/kmsg", 1<<30); !errors.Is(err, ErrNotFile) {
		t.Errorf("read whole: %v", err)
	}
}

// TestAReadDoesNotWait for what a pipe's other end has yet to write.
func TestAReadDoesNotWait(t *testing.T) {
	name := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := Open(name, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	other, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if _, err := other.WriteString("so far"); err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(f); string(got) != "so far" || !Waits(err) {
		t.Errorf("%q, %v", got, err)
	}
}
