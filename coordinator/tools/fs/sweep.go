package fs

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"strings"

	"parley/coordinator/tool"
)

// A write first puts its bytes into a file with such a name, and holds it until it has
// taken its place. A program that is killed in between leaves it behind.
const (
	tmpBegin = ".parley-"
	tmpEnd   = ".tmp"
	tmpID    = 16 // hexadecimal digits between them
)

// isTemporary reports whether a write gives out such a name.
func isTemporary(name string) bool {
	id, begins := strings.CutPrefix(name, tmpBegin)
	id, ends := strings.CutSuffix(id, tmpEnd)
	return begins && ends && len(id) == tmpID && strings.Trim(id, "0123456789abcdef") == ""
}

// Sweep removes the files that killed writes left in a workspace, and returns the paths of
// those that it removed. One that another program holds is still being written.
func Sweep(root *os.Root, workspace string, files []string) (removed []string, err error) {
	seen := map[string]bool{}
	for _, file := range files {
		p, wrong := target(tool.Call{Root: root, Dir: workspace}, file)
		dir := path.Dir(p)
		if wrong != nil || seen[dir] {
			continue
		}
		seen[dir] = true
		gone, fault := sweep(root, dir)
		removed, err = append(removed, gone...), errors.Join(err, fault)
	}
	return removed, err
}

// sweep looks through one directory. One that does not exist, or leads out, has nothing of
// ours.
func sweep(root *os.Root, dir string) (removed []string, err error) {
	s, err := openSpot(root, path.Join(dir, "x"))
	if err != nil {
		return nil, nil
	}
	defer s.close()
	list, err := fs.ReadDir(s.dir.FS(), ".")
	if err != nil {
		return nil, err
	}
	for _, d := range list {
		if !isTemporary(d.Name()) || !d.Type().IsRegular() {
			continue
		}
		left, fault := s.abandoned(d.Name())
		if fault == nil && left {
			fault = s.dir.Remove(d.Name())
			removed = append(removed, path.Join(dir, d.Name()))
		}
		err = errors.Join(err, fault)
	}
	return removed, err
}

// abandoned says whether nobody holds a file.
func (s spot) abandoned(name string) (bool, error) {
	info, err := s.dir.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil // it took its place just now
	}
	if err != nil {
		return false, err
	}
	f, _, err := openChecked(s.dir, name, name, info)
	if err != nil {
		return false, err
	}
	free := hold(f)
	return free, f.Close()
}
