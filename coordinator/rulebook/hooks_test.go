package rulebook

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/coordinator/git"
	"parley/coordinator/rules"
)

const husky = "[core]\n\trepositoryformatversion = 0\n\thooksPath = .husky/_\n"

// huskyRepository is a repository with hooks as husky leaves them.
func huskyRepository() map[string]string {
	return map[string]string{
		".git/HEAD": "ref: refs/heads/main\n", ".git/objects/x": "", ".git/refs/x": "", ".git/config": husky, ".git/hooks/pre-push.sample": "#!/bin/sh\n",
		".husky/pre-commit": "npm test\n", ".husky/_/h": "#!/bin/sh\nsh -e \"$1\"", ".husky/_/pre-commit": "#!/bin/sh\n. h\n",
	}
}

// TestWhatIsShownOfHooks: the configuration, and every file that git would run or that
// lies beside such a file, each complete.
func TestWhatIsShownOfHooks(t *testing.T) {
	_, dir := place(t, huskyRepository())
	if err := os.Chmod(filepath.Join(dir, ".git/config"), 0o644); err != nil {
		t.Fatal(err)
	}
	want := hooksText + `".git/config", 58 bytes:
  [core]
  	repositoryformatversion = 0
  	hooksPath = .husky/_
".husky/_/h", 20 bytes, can be run:
  #!/bin/sh
  sh -e "$1"
".husky/_/pre-commit", 14 bytes, can be run:
  #!/bin/sh
  . h
".husky/pre-commit", 9 bytes, can be run:
  npm test
`
	if got, is := Hooks(dir); got != want || !is {
		t.Errorf("%v\n%s\nwant\n%s", is, got, want)
	}
}

// TestWhatOfHooksCannotBeTrusted: what git runs must be shown completely, or it is not
// trusted.
func TestWhatOfHooksCannotBeTrusted(t *testing.T) {
	for name, c := range map[string]struct{ file, text string }{
		"no hooks":                {".git/config", "[core]\n\tbare = false\n"},
		"a monitor beside":        {".git/config", husky + "\tfsmonitor = ./x\n"},
		"settings elsewhere":      {".git/config", husky + "[include]\n\tpath = x\n"},
		"hooks outside":           {".git/config", "[core]\n\thooksPath = ../hooks\n"},
		"hooks at home":           {".git/config", "[core]\n\thooksPath = ~/hooks\n"},
		"hooks of the system":     {".git/config", "[core]\n\thooksPath = /usr/share/hooks\n"},
		"hooks are the workspace": {".git/config", "[core]\n\thooksPath = .\n"},
		"a setting that goes on":  {".git/config", "[core]\n\thooksPath = .husky/\\\n_\n"},
		"modules":                 {".gitmodules", ""},
		"a hook that is large":    {".husky/_/h", strings.Repeat("x", mostConfig+1)},
		"much before it":          {".husky/_/g", strings.Repeat("x", mostHookBytes)},
	} {
		files := huskyRepository()
		files[c.file] = c.text
		_, dir := place(t, files)
		if text, is := Hooks(dir); is {
			t.Errorf("%s: %s", name, text)
		}
	}
	_, dir := place(t, huskyRepository())
	if err := os.Symlink(t.TempDir(), filepath.Join(dir, ".husky/_/more")); err != nil {
		t.Fatal(err)
	}
	if text, is := Hooks(dir); is {
		t.Errorf("a link to a folder: %s", text)
	}
	if text, is := Hooks(t.TempDir()); is {
		t.Errorf("no repository: %s", text)
	}
}

// TestHooksUpFromALink: what is shown lies where git goes, which is up from where a link leads.
func TestHooksUpFromALink(t *testing.T) {
	_, dir := place(t, map[string]string{
		".git/HEAD": "ref: refs/heads/main\n", ".git/objects/x": "", ".git/refs/x": "", ".git/config": "[core]\n\thooksPath = up/../hooks\n",
		"hooks/pre-commit": "other\n", "out/hooks/pre-commit": "run\n", "out/in/x": "",
	})
	if err := os.Symlink("out/in", filepath.Join(dir, "up")); err != nil {
		t.Fatal(err)
	}
	if text, is := Hooks(dir); !is || !strings.Contains(text, "\"out/hooks/pre-commit\", 4 bytes") || strings.Contains(text, "\"hooks/pre-commit\"") {
		t.Errorf("%v: %s", is, text)
	}
}

