// Package undo finds which of a conversation's file changes can be undone, and undoes
// them. The record only says where to look: a file is changed only if it is as the program
// left it.
package undo

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"time"

	tools "parley/coordinator/tools/fs"
	"parley/store"
)

// Set is what one turn, or one undo, changed.
type Set struct {
	Turn  int  // 0 for an undo
	Undo  bool // it was an undo, which can be taken back too
	Redo  bool // it took back an undo: the changes stand again
	At    time.Time
	Text  string // the message that the turn began with
	Paths []string

	steps map[string][]step
	deeds map[string]deed
	cut   map[string]cut // files that the undo did not reach
}

// step is one change of a file: the digests of what was there and of what was written.
type step struct {
	before, after string
	mode          fs.FileMode // of the file before; 0: not known
	left          fs.FileMode // of the file afterwards; 0: not known
	call          string
	from          string // what was moved here, "" if nothing was
	at            int    // its place among the changes of a turn; 0 in an undo, where all count as one
	unsure        bool   // whether it was written is not on record
}

// changes reports whether a step leaves another file than it found, or one for others to use.
func (x step) changes() bool {
	return x.before != x.after || x.mode != 0 && x.left != 0 && x.mode != x.left
}

// Sets are the recorded changes that were made in a workspace, newest first. Whether a write
// that was broken off was made is not on record: the files themselves tell.
func Sets(log store.Log, workspace store.Workspace) []Set {
	r := reader{turns: map[int]int{}, texts: map[int]string{}, modes: map[string]fs.FileMode{}, writing: map[string]bool{}, failed: map[string]bool{}, unsure: map[string]bool{}}
	for _, e := range log.All() {
		r.read(e, workspace)
	}
	for _, s := range r.sets {
		for path, steps := range s.steps {
			s.steps[path] = r.made(steps)
		}
	}
	out := make([]Set, 0, len(r.sets))
	for _, s := range slices.Backward(r.sets) {
		if len(s.Paths) == 0 {
			continue // it reached none of its files
		}
		s.Text = r.texts[s.Turn]
		slices.Sort(s.Paths) // the calls of a response run side by side
		out = append(out, *s)
	}
	return out
}

// reader reads a record.
type reader struct {
	here    bool // the tools work in the workspace in question
	steps   int  // how many were read
	sets    []*Set
	turns   map[int]int // by turn, the place of its set
	texts   map[int]string
	modes   map[string]fs.FileMode // by path, as it was last on record
	moving  store.FileKept         // the last file that a call takes away
	writing map[string]bool        // calls that said what they will write, and have no result yet
	failed  map[string]bool        // calls that came back from their write with an error
	unsure  map[string]bool        // calls that did not come back: the program ended, or the turn
}

// left notes that the calls that are writing do not come back.
func (r *reader) left() {
	maps.Copy(r.unsure, r.writing)
	clear(r.writing)
}

func (r *reader) read(e store.Event, workspace store.Workspace) {
	switch b := e.Body.(type) {
	case store.Workspace:
		r.here = b.Same(workspace)
	case store.ChatRequest:
		if _, told := r.texts[e.Turn]; !told && e.Turn > 0 {
			r.texts[e.Turn] = b.Text
		}
	case store.Resumed, store.TurnEnding:
		r.left()
	case store.ToolCallResponse:
		r.failed[b.ID] = b.IsError && !r.unsure[b.ID]
		delete(r.writing, b.ID)
	case store.FileKept:
		r.writing[b.ID] = true
		if !r.here {
			return
		}
		if b.Before != "" {
			r.modes[b.Path] = modeOf(b.Mode)
		}
		at, known := r.turns[e.Turn]
		if !known {
			at = len(r.sets)
			r.turns[e.Turn] = at
			r.sets = append(r.sets, &Set{Turn: e.Turn, steps: map[string][]step{}, deeds: map[string]deed{}})
		}
		r.sets[at].At = e.Time
		if d := r.sets[at].deeds[b.Path]; d.of == nil || d.of.back {
			r.sets[at].deeds[b.Path] = deed{of: &fate{}}
		}
		r.steps++
		r.sets[at].add(b.Path, step{before: b.Before, after: b.After, mode: modeOf(b.Mode), left: r.leaves(b), call: b.ID, from: r.moved(b), at: r.steps})
	case store.Undone:
		if r.here {
			r.undone(e.Time, b)
		}
	}
}

func (r *reader) undone(at time.Time, b store.Undone) {
	if len(b.Files) == 0 {
		r.leftOut(b.LeftOut)
		return
	}
	s := r.goesOn(b)
	if s == nil {
		s = &Set{Undo: true, Redo: b.Redo, steps: map[string][]step{}, deeds: map[string]deed{}, cut: map[string]cut{}}
		defer func() { r.sets = append(r.sets, s) }()
	}
	s.At = at
	back := r.movesBack(b)
	for _, f := range b.Files {
		x := step{before: f.Before, after: f.After, mode: modeOf(f.Mode), from: cmp.Or(back[f.Path], s.cut[f.Path].from)}
		delete(s.cut, f.Path)
		if f.Mode == "" {
			x.mode = r.modes[f.Path]
		}
		if f.ModeAfter != "" {
			x.left = modeOf(f.ModeAfter)
			r.modes[f.Path] = x.left
		}
		s.add(f.Path, x)
		if d, _, ok := r.undoes(f, b.Redo); ok {
			d.of.back = d.back
			s.deeds[f.Path] = d
		}
	}
}

