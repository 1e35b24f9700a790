package session

import (
	"path/filepath"
	"testing"

	"parley/config"
)

// Only a file inside the workspace is named by its place there.
func TestThePlaceOfAFile(t *testing.T) {
	root := t.TempDir()
	x := &Session{}
	x.Dir = filepath.Join(root, "orders")
	for want, w := range map[string]config.Withheld{
		".parley/config.toml": {File: filepath.Join(x.Dir, ".parley", "config.toml")},
		"":                    {File: filepath.Join(root, ".parley", "config.toml")},
	} {
		if got := x.place(w); got != want {
			t.Errorf("%s is at %q, want %q", w.File, got, want)
		}
	}
	if got := x.place(config.Withheld{File: filepath.Join(x.Dir, "key"), Variable: "KEY"}); got != "" {
		t.Errorf("a key is at %q", got)
	}
}
