package screens

import (
	"path/filepath"

	"parley/coordinator/git"
	"parley/model/kit"
)

// Place says where the conversation works. It runs nothing: the branch is read from a
// file each time.
func (h host) Place() kit.Place {
	p := kit.Place{Name: filepath.Base(h.x.Dir), Path: shortPath(h.x.Dir, h.x.Prog.Variable("HOME"))}
	if r, err := git.Open(h.x.Dir); err == nil && r != nil { // nothing can be said about an unreadable one
		p.Branch = r.Branch()
	}
	return p
}
