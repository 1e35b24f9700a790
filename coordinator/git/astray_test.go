package git

import (
	"crypto/sha1"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestAstray: an index may name only what lies in the work tree.
func TestAstray(t *testing.T) {
	for _, c := range []struct {
		name  string
		paths []string
		want  bool
	}{
		{"none", nil, false},
		{"files", []string{"a", "in/a", "in/deep/a", "in/deep/b", "out..of/a"}, false},
		{"what is gone", []string{"gone/a", "gone/b/c", "in/gone/a"}, false},
		{"a link itself", []string{"link"}, false},
		{"behind a link", []string{"link/a"}, true},
		{"behind one further down", []string{"in/a", "in/deep/a", "in/link/x/a", "z"}, true},
		{"behind one with a name like another's", []string{"lin/a", "link/a"}, true},
		{"behind one, unsorted", []string{"link/a", "in/a"}, true},
		{"a level above", []string{"../a"}, true},
		{"above, later", []string{"in/../../a"}, true},
		{"from the root", []string{"/a"}, true},
		{"in a repository's own folder", []string{".git/config"}, true},
		{"in one further down", []string{"in/.GIT/config"}, true},
		{"no name", []string{""}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir, _ := repositoryWith(t, indexOf(0o100644, c.paths...))
			if err := os.MkdirAll(filepath.Join(dir, "in", "deep"), 0o755); err != nil {
				t.Fatal(err)
			}
			for _, link := range []string{"link", "in/link"} {
				if err := os.Symlink(t.TempDir(), filepath.Join(dir, link)); err != nil {
					t.Fatal(err)
				}
			}
			if got, err := Astray(dir); err == nil && got != c.want || err != nil && !c.want {
				t.Errorf("%v, %v", got, err)
			}
		})
	}
	if got, err := Astray(t.TempDir()); got || err != nil {
		t.Errorf("without a repository: %v, %v", got, err)
	}
	dir, file := repositoryWith(t, indexOf(0o100644, "a"))
	if err := os.WriteFile(file, []byte("DIRC"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Astray(dir); err == nil {
		t.Error("what cannot be read is no error")
	}
}

// TestAstrayHiddenEntry: git goes by the length that stands before a name. An entry that it finds
// within what we take for a name is not missed.
func TestAstrayHiddenEntry(t *testing.T) {
	const away = "/private/key"
	full := func(b byte, n int) string { return strings.Repeat(string(rune(b)), n) }
	inner := full(1, 26) + "\x81\xa4" + full(1, 32) // all that stands before a name but its length, without a zero
	long := full('/', 0x111-len(away)) + away
	first := "+a" + full('x', 8) + inner + "\x01\x11" + long // git's first entry is as long as a name of two letters makes it
	index := indexOf(0o100644, first, "+b")
	binary.BigEndian.PutUint16(index[12+60:], 2)
	sum := sha1.Sum(index[:len(index)-sha1.Size])
	dir, _ := repositoryWith(t, append(index[:len(index)-sha1.Size], sum[:]...))
	if got, err := Astray(dir); !got && err == nil {
		t.Error("the hidden name is not seen")
	}
}

// TestAstrayFolder: a folder that stands in the index for all in it is not there, or git takes names
// from a tree that nobody looked at.
func TestAstrayFolder(t *testing.T) {
	for made, want := range map[string]bool{"": false, "away": false, "away/in": true, "awa/in": false} {
		dir, _ := repositoryWith(t, indexOf(modeDir, "away/in/"))
		if err := os.MkdirAll(filepath.Join(dir, made), 0o755); err != nil {
			t.Fatal(err)
		}
		if got, err := Astray(dir); got != want || err != nil {
			t.Errorf("with %q: %v, %v", made, got, err)
		}
	}
}

// TestFormatThatDoesNotCount: git ignores how objects are said to be named where the version of the
// repository is not said, and reads another index than one of that kind.
func TestFormatThatDoesNotCount(t *testing.T) {
	for text, sound := range map[string]bool{
		"[extensions]\nobjectformat = sha256\n": false, "[extensions]\nobjectformat = sha1\n[core]\nrepositoryformatversion = 0\n": false,
		"[core]\nrepositoryformatversion = 1\n[extensions]\nobjectformat = sha1\n": true, "[core]\nrepositoryformatversion = 0\n": true,
	} {
		dir, index := repositoryWith(t, nil)
		if err := errors.Join(os.Remove(index), os.WriteFile(filepath.Join(dir, ".git", "config"), []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
		if _, err := Astray(dir); (err == nil) != sound {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestAstrayResolutions: git reads and writes the files whose conflicts it remembers, too, when
// it commits.
func TestAstrayResolutions(t *testing.T) {
	id := strings.Repeat("a1", 20)
	for _, c := range []struct {
		text string
		want bool
	}{
		{"", false},
		{id + "\ta\x00" + id + ".2\tin/a b\x00", false},
		{id + "\t../a\x00", true},
		{id + "\ta\x00" + id + ".1\t/a\x00", true},
		{id + "\tlink/a\x00", true},
		{id + "\t.git/config\x00", true},
		{"nothing of git's", true},
	} {
		dir, index := repositoryWith(t, indexOf(0o100644, "a"))
		if err := os.Symlink(t.TempDir(), filepath.Join(dir, "link")); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(filepath.Dir(index), "MERGE_RR"), []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := Astray(dir); got != c.want || err != nil {
			t.Errorf("%q: %v, %v", c.text, got, err)
		}
	}
}
