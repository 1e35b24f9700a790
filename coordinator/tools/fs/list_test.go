package fs

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

func TestList(t *testing.T) {
	y := newYard(t, map[string]string{
		"b.go": "", "a.go": "", ".env": "", "cmd/report.go": "", "cmd/deep/er/x.txt": "", "empty/": "",
		".git/config": "", "out/bin": "", "log.tmp": "", ".gitignore": "out/\n*.tmp\n", "odd\nname": "",
	})
	y.must(os.Symlink("cmd", y.path("link")))
	y.must(os.Symlink("/etc", y.path("away")))
	for _, c := range []struct{ arguments, want string }{
		{`{}`, "ok: .env\n.gitignore\na.go\naway -> /etc\nb.go\ncmd/deep/er/x.txt\ncmd/report.go\nempty/\nlink -> cmd\n\"odd\\nname\""},
		{`{"path":"cmd"}`, "ok: cmd/deep/er/x.txt\ncmd/report.go"},
		{`{"path":"link"}`, "ok: link/deep/er/x.txt\nlink/report.go"},
		{`{"path":"cmd","depth":1}`, "ok: cmd/deep/\ncmd/report.go"},
		{`{"path":"cmd","depth":2}`, "ok: cmd/deep/er/\ncmd/report.go"},
		{`{"pattern":"*.go"}`, "ok: a.go\nb.go\ncmd/report.go"},
		{`{"pattern":"cmd/**/*.txt"}`, "ok: cmd/deep/er/x.txt"},
		{`{"pattern":"/*.go"}`, "ok: a.go\nb.go"},
		{`{"pattern":"*.none"}`, "ok: No file in the workspace matches *.none."},
		{`{"path":"empty"}`, "ok: There are no files in empty."},
		{`{"path":"cmd","include_ignored":true,"pattern":"*"}`, "ok: cmd/deep/er/x.txt\ncmd/report.go"},
		{`{"include_ignored":true,"depth":1,"pattern":"*.tmp"}`, "ok: log.tmp"},
		{`{"path":".git","include_ignored":true}`, "ok: .git/config"},
		{`{"pattern":"[a"}`, "error: [a is not a file pattern. Use *, ?, [a-z] within a name and ** for any directories, such as **/*.go."},
		{`{"path":"a.go"}`, "error: a.go is not a directory. Use fs_read_file to read it."},
		{`{"path":"none"}`, "error: none does not exist. List the directory with fs_list_files to find the right path."},
	} {
		y.want(y.run("fs_list_files", c.arguments, nil), c.want)
	}
}

func TestListSaysHowMuchMore(t *testing.T) {
	y := newYard(t, nil)
	var want []string
	for i := range listMax + 1234 {
		name := fmt.Sprintf("f%05d", i)
		y.put(name, "")
		if i < listMax {
			want = append(want, name)
		}
	}
	y.want(y.run("fs_list_files", `{}`, nil), "ok: "+strings.Join(want, "\n")+"\n\n1,234 more; narrow with path, pattern or depth.")
}

// TestIgnoredLikeGit compares the rules with those of git itself.
func TestIgnoredLikeGit(t *testing.T) {
	files := map[string]string{
		".gitignore":     "# comment\n\n*.o\n!keep.o\n/root.txt\nbuild/\ndocs/*.html\n**/gen/*.go\na/**/z\n[xy]?.log\nspaced  \n!\n\\#hash\n/only/sub\n",
		"sub/.gitignore": "local\n!special.o\n/anchored\n",
	}
	for _, name := range []string{
		"m.o", "keep.o", "root.txt", "sub/root.txt", "build/x", "sub/build/x", "sub/not/build", "docs/a.html", "docs/deep/a.html",
		"gen/a.go", "q/gen/a.go", "q/gen/deep/a.go", "a/z", "a/b/z", "a/b/c/z", "b/a/z", "x1.log", "z1.log", "xx1.log", "spaced",
		"#hash", "local", "sub/local", "sub/q/local", "sub/m.o", "sub/special.o", "special.o", "sub/anchored", "sub/q/anchored", "anchored",
		"only/sub/x", "q/only/sub/x",
	} {
		files[name] = ""
	}
	y := newYard(t, files)
	y.git("init", "-q")
	cmd := exec.Command("git", "ls-files", "--others", "--exclude-standard", "-z")
	cmd.Dir = y.dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
	out, err := cmd.Output()
	y.must(err)
	want := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	got := strings.Split(strings.TrimPrefix(told(y.run("fs_list_files", `{}`, nil)), "ok: "), "\n")
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
	if len(want) == len(files) || len(want) < 10 {
		t.Errorf("git ignores %d of %d files: this compares nothing", len(files)-len(want), len(files))
	}
}

// TestIgnoredByNoLink: what is left out tells nothing of a file that a link of that name leads to.
func TestIgnoredByNoLink(t *testing.T) {
	y := newYard(t, map[string]string{"secret/k": "KEY\n*.o\n", "KEY": "", "a.o": ""})
	y.must(os.Symlink("secret/k", y.path(".gitignore")))
	y.want(y.run("fs_list_files", `{}`, nil), "ok: .gitignore -> secret/k\nKEY\na.o\nsecret/k")
}

func FuzzIgnore(f *testing.F) {
	f.Add("*.o\n!a/\n/b/**/c\n[", "a/b/c.o")
	f.Add("**/**/**/**/a\n\\#\n!\n//", "x//y")
	f.Fuzz(func(t *testing.T, text, p string) {
		rules := parseRules(".", text)
		last := ignored(rules, p, false)
		// A rule that keeps everything wins if it is read last.
		if ignored(append(rules, parseRules(".", "!**")...), p, false) {
			t.Errorf("%q ignores %q (%v) against the last rule", text, p, last)
		}
	})
}

func FuzzGlob(f *testing.F) {
	f.Add("a/**/b", "a/x/y/b")
	f.Add("[a-", "a")
	f.Fuzz(func(t *testing.T, pattern, p string) {
		if globs(pattern, p) && !globs("**/"+pattern, p) {
			t.Errorf("%q matches %q, but not with **/ before it", pattern, p)
		}
	})
}

func TestGlobs(t *testing.T) {
	for _, c := range []struct {
		pattern, path string
		want          bool
	}{
		{"*.go", "a.go", true}, {"*.go", "d/a.go", false}, {"**/*.go", "a.go", true}, {"**/*.go", "x/y/a.go", true},
		{"a/**", "a", true}, {"a/**", "a/b/c", true}, {"a/**/b", "a/b", true}, {"a/**/b", "a/x/y/b", true}, {"a/**/b", "a/x/y/c", false},
		{"**", "x/y", true}, {"a?c", "abc", true}, {"a?c", "a/c", false}, {"[", "[", false},
		{strings.Repeat("**/", 200) + "z", strings.Repeat("a/", 200) + "b", false},
	} {
		if got := globs(c.pattern, c.path); got != c.want {
			t.Errorf("%q on %q: %v", c.pattern, c.path, got)
		}
	}
}
