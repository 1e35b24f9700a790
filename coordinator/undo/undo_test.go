package undo

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tools "parley/coordinator/tools/fs"
	"parley/store"
)

// yard is a workspace with the bytes that are kept for it, and its record.
type yard struct {
	t    testing.TB
	dir  string
	kept map[string][]byte
	log  store.Log
	seq  int64
	bare bool // undos are recorded without modes
	desk Desk
}

func newYard(t testing.TB) *yard {
	t.Helper()
	y := &yard{t: t, dir: t.TempDir(), kept: map[string][]byte{}}
	root, err := os.OpenRoot(y.dir)
	y.must(err)
	t.Cleanup(func() { y.must(root.Close()) })
	y.desk = Desk{
		Site: tools.Site{Root: root, Dir: y.dir},
		Kept: func(d string) ([]byte, bool) { data, ok := y.kept[d]; return data, ok },
		Keep: func(data []byte) (string, error) {
			y.kept[store.Digest(data)] = data
			return store.Digest(data), nil
		},
	}
	y.say(0, store.Workspace{Root: y.dir})
	return y
}

func (y *yard) must(err error) {
	y.t.Helper()
	if err != nil {
		y.t.Fatal(err)
	}
}

func (y *yard) say(turn int, b store.Body) {
	y.t.Helper()
	y.seq++
	ev, err := store.New(store.Head{V: store.Version, Seq: y.seq, ID: fmt.Sprint("e", y.seq), Time: time.Unix(y.seq, 0).UTC(), Conversation: "c", Turn: turn}, b)
	y.must(err)
	y.log = y.log.Append(ev)
}

// digest is the digest of a text, "" for "-", no file.
func digest(text string) string {
	if text == "-" {
		return ""
	}
	return store.Digest([]byte(text))
}

// write imitates a file tool that writes a text in place of another.
func (y *yard) write(turn int, path, before, after string) {
	y.t.Helper()
	call := fmt.Sprint("c", y.seq)
	if before != "-" {
		y.kept[digest(before)] = []byte(before)
	}
	y.say(turn, store.FileKept{ID: call, Run: 1, Path: path, Before: digest(before), After: digest(after), Mode: "0640"})
	y.put(path, after)
	y.say(turn, store.ToolCallResponse{ID: call})
}

// put makes a file hold a text, "-" for none.
func (y *yard) put(path, text string) {
	y.t.Helper()
	at := filepath.Join(y.dir, path)
	if text == "-" {
		y.must(os.RemoveAll(at))
		return
	}
	y.must(errors.Join(os.MkdirAll(filepath.Dir(at), 0o755), os.WriteFile(at, []byte(text), 0o640)))
}

// get is the content of a file.
func (y *yard) get(path string) string {
	data, err := os.ReadFile(filepath.Join(y.dir, path))
	if errors.Is(err, fs.ErrNotExist) {
		return "-"
	}
	if err != nil {
		return "?"
	}
	return string(data)
}

// undo undoes the newest set of a turn, or with 0 the newest undo, and records it.
func (y *yard) undo(turn int) string {
	y.t.Helper()
	var said []string
	for _, s := range Sets(y.log, store.Workspace{Root: y.dir}) {
		if s.Turn != turn {
			continue
		}
		var b store.Undone
		for _, path := range s.Paths {
			f := y.desk.Look(s, path)
			if f.State != Ready {
				said = append(said, path+": "+f.Why)
				continue
			}
			u := f.Undone()
			if y.bare {
				u.Mode, u.ModeAfter = "", ""
			}
			b.Files = append(b.Files, u)
			if err := y.desk.Put(context.Background(), u, f.Mode, f.Grants); err != nil {
				said = append(said, path+": "+err.Error())
			}
		}
		if len(b.Files) > 0 {
			y.say(0, b)
		}
		return strings.Join(said, "; ")
	}
	return "no set"
}