// TestTrustedHooks: a rule for git holds as long as everything is as it was when trusted.
func TestTrustedHooks(t *testing.T) {
	for name, change := range map[string]func(dir string) error{
		"nothing":          func(string) error { return nil },
		"an example":       write(".git/hooks/pre-push.sample", "other"),
		"a hook":           write(".husky/pre-commit", "curl x | sh\n"),
		"what a hook runs": write(".husky/_/h", "#!/bin/sh\nsh -x \"$1\""),
		"a new hook":       write(".git/hooks/post-index-change", "x"),
		"a new file":       write(".husky/z", ""),
		"a setting":        write(".git/config", husky+"[user]\n\tname = x\n"),
		"who may run it":   func(dir string) error { return os.Chmod(filepath.Join(dir, ".husky/pre-commit"), 0o644) },
		"a file goes":      func(dir string) error { return os.Remove(filepath.Join(dir, ".husky/_/h")) },
	} {
		b, dir := place(t, huskyRepository(), "allow run_command(git status *)")
		before, _ := Hooks(dir)
		b.o.Trusted = func(name, text string) bool { return name == filepath.Join(dir, ".git") && text == before }
		if err := change(dir); err != nil {
			t.Fatal(err)
		}
		want := rules.Asked
		if name == "nothing" || name == "an example" {
			want = rules.Allowed
		}
		if r := b.one(t, "run_command", `{"command":"git status"}`); r.Verdict != want {
			t.Errorf("%s has changed: %s, %s", name, r.Verdict, r.Why)
		}
		b.o.Trusted = func(string, string) bool { return false }
		if r := b.one(t, "run_command", `{"command":"git status"}`); r.Verdict != rules.Asked {
			t.Errorf("%s, without trust: %s", name, r.Verdict)
		}
	}
}

func write(name, text string) func(dir string) error {
	return func(dir string) error {
		file := filepath.Join(dir, name)
		return errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o755))
	}
}

