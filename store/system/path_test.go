//go:build unix

package system

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestPathOutside(t *testing.T) {
	for _, c := range []struct{ list, dir, want string }{
		{"/bin:/place/bin:/place::.:bin:/places:/place/../usr/bin", "/place", "/bin:/places:/place/../usr/bin"},
		{"/bin:x:/place", "", "/bin:/place"},
		{"", "/place", ""},
	} {
		if got := PathOutside(c.list, c.dir); got != c.want {
			t.Errorf("%q outside of %q: %q, want %q", c.list, c.dir, got, c.want)
		}
	}
}

// TestPathOutsideByLinks: a link to a folder is that folder.
func TestPathOutsideByLinks(t *testing.T) {
	base := t.TempDir()
	work, out := filepath.Join(base, "work"), filepath.Join(base, "out")
	for _, dir := range []string{filepath.Join(work, "bin"), out, filepath.Join(base, "work-too")} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{filepath.Join(out, "door"): filepath.Join(work, "bin"), filepath.Join(base, "alias"): work} {
		if err := os.Symlink(to, link); err != nil {
			t.Fatal(err)
		}
	}
	for _, dir := range []string{work, filepath.Join(base, "alias")} {
		list := strings.Join([]string{"", ".", "bin", "../out", work, filepath.Join(work, "bin"), filepath.Join(work, "none"), filepath.Join(out, "door"),
			filepath.Join(out, "..", "work", "bin"), out, filepath.Join(base, "work-too"), "/nowhere"}, ":")
		want := strings.Join([]string{out, filepath.Join(base, "work-too"), "/nowhere"}, ":")
		got := PathOutside(list, dir)
		if got != want {
			t.Errorf("in %s\ngot  %s\nwant %s", dir, got, want)
		}
	}
}

