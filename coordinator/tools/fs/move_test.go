package fs

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
)

func TestMove(t *testing.T) {
	y := newYard(t, map[string]string{"a": "1\n", "sub/x": "x\n"})
	y.must(os.Chmod(y.path("a"), 0o750))
	y.want(y.run("fs_move_file", moveArguments{"a", "b"}, nil), "ok: Moved a to b.")
	y.want(y.run("fs_move_file", moveArguments{"b", "new/er/c"}, nil), "ok: Moved b to new/er/c.")
	y.wantFile("new/er/c", "1\n")
	y.wantNames("new/ new/er/ new/er/c sub/ sub/x")
	info, err := os.Stat(y.path("new/er/c"))
	y.must(err)
	if info.Mode() != 0o750 {
		t.Errorf("mode %v", info.Mode())
	}
}

func TestMoveAsksBeforeItReplaces(t *testing.T) {
	y := newYard(t, map[string]string{"a": "1\n", "b": "2\n"})
	in := moveArguments{"a", "b"}
	out := y.run("fs_move_file", in, nil)
	y.want(out, "asks overwrite_file default false: b exists already. Do you want to replace it with a?\n```diff\n--- a/b\n+++ b/b\n@@ -1 +1 @@\n-2\n+1\n```\n")
	y.want(y.run("fs_move_file", in, y.all(out, "false")), "error: b exists already, and replacing it was rejected. a was not moved. Choose another path.")
	for _, changed := range []string{"a", "b"} {
		y.put(changed, "changed "+changed+"\n")
		again := y.run("fs_move_file", in, y.all(out, "true"))
		if qs := y.questions(again); qs[0].Context[:len(textChanged)] != textChanged {
			t.Errorf("%s: %s", changed, qs[0].Context)
		}
		out = again
	}
	y.want(y.run("fs_move_file", in, y.all(out, "true")), "ok: Moved a to b.")
	y.wantFile("b", "changed a\n")
	y.wantNames("b")
}

func TestMoveOverBinaryAndLarge(t *testing.T) {
	y := newYard(t, map[string]string{"a": "1\x00", "b": "2\n", "c": ""})
	y.must(os.Truncate(y.path("c"), maxChange+1))
	y.want(y.run("fs_move_file", moveArguments{"a", "b"}, nil),
		"asks overwrite_file default false: b exists already. Do you want to replace it with a?\nThe contents cannot be shown as text: 2 bytes are replaced by 2 bytes.\n")
	out := y.run("fs_move_file", moveArguments{"b", "c"}, nil)
	y.want(out, "asks overwrite_file default false: c exists already. Do you want to replace it with b?\nThe contents cannot be shown as text: 2,097,153 bytes are replaced by 2 bytes.\n")
	y.want(y.run("fs_move_file", moveArguments{"b", "c"}, y.all(out, "true")), "ok: Moved b to c.")
}

func TestMoveRefuses(t *testing.T) {
	y := newYard(t, map[string]string{"a": "1", "sub/x": "2"})
	y.must(os.Symlink("a", y.path("link")))
	y.must(os.Link(y.path("a"), y.path("hard")))
	for _, c := range [][3]string{
		{"a", "a", "path and to are the same file, a. Give another path in to."},
		{"a", "./sub/../a", "path and to are the same file, a. Give another path in to."},
		{"a", "hard", "path and to are the same file, hard. Give another path in to."},
		{"a", "sub", "sub is a directory. Nothing was moved. Give the whole new path in to, such as sub/a."},
		{"sub", "other", "sub is a directory. Give the path of a file; fs_list_files lists a directory."},
		{"link", "b", "link is a symbolic link to a. Nothing was changed. Give the path of the file itself."},
		{"sub/x", "link", "link is a symbolic link to a. Nothing was changed. Give the path of the file itself."},
		{"none", "b", "none does not exist. List the directory with fs_list_files to find the right path."},
		{"none", "new/b", "none does not exist. List the directory with fs_list_files to find the right path."},
		{"sub/x", "a/b", "A part of a/b is a file, not a directory. List the directory with fs_list_files to find the right path."},
		{"a", "", "path is empty. Give a path relative to the workspace, such as cmd/report.go."},
	} {
		y.want(y.run("fs_move_file", moveArguments{c[0], c[1]}, nil), "error: "+c[2])
	}
	y.wantNames("a hard link sub/ sub/x")
}

// TestAStoppedMoveReadsNoFurther: of a file that would take minutes to read, nothing is read once
// the call is stopped.
func TestAStoppedMoveReadsNoFurther(t *testing.T) {
	y := newYard(t, map[string]string{"a": ""})
	y.must(os.Truncate(y.path("a"), 1<<40))
	ctx, stop := context.WithCancel(t.Context())
	stop()
	s, err := openSpot(y.root, "a")
	y.must(err)
	info, err := s.look()
	y.must(err)
	if _, err := s.kept(ctx, info); !errors.Is(err, context.Canceled) {
		t.Errorf("it is kept: %v", err)
	}
	if _, err := s.sum(ctx, info, false); !errors.Is(err, context.Canceled) {
		t.Errorf("it is summed: %v", err)
	}
	y.must(s.close())
}

func TestAMoveShowsWhichBytesAreNotUTF8(t *testing.T) {
	y := newYard(t, map[string]string{"a": "k\xff\xff\n", "b": "k\xff\xfe\xfd\n"})
	q := y.questions(y.run("fs_move_file", `{"path":"a","to":"b"}`, nil))[0]
	if want := "-k<FF><FE><FD>\n+k<FF><FF>\n"; !strings.Contains(q.Context, want) {
		t.Errorf("got %q, want %q in it", q.Context, want)
	}
	y = newYard(t, map[string]string{"a": "\xff <E9>\n", "b": "\xff <U+003C>E9>\n"})
	q = y.questions(y.run("fs_move_file", `{"path":"a","to":"b"}`, nil))[0]
	if want := "-<FF> <U+003C>U+003C>E9>\n+<FF> <U+003C>E9>\n"; !strings.Contains(q.Context, want) {
		t.Errorf("got %q, want %q in it", q.Context, want)
	}
}