func TestATurnIsUndoneAndPutForwardAgain(t *testing.T) {
	y := newYard(t)
	y.put("mine", "mine")
	y.put("a", "1")
	y.put("d/gone", "g")
	y.say(1, store.ChatRequest{Text: "do it"})
	y.write(1, "a", "1", "2")
	y.write(1, "a", "2", "3")
	y.write(1, "new/b", "-", "b")
	y.write(1, "d/gone", "g", "-")
	y.must(os.Remove(filepath.Join(y.dir, "d")))
	if s := Sets(y.log, store.Workspace{Root: y.dir}); len(s) != 1 || s[0].Text != "do it" || strings.Join(s[0].Paths, " ") != "a d/gone new/b" {
		t.Fatalf("%+v", s)
	}
	check := func(want string) {
		t.Helper()
		if got := strings.Join([]string{y.get("a"), y.get("new/b"), y.get("d/gone"), y.get("mine")}, " "); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if said := y.undo(1); said != "" {
		t.Error(said)
	}
	check("1 - g mine")
	if info, err := os.Stat(filepath.Join(y.dir, "d/gone")); err != nil || info.Mode() != 0o640 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if said := y.undo(1); said != "a: it stands as it stood before; d/gone: it stands as it stood before; new/b: it stands as it stood before" {
		t.Error(said)
	}
	if said := y.undo(0); said != "" {
		t.Error(said)
	}
	check("3 b - mine")
	if said := y.undo(0); said != "" {
		t.Error(said)
	}
	check("1 - g mine")
}

// TestNothingOfTheUsersIsTouched, whatever happened to a file since.
func TestNothingOfTheUsersIsTouched(t *testing.T) {
	for _, c := range []struct {
		name string
		hurt func(y *yard, at string)
		want string // what is said
		left string
	}{
		{"changed", func(y *yard, at string) { y.put("d/a", "mine") }, "d/a: changed since; it stays as it is", "mine"},
		{"vanished", func(y *yard, at string) { y.put("d/a", "-") }, "d/a: changed since; it stays as it is", "-"},
		{"moved", func(y *yard, at string) { y.must(os.Rename(at, at+".moved")) }, "d/a: changed since; it stays as it is", "-"},
		{"a folder", func(y *yard, at string) { y.must(errors.Join(os.Remove(at), os.Mkdir(at, 0o700))) }, "d/a: a folder of that name stands there; it stays as it is", "?"},
		{"a link", func(y *yard, at string) { y.must(errors.Join(os.Rename(at, at+"2"), os.Symlink("a2", at))) }, "d/a: a link of that name stands there; it stays as it is", "2"},
		{"its folder a link", func(y *yard, at string) {
			y.must(errors.Join(os.Rename(filepath.Dir(at), y.dir+"/e"), os.Symlink("e", y.dir+"/d")))
		}, "d/a: a link is on the way to it, and links are not followed here", "2"},
		{"its folder a link out", func(y *yard, at string) {
			y.must(errors.Join(os.RemoveAll(filepath.Dir(at)), os.Symlink(y.t.TempDir(), y.dir+"/d")))
		}, "d/a: it leads out of the workspace", "-"},
		{"its bytes lost", func(y *yard, at string) { delete(y.kept, digest("1")) }, "d/a: what stood there is not kept, so it cannot be put back", "2"},
	} {
		y := newYard(t)
		y.put("d/a", "1")
		y.write(1, "d/a", "1", "2")
		c.hurt(y, filepath.Join(y.dir, "d/a"))
		if said := y.undo(1); said != c.want || y.get("d/a") != c.left {
			t.Errorf("%s: %s; it holds %s", c.name, said, y.get("d/a"))
		}
	}
}

// TestAFileThatChangesBetweenTheLookAndTheWrite stays as it is.
func TestAFileThatChangesBetweenTheLookAndTheWrite(t *testing.T) {
	for _, before := range []string{"1", "-"} {
		y := newYard(t)
		y.put("a", before)
		y.write(1, "a", before, "2")
		s := Sets(y.log, store.Workspace{Root: y.dir})[0]
		f := y.desk.Look(s, "a")
		y.put("a", "mine")
		u := store.UndoneFile{Path: "a", Before: f.Now, After: f.Then}
		if err := y.desk.Put(t.Context(), u, f.Mode, ""); !errors.Is(err, tools.ErrStands) || y.get("a") != "mine" {
			t.Errorf("%v, %s", err, y.get("a"))
		}
	}
	y := newYard(t) // a file that was deleted, and created again by the user
	y.put("a", "1")
	y.write(1, "a", "1", "-")
	f := y.desk.Look(Sets(y.log, store.Workspace{Root: y.dir})[0], "a")
	y.put("a", "mine")
	if err := y.desk.Put(t.Context(), store.UndoneFile{Path: "a", Before: f.Now, After: f.Then}, f.Mode, ""); !errors.Is(err, tools.ErrStands) || y.get("a") != "mine" {
		t.Errorf("%v, %s", err, y.get("a"))
	}
}

// TestACraftedRecord names nothing outside of the workspace, nor what is git's.
func TestACraftedRecord(t *testing.T) {
	for path, want := range map[string]string{
		"../../x":     "it leads out of the workspace",
		"/etc/passwd": "it leads out of the workspace",
		"a/../b":      "it leads out of the workspace",
		"..":          "it leads out of the workspace",
		"":            "it leads out of the workspace",
		".git/config": "",
		"d/.GIT/x":    "",
		".":           "",
	} {
		y := newYard(t)
		y.kept[digest("evil")] = []byte("evil")
		y.say(1, store.FileKept{ID: "c", Run: 1, Path: path, Before: digest("evil")})
		f := y.desk.Look(Sets(y.log, store.Workspace{Root: y.dir})[0], path)
		if f.State != Barred || want != "" && f.Why != want {
			t.Errorf("%q: %+v", path, f)
		}
		err := y.desk.Put(t.Context(), store.UndoneFile{Path: path, After: digest("evil")}, 0o600, "")
		if err == nil {
			t.Errorf("%q is written", path)
		}
	}
}

// TestOnlyWhatWasChangedHere: what was recorded in another or an unknown workspace is not
// put back.
func TestOnlyWhatWasChangedHere(t *testing.T) {
	y := newYard(t)
	y.say(0, store.Workspace{Root: y.dir, Folder: "one"})
	y.write(1, "a", "-", "1")
	for folder, sets := range map[string]int{"": 1, "one": 1, "two": 0} {
		if got := Sets(y.log, store.Workspace{Root: y.dir, Folder: folder}); len(got) != sets {
			t.Errorf("in the folder %q: %d sets", folder, len(got))
		}
	}
	y = newYard(t)
	y.say(0, store.Workspace{Root: "/elsewhere"})
	y.write(1, "a", "1", "2")
	y.say(0, store.Undone{Files: []store.UndoneFile{{Path: "a", After: digest("2")}}})
	if s := Sets(y.log, store.Workspace{Root: y.dir}); len(s) != 0 {
		t.Errorf("%+v", s)
	}
}

// TestWhatSomebodyElseWroteInBetween is what is put back, not what stood before it.
func TestWhatSomebodyElseWroteInBetween(t *testing.T) {
	y := newYard(t)
	y.put("a", "1")
	y.write(1, "a", "1", "2")
	y.put("a", "mine")
	y.write(1, "a", "mine", "3")
	if said := y.undo(1); said != "" || y.get("a") != "mine" {
		t.Errorf("%s, %s", said, y.get("a"))
	}
}

// TestAWriteThatFailed is passed over: the file is as the previous one left it.
func TestAWriteThatFailed(t *testing.T) {
	y := newYard(t)
	y.put("a", "1")
	y.write(1, "a", "1", "2")
	y.say(1, store.FileKept{ID: "bad", Run: 1, Path: "a", Before: digest("2"), After: digest("3")})
	y.say(1, store.ToolCallResponse{ID: "bad", IsError: true})
	if said := y.undo(1); said != "" || y.get("a") != "1" {
		t.Errorf("%s, %s", said, y.get("a"))
	}
}

// TestAWriteThatWasBrokenOff, by a kill or by the end of the turn: what stands in the file
// tells whether it was made.
func TestAWriteThatWasBrokenOff(t *testing.T) {
	for name, off := range map[string]store.Body{"killed": store.Resumed{}, "stopped": store.TurnEnding{Reason: store.ReasonUser}, "not told yet": nil} {
		for _, made := range []string{"first", "second", "neither", "both"} {
			y := newYard(t)
			y.put("a", "1")
			y.write(1, "a", "1", "2")
			at := "2"
			off1 := func(id, after string, made bool) {
				y.kept[digest(at)] = []byte(at)
				y.say(1, store.FileKept{ID: id, Run: 1, Path: "a", Before: digest(at), After: digest(after)})
				if made {
					at = after
					y.put("a", after)
				}
				if off != nil {
					y.say(1, off)
					y.say(1, store.ToolCallResponse{ID: id, IsError: true})
				}
			}
			off1("x", "3", made == "first" || made == "both")
			off1("y", "4", made == "second" || made == "both")
			if said := y.undo(1); said != "" || y.get("a") != "1" {
				t.Errorf("%s, %s made: %s, %s", name, made, said, y.get("a"))
			}
			y = newYard(t) // a write that was made follows one that was not
			y.put("a", "1")
			y.write(1, "a", "1", "2")
			at = "2"
			off1("x", "3", false)
			y.write(1, "a", "2", "5")
			if said := y.undo(1); said != "" || y.get("a") != "1" {
				t.Errorf("%s, then another: %s, %s", name, said, y.get("a"))
			}
		}
	}
}
