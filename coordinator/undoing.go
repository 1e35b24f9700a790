package coordinator

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"sync"

	"parley/store"
)

// An undo is on record before a file is put back, and begins only while no turn is open. A
// program that ends in the middle does not continue it: the files themselves say how far
// it came, and the next one to open the conversation records what was not put back.

// Undo is the user's decision to put files back. LeftOut are files that they chose but
// that had changed.
type Undo struct {
	Files   []PutBack
	LeftOut []string
	Redo    bool // it takes back an undo
}

// PutBack is a file that is put back, and the mode that it gets; 0: that of the file that
// it replaces, or of any new one.
type PutBack struct {
	store.UndoneFile
	Mode   fs.FileMode
	Grants string // why it gives permission, as the person was told; "" if it did not
	From   string // of the new name of a moved file: the old one, without which it stays
}

// Whole leaves out the new names of moved files whose old ones are not among those put back.
func Whole(files []PutBack) []PutBack {
	put := make(map[string]bool, len(files))
	for _, f := range files {
		put[f.Path] = true
	}
	alone := func(f PutBack) bool { return f.From != "" && !put[f.From] }
	for files = slices.Clone(files); slices.ContainsFunc(files, alone); {
		files = slices.DeleteFunc(files, func(f PutBack) bool {
			if alone(f) {
				delete(put, f.Path) // what was moved there stays as well
			}
			return !put[f.Path]
		})
	}
	return files
}

// PutFiles puts files back.
type PutFiles struct {
	ID    string
	Files []PutBack
	Redo  bool
	Done  int // how many were tried so far; the effect does not depend on it
}

// Key names the undo.
func (e PutFiles) Key() Key { return Key{Kind: OfUndo, ID: e.ID} }

// NotPut is a file that was left as it is, and why.
type NotPut struct{ Path, Why string }

// Putting says how far an undo has come.
type Putting struct {
	Key  Key
	Done int
}

// Undid says what became of an undo. Stopped are those files of Left that it did not come
// to, because the user stopped it.
type Undid struct {
	Key     Key
	Left    []NotPut
	Stopped int
}

func (Undo) input()    {}
func (Putting) input() {}
func (Undid) input()   {}

// Putter puts a file back.
type Putter func(context.Context, PutBack) error

// undo records the decision. Nothing is undone while a turn is open or another undo is in
// progress.
func (s State) undo(nonce string, m Undo) (State, []store.Body, bool) {
	if s.Folded.Open() || s.Undoing.ID != "" || s.Folded.Observed || len(m.Files) == 0 {
		return s, nil, false
	}
	m.Files = goingLast(m.Files)
	b := store.Undone{LeftOut: m.LeftOut, Redo: m.Redo}
	for _, f := range m.Files {
		b.Files = append(b.Files, f.UndoneFile)
	}
	s.Undoing = PutFiles{ID: nonce + "u", Files: slices.Clone(m.Files), Redo: m.Redo}
	return s, append(s.here(), b), true
}

// undid records what was found changed only at the write, or could not be written.
func (s State) undid(m Undid) (State, []store.Body) {
	b := store.Undone{Redo: s.Undoing.Redo}
	s.Undoing = PutFiles{}
	if len(m.Left) == 0 {
		return s, nil
	}
	for _, f := range m.Left {
		b.LeftOut = append(b.LeftOut, f.Path)
	}
	return s, []store.Body{b}
}

// Unput lists the files that an undo did not reach because the program was killed.
type Unput struct {
	Paths []string
	Redo  bool // it was taking back an undo
}

// unput records which files were not reached by undos that were killed.
func unput(all []Unput) (said []store.Body) {
	for _, u := range all {
		if len(u.Paths) > 0 {
			said = append(said, store.Undone{LeftOut: u.Paths, Redo: u.Redo})
		}
	}
	return said
}

// putting performs a PutFiles, one file at a time, so that it can be watched and stopped.
// The files are independent: one that cannot be put back does not prevent the others.
func (s *Shell) putting(e PutFiles) Performer {
	p := &undoing{left: e.Files, all: e.Files, put: s.World.PutBack, runs: &s.runs, done: Undid{Key: e.Key()}}
	return s.looking(p.next, func(err error) Input {
		for _, f := range e.Files {
			p.done.Left = append(p.done.Left, NotPut{f.Path, err.Error()})
		}
		return p.done
	})
}

// undoing is an undo in progress.
type undoing struct {
	left  []PutBack
	all   []PutBack
	tried int
	put   Putter
	runs  *sync.WaitGroup // a program that ends waits for the file at hand
	done  Undid
}

// failed reports whether a file should have been put back and was not.
func (p *undoing) failed(path string) bool {
	return slices.ContainsFunc(p.done.Left, func(f NotPut) bool { return f.Path == path })
}

// comesBack returns the path at which a file that goes here is put back, because it had
// been moved.
func comesBack(f PutBack, all []PutBack) (path string, moved bool) {
	if f.From != "" {
		return f.From, true
	}
	if f.After != "" || f.Before == "" {
		return "", false
	}
	i := slices.IndexFunc(all, func(o PutBack) bool { return o.After == f.Before })
	if i < 0 {
		return "", false
	}
	return all[i].Path, true
}

// goingLast moves what goes behind the writes that restore the same file, so that at every
// moment it exists somewhere.
func goingLast(files []PutBack) []PutBack {
	moves := make([][]PutBack, mostMoves+1)
	for _, f := range files {
		n := movesOf(f, files, mostMoves)
		moves[n] = append(moves[n], f)
	}
	return slices.Concat(moves...)
}

// mostMoves is how many moves, of which each made room for the next, keep their order.
const mostMoves = 32

// movesOf is how many files have to be put back before one, at most so many.
func movesOf(f PutBack, all []PutBack, most int) int {
	from, moved := comesBack(f, all)
	if !moved || most == 0 {
		return 0
	}
	i := slices.IndexFunc(all, func(o PutBack) bool { return o.Path == from })
	if i < 0 {
		return 1
	}
	return 1 + movesOf(all[i], all, most-1)
}

func (p *undoing) next(ctx context.Context) (Input, Performer) {
	if ctx.Err() != nil {
		for _, f := range p.left {
			p.done.Left = append(p.done.Left, NotPut{f.Path, stoppedUndoText})
		}
		p.done.Stopped, p.left = len(p.left), nil
	}
	if len(p.left) == 0 {
		return p.done, nil
	}
	f, why := p.left[0], error(errNoUndo)
	if to, waits := comesBack(f, p.all); waits && p.failed(to) {
		why = errors.New(notMovedBackText(to))
	} else if p.put != nil {
		ended := make(chan struct{})
		p.runs.Go(func() {
			defer close(ended)
			why = p.put(context.WithoutCancel(ctx), f) // a file that was begun is finished
		})
		<-ended
	}
	if why != nil {
		p.done.Left = append(p.done.Left, NotPut{f.Path, why.Error()})
	}
	p.left, p.tried = p.left[1:], p.tried+1
	return Putting{p.done.Key, p.tried}, p.next
}
