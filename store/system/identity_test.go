package system

import (
	"os"
	"path/filepath"
	"testing"
)

// TestIdentity: a folder keeps its identity under another name; one that takes its place
// is another, even if it gets the same number.
func TestIdentity(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "repo")
	identity := func(of string) string {
		t.Helper()
		id, err := Identity(of)
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	first := identity(dir)
	if err := os.WriteFile(filepath.Join(dir, "a"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if again := identity(dir + "/."); again != first {
		t.Errorf("%s is %s now", first, again)
	}
	if err := os.Rename(dir, dir+"-old"); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if moved, second := identity(dir+"-old"), identity(dir); moved != first || second == first {
		t.Errorf("%s, moved %s, another %s", first, moved, second)
	}
	if _, err := Identity(dir + "-none"); err == nil {
		t.Error("what is not there has an identity")
	}
}
