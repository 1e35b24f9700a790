package undo

import (
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

// origin is where a file was before the set moved it, maybe several times; its own path if it
// did not.
func (s *Set) origin(path string) string {
	for range s.Paths { // a crafted record may lead in a circle
		i := slices.IndexFunc(s.steps[path], func(x step) bool { return x.from != "" })
		if i < 0 {
			return path
		}
		path = s.steps[path][i].from
	}
	return path
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
