package fs

import (
	"os"
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	y := newYard(t, map[string]string{
		"a": "one\ntwo\nthree\n", "open": "one\ntwo", "crlf": "one\r\ntwo\r\n", "mark": bom + "one\n", "bytes": "a\xffb\n",
		"empty": "", "bin": "a\x00b", "one": "1\n", "sub/x": "in\n",
	})
	y.must(os.Symlink("sub/x", y.path("link")))
	y.must(os.Symlink("sub", y.path("dir")))
	for _, c := range []struct{ arguments, want string }{
		{`{"path":"a"}`, "ok: a: lines 1 to 3 of 3.\n\none\ntwo\nthree\n"},
		{`{"path":"` + y.path("a") + `"}`, "ok: a: lines 1 to 3 of 3.\n\none\ntwo\nthree\n"},
		{`{"path":"a","start_line":2}`, "ok: a: lines 2 to 3 of 3.\n\ntwo\nthree\n"},
		{`{"path":"a","end_line":2}`, "ok: a: lines 1 to 2 of 3.\n\none\ntwo\n"},
		{`{"path":"a","start_line":2,"end_line":2}`, "ok: a: line 2 of 3.\n\ntwo\n"},
		{`{"path":"a","start_line":2,"end_line":99}`, "ok: a: lines 2 to 3 of 3.\n\ntwo\nthree\n"},
		{`{"path":"a","start_line":3,"end_line":2}`, "error: start_line 3 and end_line 2 name no lines. Lines count from 1, and end_line must not be before start_line."},
		{`{"path":"a","start_line":-1}`, "error: start_line -1 and end_line 0 name no lines. Lines count from 1, and end_line must not be before start_line."},
		{`{"path":"a","start_line":4}`, "error: a has 3 lines; start_line 4 is past its end."},
		{`{"path":"one","start_line":4}`, "error: one has 1 line; start_line 4 is past its end."},
		{`{"path":"open"}`, "ok: open: lines 1 to 2 of 2. The last line has no newline.\n\none\ntwo"},
		{`{"path":"crlf"}`, "ok: crlf: lines 1 to 2 of 2. Its lines end in CR LF; write plain line feeds, they are converted.\n\none\ntwo\n"},
		{`{"path":"mark"}`, "ok: mark: line 1 of 1. It begins with a byte order mark, which is kept.\n\none\n"},
		{`{"path":"bytes"}`, "ok: bytes: line 1 of 1. Bytes that are not UTF-8 are shown as U+FFFD.\n\na\uFFFDb\n"},
		{`{"path":"empty"}`, "ok: empty: the file is empty."},
		{`{"path":"link"}`, "ok: link: line 1 of 1.\n\nin\n"},
		{`{"path":"dir/x"}`, "ok: dir/x: line 1 of 1.\n\nin\n"},
		{`{"path":"bin"}`, "error: bin is a binary file of 3 bytes. It has no text to show: use run_command with a program for its format."},
		{`{"path":"sub"}`, "error: sub is a directory. Give the path of a file; fs_list_files lists a directory."},
		{`{"path":"none"}`, "error: none does not exist. List the directory with fs_list_files to find the right path."},
		{`{"path":"a/b"}`, "error: A part of a/b is a file, not a directory. List the directory with fs_list_files to find the right path."},
		{`{"path":""}`, "error: path is empty. Give a path relative to the workspace, such as cmd/report.go."},
		{`{"path":"a\u0000b"}`, "error: path holds a null character. Give a path relative to the workspace, such as cmd/report.go."},
	} {
		y.want(y.run("fs_read_file", c.arguments, nil), c.want)
	}
}

func TestReadLimits(t *testing.T) {
	y := newYard(t, map[string]string{
		"many": strings.Repeat("x\n", readLines+5),
		"wide": strings.Repeat(strings.Repeat("y", 999)+"\n", 100),
		"long": "short\n" + strings.Repeat("é", readBytes) + "\nafter\n",
	})
	y.want(y.run("fs_read_file", `{"path":"many"}`, nil), "ok: many: lines 1 to 2000 of 2005. 5 more; read on with start_line 2001.\n\n"+strings.Repeat("x\n", readLines))
	y.want(y.run("fs_read_file", `{"path":"many","start_line":2001}`, nil), "ok: many: lines 2001 to 2005 of 2005.\n\n"+strings.Repeat("x\n", 5))
	y.want(y.run("fs_read_file", `{"path":"wide"}`, nil),
		"ok: wide: lines 1 to 65 of 100. 35 more; read on with start_line 66.\n\n"+strings.Repeat(strings.Repeat("y", 999)+"\n", 65))
	y.want(y.run("fs_read_file", `{"path":"long","start_line":2}`, nil),
		"ok: long: line 2 of 3. It is cut after 65,536 of 131,073 bytes. 1 more; read on with start_line 3.\n\n"+strings.Repeat("é", readBytes/2))
}

func TestReadRefusesWhatIsTooLarge(t *testing.T) {
	y := newYard(t, map[string]string{"huge": ""})
	y.must(os.Truncate(y.path("huge"), maxRead+1))
	y.want(y.run("fs_read_file", `{"path":"huge"}`, nil),
		"error: huge is too large to read (33,554,433 bytes, at most 33,554,432). Use fs_grep_files or run_command to take out the part you need.")
}
