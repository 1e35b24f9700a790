package grants

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/coordinator/git"
	"parley/coordinator/tools/fs/paths"
)

// TestWhatLeadsToPermission: a file with a harmless name gives permission if a link that
// does, or the repository's settings, lead to it.
func TestWhatLeadsToPermission(t *testing.T) {
	for name, c := range map[string]struct {
		link, to   string // a symbolic link, where there is one
		also       string // another one, "link>to"
		config     string // appended to .git/config
		own        string // the user's own settings
		add        bool   // the links are in the index
		hard       bool   // a hard link instead
		path, want string
	}{
		"settings of an assistant":        {link: ".claude/settings.json", to: "../conf/c.json", path: "conf/c.json", want: byAgent},
		"the folder of settings":          {link: ".claude/commands", to: "../conf", path: "conf/new.md", want: byAgent},
		"beside them":                     {link: ".claude/settings.json", to: "../conf/c.json", path: "conf/d.json"},
		"in a folder above the path":      {link: "conf/.vscode/tasks.json", to: "../deep/t.json", path: "conf/deep/t.json", want: byEditor},
		"a skill":                         {link: ".parley/skills/s", to: "../../conf", path: "conf/c.json", want: byParley},
		"through two links":               {link: ".parley/skills", to: "../more", also: "more/s>../conf", path: "conf/c.json", want: byParley},
		"links that go round":             {link: ".claude/x", to: ".", also: ".claude/y>..", path: "conf/c.json"},
		"a name in another folder":        {link: "pkg/AGENTS.md", to: "../conf/c.json", add: true, path: "conf/c.json", want: byWords},
		"not known to the index":          {link: "pkg/AGENTS.md", to: "../conf/c.json", path: "conf/c.json"},
		"a harmless link of the index":    {link: "pkg/notes.md", to: "../conf/c.json", add: true, path: "conf/c.json"},
		"a hook":                          {link: ".git/hooks/pre-commit", to: "../../conf/c.json", path: "conf/c.json", want: byHook},
		"the folder of hooks":             {link: ".git/hooks", to: "../conf", path: "conf/c.json", want: byHook},
		"a hook of a named folder":        {link: "tools/pre-push", to: "../conf/c.json", config: "[core]\n\thooksPath = tools\n", path: "conf/c.json", want: byHook},
		"hooks of the root":               {link: "tools/x", to: "../conf/c.json", config: "[core]\n\thooksPath = .\n", path: "conf/c.json"},
		"included settings":               {config: "[include]\n\tpath = ../conf/c.json\n", path: "conf/c.json", want: byGit},
		"included on a condition":         {config: "[includeIf \"gitdir:/nowhere\"]\n\tpath = ../conf/c.json\n", path: "conf/c.json", want: byGit},
		"attributes":                      {link: ".git/info/attributes", to: "../../conf/c.json", path: "conf/c.json", want: byGit},
		"attributes that a setting names": {config: "[core]\n\tattributesFile = conf/c.json\n", path: "conf/c.json", want: byGit},
		"what a setting leaves out":       {config: "[core]\n\texcludesFile = conf/c.json\n", path: "conf/c.json"},
		"of the user's own settings":      {own: "[core]\n\tattributesFile = DIR/conf/c.json\n", path: "conf/c.json", want: byGit},

		"to nothing yet":                     {link: ".claude/settings.json", to: "../conf/new", path: "conf/new", want: byAgent},
		"to nothing, and none above it":      {link: ".claude/settings.json", to: "../gone/new", path: "gone/new", want: byAgent},
		"to nothing, by a full path":         {link: ".claude/settings.json", to: "DIR/conf/new", path: "conf/new", want: byAgent},
		"to nothing, in other letters":       {link: ".claude/settings.json", to: "../conf/NEW", path: "conf/new", want: byAgent},
		"to nothing, beside it":              {link: ".claude/settings.json", to: "../conf/new", path: "conf/newer"},
		"to nothing, a folder above":         {link: ".claude/settings.json", to: "../gone/deep/new", path: "gone/other"},
		"a name that leads to nothing":       {link: "AGENTS.md", to: "conf/new", path: "conf/new", want: byWords},
		"two names to nothing":               {link: "CLAUDE.md", to: "AGENTS.md", also: "AGENTS.md>gone/new", path: "gone/new", want: byWords},
		"a folder that is nothing":           {link: ".vscode", to: "later", path: "later/tasks.json", want: byEditor},
		"nothing yet below another name":     {link: ".github", to: "conf", path: "conf/workflows/x.yml", want: byRunner},
		"beside it, and harmless":            {link: ".github", to: "conf", path: "conf/README.md"},
		"a link to no folder":                {link: ".vscode/d", to: "../later", path: "later/tasks.json", want: byEditor},
		"to nothing through no folder":       {link: ".claude/d", to: "../x/deep", also: "x>later", path: "later/deep/new", want: byAgent},
		"a far name to nothing":              {link: "pkg/AGENTS.md", to: "../conf/new", add: true, path: "conf/new", want: byWords},
		"a harmless name to nothing":         {link: "notes.md", to: "conf/new", add: true, path: "conf/new"},
		"a link to itself":                   {link: ".claude/x", to: "x", path: "conf/new"},
		"a hook that is nothing":             {link: ".git/hooks/pre-commit", to: "../../conf/new", path: "conf/new", want: byHook},
		"a folder of hooks that is nothing":  {link: ".git/hooks", to: "../later", path: "later/pre-commit", want: byHook},
		"a named one below nothing":          {link: "tools", to: "later", config: "[core]\n\thooksPath = tools/hooks\n", path: "later/hooks/x", want: byHook},
		"included, and nothing":              {config: "[include]\n\tpath = ../conf/new\n", path: "conf/new", want: byGit},
		"attributes, and nothing":            {config: "[core]\n\tattributesFile = conf/new\n", path: "conf/new", want: byGit},
		"nothing leads there":                {link: "a", to: "gone", also: ".vscode/d>../away", path: "conf/new"},
		"a name with a star":                 {link: "lefthook.yml", to: "conf/c.json", path: "conf/c.json", want: byHook},
		"one that ends otherwise":            {link: "x.code-workspace", to: "conf/c.json", path: "conf/c.json", want: byEditor},
		"one to nothing":                     {link: ".aider.conf.yml", to: "conf/new", path: "conf/new", want: byAgent},
		"one in a folder above":              {link: "conf/lefthook.toml", to: "deep/t.json", path: "conf/deep/t.json", want: byHook},
		"a folder of such a name":            {link: ".opencode-x", to: "conf", path: "conf/c.json", want: byAgent},
		"in such a folder":                   {link: ".opencode-x/plugin", to: "../conf", path: "conf/c.json", want: byAgent},
		"a hard link of such a name":         {link: "lefthook.yml", to: "conf/c.json", hard: true, path: "conf/c.json", want: byHook},
		"almost such a name":                 {link: "lefthook-yml", to: "conf/c.json", path: "conf/c.json"},
		"in letters of another size":         {link: "AgEnTs.Md", to: "conf/c.json", path: "conf/c.json", want: byWords},
		"in letters that look alike":         {link: "\uff21GENTS.md", to: "conf/c.json", path: "conf/c.json", want: byWords},
		"further down, in others":            {link: ".GitHub/Workflows", to: "../conf", path: "conf/c.json", want: byRunner},
		"far below nothing":                  {link: ".local", to: "gone", path: "gone/share/systemd/x", want: byShell},
		"below a link to a folder":           {link: ".config", to: "conf", also: "conf/fish>deep", path: "conf/deep/t.json", want: byShell},
		"the root is the folder of hooks":    {link: "pre-commit", to: "conf/c.json", config: "[core]\n\thooksPath = .\n", path: "conf/c.json", want: byHook},
		"a hook of the root to nothing":      {link: "post-checkout", to: "conf/new", config: "[core]\n\thooksPath = .\n", path: "conf/new", want: byHook},
		"no hook of the root":                {link: "commit", to: "conf/c.json", config: "[core]\n\thooksPath = .\n", path: "conf/c.json"},
		"a hook where none is looked for":    {link: "pre-commit", to: "conf/c.json", path: "conf/c.json"},
		"attributes from the home of a user": {config: "[core]\n\tattributesFile = ~root/x\n", path: "conf/c.json"},
		"a folder that may or may not be":    {config: "[core]\n\thooksPath = :(optional)conf\n", path: "conf/new", want: byHook},
		"a value over two lines":             {config: "[core]\n\thooksPath = co\\\nnf\n", path: "conf/new", want: byHook},
		"a section behind another":           {config: "[a \"]\"] [core] hooksPath = conf\n", path: "conf/new", want: byHook},
		"a hard link":                        {link: ".claude/settings.json", to: "conf/c.json", hard: true, path: "conf/c.json", want: byAgent},
	} {
		t.Run(name, func(t *testing.T) {
			y := newYard(t, map[string]string{"conf/c.json": "{}\n", "conf/d.json": "{}\n", "conf/deep/t.json": "{}\n"})
			y.git("init", "-q")
			y.must(os.RemoveAll(y.path(".git/hooks")))
			link := func(at, to string) {
				to = strings.ReplaceAll(to, "DIR", y.dir)
				y.must(os.MkdirAll(filepath.Dir(y.path(at)), 0o755))
				if c.hard {
					y.must(os.Link(y.path(to), y.path(at)))
				} else {
					y.must(os.Symlink(to, y.path(at)))
				}
			}
			if c.also != "" {
				at, to, _ := strings.Cut(c.also, ">")
				link(at, to)
			}
			if c.link != "" {
				link(c.link, c.to)
			}
			if c.config != "" {
				config, err := os.ReadFile(y.path(".git/config"))
				y.must(err)
				y.put(".git/config", string(config)+c.config)
			}
			if c.add {
				y.git("add", "--", c.link)
			}
			home := t.TempDir()
			own := filepath.Join(home, ".gitconfig")
			y.must(os.WriteFile(own, []byte(strings.ReplaceAll(c.own, "DIR", y.dir)), 0o600))
			user := git.User{Home: home, Configs: []string{own}}
			if got := Of(user, y.call(""), c.path); got.Why != c.want {
				t.Errorf("%s: %+v", c.path, got)
			}
		})
	}
}

