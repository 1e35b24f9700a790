package headless

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"parley/coordinator"
	"parley/coordinator/undo"
	"parley/store"
)

// TestCtrlCStopsAnUndoBetweenTwoFiles: the file at hand is finished, what was put back is
// told and on record, and the same undo goes on with the rest.
func TestCtrlCStopsAnUndoBetweenTwoFiles(t *testing.T) {
	r := newRunaway(t, false)
	var in coordinator.Undo
	for i := range 5 {
		path := fmt.Sprint("f", i)
		then, err := r.Saved.KeepFile([]byte("then " + path))
		if err == nil {
			err = os.WriteFile(filepath.Join(r.dir, "work", path), []byte("now "+path), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		in.Files = append(in.Files, coordinator.PutBack{UndoneFile: store.UndoneFile{Path: path, Before: store.Digest([]byte("now " + path)), After: then}})
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	put := r.Shell.World.PutBack
	r.Shell.World.PutBack = func(ctx context.Context, f coordinator.PutBack) error {
		if f.Path == "f1" {
			stop() // in the middle of it
		}
		return put(ctx, f)
	}
	err := carryOut(ctx, r.Prog, r.Session, in)
	if err == nil || err.Error() != "stopped; not put back: 3 files; the same command goes on with it" || r.out.String() != "Put back: 2 files.\n" {
		t.Errorf("%v; %q", err, r.out.String())
	}
	held := func() string {
		var all []string
		for i := range 5 {
			data, err := os.ReadFile(filepath.Join(r.dir, "work", fmt.Sprint("f", i)))
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, string(data))
		}
		return strings.Join(all, ", ")
	}
	if got := held(); got != "then f0, then f1, now f2, now f3, now f4" {
		t.Error(got)
	}
	var left []string
	for _, e := range r.Shell.Log().All() {
		if b, ok := e.Body.(store.Undone); ok {
			left = b.LeftOut
		}
	}
	if !slices.Equal(left, []string{"f2", "f3", "f4"}) {
		t.Errorf("on record as left out is %q", left)
	}
	r.out.Reset()
	in.Files = in.Files[2:]
	if err := carryOut(t.Context(), r.Prog, r.Session, in); err != nil || r.out.String() != "Put back: 3 files.\n" {
		t.Errorf("%v; %q", err, r.out.String())
	}
	if got := held(); got != "then f0, then f1, then f2, then f3, then f4" {
		t.Error(got)
	}
}

// TestAFileThatCannotBePutBackFailsTheUndo: the others are put back, and a script notices.
func TestAFileThatCannotBePutBackFailsTheUndo(t *testing.T) {
	r := newRunaway(t, false)
	r.Shell.World.PutBack = func(_ context.Context, f coordinator.PutBack) error {
		if f.Path == "b" {
			return errors.New("the disk is full; it stays as it is")
		}
		return nil
	}
	var in coordinator.Undo
	for _, path := range []string{"a", "b", "c"} {
		in.Files = append(in.Files, coordinator.PutBack{UndoneFile: store.UndoneFile{Path: path, Before: "x", After: "y"}})
	}
	err := carryOut(t.Context(), r.Prog, r.Session, in)
	if err == nil || err.Error() != "not put back: 1 file, for the reasons above; the same command tries again" {
		t.Error(err)
	}
	if got := r.out.String(); got != "left as it is: b: the disk is full; it stays as it is\nPut back: 2 files.\n" {
		t.Errorf("%q", got)
	}
}

// TestWhichChangeIsWanted: without a choice one goes back, turn by turn and over what --redo
// brought back; with --redo, undo by undo.
func TestWhichChangeIsWanted(t *testing.T) {
	turn, undone, redone := undo.Set{Turn: 3}, undo.Set{Undo: true}, undo.Set{Undo: true, Redo: true}
	for _, c := range []struct {
		want wanted
		fits []bool // the turn, an undo, an undo taken back
	}{
		{wanted{}, []bool{true, false, true}},
		{wanted{redo: true}, []bool{false, true, false}},
		{wanted{turn: 3}, []bool{true, false, false}},
		{wanted{turn: 2}, []bool{false, false, false}},
	} {
		if got := []bool{c.want.fits(turn), c.want.fits(undone), c.want.fits(redone)}; !slices.Equal(got, c.fits) {
			t.Errorf("%+v: %v", c.want, got)
		}
	}
}
