package undo

import (
	"slices"
	"strings"
	"testing"

	"parley/store"
)

// standing returns the contents of some files.
func (y *yard) standing(paths ...string) string {
	y.t.Helper()
	var out []string
	for _, p := range paths {
		out = append(out, y.get(p))
	}
	return strings.Join(out, " ")
}

// TestAnUndoThatTakesAFileBackLooksAtItsPair: a file that an undo moved back is not removed if
// it cannot reach its other name; the same holds for undoing that undo, and so on.
func TestAnUndoThatTakesAFileBackLooksAtItsPair(t *testing.T) {
	half := func(from string) string {
		return "it was moved here, and " + from + " cannot be put back; it stays as it is"
	}
	for name, c := range map[string]struct {
		undos int // before something happens
		since func(*yard)
		said  string
		left  string // of old and new
	}{
		"nothing":                        {1, func(*yard) {}, "", "- text"},
		"mine at the new name":           {1, func(y *yard) { y.put("new", "mine") }, "new: changed since; it stays as it is; old: " + half("new"), "text mine"},
		"what was kept is missing":       {1, func(y *yard) { y.desk.Kept = func(string) ([]byte, bool) { return nil, false } }, "new: what stood there is not kept, so it cannot be put back; old: " + half("new"), "text -"},
		"moved again by hand":            {1, func(y *yard) { y.put("new", "text") }, "new: it stands as it stood before", "- text"},
		"twice, mine at the old":         {2, func(y *yard) { y.put("old", "mine") }, "new: " + half("old") + "; old: changed since; it stays as it is", "mine text"},
		"three times, mine at the new":   {3, func(y *yard) { y.put("new", "mine") }, "new: changed since; it stays as it is; old: " + half("new"), "text mine"},
		"the other name was not come to": {1, func(y *yard) { y.put("new", "text"); y.say(0, store.Undone{LeftOut: []string{"new"}}) }, "", "- text"},
		"it was not, and it is gone":     {1, func(y *yard) { y.say(0, store.Undone{LeftOut: []string{"new"}}) }, "old: " + half("new"), "text -"},
	} {
		t.Run(name, func(t *testing.T) {
			y := newYard(t)
			y.moves(1, "old", "new", "text")
			for turn := range c.undos {
				if said := y.undo(max(1-turn, 0)); said != "" {
					t.Fatal(said)
				}
			}
			c.since(y)
			if said := y.undo(0); said != c.said || y.standing("old", "new") != c.left {
				t.Errorf("%q, want %q; %s, want %s", said, c.said, y.standing("old", "new"), c.left)
			}
		})
	}
}

