//go:build unix

package system

import (
	"os"
	"path/filepath"
	"testing"
)

func TestLinks(t *testing.T) {
	dir := t.TempDir()
	file, again := filepath.Join(dir, "file"), filepath.Join(dir, "again")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for want := 1; want < 3; want++ {
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		if got := Links(info); got != want {
			t.Errorf("%d names, want %d", got, want)
		}
		if want == 1 {
			if err := os.Link(file, again); err != nil {
				t.Fatal(err)
			}
		}
	}
}
