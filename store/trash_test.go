package store

import (
	"errors"
	"os"
	"syscall"
	"testing"
	"time"
)

func TestTrashAndRestore(t *testing.T) {
	s, _ := testStore(t)
	data := stored(t, s)
	fill(t, s, "other", ChatRequest{Text: "stays"})
	if err := s.Trash(convID); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Find(convID); !errors.Is(err, ErrNotFound) {
		t.Errorf("found: %v", err)
	}
	if list, err := s.List(); err != nil || len(list) != 1 || list[0].ID != "other" {
		t.Errorf("%v, %v", list, err)
	}
	bin, err := s.ListTrash()
	if err != nil || len(bin) != 1 || bin[0].ID != convID || bin[0].Title != "A change" || !bin[0].Thrown.Equal(epoch()) {
		t.Fatalf("%+v, %v", bin, err)
	}
	id, err := s.FindTrashed(convID[:3])
	if err != nil || id != convID {
		t.Errorf("%q, %v", id, err)
	}
	if err := s.Restore(id); err != nil {
		t.Fatal(err)
	}
	if content(t, s, convID) != string(data) {
		t.Error("the file has changed")
	}
	if _, err := os.Stat(s.path(convID, thrownFile)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("what the trash wrote is still there: %v", err)
	}
	if bin, err := s.ListTrash(); err != nil || len(bin) != 0 {
		t.Errorf("%v, %v", bin, err)
	}
}

// Whoever looks for what was thrown away is told so, by every prefix of its id that is
// unambiguous, but not if another conversation is meant.
func TestFindNamesTheTrash(t *testing.T) {
	s, _ := testStore(t)
	for _, id := range []string{"aa1", "aa2", "ab1", "b"} {
		fill(t, s, id, ChatRequest{Text: id})
		if id != "b" {
			if err := s.Trash(id); err != nil {
				t.Fatal(err)
			}
		}
	}
	const none = ": there is no such conversation; `parley ls` lists them"
	in := func(id string) string {
		return "conversation " + id + " is in the trash; `parley rm --undo " + id + "` brings it back"
	}
	for prefix, want := range map[string]string{
		"aa1": in("aa1"), "AB": in("ab1"), "ab": in("ab1"), "aa": `"aa"` + none, "": `""` + none, "c": `"c"` + none,
		"../.trash/aa1": `"../.trash/aa1"` + none,
	} {
		if _, err := s.Find(prefix); err == nil || err.Error() != want || !errors.Is(err, ErrNotFound) {
			t.Errorf("%q: %v, want %s", prefix, err, want)
		}
	}
	if id, err := s.Find("b"); id != "b" || err != nil {
		t.Errorf("%q, %v", id, err)
	}
}

func TestTheTrashIsInTheOrderOfThrowing(t *testing.T) {
	s, _ := testStore(t)
	for i, id := range []string{"a", "c", "b"} {
		fill(t, s, id, ChatRequest{Text: id})
		s.now = func() time.Time { return epoch().Add(time.Duration(i) * time.Hour) }
		if err := s.Trash(id); err != nil {
			t.Fatal(err)
		}
	}
	bin, err := s.ListTrash()
	if err != nil || len(bin) != 3 || bin[0].ID != "b" || bin[1].ID != "c" || bin[2].ID != "a" {
		t.Errorf("%+v, %v", bin, err)
	}
}

func TestTrashRefuses(t *testing.T) {
	s, d := testStore(t)
	c := mustCreate(t, s, "open")
	var locked *LockedError
	if err := s.Trash("open"); !errors.As(err, &locked) || locked.ID != "open" || locked.PID != os.Getpid() {
		t.Errorf("while it is written: %v", err)
	}
	if !c.Writable() {
		t.Error("the writer lost it")
	}
	for name, err := range map[string]error{
		"conversation nobody: there is no such conversation; `parley ls` lists them":                       s.Trash("nobody"),
		"\"nobody\": there is no such conversation in the trash; `parley rm --list` lists those that are":  s.Restore("nobody"),
		"\"../open\": there is no such conversation in the trash; `parley rm --list` lists those that are": s.Restore("../open"),
		"\"\": there is no such conversation in the trash; `parley rm --list` lists those that are":        s.Restore(""),
	} {
		if err == nil || err.Error() != name {
			t.Errorf("got %v, want %s", err, name)
		}
	}
	if _, err := s.FindTrashed("x"); err == nil || err.Error() != "\"x\": there is no such conversation in the trash; `parley rm --list` lists those that are" {
		t.Errorf("got %v", err)
	}
	fill(t, s, "twice", ChatRequest{Text: "first"})
	if err := s.Trash("twice"); err != nil {
		t.Fatal(err)
	}
	fill(t, s, "twice", ChatRequest{Text: "second"})
	for name, err := range map[string]error{
		"conversation twice cannot be taken out of the trash: a conversation of that id is there already; move that folder away first, and this one comes back": s.Restore("twice"),
		"conversation twice cannot be thrown away: a conversation of that id is there already, in the trash; move that folder out of .trash first":              s.Trash("twice"),
	} {
		if err == nil || err.Error() != name {
			t.Errorf("got %v, want %s", err, name)
		}
	}
	fill(t, s, "full", ChatRequest{Text: "kept"})
	d.rename = syscall.EROFS
	if err := s.Trash("full"); err == nil || err.Error() != "conversation full cannot be thrown away: read-only file system; you may not write here" {
		t.Errorf("got %v", err)
	}
	d.rename = nil
	if _, report, err := s.OpenRead("full"); err != nil || len(report.Problems) > 0 {
		t.Errorf("%v, %v", report, err)
	}
}

func TestRename(t *testing.T) {
	s, _ := testStore(t)
	fill(t, s, "a", ChatRequest{Text: "first"})
	before := content(t, s, "a")
	if err := s.Rename("a", " A  new\nname "); err != nil {
		t.Fatal(err)
	}
	want := before + `{"v":1,"seq":2,"event":"a-title-2","time":"2026-01-02T15:04:05Z","conversation":"a","turn":0,"type":"title","title":"A new name"}` + "\n"
	if got := content(t, s, "a"); got != want {
		t.Errorf("got\n%s", got)
	}
	if err := s.Rename("a", "again"); err != nil {
		t.Fatal(err)
	}
	if list, err := s.List(); err != nil || list[0].Title != "again" {
		t.Errorf("%v, %v", list, err)
	}
	if err := s.Rename("a", " \n"); err == nil || err.Error() != "the title is empty; write a word or more" {
		t.Errorf("got %v", err)
	}
	mustCreate(t, s, "held")
	var locked *LockedError
	if err := s.Rename("held", "x"); !errors.As(err, &locked) {
		t.Errorf("got %v", err)
	}
}
