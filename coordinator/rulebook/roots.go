package rulebook

import (
	"path/filepath"
	"slices"
	"strings"
)

// otherRoots are other paths by which a workspace is reached than the one by which it was entered: where
// that leads, and those that begin like one of these paths, which name a folder above it, or it, by a
// link.
func otherRoots(dir string, tops []string) (roots []string) {
	if len(tops) == 0 {
		return nil
	}
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil
	}
	add := func(root string) {
		if root != dir && !slices.Contains(roots, root) {
			roots = append(roots, root)
		}
	}
	add(real)
	for _, top := range tops {
		for at := top; at != "/" && at != "." && at != ""; at = filepath.Dir(at) {
			led, err := filepath.EvalSymlinks(at)
			if err != nil {
				continue
			}
			if rest, is := strings.CutPrefix(real+"/", strings.TrimSuffix(led, "/")+"/"); is {
				add(filepath.Join(at, rest))
			}
		}
	}
	return roots
}
