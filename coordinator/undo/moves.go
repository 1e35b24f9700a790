package undo

import (
	"io/fs"
	"math"
	"slices"

	"parley/store"
)

// moved is the path that a file was moved from, which the call has named just before.
func (r *reader) moved(b store.FileKept) string {
	if from := r.moving; b.After != "" && from.Path != b.Path && from.ID == b.ID && from.Run == b.Run && from.Before == b.After {
		return from.Path
	}
	return ""
}

// origin is where the file that the set left at a path was before the set moved it, maybe several
// times; its own path if it did not. Another file that was moved by the same names at another time
// does not count.
func (s *Set) origin(path string) string {
	for before := math.MaxInt; ; {
		var last step
		for _, x := range s.steps[path] {
			if x.from != "" && x.at < before {
				last = x
			}
		}
		if last.from == "" {
			return path
		}
		path, before = last.from, last.at
	}
}

// elsewhere is the mode of a file that the set moved away from a path, if it is still at its new name and
// somebody else changed that mode since.
func (d Desk) elsewhere(s Set, path string) (mode fs.FileMode, changed bool) {
	for _, to := range s.Paths {
		if to == path || s.origin(to) != path {
			continue
		}
		steps := s.steps[to]
		last := steps[len(steps)-1]
		there, err := d.Site.Now(to)
		if err == nil && last.left != 0 && there.Digest == last.after && there.Mode != last.left {
			return there.Mode, true
		}
	}
	return 0, false
}

// movesBack returns where an undo takes the files from that it puts back: what it undoes had
// moved them there.
func (r *reader) movesBack(b store.Undone) map[string]string {
	from := map[string]string{}
	for _, f := range b.Files {
		if f.Before == "" {
			continue
		}
		_, s, ok := r.undoes(f, b.Redo)
		if !ok {
			continue
		}
		to := s.origin(f.Path)
		if to != f.Path && slices.ContainsFunc(b.Files, func(o store.UndoneFile) bool { return o.Path == to && o.After != "" }) {
			from[to] = f.Path
		}
	}
	return from
}
