//go:build unix

package coordinator

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// TestNothingIsDoneInAnotherFolder: where the path of the workspace leads elsewhere, no
// job begins, whether it would go by the path or by the folder that is held.
func TestNothingIsDoneInAnotherFolder(t *testing.T) {
	for name, c := range map[string]struct {
		change func(dir, other string) error
		begins bool
	}{
		"as it was": {func(string, string) error { return nil }, true},
		"a file came and went": {func(dir, _ string) error {
			return os.WriteFile(filepath.Join(dir, "a"), nil, 0o600)
		}, true},
		"moved away and put back": {func(dir, other string) error {
			if err := os.Rename(dir, dir+".old"); err != nil {
				return err
			}
			return os.Rename(dir+".old", dir)
		}, true},
		"moved away, a link to it in its place": {func(dir, _ string) error {
			if err := os.Rename(dir, dir+".old"); err != nil {
				return err
			}
			return os.Symlink(dir+".old", dir)
		}, true},
		"moved away":                {func(dir, _ string) error { return os.Rename(dir, dir+".old") }, false},
		"removed":                   {func(dir, _ string) error { return os.Remove(dir) }, false},
		"removed and made anew":     {func(dir, other string) error { return replaced(dir, func() error { return os.Mkdir(dir, 0o700) }) }, false},
		"another one in its place":  {func(dir, other string) error { return replaced(dir, func() error { return os.Rename(other, dir) }) }, false},
		"a link to another":         {func(dir, other string) error { return replaced(dir, func() error { return os.Symlink(other, dir) }) }, false},
		"a file in its place":       {func(dir, _ string) error { return replaced(dir, func() error { return os.WriteFile(dir, nil, 0o600) }) }, false},
		"a link that leads nowhere": {func(dir, _ string) error { return replaced(dir, func() error { return os.Symlink("gone", dir) }) }, false},
	} {
		t.Run(name, func(t *testing.T) {
			base := t.TempDir()
			dir, other := filepath.Join(base, "work"), filepath.Join(base, "other")
			for _, d := range []string{dir, other} {
				if err := os.Mkdir(d, 0o700); err != nil {
					t.Fatal(err)
				}
			}
			root, err := os.OpenRoot(dir)
			if err != nil {
				t.Fatal(err)
			}
			defer root.Close()
			if err := c.change(dir, other); err != nil {
				t.Fatal(err)
			}
			s, began, said := &Shell{World: World{Work: Workspace{Root: root, Dir: dir}}}, false, ""
			s.looking(func(context.Context) (Input, Performer) { began = true; return nil, nil },
				func(err error) Input { said = err.Error(); return nil })(t.Context())
			want := fmt.Sprintf("The folder %q was moved, removed or replaced since it was opened as the workspace. Nothing was done. "+
				"The user is to put it back, or to start again in the folder that is meant.", dir)
			if c.begins {
				want = ""
			}
			if began != c.begins || said != want {
				t.Errorf("began %v, and it said %q", began, said)
			}
		})
	}
}

// replaced moves a folder away and puts something else in its place.
func replaced(dir string, put func() error) error {
	if err := os.Rename(dir, dir+".old"); err != nil {
		return err
	}
	return put()
}
