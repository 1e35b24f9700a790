package git

import (
	"os"
	"path/filepath"
	"slices"
)

// maxKept is how many folders are looked at for repositories that another one keeps.
const maxKept = 256

// kept are the repositories of submodules that a repository keeps within itself, and the
// folders of its other work trees. all is false if there are too many.
func (r *Repository) kept() (modules, trees []string, all bool) {
	left := maxKept
	for folders := []string{filepath.Join(r.common, "modules")}; len(folders) > 0; folders = folders[1:] {
		list, err := os.ReadDir(folders[0])
		if err != nil {
			continue // there are none, or git cannot read them either
		}
		for _, d := range list {
			if !d.IsDir() {
				continue
			}
			if left--; left < 0 {
				return modules, trees, false
			}
			at := filepath.Join(folders[0], d.Name())
			if _, err := os.Lstat(filepath.Join(at, "HEAD")); err != nil {
				folders = append(folders, at) // the name of a submodule may have slashes
				continue
			}
			modules, folders = append(modules, at), append(folders, filepath.Join(at, "modules"))
		}
	}
	list, err := os.ReadDir(filepath.Join(r.common, "worktrees"))
	if err != nil {
		return modules, trees, true
	}
	for _, d := range list {
		trees = append(trees, filepath.Join(r.common, "worktrees", d.Name()))
	}
	return modules, trees[:min(len(trees), maxKept)], len(trees) <= maxKept
}

// keeps adds where the settings and hooks of the repositories lead that this one keeps.
func (u User) keeps(r *Repository, out Leads) Leads {
	modules, trees, all := r.kept()
	if !all {
		out.Unknown = append(slices.Clone(out.Unknown), filepath.Join(r.common, "modules"))
	}
	if r.dir != r.common {
		trees = append(trees, r.common) // the first work tree's
	}
	own := User{Home: u.Home} // the user's settings were read already
	for _, at := range modules {
		c := own.read(at, filepath.Join(at, "config"), filepath.Join(at, "config.worktree"))
		top := at
		for _, s := range c.set {
			if s.key == "core.worktree" {
				top = beside(at, s.value)
			}
		}
		out = out.with(own.settled(top, c, filepath.Join(at, "info", "attributes")))
		out.Named = append(out.Named, filepath.Join(at, "hooks"))
	}
	for _, at := range trees {
		out = out.with(own.settled(r.top, own.read(r.top, filepath.Join(at, "config.worktree"))))
	}
	return out
}

// with adds other leads.
//
//go:noinline
func (l Leads) with(o Leads) Leads {
	l.Settings, l.Named = append(l.Settings, o.Settings...), append(l.Named, o.Named...)
	l.Copied, l.Runs, l.Under = append(l.Copied, o.Copied...), append(l.Runs, o.Runs...), append(l.Under, o.Under...)
	l.Unknown = append(slices.Clone(l.Unknown), o.Unknown...)
	return l
}