// TestPiecesOfOneUndo are one: an undo that was cut off and continued later is taken back as a
// whole.
func TestPiecesOfOneUndo(t *testing.T) {
	file := func(path, before, after string) store.UndoneFile {
		return store.UndoneFile{Path: path, Before: digest(before), After: digest(after)}
	}
	for name, c := range map[string]struct {
		play func(y *yard)
		sets string
	}{
		"cut off, and gone on with": {func(y *yard) {
			y.say(0, store.Undone{Files: []store.UndoneFile{file("a", "2", "1"), file("b", "2", "1")}})
			y.say(0, store.Undone{LeftOut: []string{"b"}})
			y.say(0, store.Undone{Files: []store.UndoneFile{file("b", "2", "1")}})
		}, "undo a b, turn 1 a b"},
		"cut off before all": {func(y *yard) {
			y.say(0, store.Undone{Files: []store.UndoneFile{file("a", "2", "1"), file("b", "2", "1")}})
			y.say(0, store.Undone{LeftOut: []string{"a", "b"}})
			y.say(0, store.Undone{Files: []store.UndoneFile{file("a", "2", "1"), file("b", "2", "1")}})
		}, "undo a b, turn 1 a b"},
		"three pieces": {func(y *yard) {
			y.say(0, store.Undone{Files: []store.UndoneFile{file("a", "2", "1"), file("b", "2", "1"), file("c", "2", "1")}})
			y.say(0, store.Undone{LeftOut: []string{"b", "c"}})
			y.say(0, store.Undone{Files: []store.UndoneFile{file("b", "2", "1"), file("c", "2", "1")}})
			y.say(0, store.Undone{LeftOut: []string{"c"}})
			y.say(0, store.Undone{Files: []store.UndoneFile{file("c", "2", "1")}})
		}, "undo a b c, turn 1 a b"},
		"it came to nothing": {func(y *yard) {
			y.say(0, store.Undone{Files: []store.UndoneFile{file("a", "2", "1")}})
			y.say(0, store.Undone{LeftOut: []string{"a"}})
		}, "turn 1 a b"},
		"chosen one by one": {func(y *yard) {
			y.say(0, store.Undone{Files: []store.UndoneFile{file("a", "2", "1")}, LeftOut: []string{"b"}})
			y.say(0, store.Undone{Files: []store.UndoneFile{file("b", "2", "1")}})
		}, "undo b, undo a, turn 1 a b"},
		"more than was left": {func(y *yard) {
			y.say(0, store.Undone{Files: []store.UndoneFile{file("a", "2", "1")}})
			y.say(0, store.Undone{LeftOut: []string{"a"}})
			y.say(0, store.Undone{Files: []store.UndoneFile{file("a", "2", "1"), file("b", "2", "1")}})
		}, "undo a b, turn 1 a b"},
		"another turn came between": {func(y *yard) {
			y.say(0, store.Undone{Files: []store.UndoneFile{file("a", "2", "1"), file("b", "2", "1")}})
			y.say(0, store.Undone{LeftOut: []string{"b"}})
			y.write(2, "z", "-", "1")
			y.say(0, store.Undone{Files: []store.UndoneFile{file("b", "2", "1")}})
		}, "undo b, turn 2 z, undo a, turn 1 a b"},
		"a redo of the rest": {func(y *yard) {
			y.say(0, store.Undone{Files: []store.UndoneFile{file("a", "2", "1"), file("b", "2", "1")}})
			y.say(0, store.Undone{LeftOut: []string{"b"}})
			y.say(0, store.Undone{Files: []store.UndoneFile{file("a", "1", "2")}, Redo: true})
			y.say(0, store.Undone{LeftOut: []string{"a"}, Redo: true})
			y.say(0, store.Undone{Files: []store.UndoneFile{file("a", "1", "2")}, Redo: true})
		}, "redo a, undo a, turn 1 a b"},
	} {
		y := newYard(t)
		y.write(1, "a", "1", "2")
		y.write(1, "b", "1", "2")
		if strings.HasPrefix(name, "three") {
			y.write(1, "c", "1", "2")
			c.sets += " c"
		}
		c.play(y)
		var got []string
		for _, s := range Sets(y.log, store.Workspace{Root: y.dir}) {
			name := "turn " + string(rune('0'+s.Turn))
			if s.Undo {
				name = map[bool]string{false: "undo", true: "redo"}[s.Redo]
			}
			got = append(got, strings.Join(slices.Concat([]string{name}, s.Paths), " "))
		}
		if all := strings.Join(got, ", "); all != c.sets {
			t.Errorf("%s: %s, want %s", name, all, c.sets)
		}
	}
}

// TestPiecesOfAMove: the two names of a moved file stay a pair, whichever of them a killed
// undo reached.
func TestPiecesOfAMove(t *testing.T) {
	for _, cut := range []string{"old", "new"} {
		y := newYard(t)
		y.moves(1, "old", "new", "text")
		y.undo(1)
		was := map[string]string{"old": "-", "new": "text"}[cut]
		y.put(cut, was)
		y.say(0, store.Undone{LeftOut: []string{cut}})
		if said := y.undo(1); said != map[string]string{"old": "new", "new": "old"}[cut]+": it stands as it stood before" && said != map[string]string{"old": "new", "new": "old"}[cut]+": changed since; it stays as it is" {
			t.Errorf("%s: %s", cut, said)
		}
		if sets := Sets(y.log, store.Workspace{Root: y.dir}); len(sets) != 2 || y.standing("old", "new") != "text -" {
			t.Errorf("%s: %+v, %s", cut, sets, y.standing("old", "new"))
		}
		y.put("new", "mine")
		if y.undo(0); y.standing("old", "new") != "text mine" {
			t.Errorf("%s: %s", cut, y.standing("old", "new"))
		}
	}
}
