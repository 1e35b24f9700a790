package rulebook

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// mostInGit is how many files and folders of a repository's own folder are looked at.
const mostInGit = 200_000

var errAway = errors.New("a link leads elsewhere, or there is too much to look at")

// leadsAway reports whether git, run in a folder, may read or write what does not lie in
// the .git there: git follows every link in it, to read objects and to write the message
// of a commit, and it takes objects and branches from where some of its files say. Hooks
// are left out: they are looked at as the files that they lead to.
func leadsAway(ctx context.Context, dir string) bool {
	at := filepath.Join(dir, ".git")
	info, err := os.Lstat(at)
	if errors.Is(err, fs.ErrNotExist) {
		return false
	}
	if err != nil || !info.IsDir() || !without(at, "commondir", filepath.Join("objects", "info", "alternates")) {
		return true
	}
	hooks, seen := filepath.Join(at, "hooks"), 0
	err = filepath.WalkDir(at, func(name string, d fs.DirEntry, err error) error {
		seen++
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil // a git that runs took it away meanwhile
		case err != nil:
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		case name == hooks && d.IsDir():
			return fs.SkipDir
		case name != hooks && d.Type()&fs.ModeSymlink != 0, seen > mostInGit:
			return errAway
		}
		return nil
	})
	return err != nil
}