// leaves is the mode of a file that a call has written: one that was moved there takes its
// own along, another keeps that of the file that it replaces. That of a new file is up to
// the system.
func (r *reader) leaves(b store.FileKept) fs.FileMode {
	switch from := r.moving; {
	case b.After == "":
		r.moving = b
		return 0
	case from.ID == b.ID && from.Run == b.Run && from.Before == b.After:
		return modeOf(from.Mode)
	case b.Before == "":
		return 0
	}
	return modeOf(b.Mode)
}

func (s *Set) add(path string, x step) {
	if _, known := s.steps[path]; !known {
		s.Paths = append(s.Paths, path)
	}
	s.steps[path] = append(s.steps[path], x)
}

// modeOf reads the mode on record; a mode that says nothing means that of a file readable
// by all.
func modeOf(s string) fs.FileMode {
	n, err := strconv.ParseUint(s, 8, 32)
	if err != nil || n > 0o777 {
		return 0o644
	}
	return fs.FileMode(n)
}

// State is the state of a file.
type State int

// The states.
const (
	Ready   State = iota // it can be put back
	Already              // it is as it was before
	Changed              // it changed since, and stays as it is
	Barred               // it cannot be put back; Why says why
)

// File is a file of a set, as it stands now.
type File struct {
	Path      string
	State     State
	Why       string      // for the user, if it stays as it is
	Grants    string      // why it gives permission and so needs a yes of its own, "" if it does not
	Now, Then string      // digests of what is there, and of what would be
	Mode      fs.FileMode // that it gets
	From      string      // of the new name of a moved file: the old one, which is put back with it

	now, then []byte
	has       fs.FileMode
}

// Undone is the file as a decision to put it back records it.
func (f File) Undone() store.UndoneFile {
	u := store.UndoneFile{Path: f.Path, Before: f.Now, After: f.Then}
	if f.Now != "" {
		u.Mode = fmt.Sprintf("%04o", f.has.Perm())
	}
	if f.Then != "" && f.Mode != 0 {
		u.ModeAfter = fmt.Sprintf("%04o", f.Mode.Perm())
	}
	return u
}

// Texts are the bytes that are there and those that would be, nil for none.
func (f File) Texts() (now, then []byte) { return f.now, f.then }

// Desk is what is needed to put files back.
type Desk struct {
	Site tools.Site
	Kept func(digest string) ([]byte, bool)
	Keep func([]byte) (string, error)
}

// Look says how things stand with a file of a set. The new name of a file that was moved is
// removed, or gets what it replaced, only where the old one is as it was, or will be.
func (d Desk) Look(s Set, path string) File {
	f := d.look(s, path)
	if f.State != Ready {
		return f
	}
	if from := s.origin(path); from != path {
		at := d.look(s, from)
		if gone := at.Now == "" && at.State == Already && len(s.steps[from]) == 0; gone || at.State == Changed || at.State == Barred {
			f.State, f.Why = Barred, textHalfMove(from)
		} else if at.State == Ready && at.Then != "" {
			f.From = from
		}
	}
	return f
}

// look is Look at one path alone.
func (d Desk) look(s Set, path string) File {
	f := File{Path: path}
	there, err := d.Site.Now(path)
	if f.Grants = there.Grants; err != nil {
		f.State, f.Why = Barred, err.Error()
		return f
	}
	f.Now, f.now, f.has, f.Mode = there.Digest, there.Data, there.Mode, there.Mode
	steps := s.steps[path]
	first, last := reach(steps, f.Now)
	if last < 0 {
		f.State, f.Why = Changed, textChanged
		if len(steps) == 0 || steps[0].before == f.Now {
			f.State, f.Why = Already, textAlready
		}
		return f
	}
	f.Then = first.before
	if left := steps[last].left; first.mode != 0 && (left == 0 || f.Now == "" || left == f.has) {
		f.Mode = first.mode // else somebody else changed it since
	}
	if mode, changed := d.elsewhere(s, path); changed && f.Now == "" {
		f.Mode = mode
	}
	if f.Then == f.Now && (f.Now == "" || f.Mode == f.has) {
		f.State, f.Why = Already, textAlready
		return f
	}
	switch {
	case f.now == nil && f.Now != "":
		f.State, f.Why = Barred, textTooLarge
		return f
	case f.Then == "":
		return f
	}
	data, ok := d.Kept(f.Then)
	if !ok {
		f.State, f.Why = Barred, textMissing
		return f
	}
	if f.then = data; f.then == nil {
		f.then = []byte{}
	}
	return f
}

// Put puts one file back: what is there must still be what was looked at. The bytes that
// it replaces are kept first, so that this can be undone too. Grants is why it gave permission then.
func (d Desk) Put(ctx context.Context, f store.UndoneFile, mode fs.FileMode, grants string) error {
	stood := tools.Standing{Digest: f.Before, Grants: grants}
	if has, err := strconv.ParseUint(f.Mode, 8, 32); err == nil {
		stood.Mode = fs.FileMode(has)
	}
	var data []byte
	if f.After != "" {
		kept, ok := d.Kept(f.After)
		if !ok {
			return errMissing
		}
		if data = kept; data == nil {
			data = []byte{}
		}
	}
	return d.Site.Put(ctx, f.Path, stood, data, mode, func(goes []byte) error {
		_, err := d.Keep(goes)
		return err
	})
}
