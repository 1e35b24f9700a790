package undo

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"parley/store"
)

// moves imitates a file tool that moves a file: both names are on record as one call.
func (y *yard) moves(turn int, from, to, text string) {
	y.t.Helper()
	d := digest(text)
	y.kept[d] = []byte(text)
	y.say(turn, store.FileKept{ID: "m", Run: 1, Path: from, Before: d, Mode: "0640"})
	y.say(turn, store.FileKept{ID: "m", Run: 1, Path: to, After: d})
	y.put(from, "-")
	y.put(to, text)
	y.say(turn, store.ToolCallResponse{ID: "m"})
}

// TestAMoveIsNotUndoneByHalf: the new name is removed only where the file is at the old one
// again, or will be.
func TestAMoveIsNotUndoneByHalf(t *testing.T) {
	const half = "it was moved here, and old cannot be put back; it stays as it is"
	for name, c := range map[string]struct {
		since    func(*yard)
		said     string
		old, new string
	}{
		"it was undone by hand":    {func(y *yard) { y.put("old", "text") }, "old: it stands as it stood before", "text", "-"},
		"nothing":                  {func(*yard) {}, "", "text", "-"},
		"another stands there":     {func(y *yard) { y.put("old", "mine") }, "new: " + half + "; old: changed since; it stays as it is", "mine", "text"},
		"a folder stands there":    {func(y *yard) { y.must(os.Mkdir(filepath.Join(y.dir, "old"), 0o700)) }, "new: " + half + "; old: a folder of that name stands there; it stays as it is", "?", "text"},
		"a link stands there":      {func(y *yard) { y.must(os.Symlink("new", filepath.Join(y.dir, "old"))) }, "new: " + half + "; old: a link of that name stands there; it stays as it is", "text", "text"},
		"what was kept is missing": {func(y *yard) { delete(y.kept, digest("text")) }, "new: " + half + "; old: what stood there is not kept, so it cannot be put back", "-", "text"},
	} {
		t.Run(name, func(t *testing.T) {
			y := newYard(t)
			y.moves(1, "old", "new", "text")
			c.since(y)
			if said := y.undo(1); said != c.said {
				t.Errorf("%q, want %q", said, c.said)
			}
			if old, now := y.get("old"), y.get("new"); old != c.old || now != c.new {
				t.Errorf("old %q, new %q", old, now)
			}
		})
	}
}

// TestANewNameNamesTheOldOne that it must not go without, while that is to be put back.
func TestANewNameNamesTheOldOne(t *testing.T) {
	y := newYard(t)
	y.moves(1, "old", "new", "text")
	s := Sets(y.log, store.Workspace{Root: y.dir})[0]
	if f := y.desk.Look(s, "new"); f.State != Ready || f.From != "old" {
		t.Errorf("%+v", f)
	}
	y.put("old", "text")
	if f := y.desk.Look(s, "new"); f.State != Ready || f.From != "" {
		t.Errorf("where it stands as before: %+v", f)
	}
}

// TestAMoveOverAnotherIsNotUndoneByHalf: the new name gets what it replaced only where the file is at
// the old one again.
func TestAMoveOverAnotherIsNotUndoneByHalf(t *testing.T) {
	over := func() *yard {
		y := newYard(t)
		for _, text := range []string{"text", "other"} {
			y.kept[digest(text)] = []byte(text)
		}
		y.say(1, store.FileKept{ID: "m", Run: 1, Path: "old", Before: digest("text"), Mode: "0640"})
		y.say(1, store.FileKept{ID: "m", Run: 1, Path: "new", Before: digest("other"), After: digest("text"), Mode: "0640"})
		y.put("new", "text")
		y.say(1, store.ToolCallResponse{ID: "m"})
		return y
	}
	y := over()
	if f := y.desk.Look(Sets(y.log, store.Workspace{Root: y.dir})[0], "new"); f.State != Ready || f.From != "old" {
		t.Errorf("%+v", f)
	}
	if said := y.undo(1); said != "" || y.get("old") != "text" || y.get("new") != "other" {
		t.Errorf("%q: old %q, new %q", said, y.get("old"), y.get("new"))
	}
	y = over()
	y.put("old", "mine")
	want := "new: it was moved here, and old cannot be put back; it stays as it is; old: changed since; it stays as it is"
	if said := y.undo(1); said != want || y.get("old") != "mine" || y.get("new") != "text" {
		t.Errorf("%q: old %q, new %q", said, y.get("old"), y.get("new"))
	}
}