// TestHooksOfTheUser: hooks in a folder of the workspace count as any of its hooks where the user's
// own settings name that folder, as a relative one does in every repository.
func TestHooksOfTheUser(t *testing.T) {
	settings := filepath.Join(t.TempDir(), "settings")
	for text, want := range map[string]rules.Verdict{
		"": rules.Allowed, "[core]\n\thooksPath = .githooks\n": rules.Asked, "[core]\n\thooksPath = empty\n": rules.Allowed, "[core]\n\thooksPath = " + t.TempDir() + "\n": rules.Allowed,
	} {
		if err := os.WriteFile(settings, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		b, _ := place(t, map[string]string{
			".git/HEAD": "ref: refs/heads/main\n", ".git/objects/x": "", ".git/refs/x": "", ".githooks/pre-commit": "#!/bin/sh\n", "empty/README.md": "",
		}, "allow run_command(git commit -F -)")
		b.o.User = git.User{Configs: []string{settings}}
		if got := b.one(t, "run_command", `{"command":"git commit -F - <<'E'\nx\nE"}`); got.Verdict != want {
			t.Errorf("%q: %s, %s", text, got.Verdict, got.Why)
		}
	}
}

// TestProgramsOfTheUser: a program of the workspace is asked about also where the user's own settings
// name it for git, as a relative one is named in every repository.
func TestProgramsOfTheUser(t *testing.T) {
	settings := filepath.Join(t.TempDir(), "settings")
	for text, want := range map[string]rules.Verdict{
		"[core]\n\tfsmonitor = tools/monitor\n":                             rules.Asked,
		"[core]\n\tfsmonitor = ./tools/none\n":                              rules.Allowed,
		"[diff]\n\texternal = tools/monitor --flag\n":                       rules.Asked,
		"[filter \"x\"]\n\tclean = sh tools/monitor %f\n":                   rules.Asked,
		"[filter \"x\"]\n\tclean = tools/$X\n":                              rules.Asked,
		"[filter \"lfs\"]\n\tclean = git-lfs clean -- %f\n":                 rules.Allowed,
		"[diff \"x\"]\n\ttextconv = exiftool\n":                             rules.Allowed,
		"[alias]\n\tx = !tools/monitor\n[core]\n\teditor = tools/monitor\n": rules.Allowed,
		"[core]\n\tsshCommand = ssh -i ~/.ssh/tools\n":                      rules.Allowed,
		"[init]\n\tdefaultBranch = tools\n[diff]\n\ttool = tools\n":         rules.Allowed,
		"in the workspace[core]\n\tfsmonitor = true; echo x\n":              rules.Asked,
		"in the workspace[user]\n\tname = Ada\n":                            rules.Allowed,
	} {
		if err := os.WriteFile(settings, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		b, dir := place(t, map[string]string{".git/HEAD": "ref: refs/heads/main\n", ".git/objects/x": "", ".git/refs/x": "", "tools/monitor": "#!/bin/sh\n"}, "allow run_command(git status *)")
		b.o.User = git.User{Home: "/home/of/u", Configs: []string{settings}}
		if strings.HasPrefix(text, "in the workspace") {
			own := filepath.Join(dir, "gitconfig")
			if err := os.WriteFile(own, []byte(strings.TrimPrefix(text, "in the workspace")), 0o600); err != nil {
				t.Fatal(err)
			}
			b.o.User.Configs = []string{own}
		}
		if got := b.one(t, "run_command", `{"command":"git status -s"}`); got.Verdict != want {
			t.Errorf("%q: %s, %s", text, got.Verdict, got.Why)
		}
	}
}

// TestModulesOfTheUser: Python takes modules from the folder that it begins in, which for what git runs is the work tree,
// and npx what is installed there.
func TestModulesOfTheUser(t *testing.T) {
	settings := filepath.Join(t.TempDir(), "settings")
	for _, c := range []struct {
		line, file string
		want       rules.Verdict
	}{
		{`\"/usr/bin/python3\" -m nbstripout`, "nbstripout.py", rules.Asked},
		{`\"/usr/bin/python3\" -m nbstripout`, "json/__init__.py", rules.Asked},
		{"python -Bc 'import sys'", "sys.py", rules.Asked},
		{`\"/usr/bin/python3\" -m nbstripout`, "src/a.py", rules.Allowed},
		{"python3 -um src.a", "src/a.py", rules.Asked},
		{"nbstripout", "nbstripout.py", rules.Allowed},
		{"npx npm-merge-driver merge %A %O %B %P", "node_modules/x", rules.Asked},
		{"npx npm-merge-driver merge %A %O %B %P", "a.py", rules.Allowed},
		{"git-lfs clean -- %f", "a.py", rules.Allowed},
	} {
		text := "[filter \"x\"]\n\tclean = \"" + c.line + "\"\n"
		if err := os.WriteFile(settings, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		b, _ := place(t, map[string]string{".git/HEAD": "ref: refs/heads/main\n", ".git/objects/x": "", ".git/refs/x": "", "README.md": "", c.file: ""}, "allow run_command(git status *)")
		b.o.User = git.User{Home: "/home/of/u", Configs: []string{settings}}
		if got := b.one(t, "run_command", `{"command":"git status -s"}`); got.Verdict != c.want {
			t.Errorf("%s beside %s: %s, %s", c.line, c.file, got.Verdict, got.Why)
		}
	}
}

// TestWhatTheUserLetsGitRead: git shows lines that it cannot read of a file that the user's own
// settings name in every repository, also where a repository has a link there that leads elsewhere.
func TestWhatTheUserLetsGitRead(t *testing.T) {
	settings := filepath.Join(t.TempDir(), "settings")
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		text, link string // link is what stands at .revs
		want       rules.Verdict
	}{
		{"[blame]\n\tignoreRevsFile = .revs\n", "", rules.Allowed},
		{"[blame]\n\tignoreRevsFile = .revs\n", secret, rules.Asked},
		{"[blame]\n\tignoreRevsFile = .revs\n", secret + ".gone", rules.Asked},
		{"[blame]\n\tignoreRevsFile = .revs\n", "file", rules.Allowed},
		{"[blame]\n\tignoreRevsFile = file\n", secret, rules.Allowed},
		{"[blame]\n\tignoreRevsFile = " + secret + "\n", "", rules.Allowed},
		{"[blame]\n\tignoreRevsFile = .revs/secret\n", filepath.Dir(secret), rules.Asked},
		{"[mailmap]\n\tfile = .revs\n", secret, rules.Asked},
		{"[core]\n\tattributesFile = ./.revs\n", secret, rules.Asked},
		{"[core]\n\texcludesFile = .revs\n", secret, rules.Asked},
		{"[commit]\n\ttemplate = .revs\n", secret, rules.Asked},
		{"[user]\n\tname = .revs\n", secret, rules.Allowed},
	} {
		if err := os.WriteFile(settings, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		b, dir := place(t, map[string]string{".git/HEAD": "ref: refs/heads/main\n", ".git/objects/x": "", ".git/refs/x": "", "file": ""}, "allow run_command(git blame *)")
		b.o.User = git.User{Configs: []string{settings}}
		if c.link != "" {
			if err := os.Symlink(c.link, filepath.Join(dir, ".revs")); err != nil {
				t.Fatal(err)
			}
		}
		if got := b.one(t, "run_command", `{"command":"git blame file"}`); got.Verdict != c.want {
			t.Errorf("%q, %q: %s, %s", c.text, c.link, got.Verdict, got.Why)
		}
	}
}

// TestTheWorkspaceByAnotherName: the user's settings may name it by a link that leads there.
func TestTheWorkspaceByAnotherName(t *testing.T) {
	outside := t.TempDir()
	settings, again := filepath.Join(outside, "settings"), filepath.Join(outside, "again")
	for text, want := range map[string]rules.Verdict{
		"[core]\n\thooksPath = AGAIN/hooks\n": rules.Asked, "[core]\n\thooksPath = AGAIN/none\n": rules.Allowed, "[core]\n\tfsmonitor = AGAIN/leads\n": rules.Asked,
		"[blame]\n\tignoreRevsFile = AGAIN/leads\n": rules.Asked, "[blame]\n\tignoreRevsFile = AGAIN/gone\n": rules.Asked, "[blame]\n\tignoreRevsFile = AGAIN/hooks/pre-commit\n": rules.Allowed,
	} {
		b, dir := place(t, map[string]string{".git/HEAD": "ref: refs/heads/main\n", ".git/objects/x": "", ".git/refs/x": "", "hooks/pre-commit": ""}, "allow run_command(git blame *)")
		b.o.User = git.User{Configs: []string{settings}}
		if err := errors.Join(os.WriteFile(settings, []byte(strings.ReplaceAll(text, "AGAIN", again)), 0o600), os.Symlink(dir, again),
			os.Symlink(settings, filepath.Join(dir, "leads")), os.Symlink("nothing", filepath.Join(dir, "gone"))); err != nil {
			t.Fatal(err)
		}
		if got := b.one(t, "run_command", `{"command":"git blame file"}`); got.Verdict != want {
			t.Errorf("%q: %s, %s", text, got.Verdict, got.Why)
		}
		if err := os.Remove(again); err != nil {
			t.Fatal(err)
		}
	}
}

// TestWhatIsReadInAClaimedTree: a workspace whose .git says that it belongs to another tree does not
// make a link into that one harmless. Here the path names one folder as it is written, and another one
// where its link leads.
func TestWhatIsReadInAClaimedTree(t *testing.T) {
	b, dir := place(t, map[string]string{
		"ws/.git": "gitdir: x/../../own/.git/worktrees/w\n", "ws/file": "", "ws/in/a/b/c/d": "", "own/secret": "x", "settings": "[blame]\n\tignoreRevsFile = .revs\n",
		"ws/in/own/.git/HEAD": "ref: refs/heads/main\n", "ws/in/own/.git/objects/x": "", "ws/in/own/.git/refs/x": "",
		"ws/in/own/.git/worktrees/w/HEAD": "ref: refs/heads/main\n", "ws/in/own/.git/worktrees/w/commondir": "../..\n", "ws/in/own/.git/worktrees/w/gitdir": "../../../../../.git\n",
	}, "allow run_command(git blame *)")
	ws := filepath.Join(dir, "ws")
	if err := os.Symlink("in/a/b", filepath.Join(ws, "x")); err != nil {
		t.Fatal(err)
	}
	b.o.Dir, b.o.User = ws, git.User{Configs: []string{filepath.Join(dir, "settings")}}
	for _, c := range []struct {
		link string
		want rules.Verdict
	}{{"file", rules.Allowed}, {"../own/secret", rules.Asked}} {
		if err := os.Symlink(c.link, filepath.Join(ws, ".revs")); err != nil {
			t.Fatal(err)
		}
		if got := b.one(t, "run_command", `{"command":"git blame file"}`); got.Verdict != c.want {
			t.Errorf("%s: %s, %s", c.link, got.Verdict, got.Why)
		}
		if err := os.Remove(filepath.Join(ws, ".revs")); err != nil {
			t.Fatal(err)
		}
	}
}
