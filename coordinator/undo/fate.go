package undo

import (
	"slices"

	"parley/store"
)

// The digests of a file do not tell at which change it stands: where one turn took back what
// another had written, the same text is there before and after both. So the record decides
// where a search for what to undo next goes on. Whoever names a turn is shown what its
// files allow.

// fate says whether what a turn did to a file was put back. The undos of it, and those that
// took them back, share it.
type fate struct{ back bool }

// deed is what a set did to a file: it made the change stand, or put it back.
type deed struct {
	of   *fate
	back bool
}

// cut is a file that an undo did not reach: the fate it would have had, and where the file was
// to come from.
type cut struct {
	of   *fate
	from string
}

// Stands reports whether what the set did to a file stands on record: it was not undone
// since. Where the record does not tell, it stands.
func (s Set) Stands(path string) bool {
	d := s.deeds[path]
	return d.of == nil || d.of.back == d.back
}

// undoes finds what an undo of a file undid, and its set: the newest match that still stands.
// An undo of the wanted direction is tried first, then one of the other, because the record of
// another program may not tell them apart.
func (r *reader) undoes(f store.UndoneFile, redo bool) (deed, *Set, bool) {
	for _, undos := range []bool{redo, !redo} {
		for _, s := range slices.Backward(r.sets) {
			d := s.deeds[f.Path]
			if d.of == nil || d.back != undos || !s.Stands(f.Path) {
				continue
			}
			if first, last := reach(r.made(s.steps[f.Path]), f.Before); last >= 0 && first.before == f.After {
				return deed{of: d.of, back: !d.back}, s, true
			}
		}
	}
	return deed{}, nil, false
}

// leftOut takes in that the newest undo of each of some files did not come to it.
func (r *reader) leftOut(paths []string) {
	for _, path := range paths {
		for _, s := range slices.Backward(r.sets) {
			if _, known := s.steps[path]; !known || !s.Undo {
				continue
			}
			if d := s.deeds[path]; d.of != nil {
				d.of.back = !d.back
				s.cut[path] = cut{d.of, s.steps[path][0].from}
			}
			delete(s.deeds, path)
			delete(s.steps, path)
			s.Paths = slices.DeleteFunc(s.Paths, func(p string) bool { return p == path })
			break
		}
	}
}

// goesOn finds the undo that this one continues: the newest change of all, if it reached none
// of these files. The two count as one.
func (r *reader) goesOn(b store.Undone) *Set {
	if len(r.sets) == 0 {
		return nil
	}
	s := r.sets[len(r.sets)-1]
	if !s.Undo || s.Redo != b.Redo {
		return nil
	}
	for _, f := range b.Files {
		d, _, ok := r.undoes(f, b.Redo)
		if !ok || s.cut[f.Path].of != d.of {
			return nil
		}
	}
	return s
}

// made are the steps that were made, or may have been, as far as the record tells by now.
func (r *reader) made(steps []step) []step {
	steps = slices.DeleteFunc(slices.Clone(steps), func(x step) bool { return r.failed[x.call] })
	for i := range steps {
		steps[i].unsure = r.unsure[steps[i].call] || r.writing[steps[i].call]
	}
	return steps
}

// reach finds the last step that was made, and the first of those that led there without
// anybody else changing the file in between; last is -1 if it did not leave the file as it is
// now.
func reach(steps []step, now string) (first step, last int) {
	last = -1
	for i, x := range slices.Backward(steps) {
		if x.after == now && x.changes() {
			last = i
			break
		}
		if x.after != now && !x.unsure {
			break // that is how it was left
		}
	}
	if last < 0 {
		return step{}, last
	}
	first = steps[last]
	for _, x := range slices.Backward(steps[:last]) {
		if x.after != first.before && x.unsure {
			continue // it was not made
		}
		if x.after != first.before {
			break // somebody else changed it in between: their version is what is put back
		}
		first = x
	}
	return first, last
}

// Next is how things stand with the files of a set that is looked at in the search for what
// to undo next: a file whose change was undone already stays as it is.
func (d Desk) Next(s Set) (files []File, ready bool) {
	for _, path := range s.Paths {
		f := d.Look(s, path)
		if f.State == Ready && !s.Stands(path) {
			f.State, f.Why = Changed, textChanged
		}
		files = append(files, f)
	}
	for again := true; again; {
		again = false
		for i, f := range files {
			if f.From != "" && f.State == Ready && !slices.ContainsFunc(files, func(o File) bool { return o.Path == f.From && o.State == Ready }) {
				files[i].State, files[i].Why, again = Barred, textHalfMove(f.From), true
			}
		}
	}
	ready = slices.ContainsFunc(files, func(f File) bool { return f.State == Ready })
	return files, ready
}

// Stuck reports whether the set still contains a change that cannot be put back, given the
// files as they are now.
func (s Set) Stuck(files []File) bool {
	return slices.ContainsFunc(files, func(f File) bool {
		return (f.State == Changed || f.State == Barred) && s.Stands(f.Path)
	})
}
