package rulebook

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"parley/coordinator/git"
)

// mostInGit is how many files and folders of a repository's own folder are looked at.
const mostInGit = 200_000

var errAway = errors.New("a link leads elsewhere, or there is too much to look at")

// leadsAway reports whether git, run in a folder, may read or write what does not lie in its
// repository: git follows every link there, to read objects and to write the message
// of a commit, it takes objects and branches from where some of its files say, and it shows
// files of whatever name stands in its index. Hooks are left out: they are looked at as the
// files that they lead to.
func leadsAway(ctx context.Context, dir string) bool {
	r, sound := foldersOf(dir)
	if !sound || r.common == "" {
		return !sound
	}
	if !without(r.common, "commondir", filepath.Join("objects", "info", "alternates")) {
		return true
	}
	if astray, err := git.Astray(dir); astray || err != nil {
		return true
	}
	hooks, seen := filepath.Join(r.common, "hooks"), 0
	err := filepath.WalkDir(r.common, func(name string, d fs.DirEntry, err error) error {
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
		case name != hooks && d.Type()&fs.ModeSymlink != 0, seen > mostInGit, namesAnother(r.common, name):
			return errAway
		}
		return nil
	})
	return err != nil
}

// readsAway reports whether the user's own settings name a place in the workspace for git to read, as
// one does that begins at the root of any repository, and a link there leads out of it or to nothing. Only
// the workspace itself counts: which other trees belong to it, its own .git says.
func (l *looker) readsAway() bool {
	return slices.ContainsFunc(l.book.o.User.Reads(l.book.o.Dir), func(file string) bool {
		real, err := filepath.EvalSymlinks(file)
		if errors.Is(err, fs.ErrNotExist) {
			_, err = os.Lstat(file)
			return !errors.Is(err, fs.ErrNotExist) && l.through(file) // it dangles
		}
		return l.through(file) && (err != nil || !insideOf(l.real, l.real, real))
	})
}

// namesAnother reports whether a file of a repository makes git read, and perhaps delete, branches of
// another: where a further work tree shares another one, or where a list of tables names one that
// does not lie beside it.
func namesAnother(common, file string) bool {
	switch filepath.Base(file) {
	case "tables.list":
		text, err := read(file)
		return err != nil || strings.Contains(text, "/")
	case "commondir":
		real, err := filepath.EvalSymlinks(pointed(filepath.Dir(file), file, ""))
		own, unknown := filepath.EvalSymlinks(common)
		return err != nil || unknown != nil || real != own
	}
	return false
}

// foldersOf finds where git keeps the repository of a folder: in the .git there, or, of a further
// work tree, where that file says, if the repository there names the folder in turn. False for
// any other that lies elsewhere.
func foldersOf(dir string) (repository, bool) {
	at := filepath.Join(dir, ".git")
	info, err := os.Lstat(at)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return repository{}, len(git.Above(dir)) == 0 // the root is where one would be, but git starts where that leads
	case err != nil:
		return repository{}, false
	case info.IsDir():
		return repository{at, at}, without(at, "commondir")
	case !info.Mode().IsRegular():
		return repository{}, false
	}
	own := pointed(dir, at, "gitdir: ")
	if own == "" {
		return repository{}, false
	}
	real, err := filepath.EvalSymlinks(own)
	if err != nil || filepath.Base(filepath.Dir(real)) != "worktrees" {
		return repository{}, false
	}
	common := filepath.Dir(filepath.Dir(real))
	if shared, err := filepath.EvalSymlinks(pointed(real, filepath.Join(real, "commondir"), "")); err != nil || shared != common {
		return repository{}, false
	}
	back, err := os.Lstat(pointed(real, filepath.Join(real, "gitdir"), ""))
	return repository{real, common}, err == nil && os.SameFile(back, info)
}

// pointed is the path that one of git's files names in its single line, "" if it names
// none. As for git, a blank is part of a name, and what a .. goes up from is where a link leads.
func pointed(dir, file, prefix string) string {
	text, err := read(file)
	if err != nil {
		return ""
	}
	name, is := strings.CutPrefix(strings.TrimRight(text, "\r\n"), prefix)
	if !is || name == "" || strings.ContainsAny(name, "\n\x00") {
		return ""
	}
	if !filepath.IsAbs(name) {
		name = dir + "/" + name
	}
	return name
}