// TestLooksEnd: of a folder that is too large, only the nearest entries are looked at.
func TestLooksEnd(t *testing.T) {
	y := newYard(t, map[string]string{"a/b/deep": "", "a/near": "", "to": "x\n"})
	y.must(os.Symlink("../to", y.path("a/link")))
	y.must(os.Symlink("../../to", y.path("a/b/link")))
	way := paths.TrailOf(y.dir, "to")
	for left, want := range map[int]bool{1: false, 2: true, 3: true} { // b, link, near
		l := looker{dir: y.dir, way: way, left: left}
		if _, found := l.within(y.path("a")); found != want {
			t.Errorf("with %d left it is %v", left, found)
		}
	}
	l := looker{dir: y.dir, way: way, left: 100}
	y.must(os.Remove(y.path("a/link")))
	if at, found := l.within(y.path("a")); !found || l.named(at) != "a/b/link" {
		t.Errorf("%q %v", at, found)
	}
}

// TestHooksAboveTheWorkspace: the workspace may be part of a repository whose hooks lie
// above it.
func TestHooksAboveTheWorkspace(t *testing.T) {
	y := newYard(t, map[string]string{"part/conf/c.json": "{}\n"})
	y.git("init", "-q")
	y.git("config", "core.hooksPath", ".")
	y.must(os.Symlink("part/conf/c.json", y.path("pre-commit")))
	call := y.call("part")
	if g := Of(git.User{}, call, "conf/c.json"); g != (Found{y.path("pre-commit"), byHook}) {
		t.Errorf("%+v", g)
	}
	if g := Of(git.User{}, call, "conf/d.json"); g.Why != "" {
		t.Errorf("beside it: %+v", g)
	}
}

