package rulebook

import (
	"fmt"
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

// leads says where a command runs that is to run in a folder of the workspace, "" if that is the folder
// which its name says.
func leads(dir, folder string) string {
	if folder == "" {
		return ""
	}
	if !filepath.IsAbs(folder) {
		folder = filepath.Join(dir, folder)
	}
	named, err := filepath.Rel(dir, folder)
	root, fault := filepath.EvalSymlinks(dir)
	real, missing := filepath.EvalSymlinks(folder)
	if err != nil || fault != nil || missing != nil || !filepath.IsLocal(named) || real == filepath.Join(root, named) {
		return ""
	}
	if inside, err := filepath.Rel(root, real); err == nil && filepath.IsLocal(inside) {
		real = inside
	}
	return fmt.Sprintf("%q is a link: the command runs in %q.", filepath.ToSlash(named), filepath.ToSlash(real))
}
