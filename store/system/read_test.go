package system

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestAFileOfItsSizeIsRead(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(name, []byte("12345"), 0o600); err != nil {
		t.Fatal(err)
	}
	if data, err := ReadFile(name, 5); err != nil || string(data) != "12345" {
		t.Errorf("%q, %v", data, err)
	}
	if data, err := ReadFile(name, 4); !errors.Is(err, ErrTooLarge) || data != nil {
		t.Errorf("a larger one: %q, %v", data, err)
	}
	if _, err := ReadFile(name+"b", 5); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing one: %v", err)
	}
	if _, err := ReadFile(filepath.Dir(name), 5); !errors.Is(err, ErrNotFile) {
		t.Errorf("a folder: %v", err)
	}
}