// TestAFolderThatIsNotLookedThrough: what nobody looked for is asked about.
func TestAFolderThatIsNotLookedThrough(t *testing.T) {
	const counts = " Only your own answer to this very change counts: no setting, no rule and no other assistant gives it for you, and it is not remembered."
	for err, want := range map[error]string{
		errCrowded:       "`a/b` has more than 100,000 entries, so it is not known whether something in it gives permission and leads to this file." + counts,
		fs.ErrPermission: "`a/b` cannot be read, so it is not known whether something in it gives permission and leads to this file." + counts,
	} {
		if got := (Found{Why: textUnread("a/b", err)}).Text(); got != want {
			t.Errorf("%q", got)
		}
	}
}

// TestARepositoryFurtherDown: every repository that contains a path counts, not only that
// of the workspace.
func TestARepositoryFurtherDown(t *testing.T) {
	y := newYard(t, map[string]string{"sub/tools/x": "", "sub/conf/c": "", "sub/conf/d": "", "other/tools/x": ""})
	y.git("-C", "sub", "init", "-q")
	y.git("-C", "sub", "config", "core.hooksPath", "tools")
	y.must(os.Mkdir(y.path("sub/more"), 0o755))
	y.must(os.Symlink("../conf/c", y.path("sub/more/AGENTS.md")))
	y.git("-C", "sub", "add", "more/AGENTS.md")
	for p, want := range map[string]Found{
		"sub/tools/pre-commit": {"sub/tools/pre-commit", byHook}, "sub/conf/c": {"sub/more/AGENTS.md", byWords}, "sub/conf/d": {}, "other/tools/x": {},
	} {
		if got := Of(git.User{}, y.call(""), p); got != want {
			t.Errorf("%s: %+v, want %+v", p, got, want)
		}
	}
}
