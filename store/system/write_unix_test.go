//go:build unix

package system

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestANewFileTakesThePlaceOfWhatStandsThere and changes no other file.
func TestANewFileTakesThePlaceOfWhatStandsThere(t *testing.T) {
	for what, put := range map[string]func(other, name string) error{
		"nothing":       func(_, _ string) error { return nil },
		"a file":        func(_, name string) error { return os.WriteFile(name, []byte("before"), 0o644) },
		"a link":        os.Symlink,
		"a link to nil": func(other, name string) error { return os.Symlink(other+"-missing", name) },
		"a hard link":   os.Link,
		"a pipe":        func(_, name string) error { return syscall.Mkfifo(name, 0o600) },
	} {
		dir := t.TempDir()
		other, name := filepath.Join(dir, "other"), filepath.Join(dir, "name")
		if err := errors.Join(os.WriteFile(other, []byte("other"), 0o600), put(other, name)); err != nil {
			t.Fatal(err)
		}
		f, err := NewFile(name)
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		_, err = f.WriteString("new")
		if err := errors.Join(err, f.Close()); err != nil {
			t.Error(err)
		}
		if info, err := os.Lstat(name); err != nil || info.Mode() != 0o600 {
			t.Errorf("%s: %v, %v", what, info, err)
		}
		got, err := os.ReadFile(name)
		if kept, err2 := os.ReadFile(other); string(got) != "new" || string(kept) != "other" || errors.Join(err, err2) != nil {
			t.Errorf("%s: %q, the other %q, %v", what, got, kept, errors.Join(err, err2))
		}
		if _, err := os.Lstat(other + "-missing"); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: the file that a link names is there: %v", what, err)
		}
	}
	if _, err := NewFile(filepath.Join(t.TempDir(), "missing", "name")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("without a folder: %v", err)
	}
}
