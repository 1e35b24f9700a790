package fs

import (
	"os"
	"strings"
	"testing"

	"parley/coordinator/tool"
)

func TestCreate(t *testing.T) {
	y := newYard(t, map[string]string{"a": "1\n"})
	y.want(y.run("fs_create_file", createArguments{"b", "x\ny\n"}, nil), "ok: Created b with 2 lines.")
	y.want(y.run("fs_create_file", createArguments{"new/er/c", "x"}, nil), "ok: Created new/er/c with 1 line.")
	y.want(y.run("fs_create_file", createArguments{"empty", ""}, nil), "ok: Created empty with 0 lines.")
	y.want(y.run("fs_create_file", createArguments{"a", "1\n"}, nil), "ok: a has exactly this content already. Nothing was written.")
	y.wantFile("b", "x\ny\n")
	y.wantFile("new/er/c", "x")
	y.wantFile("empty", "")
	y.wantNames("a b empty new/ new/er/ new/er/c")
	info, err := os.Stat(y.path("b"))
	y.must(err)
	plain, err := os.Create(y.path("plain"))
	y.must(err)
	defer plain.Close()
	like, err := plain.Stat()
	y.must(err)
	if info.Mode() != like.Mode() {
		t.Errorf("mode %v, want that of any new file, %v", info.Mode(), like.Mode())
	}
}

func TestCreateAsksBeforeItReplaces(t *testing.T) {
	y := newYard(t, map[string]string{"a": "1\n2\n"})
	in := createArguments{"a", "1\ntwo\n"}
	out := y.run("fs_create_file", in, nil)
	y.want(out, "asks overwrite_file default false: a exists already. Do you want to replace it?\n```diff\n--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n 1\n-2\n+two\n```\n")
	y.wantDigest(out, "overwrite_file", Digest("a", []byte("1\n2\n"), []byte("1\ntwo\n")))
	y.want(y.run("fs_create_file", in, y.all(out, "false")),
		"error: a exists already, and replacing it was rejected. Nothing was written. Choose another path, or change the file with fs_modify_file.")
	y.put("a", "other\n")
	again := y.run("fs_create_file", in, y.all(out, "true"))
	y.want(again, "asks overwrite_file default false: a exists already. Do you want to replace it?\n"+textChanged+"\n\n```diff\n--- a/a\n+++ b/a\n@@ -1 +1,2 @@\n-other\n+1\n+two\n```\n")
	y.wantFile("a", "other\n")
	y.want(y.run("fs_create_file", in, y.all(again, "true")), "ok: Replaced a: 2 lines added, 1 removed.")
	y.wantFile("a", "1\ntwo\n")
}

func TestCreateKeepsWhatAReplacedFileWas(t *testing.T) {
	for name, c := range map[string]struct{ old, content, want string }{
		"CR LF":              {"a\r\nb\r\n", "x\ny\n", "x\r\ny\r\n"},
		"CR LF meant so":     {"a\r\n", "x\r\ny\n", "x\r\ny\n"},
		"mark":               {bom + "a\n", "x\n", bom + "x\n"},
		"mark there already": {bom + "a\n", bom + "x\n", bom + "x\n"},
		"LF":                 {"a\n", "x\r\n", "x\r\n"},
	} {
		t.Run(name, func(t *testing.T) {
			y := newYard(t, map[string]string{"f": c.old})
			y.must(os.Chmod(y.path("f"), 0o751))
			in := createArguments{"f", c.content}
			y.run("fs_create_file", in, y.all(y.run("fs_create_file", in, nil), "true"))
			y.wantFile("f", c.want)
			info, err := os.Stat(y.path("f"))
			y.must(err)
			if info.Mode() != 0o751 {
				t.Errorf("mode %v", info.Mode())
			}
		})
	}
}

func TestCreateOverBinary(t *testing.T) {
	y := newYard(t, map[string]string{"f": "a\x00\r\nb"})
	in := createArguments{"f", "x\n"}
	out := y.run("fs_create_file", in, nil)
	y.want(out, "asks overwrite_file default false: f exists already. Do you want to replace it?\nThe contents cannot be shown as text: 5 bytes are replaced by 2 bytes.\n")
	y.want(y.run("fs_create_file", in, y.all(out, "true")), "ok: Replaced f: 1 line added, 2 removed.")
	y.wantFile("f", "x\n")
}

func TestCreateWritesTheEditedText(t *testing.T) {
	y := newYard(t, map[string]string{"a": "1\n"})
	in := createArguments{"a", "2\n"}
	given := y.all(y.run("fs_create_file", in, nil), "true")
	answer := given["overwrite_file"]
	answer.Edited = &tool.Edited{Digest: answer.Asked.Digest, Content: "3\n"}
	given["overwrite_file"] = answer
	got := told(y.run("fs_create_file", in, given))
	if !strings.HasSuffix(got, "```diff\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-2\n+3\n```") {
		t.Error(got)
	}
	y.wantFile("a", "3\n")
}

func TestCreateThatIsOvertaken(t *testing.T) {
	y := newYard(t, map[string]string{"sub/": ""})
	y.use(Options{Random: reader{func() { y.put("sub/a", "theirs\n") }}})
	out := y.run("fs_create_file", createArguments{"sub/a", "mine\n"}, nil)
	y.wantDigest(out, "overwrite_file", Digest("sub/a", []byte("theirs\n"), []byte("mine\n")))
	y.wantFile("sub/a", "theirs\n")
	y.wantNames("sub/ sub/a")
}

func TestCreateBelowMissingDirectoriesThatIsOvertaken(t *testing.T) {
	y := newYard(t, nil)
	y.use(Options{Random: reader{func() { y.put("new/a", "theirs\n") }}})
	out := y.run("fs_create_file", createArguments{"new/a", "mine\n"}, nil)
	y.wantDigest(out, "overwrite_file", Digest("new/a", []byte("theirs\n"), []byte("mine\n")))
	y.wantNames("new/ new/a")
}

func TestCreateLeavesNothingBehind(t *testing.T) {
	y := newYard(t, nil)
	y.use(Options{Random: strings.NewReader("short")})
	if _, ok := y.run("fs_create_file", createArguments{"new/er/a", "x"}, nil).(tool.Failure); !ok {
		t.Error("written without a name for the temporary file")
	}
	y.wantNames("")
}

func TestCreateRefuses(t *testing.T) {
	y := newYard(t, map[string]string{"a": "", "sub/x": ""})
	y.must(os.Symlink("a", y.path("link")))
	y.must(os.Symlink("nowhere", y.path("dangling")))
	for path, want := range map[string]string{
		"sub":                    "sub is a directory. Give the path of a file; fs_list_files lists a directory.",
		"a/b":                    "A part of a/b is a file, not a directory. List the directory with fs_list_files to find the right path.",
		"link":                   "link is a symbolic link to a. Nothing was changed. Give the path of the file itself.",
		"dangling":               "dangling is a symbolic link to nowhere. Nothing was changed. Give the path of the file itself.",
		"":                       "path is empty. Give a path relative to the workspace, such as cmd/report.go.",
		strings.Repeat("n", 300): strings.Repeat("n", 300) + " is too long for a path. Use shorter names.",
	} {
		y.want(y.run("fs_create_file", createArguments{path, "x"}, nil), "error: "+want)
	}
	y.want(y.run("fs_create_file", createArguments{"big", strings.Repeat("x", maxChange+1)}, nil),
		"error: The new text of big is too large (2,097,153 bytes, at most 2,097,152). Nothing was changed. Write it in several files, or produce it with run_command.")
	y.wantNames("a dangling link sub/ sub/x")
}
