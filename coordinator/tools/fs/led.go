package fs

import (
	"os"
	"path/filepath"

	"parley/coordinator/git"
)

// A file that goes by a harmless name gives permission too where something that does
// leads to it: a link of that name in another folder, a link within a folder of the
// list, a hook that is a link, a file that the repository's settings include. So does one
// that is not there yet.

// maxLed is how many entries of folders of the list are looked at for links. What the
// index of the repository knows is looked at in any case.
const maxLed = 10_000

// ledBy finds what of a repository leads to something of the way: a path, or a folder
// above it.
func (l *looker) ledBy(by git.Leads) granting {
	for _, link := range by.Links {
		if at := filepath.Join(by.Top, filepath.FromSlash(link)); grantedBy(link) != "" && l.meets(at) {
			return granting{l.named(at), grantedBy(link)}
		}
	}
	for _, file := range by.Settings {
		if l.meets(file) {
			return granting{l.named(file), byGit}
		}
	}
	for _, folder := range append(by.Named, by.Hooks) {
		if folder == "" {
			continue
		}
		if at, found := l.hook(folder); found {
			return granting{l.named(at), byHook}
		}
	}
	return granting{}
}

// looker looks for links to something of a way.
type looker struct {
	dir  string
	way  trail
	left int           // entries that it still looks at
	seen []os.FileInfo // folders that it came to through links
}

// hook looks at a folder from which hooks are run, and through it. Where the workspace
// lies in it, only what git runs there counts.
func (l *looker) hook(folder string) (link string, found bool) {
	if l.meets(folder) {
		return folder, true
	}
	if name, err := filepath.Rel(straight(folder), straight(l.dir)); err != nil || !filepath.IsLocal(name) {
		return l.within(folder)
	}
	names, err := namesIn(folder)
	if err != nil {
		return folder, true // one of those that are not known may lead there
	}
	for _, name := range names {
		if at := filepath.Join(folder, name); isHook(folded(name)) && l.meets(at) {
			return at, true
		}
	}
	return "", false
}

// within looks through a folder, what lies nearer first, and through those in the
// workspace that its links lead to.
func (l *looker) within(folder string) (link string, found bool) {
	for folders := []string{folder}; len(folders) > 0 && l.left > 0; folders = folders[1:] {
		entries, err := os.ReadDir(folders[0])
		if err != nil {
			continue // what cannot be read leads nobody
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
			case links(info) > 1 && l.meets(at):
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
	name, err := filepath.Rel(straight(l.dir), straight(at))
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

// meets reports whether a path is something of the way.
func (l *looker) meets(at string) bool { return l.way.meets("", at) }

// named is a path as the user is told it: from the workspace, where it lies there.
func (l *looker) named(at string) string {
	name, err := filepath.Rel(l.dir, at)
	if err != nil || !filepath.IsLocal(name) {
		return at
	}
	return filepath.ToSlash(name)
}
