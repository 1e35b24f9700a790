package fs

import (
	"errors"
	"os"
	"path"
	"path/filepath"
	"strings"

	"parley/coordinator/tool"
	"parley/coordinator/tools/fs/paths"
	"parley/store/system"
)

// wall keeps a call out of folders that are closed to every file tool, wherever the
// workspace is: those of the program itself, and of the user's other assistants. A folder
// is known both by what it is and by its path, so that neither a link nor another spelling
// leads into it, and none can be created where it will be.
type wall struct {
	root   *os.Root
	place  string        // the workspace, without links
	known  []os.FileInfo // closed folders and files that exist
	paths  []string      // of all of them, without links, folded
	near   bool          // one of them may be in the workspace
	inner  bool          // the workspace lies in one of them
	places []string      // where they are
	names  []os.FileInfo // files in them with more than one name; nil: not looked for
	rules  tool.Rules    // what the user refuses; nil: nothing
}

// newWall makes the wall of a workspace.
func newWall(root *os.Root, dir string, closed []string) *wall {
	if len(closed) == 0 {
		return nil
	}
	f := &wall{root: root, place: paths.Straight(dir), places: closed}
	for _, c := range closed {
		f.paths = append(f.paths, paths.Folded(paths.Straight(c)))
		if info, err := os.Stat(c); err == nil {
			f.known = append(f.known, info)
		}
	}
	top := strings.TrimSuffix(paths.Folded(f.place), string(filepath.Separator)) + string(filepath.Separator)
	for _, p := range f.paths {
		f.near = f.near || strings.HasPrefix(p, top)
	}
	for at := f.place; ; at = filepath.Dir(at) {
		info, err := os.Stat(at)
		f.inner = f.inner || err == nil && f.shuts(info) || f.named(at)
		if at == filepath.Dir(at) {
			return f
		}
	}
}

// wallOf is the wall of a call, nil where nothing is closed.
func wallOf(call tool.Call) *wall {
	f := newWall(call.Root, call.Dir, call.Closed)
	if call.Rules == nil {
		return f
	}
	if f == nil {
		f = &wall{root: call.Root, place: paths.Straight(call.Dir)}
	}
	f.rules = call.Rules
	return f
}

// hides says why a rule of the user's keeps a path from the tool, "" if none does.
func (f *wall) hides(p string) string {
	if f == nil || f.rules == nil {
		return ""
	}
	why, _ := f.rules.Hides(p)
	return why
}

// asks reports whether the user is to be asked about a path first, and was not.
func (f *wall) asks(p string) bool { return f != nil && f.rules != nil && f.rules.Asks(p) }

// shuts reports whether something is itself closed, by what it is.
func (f *wall) shuts(info os.FileInfo) bool {
	for _, k := range f.known {
		if os.SameFile(k, info) {
			return true
		}
	}
	return false
}

// named reports whether an absolute path without links is closed by its name.
func (f *wall) named(abs string) bool {
	abs = paths.Folded(abs)
	for _, p := range f.paths {
		if abs == p || strings.HasPrefix(abs, strings.TrimSuffix(p, string(filepath.Separator))+string(filepath.Separator)) {
			return true
		}
	}
	return false
}

// fault refuses a path of the workspace that is closed or lies in something closed. Links
// on the way are followed, including the last.
func (f *wall) fault(p string) error {
	if f == nil {
		return nil
	}
	if f.inner {
		return fault(textClosedRoot)
	}
	way, why, err := f.barred(p)
	switch {
	case err != nil || way == "":
		return err
	case why != "":
		return fault(textHidden(p, why))
	}
	return fault(textClosed(p))
}

// barred is what of a path keeps it from the tool: its own name, or where it leads; "" if neither
// does. why is the user's rule, "" for what is closed.
func (f *wall) barred(p string) (way, why string, err error) {
	ways := []string{p}
	real, err := paths.Resolved(f.root, p)
	switch {
	case errors.Is(err, paths.ErrTooDeep):
		return "", "", paths.ErrTooDeep
	case err == nil && real != p:
		ways = append(ways, real) // a link that leads out is up to the root
	}
	for _, way := range ways {
		if why := f.hides(way); why != "" {
			return way, why, nil
		}
		if f.named(filepath.Join(f.place, filepath.FromSlash(way))) {
			return way, "", nil
		}
		for at := way; at != "."; at = path.Dir(at) {
			if info, err := f.root.Lstat(at); err == nil && f.shuts(info) {
				return way, "", nil
			}
		}
	}
	return "", "", nil
}

// passes reports whether a walk may show an entry and enter it.
func (f *wall) passes(p string, dir bool, info func() (os.FileInfo, error)) bool {
	if f == nil {
		return true
	}
	if f.inner || f.near && f.named(filepath.Join(f.place, filepath.FromSlash(p))) || f.hides(p) != "" {
		return false
	}
	if !dir {
		return true
	}
	there, err := info()
	return err != nil || !f.shuts(there)
}

// opened refuses a file that was opened and turns out to be closed, or a file of a closed
// folder, under another name.
func (f *wall) opened(p string, info os.FileInfo) error {
	if f == nil {
		return nil
	}
	if f.shuts(info) {
		return fault(textClosed(p))
	}
	if system.Links(info) < 2 {
		return nil
	}
	for _, k := range f.inside() {
		if os.SameFile(k, info) {
			return fault(textClosed(p))
		}
	}
	return nil
}

// inside are the files in closed folders that have more than one name. Each is looked at, however many there are:
// nothing is looked for until a call opens a file that has another name.
func (f *wall) inside() []os.FileInfo {
	if f.names != nil {
		return f.names
	}
	f.names = []os.FileInfo{}
	for _, p := range f.places {
		if real, err := filepath.EvalSymlinks(p); err == nil {
			p = real // a walk does not begin behind a link
		}
		_ = filepath.WalkDir(p, func(_ string, d os.DirEntry, err error) error { // what cannot be read has no names to compare
			if err != nil || !d.Type().IsRegular() {
				return nil
			}
			if info, err := d.Info(); err == nil && system.Links(info) > 1 {
				f.names = append(f.names, info)
			}
			return nil
		})
	}
	return f.names
}

// Open says which entries of a folder are not closed, by their paths in it. A closed
// folder must not be entered.
func Open(dir string, closed []string) func(p string, d os.DirEntry) bool {
	f := newWall(nil, dir, closed)
	return func(p string, d os.DirEntry) bool { return f.passes(p, d.IsDir(), d.Info) }
}

// Closed reports whether an opened file is one of a closed folder, under whatever name.
func Closed(opened os.FileInfo, closed []string) bool {
	f := &wall{places: closed}
	return f.opened("", opened) != nil
}

// Around reports whether a folder contains a closed one, or lies in it: walking through it
// would come upon what is closed.
func Around(dir string, closed []string) bool {
	f := newWall(nil, dir, closed)
	return f != nil && (f.near || f.inner)
}

// Strange reports whether a folder belongs to another user, where the system knows.
func Strange(info os.FileInfo) bool {
	uid, _, ok := owner(info)
	return ok && uid != os.Geteuid()
}
