package undo

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/store"
)

// TestAKillInTheMiddle of a write or of an undo: the files say how far it came, and the
// rest is put back.
func TestAKillInTheMiddle(t *testing.T) {
	for n := range 4 {
		y := newYard(t)
		for i := range 3 {
			y.put(fmt.Sprint("f", i), "1")
		}
		for i := range 3 {
			if i < n {
				y.write(1, fmt.Sprint("f", i), "1", "2")
			} else { // on record, but never written
				y.kept[digest("1")] = []byte("1")
				y.say(1, store.FileKept{ID: fmt.Sprint("k", i), Run: 1, Path: fmt.Sprint("f", i), Before: digest("1"), After: digest("2")})
			}
		}
		b := store.Undone{}
		for i := range n {
			b.Files = append(b.Files, store.UndoneFile{Path: fmt.Sprint("f", i), Before: digest("2"), After: digest("1")})
		}
		if n > 0 { // the undo is on record; only one file was put back
			y.say(0, b)
			y.put("f0", "1")
		}
		y.undo(1)
		if got := y.get("f0") + y.get("f1") + y.get("f2"); got != "111" {
			t.Errorf("after %d writes: %s", n, got)
		}
	}
}

// TestWhatGivesPermission is reported by itself.
func TestWhatGivesPermission(t *testing.T) {
	y := newYard(t)
	y.put("AGENTS.md", "1")
	y.write(1, "AGENTS.md", "1", "2")
	if f := y.desk.Look(Sets(y.log, store.Workspace{Root: y.dir})[0], "AGENTS.md"); f.State != Ready || f.Grants != "Assistants do what it says." {
		t.Errorf("%+v", f)
	}
}

// TestAFullDisk: what cannot be kept is not replaced.
func TestAFullDisk(t *testing.T) {
	y := newYard(t)
	y.put("a", "1")
	y.write(1, "a", "1", "2")
	y.desk.Keep = func([]byte) (string, error) { return "", errors.New("no space left") }
	if said := y.undo(1); said != "a: no space left" || y.get("a") != "2" {
		t.Errorf("%s, %s", said, y.get("a"))
	}
}

func TestChange(t *testing.T) {
	for _, c := range []struct{ before, after, want string }{
		{"1\n", "2\n", "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-2\n+1\n"},
		{"-", "2\n", "--- a/a\n+++ /dev/null\n@@ -1 +0,0 @@\n-2\n"},
		{"1\n", "-", "--- /dev/null\n+++ b/a\n@@ -0,0 +1 @@\n+1\n"},
		{"1\x00", "-", "a: no file now, 2 bytes then; it is no text, or too large to be shown\n"},
	} {
		y := newYard(t)
		y.put("a", c.before)
		y.write(1, "a", c.before, c.after)
		if got := y.desk.Look(Sets(y.log, store.Workspace{Root: y.dir})[0], "a").Change(); got != c.want {
			t.Errorf("%q to %q:\n%s", c.after, c.before, got)
		}
	}
	y := newYard(t)
	y.kept1("c", "a", "1\n", "-", 0o600)
	y.kept1("d", "a", "-", "1\n", 0)
	if f := y.desk.Look(Sets(y.log, store.Workspace{Root: y.dir})[0], "a"); f.Change() != "a: only its permissions change, from 0640 to 0600\n" || !f.Binary() {
		t.Errorf("made anew with the same lines: %q, %v", f.Change(), f.Binary())
	}
}

// BenchmarkLook is how long it takes to look at an undo of 500 files.
func BenchmarkLook(b *testing.B) { benchmarkLook(b, 500) }

// BenchmarkPage is what is looked at before the first page of it is shown.
func BenchmarkPage(b *testing.B) { benchmarkLook(b, 32) }

func benchmarkLook(b *testing.B, most int) {
	y := newYard(b)
	for i := range 500 {
		path := fmt.Sprintf("d%d/f%d.go", i%20, i)
		text := strings.Repeat(fmt.Sprintf("line %d\n", i), 200)
		y.put(path, text)
		y.write(1, path, text, text+"more\n")
	}
	for b.Loop() {
		s := Sets(y.log, store.Workspace{Root: y.dir})[0]
		for _, path := range s.Paths[:most] {
			if f := y.desk.Look(s, path); f.State != Ready {
				b.Fatal(f.Why)
			}
		}
	}
}

// TestAFileThatComesBackCanBeUsed: one that an undo removed has the mode that is on record when
// that undo is taken back; where none is, that of a new file.
func TestAFileThatComesBackCanBeUsed(t *testing.T) {
	y := newYard(t)
	y.bare = true
	before, err := os.Create(filepath.Join(y.dir, "like"))
	y.must(err)
	y.must(before.Close())
	like, err := os.Stat(before.Name())
	y.must(err)
	y.write(1, "made", "-", "1")
	y.put("run.sh", "1")
	y.write(1, "run.sh", "1", "-")                 // 0640 on record
	if said := y.undo(1) + y.undo(0); said != "" { // made is gone and back again
		t.Error(said)
	}
	if info, err := os.Stat(filepath.Join(y.dir, "made")); err != nil || info.Mode() != like.Mode() {
		t.Errorf("made is %v, %v, want %v", info.Mode(), err, like.Mode())
	}
	if said := y.undo(0); said != "" { // and so is run.sh
		t.Error(said)
	}
	if info, err := os.Stat(filepath.Join(y.dir, "run.sh")); err != nil || info.Mode() != 0o640 {
		t.Errorf("run.sh is %v, %v", info.Mode(), err)
	}
}
