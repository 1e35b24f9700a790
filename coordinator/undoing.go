package coordinator

import (
	"context"
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
}

// PutBack is a file that is put back, and the mode that it gets if it no longer exists.
type PutBack struct {
	store.UndoneFile
	Mode fs.FileMode
}

// PutFiles puts files back.
type PutFiles struct {
	ID    string
	Files []PutBack
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
	b := store.Undone{LeftOut: m.LeftOut}
	for _, f := range m.Files {
		b.Files = append(b.Files, f.UndoneFile)
	}
	s.Undoing = PutFiles{ID: nonce + "u", Files: slices.Clone(m.Files)}
	return s, append(s.here(), b), true
}

// undid records what was found changed only at the write, or could not be written.
func (s State) undid(m Undid) (State, []store.Body) {
	s.Undoing = PutFiles{}
	if len(m.Left) == 0 {
		return s, nil
	}
	var b store.Undone
	for _, f := range m.Left {
		b.LeftOut = append(b.LeftOut, f.Path)
	}
	return s, []store.Body{b}
}

// unput records what an undo that was killed did not come to.
func unput(paths []string) []store.Body {
	if len(paths) == 0 {
		return nil
	}
	return []store.Body{store.Undone{LeftOut: paths}}
}

// decider is who made a decision at this program, if nobody else is known to have made it.
func (s *Shell) decider(via *store.Via) *store.Via {
	if via == nil && s.World.Who != nil {
		return s.World.Who()
	}
	return via
}

// putting performs a PutFiles, one file at a time, so that it can be watched and stopped.
// The files are independent: one that cannot be put back does not prevent the others.
func (s *Shell) putting(e PutFiles) Performer {
	p := &undoing{left: e.Files, put: s.World.PutBack, runs: &s.runs, done: Undid{Key: e.Key()}}
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
	tried int
	put   Putter
	runs  *sync.WaitGroup // a program that ends waits for the file at hand
	done  Undid
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
	if p.put != nil {
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
