package fs

import (
	"os"
	"strings"
	"syscall"
	"testing"
)

func TestSweep(t *testing.T) {
	y := newYard(t, map[string]string{
		"a": "", ".parley-0123456789abcdef.tmp": "left", ".parley-0123456789abcde.tmp": "short", ".parley-0123456789ABCDEF.tmp": "capitals",
		"parley-0123456789abcdef.tmp": "another", ".parley-0123456789abcdef.tmp.bak": "", "x.parley-0123456789abcdef.tmp": "",
		".parley-dddddddddddddddd.tmp/": "", "sub/.parley-00000000000000aa.tmp": "left too", "sub/.parley-00000000000000bb.tmp": "held",
		"not/.parley-00000000000000cc.tmp": "nothing was written here", "sub/deep/.parley-00000000000000dd.tmp": "nor here",
	})
	y.must(os.Symlink("a", y.path(".parley-eeeeeeeeeeeeeeee.tmp")))
	y.must(syscall.Mkfifo(y.path(".parley-ffffffffffffffff.tmp"), 0o600))
	outside := t.TempDir()
	y.must(os.WriteFile(outside+"/.parley-0123456789abcdef.tmp", nil, 0o600))
	y.must(os.Symlink(outside, y.path("out")))
	held, err := os.Open(y.path("sub/.parley-00000000000000bb.tmp"))
	y.must(err)
	if !hold(held) {
		t.Fatal("a file that nobody has cannot be held")
	}
	before := y.names()
	files := []string{"a", "sub/b", "sub/c", y.path("sub/d"), "none/e", "../up", "out/x", ""}
	removed, err := Sweep(y.root, y.dir, files)
	if got := strings.Join(removed, " "); err != nil || got != ".parley-0123456789abcdef.tmp sub/.parley-00000000000000aa.tmp" {
		t.Errorf("removed %s, %v", got, err)
	}
	want := strings.Replace(strings.Replace(before, ".parley-0123456789abcdef.tmp ", "", 1), "sub/.parley-00000000000000aa.tmp ", "", 1)
	if got := y.names(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if _, err := os.Stat(outside + "/.parley-0123456789abcdef.tmp"); err != nil {
		t.Error(err)
	}
	y.must(held.Close())
	if removed, err := Sweep(y.root, y.dir, files); err != nil || strings.Join(removed, " ") != "sub/.parley-00000000000000bb.tmp" {
		t.Errorf("once it is let go: %q, %v", removed, err)
	}
}

// TestAWriteHoldsItsFile: a sweep meanwhile leaves it alone.
func TestAWriteHoldsItsFile(t *testing.T) {
	y := newYard(t, map[string]string{"a": ""})
	s, err := openSpot(y.root, "a")
	y.must(err)
	defer s.close()
	name, free, err := s.temporary([]byte("x"), nil, strings.NewReader("12345678"))
	y.must(err)
	if removed, err := Sweep(y.root, y.dir, []string{"a"}); err != nil || len(removed) > 0 || !isTemporary(name) {
		t.Errorf("%s: removed %q, %v", name, removed, err)
	}
	free()
	if removed, err := Sweep(y.root, y.dir, []string{"a"}); err != nil || len(removed) != 1 {
		t.Errorf("removed %q, %v", removed, err)
	}
}
