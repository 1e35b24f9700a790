package rulebook

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/coordinator/rules"
)

// TestProgramsOfTheWorkspace: a rule with the digest of a program holds until the
// program changes, however PATH finds it.
func TestProgramsOfTheWorkspace(t *testing.T) {
	for _, c := range []struct {
		name, path, command string
		inside              bool
	}{
		{"by its path", "/usr/bin", "./bin/tool", true},
		{"by an entry in the workspace", "DIR/bin:/usr/bin", "tool", true},
		{"by a relative entry", "bin:/usr/bin", "tool", true},
		{"by an empty entry", ":/usr/bin", "here", true},
		{"up from where a link leads", "/usr/bin", "up/../tool", true},
		{"by a relative entry that goes up", "up/..:/usr/bin", "tool", true},
		{"by an entry in the workspace that goes up", "DIR/up/..:/usr/bin", "tool", true},
		{"behind one that cannot be run", "DIR/decoy:DIR/bin:/usr/bin", "tool", true},
		{"behind one that cannot be run, by relative entries", "decoy:bin:/usr/bin", "tool", true},
		{"behind a folder of its name", "bin/deep:bin:/usr/bin", "tool", true},
		{"by a link to it", "DIR/../LINK", "tool", true},
		{"of the system", "/usr/bin:/bin", "cat", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, dir := place(t, map[string]string{"bin/tool": "one", "here": "one", "decoy/tool": "one", "bin/deep/tool/x": ""})
			elsewhere := t.TempDir()
			if err := errors.Join(os.Chmod(filepath.Join(dir, "decoy", "tool"), 0o644), os.Symlink(filepath.Join(dir, "bin", "tool"), filepath.Join(elsewhere, "tool")), os.Symlink("bin/deep", filepath.Join(dir, "up"))); err != nil {
				t.Fatal(err)
			}
			b.o.Path = strings.NewReplacer("DIR/../LINK", elsewhere, "DIR", dir).Replace(c.path)
			p := b.looker(t.Context()).program(c.command)
			if p.InWorkspace != c.inside || (p.Digest != "") != c.inside {
				t.Fatalf("%+v", p)
			}
			if !c.inside {
				return
			}
			for _, name := range []string{"bin/tool", "here"} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte("two"), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			if again := b.looker(t.Context()).program(c.command); again.Digest == p.Digest {
				t.Error("the change does not show")
			}
		})
	}
}

// TestVersionControlAboveTheRoot: go asks the first version control up from the root for the version.
func TestVersionControlAboveTheRoot(t *testing.T) {
	for name, want := range map[string]bool{"sub/x": true, "sub/.hg/hgrc": false, ".hg/hgrc": false, "sub/in/.git/x": true} {
		_, dir := place(t, map[string]string{name: "", "sub/in/go.mod": "module x\n"})
		if got := harmlessGo(filepath.Join(dir, "sub", "in")); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
	_, dir := place(t, map[string]string{".hg/hgrc": "", "sub/.git/x": "", "sub/go.mod": "module x\n"})
	if !harmlessGo(filepath.Join(dir, "sub")) {
		t.Error("go stops at the first")
	}
}

// TestAProgramBehindAnother: a shell goes on to the next of a name where the first cannot be started, as a
// script whose interpreter is gone. No digest stands for both.
func TestAProgramBehindAnother(t *testing.T) {
	for path, want := range map[string]bool{"/usr/bin:/bin:DIR/bin": true, "/usr/bin:/bin:bin": true, "/usr/bin:/bin:DIR": false} {
		b, dir := place(t, map[string]string{"bin/cat": "one"})
		b.o.Path = strings.ReplaceAll(path, "DIR", dir)
		if p := b.looker(t.Context()).program("cat"); p.InWorkspace != want || p.Digest != "" || p.Shadowed {
			t.Errorf("%s: %+v", path, p)
		}
	}
}

// TestProgramsThatOthersMayComeBefore: if PATH names the workspace before the folder in
// which a program is found, another may be put there.
func TestProgramsThatOthersMayComeBefore(t *testing.T) {
	for path, want := range map[string]bool{
		"DIR/bin:/usr/bin:/bin": true, "LINK:/usr/bin:/bin": true, "bin:/usr/bin:/bin": true, ":/usr/bin:/bin": true,
		"/usr/bin:/bin:DIR/bin": false, "/usr/bin:/bin:": false,
	} {
		b, dir := place(t, map[string]string{"bin/x": ""})
		link := filepath.Join(t.TempDir(), "link")
		if err := os.Symlink(filepath.Join(dir, "bin"), link); err != nil {
			t.Fatal(err)
		}
		b.o.Path = strings.NewReplacer("DIR", dir, "LINK", link).Replace(path)
		if p := b.looker(t.Context()).program("cat"); p.InWorkspace || p.Shadowed != want {
			t.Errorf("%s: %+v", path, p)
		}
	}
}

// TestProgramsOfAnotherTree: of a further work tree and of a submodule, the programs of the tree to whose
// repository it belongs are no more the system's than its own.
func TestProgramsOfAnotherTree(t *testing.T) {
	other := t.TempDir()
	if err := write("bin/cat", "#!/bin/sh\n")(other); err != nil {
		t.Fatal(err)
	}
	b, _ := place(t, map[string]string{".git": "gitdir: " + other + "/.git/worktrees/x\n", "a": ""}, "allow run_command(cat *)")
	for path, want := range map[string]rules.Verdict{other + "/bin:/usr/bin:/bin": rules.Asked, "/usr/bin:/bin": rules.Allowed} {
		b.o.Path = path
		if r := b.one(t, "run_command", `{"command":"cat a"}`); r.Verdict != want {
			t.Errorf("%s: %s, %s", path, r.Verdict, r.Why)
		}
	}
}

// TestThisProgramUnderAnotherName: no rule covers it, be it a link, a second name or a copy.
func TestThisProgramUnderAnotherName(t *testing.T) {
	b, _ := place(t, nil, "allow run_command(helper run x)")
	bin := t.TempDir()
	self, helper := filepath.Join(bin, "parley"), filepath.Join(bin, "helper")
	long := strings.Repeat("x", pieceRead+5)
	write := func(name, text string) error { return os.WriteFile(name, []byte(text), 0o700) }
	if err := write(self, long); err != nil {
		t.Fatal(err)
	}
	b.o.Path, b.o.Self = bin, self
	for name, c := range map[string]struct {
		put  func() error
		want bool
	}{
		"a link":                     {func() error { return os.Symlink(self, helper) }, true},
		"a second name":              {func() error { return os.Link(self, helper) }, true},
		"a copy":                     {func() error { return write(helper, long) }, true},
		"another one of that length": {func() error { return write(helper, long[1:]+"y") }, false},
		"a longer one":               {func() error { return write(helper, long+"x") }, false},
		"a shorter one":              {func() error { return write(helper, long[1:]) }, false},
	} {
		if err := c.put(); err != nil {
			t.Fatal(err)
		}
		if r := b.one(t, "run_command", `{"command":"helper run x"}`); (r.Ground == rules.Personal) != c.want {
			t.Errorf("%s: %+v", name, r)
		}
		if err := os.Remove(helper); err != nil {
			t.Fatal(err)
		}
	}
}
