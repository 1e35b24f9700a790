package git

import (
	"bytes"
	"crypto/sha1"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// indexOf is an index of version 2 with files, or links, of these names.
func indexOf(mode uint32, names ...string) []byte {
	data := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32([]byte("DIRC"), 2), uint32(len(names)))
	for _, name := range names {
		e := make([]byte, 40+20+2)
		binary.BigEndian.PutUint32(e[24:], mode)
		binary.BigEndian.PutUint16(e[60:], uint16(min(len(name), flagLength)))
		e = append(append(e, name...), 0)
		data = append(data, append(e, make([]byte, -len(e)&7)...)...)
	}
	sum := sha1.Sum(data)
	return append(data, sum[:]...)
}

// repositoryWith is a repository with an index.
func repositoryWith(t *testing.T, index []byte) (dir, file string) {
	t.Helper()
	dir = t.TempDir()
	file = filepath.Join(dir, ".git", "index")
	for name, data := range map[string][]byte{"HEAD": []byte("ref: refs/heads/main\n"), "config": nil, "index": index} {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, ".git", name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir, file
}

// TestNames: each name is found, and no other, even if the index is unsorted or very large.
func TestNames(t *testing.T) {
	var many []string
	for i := range 30_000 {
		many = append(many, fmt.Sprintf("%06d/%s", i, strings.Repeat("x", 64)))
	}
	long := strings.Repeat("y", maxPath)
	for what, c := range map[string]struct{ names, want []string }{
		"none":                 {nil, nil},
		"sorted":               {[]string{"a", "b/AGENTS.md", "c"}, []string{"a", "b/AGENTS.md", "c"}},
		"not sorted":           {[]string{"c", "b/AGENTS.md", "a"}, []string{"c", "b/AGENTS.md", "a"}},
		"three of a kind":      {[]string{"a", "a", "a"}, []string{"a"}},
		"outside":              {[]string{"../x", "/etc/passwd", "a/../../x", "a..b", "x"}, []string{"a..b", "x"}},
		"many":                 {many, many},
		"long":                 {[]string{"a", long, long + "z"}, nil},
		"as long as it may be": {[]string{"a", long}, []string{"a", long}},
	} {
		dir, _ := repositoryWith(t, indexOf(0o100644, c.names...))
		n, err := Tracked(dir)
		if got := slices.Collect(n.All()); !slices.Equal(got, c.want) || n.Len() != len(c.want) || (err != nil) != (what == "long") {
			t.Errorf("%s: %d names, want %d, %v", what, len(got), len(c.want), err)
		}
		for i := 0; i < len(c.names); i += 999 {
			if name := c.names[i]; n.Has(name) != slices.Contains(c.want, name) || n.Has(name+"?") {
				t.Errorf("%s: has %.20q: %v", what, name, n.Has(name))
			}
		}
		if got := slices.Collect(n.Ending("AGENTS.md")); len(got) > 1 || slices.Contains(c.want, "b/AGENTS.md") != (len(got) == 1) {
			t.Errorf("%s: called AGENTS.md are %q", what, got)
		}
	}
}

// TestKnownIsReadAgain when the index has been replaced, and only then.
func TestKnownIsReadAgain(t *testing.T) {
	dir, file := repositoryWith(t, indexOf(0o100644, "a"))
	k := KnownBelow(dir)
	is := func(want ...string) {
		t.Helper()
		n, err := k.Names()
		if got := slices.Collect(n.All()); !slices.Equal(got, want) || err != nil {
			t.Errorf("%q, %v, want %q", got, err, want)
		}
	}
	is("a")
	first := k.names.blocks[0]
	is("a")
	if &first[0] != &k.names.blocks[0][0] {
		t.Error("the same index was read twice")
	}
	put := func(data []byte, at time.Time) {
		t.Helper()
		if err := os.WriteFile(file+".lock", data, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(file+".lock", at, at); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(file+".lock", file); err != nil {
			t.Fatal(err)
		}
	}
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	put(indexOf(0o100644, "b"), info.ModTime()) // of the same size and time
	is("b")
	put(nil, info.ModTime())
	if n, err := k.Names(); err == nil || n.Len() != 0 {
		t.Errorf("a broken one: %d, %v", n.Len(), err)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	is()
}

// TestAMillionEntriesTakeLittle: an index is read in parts, and its entries are not kept in
// memory.
func TestAMillionEntriesTakeLittle(t *testing.T) {
	if testing.Short() {
		return // nothing in it runs side by side
	}
	var names []string
	for i := range 100_000 {
		names = append(names, fmt.Sprintf("services/module/source_file_%07d.go", i))
	}
	dir, _ := repositoryWith(t, indexOf(0o100644, names...))
	for what, c := range map[string]struct {
		read func() error
		most uint64
	}{
		"a status": {func() error {
			_, _, err := (&Repository{dir: filepath.Join(dir, ".git"), hash: bySHA1}).lookUp("x")
			return err
		}, 1 << 20},
		"modules": {func() error { _, err := Modules(dir); return err }, 1 << 20},
		"astray":  {func() error { _, err := Astray(dir); return err }, 1 << 20},
		"links":   {func() error { _ = User{}.Leads(dir); return nil }, 1 << 20},
		"names":   {func() error { _, err := Tracked(dir); return err }, 24 << 20},
	} {
		var err error
		if took := allocated(func() { err = c.read() }); err != nil || took > c.most {
			t.Errorf("%s: %d bytes, %v", what, took, err)
		}
	}
}

// TestLinksThatGitWouldRead: git ignores the checksum, so a faulty one hides no links; an
// index that is too large to read may contain any.
func TestLinksThatGitWouldRead(t *testing.T) {
	data := indexOf(modeLink|0o777, "AGENTS.md")
	wrong := bytes.Clone(data)
	wrong[len(wrong)-1] ^= 1
	dir, file := repositoryWith(t, wrong)
	if got := (User{}).Leads(dir); !slices.Equal(got.Links, []string{"AGENTS.md"}) || got.Unknown != nil {
		t.Errorf("with a wrong checksum: %+v", got)
	}
	if has, err := Modules(dir); err == nil || has {
		t.Errorf("with a wrong checksum it is no index for anything else: %v", err)
	}
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(file, maxIndex+1); err != nil {
		t.Fatal(err)
	}
	if got := (User{}).Leads(dir); got.Links != nil || len(got.Unknown) != 1 || filepath.Base(got.Unknown[0]) != "index" {
		t.Errorf("too large: %+v", got)
	}
}
