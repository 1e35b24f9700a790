package store

import (
	"bytes"
	"errors"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// inside are the names in a folder, in order.
func inside(t testing.TB, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// leftBehind creates a folder with a file of the given age.
func leftBehind(t testing.TB, s Store, name string, age time.Duration) {
	t.Helper()
	dir, at := s.path(name, ""), s.now().Add(-age)
	if err := errors.Join(os.MkdirAll(dir, dirMode), os.WriteFile(s.path(name, eventsFile), []byte("{"), fileMode), os.Chtimes(dir, at, at)); err != nil {
		t.Fatal(err)
	}
}

// TestSweep: a list removes what killed processes left, and nothing that one may still be
// writing or that is not Parley's.
func TestSweep(t *testing.T) {
	s, _ := testStore(t)
	fill(t, s, "a", ChatRequest{Text: "stays"})
	leftBehind(t, s, ".fork-old", staleFork+time.Second)
	leftBehind(t, s, ".fork-new", staleFork)
	leftBehind(t, s, ".gone-half", 0)
	leftBehind(t, s, ".gone-fork-old", 0)
	leftBehind(t, s, ".mine", 1000*time.Hour)
	if err := os.WriteFile(s.root+"/.fork-file", nil, fileMode); err != nil {
		t.Fatal(err)
	}
	if list, err := s.List(); err != nil || !slices.Equal(ids(list), []string{"a"}) {
		t.Errorf("%v, %v", list, err)
	}
	if got, want := inside(t, s.root), []string{".fork-file", ".fork-new", ".mine", "a", indexFile}; !slices.Equal(got, want) {
		t.Errorf("left are %q, want %q", got, want)
	}
}

// TestSweepStopsAForkWhole: a fork whose folder is swept away meanwhile says so, and does
// not become a conversation without its events.
func TestSweepStopsAForkWhole(t *testing.T) {
	s, d := testStore(t)
	fill(t, s, "a", ChatRequest{Text: "one"})
	d.open = func(path string, _ int) error {
		if !strings.HasSuffix(path, forking+"b") {
			return nil
		}
		late := s // the fork's last step before it gets its name
		late.disk, late.now = realDisk{}, func() time.Time { return time.Now().Add(2 * staleFork) }
		_, err := late.List()
		return err
	}
	if _, err := s.Fork("a", 1, "b"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the fork: %v", err)
	}
	if got, want := inside(t, s.root), []string{"a", indexFile}; !slices.Equal(got, want) {
		t.Errorf("left are %q, want %q", got, want)
	}
}

func TestSweepThatFailsIsNoFault(t *testing.T) {
	s, d := testStore(t)
	fill(t, s, "a", ChatRequest{Text: "stays"})
	leftBehind(t, s, ".fork-old", 2*staleFork)
	d.rename = syscall.EROFS
	if list, err := s.List(); err != nil || len(list) != 1 {
		t.Errorf("%v, %v", list, err)
	}
	if got, want := inside(t, s.root), []string{".fork-old", "a"}; !slices.Equal(without(got, indexFile+".tmp"), want) {
		t.Errorf("left are %q, want %q", got, want)
	}
}

func without(names []string, name string) []string {
	return slices.DeleteFunc(names, func(x string) bool { return x == name })
}

// TestDelete: what is deleted is gone, including what the caches knew of it.
func TestDelete(t *testing.T) {
	s, _ := testStore(t)
	for _, id := range []string{"a", "b", "c", "d"} {
		fill(t, s, id, ChatRequest{Text: "title of " + id})
	}
	if _, err := s.List(); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"a", "b", "c"} {
		if err := s.Trash(id); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Truncate(s.trash().Path("b"), 0); err != nil { // without an event, and is deleted too
		t.Fatal(err)
	}
	all, err := s.Trashed()
	if err != nil || !slices.Equal(all, []string{"a", "b", "c"}) {
		t.Fatalf("%q, %v", all, err)
	}
	if err := s.Delete("a", "b"); err != nil {
		t.Fatal(err)
	}
	if got, want := inside(t, s.trash().root), []string{"c", indexFile}; !slices.Equal(got, want) {
		t.Errorf("in the trash are %q, want %q", got, want)
	}
	if list, err := s.List(); err != nil || !slices.Equal(ids(list), []string{"d"}) {
		t.Errorf("%v, %v", list, err)
	}
	for _, cache := range []string{indexOf(s), indexOf(s.trash())} {
		if data, err := os.ReadFile(cache); err != nil || bytes.Contains(data, []byte("title of a")) {
			t.Errorf("%s holds %q (%v)", cache, data, err)
		}
	}
}

func TestDeleteRefuses(t *testing.T) {
	s, d := testStore(t)
	fill(t, s, "here", ChatRequest{Text: "stays"})
	fill(t, s, "thrown", ChatRequest{Text: "stays too"})
	if err := s.Trash("thrown"); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]string{
		"here":    `"here": there is no such conversation in the trash; ` + "`parley rm --list` lists those that are",
		"../here": `"../here": there is no such conversation in the trash; ` + "`parley rm --list` lists those that are",
		"":        `"": there is no such conversation in the trash; ` + "`parley rm --list` lists those that are",
	} {
		if err := s.Delete(id); err == nil || err.Error() != want {
			t.Errorf("%q: %v", id, err)
		}
	}
	d.rename = syscall.EROFS
	if err := s.Delete("thrown"); err == nil || err.Error() != "conversation thrown cannot be deleted: read-only file system" {
		t.Errorf("got %v", err)
	}
	d.rename = nil
	if err := s.Restore("thrown"); err != nil {
		t.Error(err)
	}
	if list, err := s.List(); err != nil || len(list) != 2 {
		t.Errorf("%v, %v", list, err)
	}
}
