package fs

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestGrep(t *testing.T) {
	y := newYard(t, map[string]string{
		"a.go": "package a\nfunc One() {}\nfunc two() {}\n", "b.txt": "func in text\r\nnone\r\n", "cmd/c.go": "func Three()",
		"bin": "func\x00", "mark": bom + "func first\n", "bytes": "func \xff\n",
		".gitignore": "out\n", "out/x.go": "func out\n", ".git/hooks": "func git\n",
	})
	y.must(os.Symlink("a.go", y.path("link")))
	y.put("large", "func large\n")
	y.must(os.Truncate(y.path("large"), maxGrep+1))
	for _, c := range []struct{ arguments, want string }{
		{`{"pattern":"^func"}`, "ok: a.go:2: func One() {}\na.go:3: func two() {}\nb.txt:1: func in text\nbytes:1: func \uFFFD\ncmd/c.go:1: func Three()\nmark:1: func first\n" +
			"\n6 matching lines in 5 files.\nNot searched: 1 binary, 1 larger than 8,388,608 bytes."},
		{`{"pattern":"func","include":"*.go"}`, "ok: a.go:2: func One() {}\na.go:3: func two() {}\ncmd/c.go:1: func Three()\n\n3 matching lines in 2 files."},
		{`{"pattern":"func","include":"cmd/*"}`, "ok: cmd/c.go:1: func Three()\n\n1 matching line in 1 file."},
		{`{"pattern":"FUNC (one|THREE)","ignore_case":true,"paths":["cmd","a.go","a.go","."],"include":"*.go"}`,
			"ok: cmd/c.go:1: func Three()\na.go:2: func One() {}\n\n2 matching lines in 2 files."},
		{`{"pattern":"text$","paths":["b.txt"]}`, "ok: b.txt:1: func in text\n\n1 matching line in 1 file."},
		{`{"pattern":"func","paths":["link"]}`, "ok: link:2: func One() {}\nlink:3: func two() {}\n\n2 matching lines in 1 file."},
		{`{"pattern":"func","paths":["out/x.go"]}`, "ok: out/x.go:1: func out\n\n1 matching line in 1 file."},
		{`{"pattern":"func (out|git)","include_ignored":true}`, "ok: .git/hooks:1: func git\nout/x.go:1: func out\n\n2 matching lines in 2 files.\nNot searched: 1 larger than 8,388,608 bytes."},
		{`{"pattern":"absent"}`, "ok: No matches.\nNot searched: 1 larger than 8,388,608 bytes."},
		{`{"pattern":""}`, "error: pattern is empty. Give a regular expression to look for; to list files, use fs_list_files."},
		{`{"pattern":"a("}`, "error: a( is not a regular expression: missing closing ): `a(`. The syntax is RE2, without look-around and back references; escape ( [ { . * + ? with a backslash to search for them."},
		{`{"pattern":"` + strings.Repeat("(?:a?){900}", 50) + `"}`, "error: " + strings.Repeat("(?:a?){900}", 50) + " is not a regular expression: it has too many steps; let it repeat less. The syntax is RE2, without look-around and back references; escape ( [ { . * + ? with a backslash to search for them."},
		{`{"pattern":"a","include":"["}`, "error: [ is not a file pattern. Use *, ?, [a-z] within a name and ** for any directories, such as **/*.go."},
		{`{"pattern":"a","paths":["none"]}`, "error: none does not exist. List the directory with fs_list_files to find the right path."},
	} {
		y.want(y.run("fs_grep_files", c.arguments, nil), c.want)
	}
}

func TestGrepContext(t *testing.T) {
	y := newYard(t, map[string]string{"a": "1\n2 x\n3\n4\n5 x\n6 x\n7\n8\n9\n10\n11 x\n", "b": "x\n"})
	for _, c := range []struct{ arguments, want string }{
		{`{"pattern":"x","context":1}`, "ok: a-1- 1\na:2: 2 x\na-3- 3\na-4- 4\na:5: 5 x\na:6: 6 x\na-7- 7\n--\na-10- 10\na:11: 11 x\n--\nb:1: x\n\n5 matching lines in 2 files."},
		{`{"pattern":"x","context":99,"paths":["b"]}`, "ok: b:1: x\n\n1 matching line in 1 file."},
		{`{"pattern":"2 x","context":-1}`, "ok: a:2: 2 x\n\n1 matching line in 1 file."},
	} {
		y.want(y.run("fs_grep_files", c.arguments, nil), c.want)
	}
}

func TestGrepLimits(t *testing.T) {
	y := newYard(t, map[string]string{"a": strings.Repeat("x\n", grepMatches+1000), "b": "x\n"})
	var want strings.Builder
	for i := range grepMatches {
		fmt.Fprintf(&want, "a:%d: x\n", i+1)
	}
	y.want(y.run("fs_grep_files", `{"pattern":"x"}`, nil), "ok: "+want.String()+"\n1,201 matching lines in 2 files.\n1,001 more; narrow with pattern, paths or include.")

	y = newYard(t, map[string]string{"a": "x" + strings.Repeat("é", 500) + "\n"})
	y.want(y.run("fs_grep_files", `{"pattern":"x"}`, nil), "ok: a:1: x"+strings.Repeat("é", 199)+" … 602 more bytes\n\n1 matching line in 1 file.")

	y = newYard(t, map[string]string{"a": strings.Repeat("x"+strings.Repeat("y", 398)+"\n", 400)})
	got := told(y.run("fs_grep_files", `{"pattern":"x","context":10}`, nil))
	if len(got) > grepBytes+1000 || !strings.HasSuffix(got, "\n400 matching lines in 1 file.\n238 more; narrow with pattern, paths or include.") {
		t.Errorf("%d bytes, ending %q", len(got), got[len(got)-100:])
	}
}

func FuzzExcerpt(f *testing.F) {
	f.Add([]byte("a\nb\xff\r\n"), 1, 2)
	f.Add([]byte("\uFEFF"), 0, 0)
	f.Fuzz(func(t *testing.T, data []byte, start, end int) {
		text, err := excerpt("f", data, start, end)
		if err == nil && len(text) > 3*readBytes+1000 {
			t.Errorf("%d bytes", len(text))
		}
	})
}
