package fs

import (
	"os"
	"path"
	"path/filepath"
	"strings"

	"parley/coordinator/tool"
	"parley/coordinator/tools/fs/grants"
	"parley/coordinator/tools/fs/paths"
)

// place turns a path as a model gave it into one relative to the workspace, cleaned and
// with slashes. An absolute path below the workspace is accepted, since models often give
// one. A path that leads out is refused here by its text, and by the operating system
// where a link is in the way.
func place(call tool.Call, raw string) (string, error) {
	if raw == "" {
		return "", fault(textNoPath)
	}
	if strings.ContainsRune(raw, 0) {
		return "", fault(textNullInPath)
	}
	p := filepath.ToSlash(raw)
	if path.IsAbs(p) {
		inside, ok := below(filepath.ToSlash(call.Dir), path.Clean(p))
		if !ok {
			return "", fault(textOutside(raw))
		}
		p = inside
	}
	p = path.Clean(p)
	if !filepath.IsLocal(filepath.FromSlash(p)) {
		return "", fault(textOutside(raw))
	}
	if paths.TooDeep(call.Dir, p) {
		return "", fault(systemText(p, paths.ErrTooDeep))
	}
	return p, nil
}

// below cuts dir from the absolute path p.
func below(dir, p string) (string, bool) {
	dir = path.Clean(dir)
	if !path.IsAbs(dir) {
		return "", false
	}
	if p == dir {
		return ".", true
	}
	return strings.CutPrefix(p, strings.TrimSuffix(dir, "/")+"/")
}

// target is place for a path that will be written, deleted or moved. Links on the way are
// resolved, so that the path that is asked about is the one that is touched.
func target(call tool.Call, raw string) (string, error) {
	p, err := writable(call, raw)
	if err != nil {
		return "", err
	}
	dir, err := paths.Resolved(call.Root, path.Dir(p))
	if err != nil {
		return "", err
	}
	p = path.Join(dir, path.Base(p))
	if paths.TooDeep(call.Dir, p) {
		return "", paths.ErrTooDeep
	}
	if err := ownFault(p); err != nil {
		return "", err
	}
	if inRepository(call.Root, p) {
		return "", fault(textGitOwn(p))
	}
	return p, wallOf(call).fault(p)
}

// writable is place for a path that will be written, deleted or moved, judged by its text
// alone.
func writable(call tool.Call, raw string) (string, error) {
	p, err := place(call, raw)
	if err != nil {
		return "", err
	}
	if p == "." {
		return "", fault(textIsDirectory(raw))
	}
	if why := paths.Fault(p); why != "" {
		return "", fault(textBadName(p, why))
	}
	return p, ownFault(p)
}

// ownFault refuses what belongs to git.
func ownFault(p string) error {
	for part := range strings.SplitSeq(p, "/") {
		if paths.Folded(part) == ".git" {
			return fault(textGitOwn(p))
		}
	}
	return nil
}

// appears makes a file at a path that was free. Calls run side by side, and each could add one
// part of a repository while none is there yet, so this is looked at for one after the other.
func (o Options) appears(root *os.Root, p string, add func() (tool.Outcome, error)) (tool.Outcome, error) {
	o.appearing.Lock()
	defer o.appearing.Unlock()
	if inRepository(root, p) {
		return nil, fault(textGitOwn(p))
	}
	return add()
}

// Harmless reports whether a name may be given to a file that nobody has named: on no system
// does it give permission or stand for something other than a file.
func Harmless(name string) bool { return grants.By(name) == "" && paths.Fault(name) == "" }

// inRepository reports whether a path lies in a folder that git takes for its own whatever
// its name, or would make it one: a bare repository, or one whose work tree names it from
// elsewhere. What is written there is run just as what is written in .git.
func inRepository(root *os.Root, p string) bool {
	for dir, part := path.Dir(p), path.Base(p); ; dir, part = path.Dir(dir), path.Base(dir) {
		all := func(names ...string) bool {
			for _, name := range names {
				if paths.Folded(part) == strings.ToLower(name) {
					continue // it will exist
				}
				if _, err := root.Lstat(path.Join(dir, name)); err != nil {
					return false
				}
			}
			return true
		}
		whole := all("HEAD", "objects", "refs") || all("HEAD", "commondir") // the rest is where commondir says
		if whole || dir == "." {
			return whole
		}
	}
}
