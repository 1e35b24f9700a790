package store

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
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

// TestTheTrashListsAllThatWouldBeDeleted: what is deleted for good could be seen before, and is
// counted as often as it is listed.
func TestTheTrashListsAllThatWouldBeDeleted(t *testing.T) {
	s, _ := testStore(t)
	closed(t, mustCreate(t, s, "never"))
	for _, id := range []string{"full", "cut", "gone", "torn"} {
		fill(t, s, id, ChatRequest{Text: id})
	}
	for _, id := range []string{"never", "full", "cut", "gone", "torn"} {
		if err := s.Trash(id); err != nil {
			t.Fatal(err)
		}
	}
	bin := s.trash()
	err := errors.Join(os.Truncate(bin.Path("cut"), 0), os.Remove(bin.Path("gone")), os.Remove(bin.Path("torn")), os.Mkdir(bin.Path("torn"), dirMode))
	if err != nil {
		t.Fatal(err)
	}
	all, err := s.Trashed()
	if err != nil {
		t.Fatal(err)
	}
	list, err := s.ListTrash()
	if err == nil || !strings.HasPrefix(err.Error(), "conversation torn cannot be opened: ") {
		t.Errorf("of the one that cannot be read: %v", err)
	}
	seen := []string{"torn"}
	for _, x := range list {
		seen = append(seen, x.ID)
	}
	slices.Sort(seen)
	if want := []string{"cut", "full", "gone", "never", "torn"}; !slices.Equal(all, want) || !slices.Equal(seen, want) {
		t.Errorf("%q are deleted, %q listed; want %q", all, seen, want)
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

// TestALinkIsNoTrash: the folder of conversations may come from anybody, and what stands there in
// place of the trash may lead to any folder of the user's.
func TestALinkIsNoTrash(t *testing.T) {
	s, _ := testStore(t)
	fill(t, s, "a", ChatRequest{Text: "a"})
	fill(t, s, "b", ChatRequest{Text: "b"})
	if err := s.Trash("b"); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(t.TempDir(), "other")
	for _, name := range []string{"letters", "c", ".gone-x"} {
		if err := errors.Join(os.MkdirAll(filepath.Join(other, name), 0o700), os.WriteFile(filepath.Join(other, name, eventsFile), nil, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	before := inside(t, other)
	if err := errors.Join(os.Rename(s.trash().root, s.trash().root+"-own"), os.Symlink(other, s.trash().root)); err != nil {
		t.Fatal(err)
	}
	refused := func(what string, err error, start string) {
		t.Helper()
		if err == nil || !strings.HasPrefix(err.Error(), start) || !strings.HasSuffix(err.Error(), s.trash().root+": it is not a folder; move it away") {
			t.Errorf("%s: %v", what, err)
		}
	}
	refused("thrown away", s.Trash("a"), "conversation a cannot be thrown away: ")
	refused("taken out", s.Restore("c"), "conversation c cannot be taken out of the trash: ")
	const unused = "the trash cannot be used: "
	_, err := s.ListTrash()
	refused("listed", err, unused)
	_, err = s.Trashed()
	refused("named", err, unused)
	_, err = s.FindTrashed("c")
	refused("found", err, unused)
	refused("deleted", s.Delete("letters", "c"), unused)
	if _, err := s.Find("c"); !errors.Is(err, ErrNotFound) {
		t.Errorf("found: %v", err)
	}
	if list, err := s.List(); err != nil || len(list) != 1 {
		t.Errorf("%v, %v", list, err)
	}
	if got := inside(t, other); !slices.Equal(got, before) {
		t.Errorf("there are %q, not %q", got, before)
	}

	if err := errors.Join(os.Remove(s.trash().root), os.Rename(s.trash().root+"-own", s.trash().root), os.Symlink(other, s.trash().path("d", ""))); err != nil {
		t.Fatal(err)
	}
	if err := s.Restore("d"); !errors.Is(err, ErrNotTrashed) {
		t.Errorf("a link was taken out of the trash: %v", err)
	}
	if err := s.Restore("b"); err != nil {
		t.Error(err)
	}
}
