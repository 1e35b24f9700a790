package git

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Astray reports whether the index of the repository of dir, or its list of conflicts whose
// resolution is to be remembered, names files that do not lie in the work tree: by a path
// that leads out of it or into .git, or behind a folder that has become a link. git shows such
// files, keeps copies of them, and puts them into commits, as if they lay there. A folder that
// the index names in the place of all that is in it must not be there: if it is, git takes the names
// from a tree.
func Astray(dir string) (bool, error) {
	r, err := Open(dir)
	if err != nil || r == nil {
		return false, err
	}
	var w wanderer
	begin := func() { w = wanderer{top: r.top} }
	begin()
	if _, err = r.entries(looking{begin: begin, see: w.entry, anySum: true}); err != nil {
		return w.astray, err
	}
	conflicts, err := readSmall(filepath.Join(r.dir, "MERGE_RR"))
	if errors.Is(err, fs.ErrNotExist) {
		return w.astray, nil
	}
	for line := range bytes.SplitSeq(bytes.TrimSuffix(conflicts, []byte{0}), []byte{0}) {
		if _, name, is := bytes.Cut(line, []byte("\t")); is || len(line) > 0 {
			w.see(name)
		}
	}
	return w.astray, err
}

// wanderer looks at the folders of an index, each about once, as its names are sorted.
type wanderer struct {
	top    string
	looked []byte // the folder that was looked at last
	astray bool
}

func (w *wanderer) entry(e raw) {
	name, folder := e.path, e.mode&modeKind == modeDir
	if folder {
		name = bytes.TrimSuffix(name, []byte("/"))
	}
	w.see(name)
	if folder && !w.astray {
		_, err := os.Lstat(filepath.Join(w.top, filepath.FromSlash(string(name))))
		w.astray = !errors.Is(err, fs.ErrNotExist)
	}
}

func (w *wanderer) see(name []byte) {
	if w.astray {
		return
	}
	if !local(name) || inGit(name) {
		w.astray = true
		return
	}
	folder := name[:max(bytes.LastIndexByte(name, '/'), 0)]
	if bytes.Equal(folder, w.looked) {
		return
	}
	for at := range len(folder) + 1 {
		if at < len(folder) && folder[at] != '/' {
			continue
		}
		if part := folder[:at]; at == 0 || bytes.HasPrefix(w.looked, part) && (len(w.looked) == at || w.looked[at] == '/') {
			continue
		}
		info, err := os.Lstat(filepath.Join(w.top, filepath.FromSlash(string(folder[:at]))))
		if err != nil {
			break // it is not there, and nothing behind it
		}
		if info.Mode()&os.ModeSymlink != 0 {
			w.astray = true
			return
		}
	}
	w.looked = append(w.looked[:0], folder...)
}

// inGit reports whether a path leads into a repository's own folder.
func inGit(name []byte) bool {
	for part := range bytes.SplitSeq(name, []byte("/")) {
		if bytes.EqualFold(part, []byte(".git")) {
			return true
		}
	}
	return false
}
