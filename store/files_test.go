//go:build unix

package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func mustKeep(t testing.TB, c *Conversation, data string) string {
	t.Helper()
	digest, err := c.KeepFile([]byte(data))
	if err != nil || digest != Digest([]byte(data)) {
		t.Fatalf("%s, %v", digest, err)
	}
	return digest
}

// keptIn is what is kept for a conversation, as a reader finds it.
func keptIn(t testing.TB, s Store, id string, all ...string) string {
	t.Helper()
	c, _, err := s.OpenRead(id)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, text := range all {
		data, ok := c.Kept(Digest([]byte(text)))
		if ok && string(data) != text {
			t.Errorf("%q is kept as %q", text, data)
		}
		if ok {
			out = append(out, text)
		}
	}
	return strings.Join(out, " ")
}

func TestWhatIsKeptIsForTheUserAlone(t *testing.T) {
	s, _ := testStore(t)
	c := mustCreate(t, s, "a")
	digest := mustKeep(t, c, "one")
	mustKeep(t, c, "one")
	for path, want := range map[string]os.FileMode{s.path("a", filesDir): dirMode | os.ModeDir, filepath.Join(s.path("a", filesDir), digest): fileMode} {
		info, err := os.Lstat(path)
		if err != nil || info.Mode() != want {
			t.Errorf("%s has the mode %v (%v), want %v", path, info.Mode(), err, want)
		}
	}
	if names, err := os.ReadDir(s.path("a", filesDir)); err != nil || len(names) != 1 {
		t.Errorf("%v, %v", names, err)
	}
	r, _, err := s.OpenRead("a")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.KeepFile([]byte("x")); !errors.Is(err, ErrReadOnly) {
		t.Errorf("a reader keeps a file: %v", err)
	}
}

// TestOnlyTheBytesOfADigestAreKept: anything else under a name counts as missing.
func TestOnlyTheBytesOfADigestAreKept(t *testing.T) {
	s, _ := testStore(t)
	c := mustCreate(t, s, "a")
	dir := s.path("a", filesDir)
	secret := filepath.Join(t.TempDir(), "id_rsa")
	if err := errors.Join(os.WriteFile(secret, []byte("secret"), 0o600), os.Mkdir(dir, 0o700)); err != nil {
		t.Fatal(err)
	}
	for name, put := range map[string]func(path string) error{
		"a link":      func(path string) error { return os.Symlink(secret, path) },
		"a pipe":      func(path string) error { return syscall.Mkfifo(path, 0o600) },
		"a folder":    func(path string) error { return os.Mkdir(path, 0o700) },
		"other bytes": func(path string) error { return os.WriteFile(path, []byte("other"), 0o600) },
		"nothing":     func(string) error { return nil },
	} {
		path := filepath.Join(dir, Digest([]byte("secret")))
		if err := put(path); err != nil {
			t.Fatal(err)
		}
		if data, ok := c.Kept(Digest([]byte("secret"))); ok {
			t.Errorf("%s is taken for what is kept: %q", name, data)
		}
		if err := os.RemoveAll(path); err != nil {
			t.Fatal(err)
		}
	}
	mustKeep(t, c, "secret")
	good := Digest([]byte("secret"))
	for _, name := range []string{"", ".", "../" + eventsFile, strings.ToUpper(good), good[:63], good + "0", good[:62] + "/x", secret, "../files/" + good, good + "\x00"} {
		if data, ok := c.Kept(name); ok {
			t.Errorf("%q is the name of %q", name, data)
		}
	}
	if data, ok := c.Kept(good); !ok || string(data) != "secret" {
		t.Errorf("%q, %v", data, ok)
	}
	if err := errors.Join(os.Rename(dir, dir+".away"), os.Symlink(dir+".away", dir)); err != nil {
		t.Fatal(err)
	}
	if _, ok := c.Kept(good); ok {
		t.Error("a folder that is a link is gone into")
	}
	if _, err := c.KeepFile([]byte("new")); err == nil {
		t.Error("a folder that is a link is written into")
	}
}

