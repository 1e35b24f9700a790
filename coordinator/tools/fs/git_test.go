package fs

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/coordinator/git"
	"parley/coordinator/tool"
)

// dirtyOf asks about one file.
func (y *yard) dirtyOf(o Options, p string) string {
	if o.LookLimit == 0 {
		o.LookLimit = lookLimit
	}
	o.Status = git.Status
	return o.dirty(context.Background(), tool.Call{Dir: y.dir, Root: y.root}, p)
}

func TestDirty(t *testing.T) {
	y := newYard(t, map[string]string{
		"clean": "1", "changed": "1", "gone": "1", "*": "1", ":(top)x": "1", "-n": "1", "sub/x": "1",
		".gitignore": "*.o\n/build/\n", "kept.o": "1",
	})
	y.git("init", "-q")
	y.git("add", "-A", "-f")
	y.git("commit", "-q", "-m", "all")
	for _, name := range []string{"changed", "*", ":(top)x", "-n", "sub/x", "kept.o"} {
		y.put(name, "2")
	}
	for _, name := range []string{"new", "wild\ncard?", "a.o", "sub/b.o", "build/deep/x"} {
		y.put(name, "1")
	}
	y.must(os.Remove(y.path("gone")))
	y.put(".git/info/exclude", "secret*\n")
	y.put("sub/secret.txt", "1")
	for p, want := range map[string]string{
		"clean": "", "changed": " M", "gone": " D", "*": " M", "clea?": "", ":(top)x": " M", "-n": " M", "sub/x": " M",
		"new": "??", "none": "", "wild\ncard?": "??", "a.o": "", "sub/b.o": "", "build/deep/x": "", "kept.o": " M",
		"sub/secret.txt": "",
	} {
		if got := y.dirtyOf(Options{}, p); got != want {
			t.Errorf("%q: %q, want %q", p, got, want)
		}
	}
	if got := y.dirtyOf(Options{LookLimit: time.Nanosecond}, "changed"); got != "?" {
		t.Errorf("without time to look: %q", got)
	}
}

// TestGitRunsNothingOfTheRepository sets up a repository that would run a program whenever
// its status is asked for.
func TestGitRunsNothingOfTheRepository(t *testing.T) {
	y := newYard(t, map[string]string{"a": "1\n2\n", ".gitattributes": "* filter=spy\n"})
	y.commit()
	y.put("a", "1\n2\n3\n")
	y.must(os.WriteFile(y.path("spy"), []byte("#!/bin/sh\ntouch '"+y.path("ran")+"'\n"), 0o755))
	y.git("config", "core.fsmonitor", y.path("spy"))
	y.git("config", "filter.spy.clean", y.path("spy"))
	out := y.run("fs_modify_file", change("a", "2", "two"), nil)
	y.want(out, "asks modify_dirty_file: a may have uncommitted changes. Do you want to modify it all the same?\n"+
		"Whether it has uncommitted changes cannot be told: only git could say, and programs that the repository names would run for that.\n"+
		"asks apply_changes default true when modify_dirty_file is true: Do you want to apply the following patch to a?\n"+
		"```diff\n--- a/a\n+++ b/a\n@@ -1,3 +1,3 @@\n 1\n-2\n+two\n 3\n```\n")
	y.want(y.run("fs_delete_file", deleteArguments{"a"}, y.all(y.run("fs_delete_file", deleteArguments{"a"}, nil), "false")),
		"error: a may have uncommitted changes, and deleting it was rejected. Nothing was deleted. Ask the user to commit or stash them first, or leave the file.")
	if names, err := Files(context.Background(), y.dir, nil, git.User{}, 10); err != nil || strings.Join(names, " ") != ".gitattributes a spy" {
		t.Errorf("files: %q, %v", names, err)
	}
	y.wantFile("ran", "<none>")
	y.git("status")
	y.wantFile("ran", "") // so that the trap is known to work
}

func TestFiles(t *testing.T) {
	y := newYard(t, map[string]string{
		"b": "", "sub/a": "", "sub/dead.o": "", "kept.o": "", "loose.o": "", ".gitignore": "*.o\nout\n", "out/x": "", ".hidden/y": "",
		"out/known": "",
	})
	if names, err := Files(context.Background(), y.dir, nil, git.User{}, 10); err != nil || strings.Join(names, " ") != ".gitignore .hidden/y b sub/a" {
		t.Errorf("no repository: %q, %v", names, err)
	}
	y.git("init", "-q")
	y.git("add", "-f", "kept.o", "sub/a", "out/known")
	y.put("secret.txt", "")
	y.put(".git/info/exclude", "secret*\n")
	want := []string{".gitignore", ".hidden/y", "b", "kept.o", "out/known", "sub/a"}
	if names, err := Files(context.Background(), y.dir, nil, git.User{}, 10); err != nil || !slices.Equal(names, want) {
		t.Errorf("%q, %v", names, err)
	}
	if names, err := Files(context.Background(), y.dir, nil, git.User{}, 2); err != nil || len(names) != 2 {
		t.Errorf("of two: %q, %v", names, err)
	}
	y.must(os.Remove(y.path("kept.o")))
	y.put(".git/index", "broken")
	if names, err := Files(context.Background(), y.dir, nil, git.User{}, 10); err != nil || strings.Join(names, " ") != ".gitignore .hidden/y b sub/a" {
		t.Errorf("a broken index: %q, %v", names, err)
	}
}
