package rulebook

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"parley/coordinator/git"
)

// The hooks of a repository can be seen and trusted, as a file of settings can: the whole
// configuration, and every file that git would run or that lies beside such a file.

// The limits of what a person is shown to trust.
const (
	mostHooks     = 200
	mostHookBytes = 256 << 10
)

// Hooks is everything that git would run as a repository's hooks, as text: the files of
// its configuration and of its hooks, each below its name, size and mode. It is false if
// there is nothing to see, or if what git runs cannot be shown completely: other settings
// that name programs, included settings, submodules, hooks outside the workspace.
func Hooks(dir string) (text string, ok bool) {
	r, sound := repositoryOf(dir)
	if !sound || r.common == "" || harmlessGit(dir) {
		return "", false
	}
	l := listing{dir: dir}
	l.text.WriteString(hooksText)
	for _, file := range r.settings() {
		if !harmlessSettings(file, true) {
			return "", false
		}
		l.file(file)
	}
	l.folder(filepath.Join(r.common, "hooks"))
	folders, all := (git.User{}).Hooks(dir)
	if !all {
		return "", false
	}
	for _, folder := range folders {
		rel, err := filepath.Rel(dir, folder)
		if err != nil || !filepath.IsLocal(rel) || rel == "." || strings.ContainsAny(rel, "~%") { // git may take it for another one
			return "", false
		}
		if filepath.Base(rel) == "_" { // what husky puts there runs files from the folder above
			l.folder(filepath.Dir(folder))
		} else {
			l.folder(folder)
		}
	}
	return l.text.String(), l.fault == nil
}

// hooksHere reports whether the user's own settings name a folder of the workspace for hooks,
// as one does that begins at the root of any repository, and there are some in it.
func (l *looker) hooksHere() bool {
	o := l.book.o
	named, _ := (git.User{}).Hooks(o.Dir) // the repository's, which can be trusted
	folders, _ := o.User.Hooks(o.Dir)
	return slices.ContainsFunc(folders, func(folder string) bool {
		return !slices.Contains(named, folder) && l.through(folder) && !noHooks(folder)
	})
}

// runsHere reports whether the user's own settings name a file of the workspace that git may run, as
// one that begins at the root of any repository does, or a folder in which they may name any; or stand
// in a file of the workspace, and may run something.
func (l *looker) runsHere() bool {
	files, folders, settings, all := l.book.o.User.Runs(l.book.o.Dir)
	here := func(file string) (real string, is bool) {
		real, err := filepath.EvalSymlinks(file)
		return real, err == nil && l.through(file)
	}
	named := slices.ContainsFunc(settings, func(file string) bool {
		_, is := here(file)
		return is && !harmlessSettings(file, false)
	})
	dir := l.book.o.Dir
	modules, packages := l.book.o.User.Imports(dir)
	taken := modules && modulesIn(dir) || packages && !without(dir, "package.json", "node_modules", ".npmrc", ".yarnrc", ".yarnrc.yml")
	return named || !all || taken || slices.ContainsFunc(files, func(file string) bool {
		real, is := here(file)
		if !is {
			return false
		}
		info, err := os.Stat(real)
		return err != nil || !info.IsDir() || real != l.real && slices.Contains(folders, file)
	})
}

// modulesIn reports whether Python, started in a folder, may find a part of itself or of a program there: a module of
// any name, as that of what it looks for stands in no setting.
func modulesIn(dir string) bool {
	list, err := os.ReadDir(dir)
	return err != nil || slices.ContainsFunc(list, func(d fs.DirEntry) bool {
		switch strings.ToLower(filepath.Ext(d.Name())) {
		case ".py", ".pyc", ".so", ".pyd":
			return true
		}
		_, err := os.Lstat(filepath.Join(dir, d.Name(), "__init__.py"))
		return err == nil
	})
}

// HooksOf is the name under which what Hooks shows of a workspace is trusted.
func HooksOf(dir string) string { return filepath.Join(dir, ".git") }

// hooksText stands above what is shown.
const hooksText = "git runs these hooks. With your trust rules for git hold here while all of this stays as it is.\n" +
	"What the hooks run in turn is not shown, and may change.\n"

// listing writes out files.
type listing struct {
	dir   string
	text  strings.Builder
	seen  int // files and folders
	fault error
}

// folder writes out everything in a folder.
func (l *listing) folder(name string) {
	if l.seen++; l.seen > mostHooks {
		l.fault = errLarge
		return
	}
	list, err := os.ReadDir(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		l.fault = err
	}
	for _, d := range list {
		file := filepath.Join(name, d.Name())
		info, err := os.Stat(file)
		switch {
		case err != nil:
			l.fault = err
		case info.IsDir() && d.Type()&fs.ModeSymlink != 0:
			l.fault = errors.New("a link to a folder")
		case info.IsDir():
			l.folder(file)
		case !strings.HasSuffix(file, ".sample"): // which git does not run
			l.file(file)
		}
		if l.fault != nil {
			return
		}
	}
}

// file writes out a file, if it exists: its lines are indented, so that none of them
// passes for another file's name.
func (l *listing) file(name string) {
	if l.seen++; l.seen > mostHooks || l.text.Len() > mostHookBytes {
		l.fault = errLarge
	}
	info, err := os.Stat(name)
	if l.fault != nil || errors.Is(err, fs.ErrNotExist) {
		return
	}
	text, err := read(name)
	if err != nil {
		l.fault = err
		return
	}
	shown, run := name, ""
	if rel, err := filepath.Rel(l.dir, name); err == nil {
		shown = rel
	}
	if info.Mode()&0o111 != 0 {
		run = ", can be run"
	}
	fmt.Fprintf(&l.text, "%q, %d bytes%s:\n", shown, len(text), run)
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		l.text.WriteString("  " + line + "\n")
	}
}
