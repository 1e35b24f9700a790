package fs

import (
	"context"
	"errors"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"parley/coordinator/git"
)

// errEnough ends a walk that has found as many files as are wanted.
var errEnough = errors.New("enough")

// filesLimit is how long the search for files to offer to a person may take; whatever was
// found by then is offered.
const filesLimit = 5 * time.Second

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
	w := walk{root: root, wall: shut, rules: excluded(dir, user), limit: filesLimit, visit: func(e entry) error {
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
	return known(ctx, root, dir, shut, names, most), nil
}

// known adds the files that the repository knows although its rules ignore them, as far as they
// are looked at in time. A repository that cannot be read knows none.
func known(ctx context.Context, root *os.Root, dir string, shut *wall, names []string, most int) []string {
	tracked, err := git.Tracked(dir)
	if err != nil {
		return names
	}
	seen := make(map[string]bool, len(names))
	for _, name := range names {
		seen[name] = true
	}
	gone := "/" // a folder that is not there, and is looked for once
	for name := range tracked.All() {
		if len(names) >= most || ctx.Err() != nil {
			break
		}
		if seen[name] || strings.HasPrefix(name, gone) {
			continue
		}
		if folder := path.Dir(name); folder != "." {
			if _, err := root.Lstat(filepath.FromSlash(folder)); err != nil {
				gone = folder + "/"
				continue
			}
		}
		if info, err := root.Lstat(filepath.FromSlash(name)); err == nil && !info.IsDir() && shut.fault(name) == nil {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