// TestOutside: of each variable goes what lies in a folder, however it is written.
func TestOutside(t *testing.T) {
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	work, link := filepath.Join(base, "work"), filepath.Join(base, "link")
	if err := os.Mkdir(work, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(work, link); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(work, "bin"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"x", "bin/x"} {
		if err := os.WriteFile(filepath.Join(work, name), nil, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ entry, want string }{
		{"PATH=/bin:bin::$W/bin:/usr/bin", "PATH=/bin:/usr/bin"},
		{"PATH=$W/bin:.", "PATH=/usr/bin:/bin"},
		{"PATH=", "PATH="},
		{"PYTHONPATH=$W/src:src:/opt/lib", "PYTHONPATH=/opt/lib"},
		{"PYTHONPATH=$W/src", ""},
		{"PYTHONPATH=.", ""},
		{"RUBYLIB=lib:$W", ""},
		{"LUA_PATH=/opt/?.lua;$W/?.lua;;", ""},
		{"LUA_PATH=/opt/?.lua;;", "LUA_PATH=/opt/?.lua;;"},
		{"GOROOT=$L", ""}, {"PYTHONPATH=$L/src", ""}, {"NODE_OPTIONS=--require $L/x.js", ""}, {"PERL5OPT=-I$L/lib", ""}, {"PERL5OPT=-I$L-too/lib", "PERL5OPT=-I$L-too/lib"},
		{"GOROOT=$W/../work//go", ""},
		{"GOROOT=/usr/lib/go", "GOROOT=/usr/lib/go"},
		{"GOENV=off", "GOENV=off"},
		{"GOENV=env", ""},
		{"GEM_PATH=/a:$W/b:/c", "GEM_PATH=/a:/c"},
		{"XDG_DATA_DIRS=/a:$W/b:/c", "XDG_DATA_DIRS=/a:/c"},
		{"NODE_OPTIONS=--require $W/x.js", ""},
		{"NODE_OPTIONS=--require=\"$W\"", ""},
		{"PERL5OPT=-I$W/lib", ""},
		{"PERL5OPT=-I$W-too/lib", "PERL5OPT=-I$W-too/lib"},
		{"OTHER=$W-too/x $W2 $W/", ""},
		{"OTHER=$W-too", "OTHER=$W-too"},
		{"OTHER=a:b", "OTHER=a:b"},
		{"OTHER=", "OTHER="},
		{"LD_LIBRARY_PATH=/opt/x;lib", "LD_LIBRARY_PATH=/opt/x"},
		{"LD_LIBRARY_PATH=/opt/x;;/opt/y", "LD_LIBRARY_PATH=/opt/x:/opt/y"},
		{"GOFLAGS=-mod=mod -toolexec=./x", ""},
		{"GOFLAGS='-toolexec=bin/x -v'", ""},
		{"GOCACHEPROG=../work/x", ""},
		{"GOFLAGS=-tags=x", "GOFLAGS=-tags=x"},
		{"TZ=Europe/Berlin", "TZ=Europe/Berlin"},
		{"EDITOR=vim", "EDITOR=vim"},
		{"PWD=$W", ""},
		{"HOME=/home/ada", "HOME=/home/ada"},
		{"=C:=C:/", "=C:=C:/"},
	} {
		fill := func(s string) string { return strings.NewReplacer("$W", work, "$L", link).Replace(s) }
		want := []string{fill(c.want)}
		if c.want == "" {
			want = nil
		}
		if got := Outside([]string{fill(c.entry)}, work); !slices.Equal(got, want) {
			t.Errorf("%s: %q, not %q", c.entry, got, want)
		}
	}
}

// TestOutsideWithTheHomeInIt: where nearly every variable names the folder, only what is searched
// for programs and libraries goes.
func TestOutsideWithTheHomeInIt(t *testing.T) {
	env := []string{"HOME=/w/ada", "PATH=/bin:/w/ada/bin", "PYTHONPATH=/w/ada/src", "GNUPGHOME=/w/ada/.gnupg"}
	if got, want := Outside(env, "/w"), []string{"HOME=/w/ada", "PATH=/bin", "GNUPGHOME=/w/ada/.gnupg"}; !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
}

// TestOutsideWithTheHomeInAClaimedTree: a .git that says that the folder belongs to the home leaves
// nothing in an environment that names the folder, and takes nothing else out of it.
func TestOutsideWithTheHomeInAClaimedTree(t *testing.T) {
	home := real(t.TempDir())
	work := filepath.Join(home, "work")
	if err := errors.Join(os.Mkdir(work, 0o700), os.WriteFile(filepath.Join(work, ".git"), []byte("gitdir: ../.git/worktrees/w\n"), 0o600)); err != nil {
		t.Fatal(err)
	}
	env := []string{"HOME=" + home, "NODE_OPTIONS=--require " + work + "/x.js", "PATH=" + home + "/bin:/bin", "GNUPGHOME=" + home + "/.gnupg"}
	if got, want := Outside(env, work), []string{env[0], env[2], env[3]}; !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
}

// TestTrees: a submodule and a further work tree belong to another one, whose files come from the
// same hands.
func TestTrees(t *testing.T) {
	base := real(t.TempDir())
	at := func(name string) string { return filepath.Join(base, name) }
	for name, text := range map[string]string{
		"top/sub/.git": "gitdir: ../.git/modules/sub\n", "beside/.git": "gitdir: " + at("top/.git/worktrees/beside") + "\n",
		"bare/.git": "gitdir: " + at("top.git/worktrees/bare") + "\n", "odd/.git": "top/.git\n", "blank/.git": "gitdir:  top/.git/x\n", "up/.git": "gitdir: ../alias/../.git\n", "top/.git/HEAD": "", "plain/x": "",
	} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(at(name)), 0o700), os.WriteFile(at(name), []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{"alias": "top/sub", "linked/.git": "../top/.git"} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(at(link)), 0o700), os.Symlink(to, at(link))); err != nil {
			t.Fatal(err)
		}
	}
	for dir, want := range map[string]string{
		"top": "top", "top/sub": "top top/sub", "beside": "beside top", "bare": "bare", "odd": "odd", "up": ". top up", "plain": "plain", "alias": "alias top top/sub", "linked": "linked top", "none": "none",
	} {
		var full []string
		for _, name := range strings.Fields(want) {
			full = append(full, at(name))
		}
		if got := Trees(at(dir)); !slices.Equal(got, full) {
			t.Errorf("%s: %q, not %q", dir, got, full)
		}
	}
	if got := Trees(at("blank")); slices.Contains(got, at("top")) || !slices.Contains(got, at("blank/ top")) {
		t.Errorf("behind a blank: %q", got)
	}
	if got := PathOutside(at("top/bin")+":/bin", at("beside")); got != "/bin" {
		t.Errorf("for a further work tree: %q", got)
	}
}
