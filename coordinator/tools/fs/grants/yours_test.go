package grants

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/coordinator/git"
)

// TestYours: a file of the workspace gives permission if one of the user's own settings is
// a link to it, or to a folder above it, or if their settings of git lead to it, whether or
// not there is a repository.
func TestYours(t *testing.T) {
	for name, c := range map[string]struct {
		link, to   string // in the home folder
		config     string // the user's settings of git
		path, want string
	}{
		"a shell's":                   {link: ".bashrc", to: "DIR/conf/c.json", path: "conf/c.json", want: byShell},
		"beside it":                   {link: ".bashrc", to: "DIR/conf/c.json", path: "conf/d.json"},
		"to nothing yet":              {link: ".zshenv", to: "DIR/conf/new", path: "conf/new", want: byShell},
		"in a folder of the list":     {link: ".ssh/config", to: "DIR/conf/c.json", path: "conf/c.json", want: byLogin},
		"further down in the list":    {link: ".config/fish", to: "DIR/conf", path: "conf/c.json", want: byShell},
		"the folder that leads to it": {link: ".config", to: "DIR/conf", path: "conf/fish/config.fish", want: byShell},
		"git's":                       {link: ".gitconfig", to: "DIR/conf/c.json", path: "conf/c.json", want: byGit},
		"Parley's":                    {link: "own/config.toml", to: "DIR/conf/c.json", path: "conf/c.json", want: byOwn},
		"Parley's, to nothing yet":    {link: "own/config.toml", to: "DIR/conf/new", path: "conf/new", want: byOwn},
		"Parley's folder of skills":   {link: "own/skills", to: "DIR/conf", path: "conf/s/x.md", want: byOwn},
		"something else of the home":  {link: "notes", to: "DIR/conf/c.json", path: "conf/c.json"},
		"included":                    {config: "[include]\n\tpath = DIR/conf/c.json\n", path: "conf/c.json", want: byGit},
		"included on a condition":     {config: "[includeIf \"gitdir:~/x/\"]\n\tpath = DIR/conf/c.json\n", path: "conf/c.json", want: byGit},
		"included, and nothing yet":   {config: "[include]\n\tpath = DIR/gone/new\n", path: "gone/new", want: byGit},
		"beside what is included":     {config: "[include]\n\tpath = DIR/conf/c.json\n", path: "conf/d.json"},
		"attributes":                  {config: "[core]\n\tattributesFile = DIR/conf/c.json\n", path: "conf/c.json", want: byGit},
		"a folder of hooks":           {config: "[core]\n\thooksPath = DIR/conf\n", path: "conf/new", want: byHook},
		"what is left out":            {config: "[core]\n\texcludesFile = DIR/conf/c.json\n", path: "conf/c.json"},
		"a program":                   {config: "[core]\n\tpager = DIR/conf/c.json\n", path: "conf/c.json", want: byRun},
		"beside a program":            {config: "[core]\n\tpager = DIR/conf/c.json\n", path: "conf/d.json"},
		"a script of a command":       {config: "[filter \"x\"]\n\tclean = python3 -u DIR/conf/c.json %f\n", path: "conf/c.json", want: byRun},
		"in a line of an alias":       {config: "[alias]\n\tx = \"!f() { sh 'DIR/conf/new' \\\"$@\\\"; }; f\"\n", path: "conf/new", want: byRun},
		"a word of an alias":          {config: "[alias]\n\tx = log conf\n", path: "conf/c.json"},
		"behind =":                    {config: "[credential]\n\thelper = store --file=DIR/conf/c.json\n", path: "conf/c.json", want: byRun},
		"behind the letter of a flag": {config: "[core]\n\tsshCommand = ssh -FDIR/conf/c.json\n", path: "conf/c.json", want: byRun},
		"behind several letters":      {config: "[core]\n\tsshCommand = ssh -vFDIR/x/../conf/c.json\n", path: "conf/c.json", want: byRun},
		"quoted in part":              {config: "[core]\n\tsshCommand = ssh -F \\\"DIR/co\\\"nf/c'.'json\n", path: "conf/c.json", want: byRun},
		"from home":                   {config: "[core]\n\teditor = sh ${HOME}/program --wait\n", link: "program", to: "DIR/conf/c.json", path: "conf/c.json", want: byRun},
		"who may sign":                {config: "[gpg \"ssh\"]\n\tallowedSignersFile = DIR/conf/c.json\n", path: "conf/c.json", want: byRun},
		"in git's own words":          {config: "[gpg]\n\tprogram = DIR/conf/c.json\n", path: "conf/c.json", want: byRun},
		"a folder for no program":     {config: "[safe]\n\tdirectory = DIR\n[gc]\n\tx = DIR/conf\n", path: "conf/c.json"},
		"a text for commits":          {config: "[commit]\n\ttemplate = DIR/conf/c.json\n", path: "conf/c.json"},
		"for new repositories":        {config: "[init]\n\ttemplateDir = DIR/conf\n", path: "conf/hooks/pre-commit", want: byHook},
		"nobody knows what":           {config: "[include]\n\tpath = %(prefix)/x\n", path: "conf/c.json", want: textUnknownLead("%(prefix)/x")},
	} {
		where := func(t *testing.T, repository, dir string) {
			y := newYard(t, map[string]string{dir + "/conf/c.json": "{}\n", dir + "/conf/d.json": "{}\n"})
			if repository != "" {
				y.git("init", "-q", repository)
			}
			home := t.TempDir()
			in := func(s string) string { return strings.ReplaceAll(s, "DIR", y.path(dir)) }
			if c.link != "" {
				at := filepath.Join(home, filepath.FromSlash(c.link))
				y.must(os.MkdirAll(filepath.Dir(at), 0o755))
				y.must(os.Symlink(in(c.to), at))
			}
			settings := filepath.Join(home, "settings")
			y.must(os.WriteFile(settings, []byte(in(c.config)), 0o600))
			user := git.User{Home: home, Configs: []string{settings}}
			call := y.call(dir)
			call.Closed = []string{filepath.Join(home, "own")}
			if got := Of(user, call, c.path); got.Why != c.want {
				t.Errorf("%s: %+v", c.path, got)
			}
		}
		t.Run(name+", in a repository", func(t *testing.T) { where(t, ".", "") })
		t.Run(name+", in no repository", func(t *testing.T) { where(t, "", "") })
		t.Run(name+", below one", func(t *testing.T) { where(t, ".", "part") })
		t.Run(name+", beside one", func(t *testing.T) { where(t, "other", "") })
		t.Run(name+", above one", func(t *testing.T) { where(t, "conf", "") })
	}
}

