package session

import (
	"os"
	"path/filepath"
	"testing"

	"parley/store"
)

// TestPlace: a record names a folder only if its name leads everybody to the same one.
func TestPlace(t *testing.T) {
	dir := t.TempDir()
	link := func(name, to string) string {
		name = filepath.Join(dir, name)
		if err := os.Symlink(to, name); err != nil {
			t.Fatal(err)
		}
		return name
	}
	for root, names := range map[string]bool{
		dir:                               true,
		"/":                               true,
		filepath.Join(dir, "gone"):        true,
		link("fine", dir):                 true,
		link("back", "."):                 true,
		filepath.Join(dir, "fine", "x"):   true,
		"":                                false,
		".":                               false,
		"..":                              false,
		"here":                            false,
		"~":                               false,
		dir + "/":                         false,
		dir + "/../" + filepath.Base(dir): false,
		"/" + dir:                         false,
		"/proc":                           false,
		"/proc/self/cwd":                  false,
		"/proc/1/cwd":                     false,
		"/processes":                      true,
		link("self", "/proc/self/cwd"):    false,
		link("again", "self"):             false,
		link("up", "fine/self"):           false,
		link("round", "round"):            false,
		filepath.Join(dir, "self", "x"):   false,
	} {
		if got := place(root); names && got != root || !names && got != "" {
			t.Errorf("%q names %q", root, got)
		}
	}
	moved := store.Log{}.Append(store.Event{Body: store.Workspace{Root: dir}}, store.Event{Body: store.Workspace{Root: "."}})
	if got := workspaceOf(moved); got != "" {
		t.Errorf("a record that ends with %q works in %q", ".", got)
	}
}
