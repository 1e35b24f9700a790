package fs

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"

	"parley/coordinator/git"
)

// errEnough ends a walk that has found as many files as are wanted.
var errEnough = errors.New("enough")

// Files lists at most that many files below dir, as paths relative to it: those that its
// repository knows and those that it does not ignore. Closed files are not listed. user is
// what git takes from whoever runs it.
func Files(ctx context.Context, dir string, closed []string, user git.User, most int) ([]string, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close() // only read: nothing can be lost
	var names []string
	shut := newWall(root, dir, closed)
	w := walk{root: root, wall: shut, rules: excluded(dir, user), visit: func(e entry) error {
		if len(names) >= most {
			return errEnough
		}
		if !e.mode.IsDir() {
			names = append(names, e.path)
		}
		return nil
	}}
	err = w.from(ctx, ".")
	var tooMany fault
	if err != nil && !errors.Is(err, errEnough) && !errors.As(err, &tooMany) {
		return nil, err
	}
	return known(root, dir, shut, names, most), nil
}

// known adds the files that the repository knows although its rules ignore them. A
// repository that cannot be read knows none.
func known(root *os.Root, dir string, shut *wall, names []string, most int) []string {
	tracked, err := git.Tracked(dir)
	if err != nil {
		return names
	}
	seen := make(map[string]bool, len(names))
	for _, name := range names {
		seen[name] = true
	}
	for _, name := range tracked {
		if len(names) >= most {
			break
		}
		if seen[name] {
			continue
		}
		seen[name] = true
		if info, err := root.Lstat(filepath.FromSlash(name)); err == nil && !info.IsDir() && shut.fault(name) == nil {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
