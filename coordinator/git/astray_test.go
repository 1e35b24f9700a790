package git

import (
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
