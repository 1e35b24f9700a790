//go:build unix

package fs

import (
	"errors"
	"net"
	"os"
	"strings"
	"syscall"
	"testing"

	"parley/coordinator/tool"
)

// special puts a FIFO and a socket into a workspace, and a device if the test is permitted
// to create one.
func special(t *testing.T) (*yard, map[string]string) {
	y := newYard(t, nil)
	y.must(syscall.Mkfifo(y.path("fifo"), 0o644))
	t.Chdir(y.dir) // a socket's path must be short
	l, err := net.Listen("unix", "sock")
	y.must(err)
	t.Cleanup(func() { y.must(l.Close()) })
	kinds := map[string]string{"fifo": "a FIFO", "sock": "a socket"}
	if os.Geteuid() == 0 {
		// Containers may forbid it; then the other two stand for all.
		if err := syscall.Mknod(y.path("null"), syscall.S_IFCHR|0o666, 1<<8|3); err == nil {
			kinds["null"] = "a device"
		}
	}
	return y, kinds
}

func TestWhatIsNoFileIsRefused(t *testing.T) {
	y, kinds := special(t)
	for path, kind := range kinds {
		want := "error: " + path + " is " + kind + ". File tools work on regular files only."
		for name, arguments := range calls(path) {
			if name == "fs_list_files" {
				y.want(y.run(name, arguments, nil), "error: "+path+" is not a directory. Use fs_read_file to read it.")
				continue
			}
			y.want(y.run(name, arguments, nil), want)
		}
		y.put("a", "x")
		y.want(y.run("fs_move_file", moveArguments{"a", path}, nil), want)
	}
	got := told(y.run("fs_list_files", `{}`, nil))
	for path, kind := range kinds {
		if !strings.Contains(got, path+" ("+kind+")") {
			t.Errorf("listed as %s", got)
		}
	}
	y.want(y.run("fs_grep_files", `{"pattern":"x"}`, nil), "ok: a:1: x\n\n1 matching line in 1 file.")
}

func TestAFIFOSwappedInDoesNotHang(t *testing.T) {
	y := newYard(t, map[string]string{"a": "1"})
	info, err := y.root.Stat("a")
	y.must(err)
	y.must(os.Remove(y.path("a")))
	y.must(syscall.Mkfifo(y.path("a"), 0o644))
	_, _, err = openChecked(y.root, "a", "a", info)
	if err == nil || err.Error() != "a is a FIFO. File tools work on regular files only." {
		t.Errorf("opened a FIFO: %v", err)
	}
}

func TestALinkSwappedInIsNotWrittenThrough(t *testing.T) {
	y := newYard(t, map[string]string{"a": "1", "b": "2"})
	s, err := openSpot(y.root, "a")
	y.must(err)
	defer s.close()
	info, err := s.look()
	y.must(err)
	y.must(os.Remove(y.path("a")))
	y.must(os.Symlink("b", y.path("a")))
	if _, _, err := s.open(info); !errors.Is(err, errChanged) {
		t.Errorf("opened a link: %v", err)
	}
}

// TestAFolderThatBecomesALinkIsNotGoneThrough: between the look at a path and the write a
// folder on the way can become a link, to what gives permission or to what no rule allows.
func TestAFolderThatBecomesALinkIsNotGoneThrough(t *testing.T) {
	for _, name := range []string{"docs/a", "docs/sub/a", "docs/new"} {
		y := newYard(t, map[string]string{"docs/a": "1", "docs/sub/a": "1", ".github/workflows/a": "2", ".github/workflows/sub/a": "2"})
		p, err := target(tool.Call{Root: y.root, Dir: y.path(".")}, name)
		y.must(err)
		y.must(os.Rename(y.path("docs"), y.path("was")))
		y.must(os.Symlink(".github/workflows", y.path("docs")))
		if s, err := openSpot(y.root, p); !errors.Is(err, errChanged) {
			t.Errorf("%s: %v", name, err)
			y.must(s.close())
		}
	}
}

// TestALinkThatWasLookedAtIsGoneThrough: a path that leads through one is that of the place
// where it ends.
func TestALinkThatWasLookedAtIsGoneThrough(t *testing.T) {
	y := newYard(t, map[string]string{"docs/sub/a": "1"})
	y.must(os.Symlink("docs/sub", y.path("link")))
	p, err := target(tool.Call{Root: y.root, Dir: y.path(".")}, "link/a")
	y.must(err)
	s, err := openSpot(y.root, p)
	y.must(err)
	defer s.close()
	if info, err := s.look(); err != nil || info == nil || p != "docs/sub/a" {
		t.Errorf("%s: %v, %v", p, info, err)
	}
	if _, err := openSpot(y.root, "docs/sub/a/b"); !errors.Is(err, syscall.ENOTDIR) {
		t.Errorf("a file as a folder: %v", err)
	}
	if _, err := openSpot(y.root, "docs/none/b"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no folder: %v", err)
	}
}