// TestMovesOfOneTurn: what counts is where the file was before the turn.
func TestMovesOfOneTurn(t *testing.T) {
	for name, c := range map[string]struct {
		play       func(*yard)
		said, left string // of a, b and c
	}{
		"twice":               {func(y *yard) { y.moves(1, "a", "b", "1"); y.moves(1, "b", "c", "1") }, "b: it stands as it stood before", "1 - -"},
		"twice, and mine":     {func(y *yard) { y.moves(1, "a", "b", "1"); y.moves(1, "b", "c", "1"); y.put("a", "mine") }, "a: changed since; it stays as it is; b: it stands as it stood before; c: it was moved here, and a cannot be put back; it stays as it is", "mine - 1"},
		"changed between":     {func(y *yard) { y.moves(1, "a", "b", "1"); y.write(1, "b", "1", "2"); y.moves(1, "b", "c", "2") }, "b: it stands as it stood before", "1 - -"},
		"created and moved":   {func(y *yard) { y.write(1, "a", "-", "1"); y.moves(1, "a", "b", "1") }, "a: it stands as it stood before", "- - -"},
		"room made":           {func(y *yard) { y.moves(1, "b", "c", "2"); y.moves(1, "a", "b", "1") }, "", "1 2 -"},
		"room made, and mine": {func(y *yard) { y.moves(1, "b", "c", "2"); y.moves(1, "a", "b", "1"); y.put("b", "mine") }, "b: changed since; it stays as it is; c: it was moved here, and b cannot be put back; it stays as it is", "1 mine 2"},
		"swapped":             {func(y *yard) { y.moves(1, "a", "c", "1"); y.moves(1, "b", "a", "2"); y.moves(1, "c", "b", "1") }, "c: it stands as it stood before", "1 2 -"},
		"swapped, and mine": {func(y *yard) {
			y.moves(1, "a", "c", "1")
			y.moves(1, "b", "a", "2")
			y.moves(1, "c", "b", "1")
			y.put("b", "mine")
		}, "a: it was moved here, and b cannot be put back; it stays as it is; b: changed since; it stays as it is; c: it stands as it stood before", "2 mine -"},
		"another came later": {func(y *yard) {
			y.moves(1, "a", "b", "1")
			y.moves(1, "b", "d", "1")
			y.moves(1, "c", "b", "2")
			y.put("c", "mine")
		}, "b: it was moved here, and c cannot be put back; it stays as it is; c: changed since; it stays as it is", "1 2 mine"},
		"there and back": {func(y *yard) { y.moves(1, "a", "b", "1"); y.moves(1, "b", "a", "1"); y.put("b", "1") }, "a: it stands as it stood before; b: changed since; it stays as it is", "1 1 -"},
	} {
		t.Run(name, func(t *testing.T) {
			y := newYard(t)
			c.play(y)
			if said := y.undo(1); said != c.said {
				t.Errorf("%q, want %q", said, c.said)
			}
			if left := y.get("a") + " " + y.get("b") + " " + y.get("c"); left != c.left {
				t.Errorf("%q, want %q", left, c.left)
			}
		})
	}
}

// TestAFileThatCannotBeKeptStays, even where it is as the program left it: nothing is removed
// or replaced that could not be brought back.
func TestAFileThatCannotBeKeptStays(t *testing.T) {
	y := newYard(t)
	large := string(make([]byte, 32<<20+1))
	y.put("old", "-")
	y.moves(1, "old", "new", large)
	clear(y.kept) // as the tool leaves it
	const why = "it is too large to be kept; it stays as it is"
	if said, want := y.undo(1), "new: "+why+"; old: what stood there is not kept, so it cannot be put back"; said != want {
		t.Errorf("%q, want %q", said, want)
	}
	err := y.desk.Put(context.Background(), store.UndoneFile{Path: "new", Before: digest(large)}, 0, "")
	if err == nil || err.Error() != why {
		t.Errorf("the write: %v", err)
	}
	if y.get("new") != large {
		t.Error("it was changed")
	}
}
