package coordinator

import (
	"context"
	"io/fs"
	"slices"

	"parley/store"
)

// An undo is on record before a file is put back, and begins only while no turn is open. A
// program that ends in the middle does not continue it: the files themselves say how far
// it came.

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
}

// Key names the undo.
func (e PutFiles) Key() Key { return Key{Kind: OfUndo, ID: e.ID} }

// NotPut is a file that was left as it is, and why.
type NotPut struct{ Path, Why string }

// Undid says what became of an undo.
type Undid struct {
	Key  Key
	Left []NotPut
}

func (Undo) input()  {}
func (Undid) input() {}

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

// putting performs a PutFiles. The files are independent: one that cannot be put back does
// not prevent the others.
func (s *Shell) putting(e PutFiles) Performer {
	put := s.World.PutBack
	return s.looking(func(ctx context.Context) (Input, Performer) {
		done := Undid{Key: e.Key()}
		for _, f := range e.Files {
			why := error(errNoUndo)
			if put != nil {
				why = put(ctx, f)
			}
			if why != nil {
				done.Left = append(done.Left, NotPut{f.Path, why.Error()})
			}
		}
		return done, nil
	}, func(err error) Input {
		done := Undid{Key: e.Key()}
		for _, f := range e.Files {
			done.Left = append(done.Left, NotPut{f.Path, err.Error()})
		}
		return done
	})
}
