package grants

import (
	"os"
	"path/filepath"

	"parley/coordinator/git"
	"parley/coordinator/tools/fs/paths"
	"parley/store/system"
)

// A file with a harmless name also gives permission if something that does leads to it: a
// link of that name in another folder, a link within a folder of the list, a hook that is
// a link, a file that the repository's settings include. The same holds for one that does
// not exist yet.

// maxLed is how many entries of the folders in the list are searched for links. What the
// repository's index knows is searched in any case.
const maxLed = 10_000

// ledBy finds something in a repository that leads to a path or to a folder above it.
func (l *looker) ledBy(by git.Leads) Found {
	for _, link := range by.Links {
		if at := filepath.Join(by.Top, filepath.FromSlash(link)); By(link) != "" && l.meets(at) {
			return Found{l.named(at), By(link)}
		}
	}
	for _, file := range by.Settings {
		if l.meets(file) {
			return Found{l.named(file), byGit}
		}
	}
	for _, file := range by.Runs {
		if info, err := os.Stat(file); (err != nil || !info.IsDir()) && l.meets(file) {
			return Found{l.named(file), byRun}
		}
	}
	for _, folder := range by.Under {
		if info, err := os.Stat(folder); err != nil || !info.IsDir() || lies(l.dir, folder) {
			continue // one that holds the whole workspace says nothing of a file
		}
		if l.meets(folder) {
			return Found{l.named(folder), byRun}
		}
		if at, found := l.within(folder); found {
			return Found{l.named(at), byRun}
		}
	}
	for _, folder := range by.Copied {
		if l.meets(folder) || lies(l.dir, folder) {
			return Found{l.named(folder), byHook}
		}
		if at, found := l.within(folder); found {
			return Found{l.named(at), byHook}
		}
	}
	for _, folder := range append(by.Named, by.Hooks) {
		if folder == "" {
			continue
		}
		if at, found := l.hook(folder); found {
			return Found{l.named(at), byHook}
		}
	}
	return Found{}
}

// looker looks for links to a path or to a folder above it.
type looker struct {
	dir  string
	way  paths.Trail
	left int           // how many entries it may still look at
	seen []os.FileInfo // folders reached through links
}

// hook looks at a folder from which hooks are run, and through it. If the workspace lies
// in that folder, only what git runs there counts.
func (l *looker) hook(folder string) (link string, found bool) {
	if l.meets(folder) {
		return folder, true
	}
	if name, err := filepath.Rel(paths.Straight(folder), paths.Straight(l.dir)); err != nil || !filepath.IsLocal(name) {
		return l.within(folder)
	}
	names, err := namesIn(folder)
	if err != nil {
		return folder, true // one of the unknown ones may lead there
	}
	for _, name := range names {
		if at := filepath.Join(folder, name); isHook(paths.Folded(name)) && l.meets(at) {
			return at, true
		}
	}
	return "", false
}

// within looks through a folder, nearest entries first, and through those in the workspace
// that its links lead to.
func (l *looker) within(folder string) (link string, found bool) {
	for folders := []string{folder}; len(folders) > 0 && l.left > 0; folders = folders[1:] {
		entries, err := os.ReadDir(folders[0])
		if err != nil {
			continue // what cannot be read leads nowhere
		}
		for _, e := range entries[:min(len(entries), l.left)] {
			l.left--
			at := filepath.Join(folders[0], e.Name())
			switch info, err := e.Info(); {
			case err != nil:
			case info.IsDir():
				folders = append(folders, at)
			case info.Mode()&os.ModeSymlink != 0:
				if l.meets(at) {
					return at, true
				}
				if l.enters(at) {
					folders = append(folders, at)
				}
			case system.Links(info) > 1 && l.meets(at):
				return at, true
			}
		}
	}
	return "", false
}

// enters reports whether a link leads to a folder of the workspace that was not seen yet.
func (l *looker) enters(at string) bool {
	info, err := os.Stat(at)
	if err != nil || !info.IsDir() {
		return false
	}
	name, err := filepath.Rel(paths.Straight(l.dir), paths.Straight(at))
	if err != nil || name == "." || !filepath.IsLocal(name) {
		return false
	}
	for _, s := range l.seen {
		if os.SameFile(s, info) {
			return false
		}
	}
	l.seen = append(l.seen, info)
	return true
}

// meets reports whether a path is the one looked for, or a folder above it.
func (l *looker) meets(at string) bool { return l.way.Meets("", at) }

// named is a path as shown to the user: relative to the workspace, if it lies there.
func (l *looker) named(at string) string {
	name, err := filepath.Rel(l.dir, at)
	if err != nil || !filepath.IsLocal(name) {
		return at
	}
	return filepath.ToSlash(name)
}