// TestRepositoriesAround: a repository that contains the workspace may have its hooks in
// the workspace.
func TestRepositoriesAround(t *testing.T) {
	y := newYard(t, map[string]string{"inner/tools/pre-commit": "x\n", "inner/main.go": "x\n"})
	y.git("init", "-q")
	y.git("config", "core.hooksPath", "inner/tools")
	y.git("init", "-q", "inner")
	call := y.call("inner")
	for p, want := range map[string]string{"tools/pre-commit": byHook, "tools/new": byHook, "main.go": ""} {
		if got := Of(git.User{}, call, p); got.Why != want {
			t.Errorf("%s: %+v", p, got)
		}
	}
}

// TestRepositoriesThatAnotherKeeps: the settings and hooks of a submodule, and those of another
// work tree, may lead to files beside it.
func TestRepositoriesThatAnotherKeeps(t *testing.T) {
	y := newYard(t, map[string]string{
		"tools/hook": "x\n", "tools/hooks/x": "", "conf/a": "x\n", "conf/b": "x\n", "conf/c": "x\n", "conf/d": "x\n",
		".git/modules/a/b/HEAD":                     "ref: refs/heads/main\n",
		".git/modules/a/b/config":                   "[core]\n\tworktree = ../../../../sub/b\n\thooksPath = ../../tools/hooks\n[include]\n\tpath = ../../../../conf/a\n",
		".git/modules/a/b/modules/c/HEAD":           "ref: refs/heads/main\n",
		".git/modules/a/b/modules/c/config":         "[core]\n\tattributesFile = DIR/conf/b\n",
		".git/worktrees/w/config.worktree":          "[include]\n\tpath = DIR/conf/c\n",
		".git/modules/a/b/modules/no/config":        "[include]\n\tpath = DIR/conf/d\n",
		".git/modules/a/b/modules/no/hooks/nothing": "",
	})
	y.git("init", "-q")
	for _, file := range []string{".git/modules/a/b/modules/c/config", ".git/worktrees/w/config.worktree", ".git/modules/a/b/modules/no/config"} {
		text, err := os.ReadFile(y.path(file))
		y.must(err)
		y.put(file, strings.ReplaceAll(string(text), "DIR", y.dir))
	}
	y.must(os.MkdirAll(y.path(".git/modules/a/b/hooks"), 0o755))
	y.must(os.Symlink(y.path("tools/hook"), y.path(".git/modules/a/b/hooks/pre-commit")))
	for p, want := range map[string]string{
		"tools/hook": byHook, "tools/hooks/new": byHook, "conf/a": byGit, "conf/b": byGit, "conf/c": byGit, "conf/d": "", "conf/e": "",
	} {
		if got := Of(git.User{}, y.call(""), p); got.Why != want {
			t.Errorf("%s: %+v", p, got)
		}
	}
	for i := range 300 {
		y.must(os.MkdirAll(y.path(filepath.Join(".git/modules", strings.Repeat("m", 1+i%100)+strings.Repeat("n", i/100))), 0o755))
	}
	if got := Of(git.User{}, y.call(""), "conf/e"); got.Why != textUnknownLead(y.path(".git/modules")) {
		t.Errorf("of too many: %+v", got)
	}
}

// TestAWorkspaceOfSettings: if the workspace itself is a folder of the user's settings, or
// lies in one, each of its files gives permission.
func TestAWorkspaceOfSettings(t *testing.T) {
	for at, want := range map[string]string{
		".config/nvim": byEditor, ".config/fish/conf.d": byShell, ".ssh": byLogin, ".config": "", "project": "", ".cursor/worktrees/project": "", ".nvimrc": byEditor,
	} {
		y := newYard(t, map[string]string{at + "/x": ""})
		user := git.User{Home: y.dir}
		if got := Of(user, y.call(at), "new"); got.Why != want {
			t.Errorf("%s: %+v", at, got)
		}
	}
}
