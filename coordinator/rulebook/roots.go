package rulebook

import (
	"fmt"
	"os"
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
	places := map[string]string{}
	for _, top := range tops {
		for at := filepath.Clean(top); at != filepath.Dir(at); at = filepath.Dir(at) {
			led := ledTo(at, places)
			if led == "" {
				continue
			}
			if rest, is := strings.CutPrefix(real+"/", strings.TrimSuffix(led, "/")+"/"); is {
				add(filepath.Join(at, rest))
			}
		}
	}
	return roots
}

// ledTo is where links lead from a path, "" if that does not exist. places are those that are known.
func ledTo(at string, places map[string]string) string {
	above := filepath.Dir(at)
	if above == at {
		return at
	}
	if led, known := places[at]; known {
		return led
	}
	led := ""
	if above = ledTo(above, places); above != "" {
		led = filepath.Join(above, filepath.Base(at))
		info, err := os.Lstat(led)
		if err == nil && info.Mode()&os.ModeSymlink != 0 {
			led, err = filepath.EvalSymlinks(led)
		}
		if err != nil {
			led = ""
		}
	}
	places[at] = led
	return led
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
