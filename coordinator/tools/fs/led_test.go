package fs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/coordinator/git"
	"parley/coordinator/tool"
)

// TestWhatLeadsToPermission: a file of a harmless name gives permission where a link of
// what does, or the repository's settings, lead to it.
func TestWhatLeadsToPermission(t *testing.T) {
	for name, c := range map[string]struct {
		link, to   string // a symbolic link, where there is one
		also       string // a further one, "link>to"
		config     string // appended to .git/config
		add        bool   // the links are known to the index
		hard       bool   // a hard link instead
		path, want string
	}{
		"settings of an assistant":     {link: ".claude/settings.json", to: "../conf/c.json", path: "conf/c.json", want: byAgent},
		"the folder of settings":       {link: ".claude/commands", to: "../conf", path: "conf/new.md", want: byAgent},
		"beside them":                  {link: ".claude/settings.json", to: "../conf/c.json", path: "conf/d.json"},
		"in a folder above the path":   {link: "conf/.vscode/tasks.json", to: "../deep/t.json", path: "conf/deep/t.json", want: byEditor},
		"a skill":                      {link: ".parley/skills/s", to: "../../conf", path: "conf/c.json", want: byParley},
		"through two links":            {link: ".parley/skills", to: "../more", also: "more/s>../conf", path: "conf/c.json", want: byParley},
		"links that go round":          {link: ".claude/x", to: ".", also: ".claude/y>..", path: "conf/c.json"},
		"a name in another folder":     {link: "pkg/AGENTS.md", to: "../conf/c.json", add: true, path: "conf/c.json", want: byWords},
		"not known to the index":       {link: "pkg/AGENTS.md", to: "../conf/c.json", path: "conf/c.json"},
		"a harmless link of the index": {link: "pkg/notes.md", to: "../conf/c.json", add: true, path: "conf/c.json"},
		"a hook":                       {link: ".git/hooks/pre-commit", to: "../../conf/c.json", path: "conf/c.json", want: byHook},
		"the folder of hooks":          {link: ".git/hooks", to: "../conf", path: "conf/c.json", want: byHook},
		"a hook of a named folder":     {link: "tools/pre-push", to: "../conf/c.json", config: "[core]\n\thooksPath = tools\n", path: "conf/c.json", want: byHook},
		"hooks of the root":            {link: "tools/x", to: "../conf/c.json", config: "[core]\n\thooksPath = .\n", path: "conf/c.json"},
		"included settings":            {config: "[include]\n\tpath = ../conf/c.json\n", path: "conf/c.json", want: byGit},
		"included on a condition":      {config: "[includeIf \"gitdir:/nowhere\"]\n\tpath = ../conf/c.json\n", path: "conf/c.json", want: byGit},
		"attributes":                   {link: ".git/info/attributes", to: "../../conf/c.json", path: "conf/c.json", want: byGit},
		"a hard link":                  {link: ".claude/settings.json", to: "conf/c.json", hard: true, path: "conf/c.json", want: byAgent},
	} {
		t.Run(name, func(t *testing.T) {
			y := newYard(t, map[string]string{"conf/c.json": "{}\n", "conf/d.json": "{}\n", "conf/deep/t.json": "{}\n"})
			y.git("init", "-q")
			y.must(os.RemoveAll(y.path(".git/hooks")))
			link := func(at, to string) {
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
			o := Options{User: git.User{Home: t.TempDir()}}
			if got := o.given(tool.Call{Dir: y.dir, Root: y.root}, c.path); got.why != c.want {
				t.Errorf("%s: %+v", c.path, got)
			}
		})
	}
}

// TestAChangeThroughALeadIsAsked: no answer given ahead counts for it, and the person is
// told by what it gives permission.
func TestAChangeThroughALeadIsAsked(t *testing.T) {
	y := newYard(t, map[string]string{"conf/c.json": "{}\n", ".claude/x": "", "plain": "p\n"})
	y.must(os.Symlink("../conf/c.json", y.path(".claude/settings.json")))
	for name, arguments := range map[string]any{
		"fs_create_file": createArguments{"conf/c.json", "new\n"}, "fs_delete_file": deleteArguments{"conf/c.json"},
		"fs_modify_file": modifyArguments{"conf/c.json", []pattern{{Old: "{}", New: "[]"}}},
		"fs_move_file":   moveArguments{"plain", "conf/c.json"},
	} {
		q := y.questions(y.run(name, arguments, nil))
		if last := q[len(q)-1]; !last.Personal || !strings.HasPrefix(last.Context, "`.claude/settings.json` gives permission. ") {
			t.Errorf("%s asks %+v", name, last)
		}
	}
}

// TestLooksEnd: of a folder that is too large only the nearest entries are looked at.
func TestLooksEnd(t *testing.T) {
	y := newYard(t, map[string]string{"a/b/deep": "", "a/near": "", "to": "x\n"})
	y.must(os.Symlink("../to", y.path("a/link")))
	y.must(os.Symlink("../../to", y.path("a/b/link")))
	way := wayTo(y.dir, "to")
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
