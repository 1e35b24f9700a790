package screens

import (
	"path/filepath"

	"parley/coordinator/git"
	"parley/model/kit"
)

// Place says where the conversation works. It runs nothing: the branch is read from a
// file each time.
func (h host) Place() kit.Place { return placeOf(h.x.Dir, h.x.Prog.Variable("HOME")) }

func placeOf(dir, home string) kit.Place {
	p := kit.Place{Name: filepath.Base(dir), Path: shortPath(dir, home)}
	if r, err := git.Open(dir); err == nil && r != nil { // an unreadable repository is not mentioned
		p.Branch = r.Branch()
	}
	return p
}