// TestAFileIsKeptWholeOrNotAtAll, wherever the disk fails.
func TestAFileIsKeptWholeOrNotAtAll(t *testing.T) {
	fault := errors.New("the disk is full")
	for name, hurt := range map[string]func(*faultyDisk){
		"open":   func(d *faultyDisk) { d.open = func(string, int) error { return fault } },
		"write":  func(d *faultyDisk) { d.write = fullAfter(2) },
		"sync":   func(d *faultyDisk) { d.sync = func() error { return fault } },
		"rename": func(d *faultyDisk) { d.rename = fault },
	} {
		s, d := testStore(t)
		c := mustCreate(t, s, "a")
		mustKeep(t, c, "one")
		hurt(d)
		if _, err := c.KeepFile([]byte("another")); err == nil || !strings.HasPrefix(err.Error(), "a file of conversation a cannot be kept: ") {
			t.Errorf("%s: %v", name, err)
		}
		*d = faultyDisk{}
		if got := keptIn(t, s, "a", "one", "another"); got != "one" {
			t.Errorf("%s: kept is %q", name, got)
		}
		mustKeep(t, c, "another")
		if got := keptIn(t, s, "a", "one", "another"); got != "one another" {
			t.Errorf("%s: kept is %q", name, got)
		}
	}
}

