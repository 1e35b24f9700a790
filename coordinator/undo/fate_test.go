package undo

import (
	"context"
	"fmt"
	"testing"

	"parley/store"
)

// next undoes what is found as `parley undo` finds it, and says which set that was.
func (y *yard) next(redo bool) string {
	y.t.Helper()
	for _, s := range Sets(y.log, store.Workspace{Root: y.dir}) {
		if redo != (s.Undo && !s.Redo) {
			continue
		}
		files, ready := y.desk.Next(s)
		if !ready {
			continue
		}
		b := store.Undone{Redo: redo}
		for _, f := range files {
			if f.State == Ready {
				b.Files = append(b.Files, f.Undone())
				y.must(y.desk.Put(context.Background(), f.Undone(), f.Mode, f.Grants))
			}
		}
		y.say(0, b)
		if s.Undo {
			return "undo " + y.get("f")
		}
		return fmt.Sprint("turn ", s.Turn, " ", y.get("f"))
	}
	return "nothing " + y.get("f")
}

// TestTheRecordSaysWhatIsUndoneNext: texts that come back say nothing about which change a
// file stands at.
func TestTheRecordSaysWhatIsUndoneNext(t *testing.T) {
	const undo, redo = "undo", "redo"
	for name, c := range map[string]struct {
		texts string // of f, turn by turn
		do    []string
		want  []string
	}{
		"there and back":     {"aba", []string{undo, undo, undo}, []string{"turn 2 b", "turn 1 a", "nothing a"}},
		"three times":        {"abab", []string{undo, undo, undo, undo}, []string{"turn 3 a", "turn 2 b", "turn 1 a", "nothing a"}},
		"forward again":      {"aba", []string{undo, undo, redo, redo, redo}, []string{"turn 2 b", "turn 1 a", "undo b", "undo a", "nothing a"}},
		"and back once more": {"aba", []string{undo, undo, redo, redo, undo, undo, undo}, []string{"turn 2 b", "turn 1 a", "undo b", "undo a", "undo b", "undo a", "nothing a"}},
		"created, deleted":   {"-b-", []string{undo, undo, undo}, []string{"turn 2 b", "turn 1 -", "nothing -"}},
		"the user's own":     {"ab", []string{undo, "b", undo, redo}, []string{"turn 1 a", "b", "nothing b", "nothing b"}},
		"it was not done":    {"ab", []string{undo, "b", "left out", redo, undo, undo}, []string{"turn 1 a", "b", "b", "nothing b", "turn 1 a", "nothing a"}},
		"nor taken back":     {"ab", []string{undo, redo, "a", "left out", undo, redo, undo}, []string{"turn 1 a", "undo b", "a", "a", "nothing a", "undo b", "undo a"}},
	} {
		t.Run(name, func(t *testing.T) {
			y := newYard(t)
			y.put("f", c.texts[:1])
			for i := range len(c.texts) - 1 {
				y.write(i+1, "f", c.texts[i:i+1], c.texts[i+1:i+2])
			}
			for i, do := range c.do {
				got := ""
				switch do {
				case undo, redo:
					got = y.next(do == redo)
				case "left out":
					y.say(0, store.Undone{LeftOut: []string{"f", "other"}})
					got = y.get("f")
				default:
					y.put("f", do)
					got = do
				}
				if got != c.want[i] {
					t.Fatalf("%d, %s: %s, want %s", i+1, do, got, c.want[i])
				}
			}
		})
	}
}

// TestAnUndoThatFitsNothingOnRecord is judged by what stands in the files.
func TestAnUndoThatFitsNothingOnRecord(t *testing.T) {
	y := newYard(t)
	y.kept[digest("b")], y.kept[digest("x")] = []byte("b"), []byte("x")
	y.put("f", "a")
	y.write(1, "f", "a", "b")
	y.say(0, store.Undone{Files: []store.UndoneFile{{Path: "f", Before: digest("x"), After: digest("y")}}})
	if got := y.next(false); got != "turn 1 a" {
		t.Error(got)
	}
	y.put("f", "y")
	if got := y.next(true); got != "undo x" {
		t.Error(got)
	}
}
