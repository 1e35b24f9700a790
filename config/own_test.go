package config

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFoldersOfTheEnvironment: no folder in which permissions are kept lies where others
// may have written.
func TestFoldersOfTheEnvironment(t *testing.T) {
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"home/sub", "home/.git/modules/sub", "repo/sub", "repo/module", "tree", "strange/parley", "shared/parley", "repo/.git/modules/module", "repo/.git/worktrees/tree", "plain"} {
		if err := os.MkdirAll(filepath.Join(top, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for dir, gitdir := range map[string]string{"repo/module": "../.git/modules/module", "tree": top + "/repo/.git/worktrees/tree", "home/sub": "../.git/modules/sub"} {
		if err := os.WriteFile(filepath.Join(top, dir, ".git"), []byte("gitdir: "+gitdir+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(top, "repo"), filepath.Join(top, "link")); err != nil {
		t.Fatal(err)
	}
	uids := map[string]int{"strange": 7, "strange/parley": 1000, "shared": 0, "shared/parley": 7, "roots": 0}
	owner := func(name string) (int, bool) {
		name = strings.TrimPrefix(strings.TrimPrefix(name, top), "/")
		if uid, known := uids[name]; known {
			return uid, true
		}
		_, err := os.Stat(filepath.Join(top, name))
		return 1000, err == nil
	}
	inside := func(variable, dir, root string) string {
		return fmt.Sprintf("%s leads to %s, which lies in the workspace %s: what is there may come from others, and decides what is allowed; set it to a folder elsewhere, or unset it", variable, dir, root)
	}
	foreign := func(variable, dir string) string {
		return fmt.Sprintf("%s leads to %s, and that folder or parley in it belongs to another user; set it to a folder of your own", variable, dir)
	}
	for _, c := range []struct{ env, root, account, want string }{
		{"HOME=T/home", "T/repo", "T/home", ""},
		{"HOME=T/home XDG_CONFIG_HOME=T/elsewhere", "T/repo", "T/home", ""},
		{"HOME=T/home XDG_CONFIG_HOME=T/repository", "T/repo", "T/home", ""},
		{"HOME=T/home XDG_CONFIG_HOME=T/repo/.cfg", "T/repo", "T/home", inside("XDG_CONFIG_HOME", "T/repo/.cfg", "T/repo")},
		{"HOME=T/home XDG_DATA_HOME=T/home/../repo", "T/repo", "T/home", inside("XDG_DATA_HOME", "T/home/../repo", "T/repo")},
		{"HOME=T/home XDG_STATE_HOME=T/link/state", "T/repo", "T/home", inside("XDG_STATE_HOME", "T/link/state", "T/repo")},
		{"HOME=T/home XDG_STATE_HOME=T/repo/state", "T/link", "T/home", inside("XDG_STATE_HOME", "T/repo/state", "T/link")},
		{"HOME=T/home XDG_CONFIG_HOME=T/repo/a XDG_STATE_HOME=T/repo/b", "T/repo", "T/home", inside("XDG_CONFIG_HOME", "T/repo/a", "T/repo") + "\n" + inside("XDG_STATE_HOME", "T/repo/b", "T/repo")},
		// of a submodule and of a further work tree, the tree to whose repository it belongs
		{"HOME=T/home XDG_CONFIG_HOME=T/repo/.cfg", "T/repo/module", "T/home", inside("XDG_CONFIG_HOME", "T/repo/.cfg", "T/repo")},
		{"HOME=T/home XDG_STATE_HOME=T/link/state", "T/tree", "T/home", inside("XDG_STATE_HOME", "T/link/state", "T/repo")},
		{"HOME=T/home XDG_DATA_HOME=T/repo/module/data", "T/tree", "T/home", inside("XDG_DATA_HOME", "T/repo/module/data", "T/repo")},
		{"HOME=T/repo/sub XDG_CONFIG_HOME=T/c XDG_DATA_HOME=T/d", "T/repo/module", "T/home", inside("HOME", "T/repo/sub/.local/state", "T/repo")},
		{"HOME=T/home XDG_CONFIG_HOME=T/elsewhere", "T/tree", "T/home", ""},
		{"HOME=T/home XDG_CONFIG_HOME=T/home/.cfg", "T/home/sub", "T/home", ""}, // of a repository that is the home
		{"HOME=T/home", "T/home/sub", "T/home", ""},
		// the account's own home may be the workspace, or lie in it
		{"HOME=T/home", "T/home", "T/home", ""},
		{"HOME=T/home XDG_CONFIG_HOME=T/home/.config", "T/home", "T/home", ""},
		{"HOME=T/home", "T", "T/home", ""},
		{"HOME=T/home XDG_CONFIG_HOME=T/home/.cfg", "T/home", "T/home", inside("XDG_CONFIG_HOME", "T/home/.cfg", "T/home")},
		{"HOME=T/repo/sub XDG_CONFIG_HOME=T/c XDG_DATA_HOME=T/d", "T/repo", "T/home", inside("HOME", "T/repo/sub/.local/state", "T/repo")},
		// where the account has another home or none: the home that the user is in
		{"HOME=T/plain", "T/plain", "T/home", ""},
		{"HOME=T/plain", "T/plain", "", ""},
		{"HOME=T/repo", "T/repo", "", ""},
		{"HOME=T/repo XDG_CONFIG_HOME=T/c XDG_DATA_HOME=T/d", "T/repo", "T/home", inside("HOME", "T/repo/.local/state", "T/repo")},
		{"HOME=T/plain/x XDG_CONFIG_HOME=T/c XDG_DATA_HOME=T/d", "T/plain", "T/home", inside("HOME", "T/plain/x/.local/state", "T/plain")},
		{"HOME=T/plain XDG_STATE_HOME=T/plain/s", "T/plain", "T/home", inside("XDG_STATE_HOME", "T/plain/s", "T/plain")},
		// and nobody else's
		{"HOME=T/home XDG_CONFIG_HOME=T/strange", "T/repo", "T/home", foreign("XDG_CONFIG_HOME", "T/strange")},
		{"HOME=T/home XDG_STATE_HOME=T/shared", "T/repo", "T/home", foreign("XDG_STATE_HOME", "T/shared")},
		{"HOME=T/home XDG_STATE_HOME=T/roots", "T/repo", "T/home", ""},
	} {
		in := func(s string) string {
			return strings.ReplaceAll(strings.ReplaceAll(s, "T/", top+"/"), "=T ", "="+top+" ")
		}
		root := strings.Replace(c.root, "T", top, 1)
		p, err := Locate(strings.Fields(in(c.env)))
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if err := p.check(root, owner, 1000, func() string { return in(c.account) }); err != nil {
			got = err.Error()
		}
		same(t, strings.ReplaceAll(got, top, "T"), c.want)
	}
}

// TestFoldersOfAnotherProgram: what its environment calls a home is none where it works, unless it is
// the account's.
func TestFoldersOfAnotherProgram(t *testing.T) {
	top := t.TempDir()
	for _, dir := range []string{"home/work", "plain"} {
		if err := os.MkdirAll(filepath.Join(top, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		home, root, account string
		refused             bool
	}{
		{"home", "home", "home", false},
		{"home", "home/work", "home", false},
		{"home", "plain", "", false},
		{"plain", "plain", "home", true},
		{"plain", "plain", "", true},
		{"home/work", "home", "home", true},
	} {
		p, err := Locate([]string{"HOME=" + filepath.Join(top, c.home)})
		if err != nil {
			t.Fatal(err)
		}
		p.foreign = true
		account := ""
		if c.account != "" {
			account = filepath.Join(top, c.account)
		}
		err = p.check(filepath.Join(top, c.root), func(string) (int, bool) { return 1000, true }, 1000, func() string { return account })
		if (err != nil) != c.refused {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// TestWhereConversationsAreLookedAt: who answers stands anywhere, except where a stranger's folder
// could have named the folders that say what is allowed.
func TestWhereConversationsAreLookedAt(t *testing.T) {
	top := t.TempDir()
	for _, dir := range []string{"home/repo/.git", "home/.git", "plain"} {
		if err := os.MkdirAll(filepath.Join(top, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	const mine, others = 1000, 7
	for _, c := range []struct {
		env, root, account string
		uid                int
		refused            bool
	}{
		{"HOME=T/home XDG_CONFIG_HOME=T/home/.cfg", "/", "T/home", mine, false},
		{"HOME=T/home XDG_CONFIG_HOME=T/home/.cfg", "/", "", mine, false},
		{"HOME=T/home XDG_CONFIG_HOME=T/home/.cfg", "T", "T/home", mine, false},
		{"HOME=T/home XDG_CONFIG_HOME=T/home/.cfg", "T/home", "T/home", mine, false},
		{"HOME=T/plain XDG_CONFIG_HOME=T/plain/.cfg", "T/plain", "", mine, false},
		{"HOME=T/plain XDG_CONFIG_HOME=T/plain/.cfg", "T/plain", "T/home", mine, false},
		{"HOME=T/home XDG_CONFIG_HOME=T/home/.cfg", "T/home", "", mine, true}, // a repository, whose tooling may have set both
		{"HOME=T/home XDG_CONFIG_HOME=T/home/repo/.cfg", "T/home/repo", "T/home", mine, true},
		{"HOME=T/home XDG_CONFIG_HOME=T/plain/.cfg", "T/plain", "T/home", mine, true},
		{"HOME=T/home XDG_CONFIG_HOME=T/home/.cfg", "/", "T/home", others, true},
	} {
		in := func(s string) string {
			return strings.ReplaceAll(strings.ReplaceAll(s+" ", "T/", top+"/"), "T ", top+" ")
		}
		p, err := Locate(strings.Fields(in(c.env)))
		if err != nil {
			t.Fatal(err)
		}
		owner := func(string) (int, bool) { return c.uid, true }
		err = p.checkRecords(strings.TrimSpace(in(c.root)), owner, mine, func() string { return strings.TrimSpace(in(c.account)) })
		if (err != nil) != c.refused {
			t.Errorf("%s in %s of %q: %v", c.env, c.root, c.account, err)
		}
	}
}

func TestInAProject(t *testing.T) {
	top := t.TempDir()
	for _, dir := range []string{"project/run", "super/run", "super/module", "super/.git/modules/module"} {
		if err := os.MkdirAll(filepath.Join(top, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(top, "super", "module", ".git"), []byte("gitdir: ../.git/modules/module\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join("project", "run"), filepath.Join(top, "link")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		dir, root, home string
		want            bool
	}{
		{"project/run", "project", "", true},
		{"project/none", "project", "", true},
		{"project", "project", "", true},
		{"link", "project", "", true},
		{"super/run", "super/module", "", true},
		{"run", "super/module", "", false},
		{"run", "project", "", false},
		{"project/run", "project", "project", false},
	} {
		if got := InProject(filepath.Join(top, c.dir), filepath.Join(top, c.root), filepath.Join(top, c.home)); got != c.want {
			t.Errorf("%s in %s: %v", c.dir, c.root, got)
		}
	}
	if InProject(top, "/", "") {
		t.Error("the whole machine is a project")
	}
}

// TestFilesOfOthers: a file that somebody else may have written is not a workspace file.
func TestFilesOfOthers(t *testing.T) {
	const file = "/w/repo/.parley/skills/a/SKILL.md"
	for _, c := range []struct {
		foreign string
		want    bool
	}{
		{"", true}, {file, false}, {"/w/repo/.parley/skills/a", false}, {"/w/repo/.parley/skills", false}, {"/w/repo/.parley", false}, {"/w/repo", false}, {"/w", true}, {"/", true},
	} {
		owner := func(name string) (int, bool) {
			if name == c.foreign {
				return 7, true
			}
			return 1000, true
		}
		if got := own(file, owner, 1000); got != c.want {
			t.Errorf("%q is another's: %v", c.foreign, got)
		}
	}
	if !own(file, func(string) (int, bool) { return 0, false }, 1000) {
		t.Error("what is not there is another's")
	}
	w := newWorld(t).workspace("[ui]\ntheme = 'dark'\n").workspace("this is no TOML")
	w.Own = func(string) bool { return false }
	w.Workspace = append(w.Workspace, filepath.Join(t.TempDir(), "gone.toml")) // nothing to tell of
	if c := w.load(); c.UI.Theme != "auto" || len(c.Passed) != 2 || len(c.Withheld) != 0 {
		t.Errorf("%+v %v", c.UI, c.Passed)
	}
}

// TestStoreOfTheEnvironment: conversations are not stored in the workspace unless the user
// says so explicitly.
func TestStoreOfTheEnvironment(t *testing.T) {
	w := newWorld(t)
	w.Root, w.Env = w.dir, []string{"PARLEY_STORE__DIR=" + w.dir + "/data"}
	same(t, w.faults(), "the configuration has a fault:\n  PARLEY_STORE__DIR: store.dir: the environment puts the conversations into the workspace, where others may have put files; set it to a folder elsewhere")
	module := filepath.Join(w.dir, "module")
	for _, dir := range []string{module, filepath.Join(w.dir, ".git", "modules", "module")} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(module, ".git"), []byte("gitdir: ../.git/modules/module\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	w.Root = module
	same(t, w.faults(), "the configuration has a fault:\n  PARLEY_STORE__DIR: store.dir: the environment puts the conversations into the workspace, where others may have put files; set it to a folder elsewhere")
	w.Env, w.Sets = nil, []string{"store.dir=" + w.dir + "/data"}
	w.load()
}