// TestKeepingCostsOneSync per file, and one more for the folder when it is created; what
// this writer kept before costs none. All that is recorded together costs one (docs/decisions).
func TestKeepingCostsOneSync(t *testing.T) {
	s, d := testStore(t)
	c := mustCreate(t, s, "a")
	n := 0
	d.sync = func() error { n++; return nil }
	for _, step := range []struct {
		data string
		want int
	}{{"one", 2}, {"one", 0}, {"two", 1}, {"one", 0}, {"", 1}} {
		n = 0
		if mustKeep(t, c, step.data); n != step.want {
			t.Errorf("%q: %d syncs, want %d", step.data, n, step.want)
		}
	}
	w := newWriter(t, "a")
	for _, files := range []int{1, 2, 10} {
		var bodies []Body
		for i := range files {
			bodies = append(bodies, FileKept{ID: "c", Run: 1, Path: fmt.Sprint(i), Before: Digest([]byte("one"))})
		}
		lines := linesOf(w.events(bodies...))
		n = 0
		if mustAppend(t, c, lines...); n != 1 {
			t.Errorf("%d files on record: %d syncs", files, n)
		}
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	c, _, err := s.OpenWrite("a")
	if err != nil {
		t.Fatal(err)
	}
	n = 0
	if mustKeep(t, c, "one"); n != 1 { // its writer may have been killed before the sync
		t.Errorf("what another writer left: %d syncs", n)
	}
	if n = 0; mustKeep(t, c, "one") == "" || n != 0 {
		t.Errorf("again: %d syncs", n)
	}
	d.sync = func() error { return errors.New("the disk is gone") }
	if _, err := c.KeepFile([]byte("two")); err == nil {
		t.Error("what is not known to be on disk is kept without it")
	}
}

// TestAFolderThatIsSwappedSendsNothingElsewhere: whoever turns files/ into a link between
// any two steps gets nothing written to its target.
func TestAFolderThatIsSwappedSendsNothingElsewhere(t *testing.T) {
	s, d := testStore(t)
	c := mustCreate(t, s, "a")
	mustKeep(t, c, "one")
	dir, victim := s.path("a", filesDir), t.TempDir()
	swap := func() error {
		return errors.Join(os.Rename(dir, dir+".away"), os.Symlink(victim, dir))
	}
	d.open = func(string, int) error { d.open = nil; return swap() }
	mustKeep(t, c, "two")
	if names, err := os.ReadDir(victim); err != nil || len(names) != 0 {
		t.Errorf("%v, %v", names, err)
	}
	if got := keptIn(t, s, "a", "one", "two"); got != "" {
		t.Errorf("through the link: %q", got)
	}
	if err := errors.Join(os.Remove(dir), os.Symlink(dir+".away", dir)); err != nil {
		t.Fatal(err)
	}
	if _, err := c.KeepFile([]byte("three")); err == nil || err.Error() != "a file of conversation a cannot be kept: open "+dir+": no folder; move it away" {
		t.Errorf("%v", err)
	}
}

// naming are events that name bytes, each in another field.
func naming() []Body {
	d := func(s string) string { return Digest([]byte(s)) }
	return []Body{
		Instructions{Files: []Instruction{{Path: "AGENTS.md", Digest: d("told")}}},
		ChatRequest{Text: "a", Files: []File{{Digest: d("sent")}, {Digest: "../../secret"}}},
		ToolCallResponse{ID: "c", Files: []File{{Digest: d("result")}}},
		InquiryResponse{ID: "q", Outcome: Answered, Files: []File{{Digest: d("answer")}}},
		FileKept{ID: "c", Path: "a", Before: d("before"), After: d("after")},
		Undone{Files: []UndoneFile{{Path: "a", Before: d("redo"), After: d("undo")}}},
		ChatRequest{Text: "b", Files: []File{{Digest: d("later")}, {Digest: d("nowhere")}}},
	}
}

// TestAForkTakesAlongWhatItsLinesName, and nothing else.
func TestAForkTakesAlongWhatItsLinesName(t *testing.T) {
	all := []string{"told", "sent", "result", "answer", "before", "after", "redo", "undo", "later", "unnamed", "nowhere"}
	s, _ := testStore(t)
	fill(t, s, "a", naming()...)
	c, _, err := s.OpenWrite("a")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range all[:len(all)-1] {
		mustKeep(t, c, text)
	}
	if err := errors.Join(os.WriteFile(filepath.Join(s.path("a", filesDir), Digest([]byte("result"))), []byte("changed"), 0o600), c.Close()); err != nil {
		t.Fatal(err)
	}
	for n, want := range []string{"", "told", "told sent", "told sent", "told sent answer", "told sent answer before after", "told sent answer before after redo undo", "told sent answer before after redo undo later"} {
		if n == 0 {
			continue
		}
		id := "fork" + alphabet[n:n+1]
		if _, err := s.Fork("a", int64(n), id); err != nil {
			t.Fatal(err)
		}
		if got := keptIn(t, s, id, all...); got != want {
			t.Errorf("at %d: kept is %q, want %q", n, got, want)
		}
	}
	if got := keptIn(t, s, "a", all...); got != "told sent answer before after redo undo later unnamed" {
		t.Errorf("the original keeps %q", got)
	}
}

// TestAForkThatFailsLeavesNothingOfWhatIsKept.
func TestAForkThatFailsLeavesNothingOfWhatIsKept(t *testing.T) {
	s, d := testStore(t)
	fill(t, s, "a", naming()...)
	c, _, err := s.OpenWrite("a")
	if err != nil {
		t.Fatal(err)
	}
	mustKeep(t, c, "told")
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	d.rename = errors.New("no")
	if _, err := s.Fork("a", 7, "b"); err == nil {
		t.Fatal("the fork went well")
	}
	d.rename = nil
	if names, err := os.ReadDir(s.root); err != nil || len(names) != 1 {
		t.Errorf("%v, %v", names, err)
	}
}

// TestWhatIsKeptStaysOverARepairAndGoesWithTheConversation.
func TestWhatIsKeptStaysOverARepairAndGoesWithTheConversation(t *testing.T) {
	s, _ := testStore(t)
	lines := linesOf(newWriter(t, "a").events(naming()...))
	lines[3] = []byte("damaged")
	mustWrite(t, s, "a", fileOf(lines))
	c, _, err := s.OpenWrite("a")
	if err != nil {
		t.Fatal(err)
	}
	mustKeep(t, c, "told")
	mustKeep(t, c, "answer") // its line is the damaged one, which may be repaired by hand
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if m, err := s.Repair("a"); err != nil || !m.Needed() {
		t.Fatalf("%+v, %v", m, err)
	}
	if got := keptIn(t, s, "a", "told", "answer"); got != "told answer" {
		t.Errorf("after the repair: %q", got)
	}
	if err := s.Trash("a"); err != nil {
		t.Fatal(err)
	}
	if err := s.Restore("a"); err != nil {
		t.Fatal(err)
	}
	if got := keptIn(t, s, "a", "told", "answer"); got != "told answer" {
		t.Errorf("back from the trash: %q", got)
	}
	if err := errors.Join(s.Trash("a"), s.Delete("a")); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{s.path("a", ""), s.trash().path("a", "")} {
		if _, err := os.Lstat(dir); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: %v", dir, err)
		}
	}
}

func TestAConversationThatWasNotUsedLeavesNoFiles(t *testing.T) {
	s, _ := testStore(t)
	c, err := s.Create("a")
	if err != nil {
		t.Fatal(err)
	}
	mustKeep(t, c, "one")
	if err := c.CloseUnused(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Lstat(s.path("a", "")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v", err)
	}
}
