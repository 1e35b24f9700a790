package fs

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/coordinator/git"
	"parley/coordinator/tool"
	"parley/coordinator/tools/fs/paths"
	"parley/forms"
)

// TestWhatGivesPermission is the table of names, at any depth and in any form.
func TestWhatGivesPermission(t *testing.T) {
	for p, want := range map[string]string{
		".parley/config.toml": byParley, ".PARLEY/Config.toml": byParley, ".parley": byParley, "sub/.parley/skills/x/SKILL.md": byParley, "．parley/x": byParley, ".par\u200dley/x": byParley,
		".mcp.json": byTools, "sub/.MCP.json": byTools, "AGENTS.md": byWords, "agents.MD": byWords, "deep/er/CLAUDE.md": byWords, "GEMINI.md": byWords, ".cursorrules": byWords,
		".github/copilot-instructions.md": byWords, "skills/x/SKILL.md": byWords, "AGENT\u017f.md": byWords,
		".claude/settings.json": byAgent, ".codex/config.toml": byAgent, ".cursor/mcp.json": byAgent, ".gemini/x": byAgent, ".opencode.json": byAgent, ".opencode/x": byAgent, "opencode.json": byAgent,
		".agents/skills/x": byAgent, ".aider.conf.yml": byAgent,
		".vscode/tasks.json": byEditor, ".idea/workspace.xml": byEditor, "x.code-workspace": byEditor, ".exrc": byEditor, ".devcontainer/devcontainer.json": byEditor,
		".gitattributes": byGit, "sub/.gitmodules": byGit, ".gitconfig": byGit, ".hg/hgrc": byGit,
		".husky/pre-commit": byHook, ".pre-commit-config.yaml": byHook, "lefthook.yml": byHook, ".githooks/x": byHook,
		".github/workflows/x.yml": byRunner, ".GitHub/Workflows/x.yml": byRunner, ".gitlab-ci.yml": byRunner, "Jenkinsfile": byRunner,
		".envrc": byFolder, "sub/.envrc": byFolder, ".mise.toml": byFolder, ".npmrc": byPackage, ".cargo/config.toml": byPackage, ".yarnrc.yml": byPackage,
		".bashrc": byShell, ".zshenv": byShell, ".config/fish/config.fish": byShell, ".config/systemd/user/x.service": byShell, "Library/LaunchAgents/x.plist": byShell,
		".kilocode/mcp.json": byAgent, ".kilocodemodes": byAgent, ".augment-guidelines": byWords, ".aiassistant/rules/x.md": byWords,
		".gitpod.yml": byFolder, ".replit": byFolder, ".idx/dev.nix": byFolder, ".Rprofile": byFolder, ".gdbinit": byFolder, "sub/.irbrc": byFolder, ".iex.exs": byFolder,
		".nova/Tasks/x.json":         byEditor,
		".claude-plugin/plugin.json": byAgent, "sub/.claude-plugin/marketplace.json": byAgent, ".trunk/trunk.yaml": byHook, ".simple-git-hooks.json": byHook, "simple-git-hooks.cjs": byHook,
		".envrc.local": byFolder, ".envrc.private": byFolder, ".shadowenv.d/x.lisp": byFolder, "gradlew": byPackage, "sub/gradlew.bat": byPackage, "mvnw": byPackage,
		"gradle/wrapper/gradle-wrapper.properties": byPackage, "tools/bazel": byPackage, ".pnp.cjs": byPackage, ".tekton/x.yaml": byRunner, ".lazy.lua": byEditor, "nbproject/build-impl.xml": byEditor,
		"gradle/libs.versions.toml": "", "tools/bazel.md": "", "build.gradle": "", "envrc": "", "trunk/x": "",
		".ssh/config": byLogin, ".gnupg/x": byLogin,
		"main.go": "", "README.md": "", ".gitignore": "", ".github/README.md": "", "workflows/x.yml": "", "docs/agents.txt": "", "parley/config.toml": "", "xAGENTS.md": "", "x.vscode": "",
		"config/fish": "", ".env": "", "Makefile": "", "package.json": "", ".github": "", "github/workflows": "", "code-workspace": "", ".config": "",
	} {
		if got := grantedBy(p); got != want {
			t.Errorf("%s: %q, want %q", p, got, want)
		}
	}
}

// TestOneListOfPermissions: what rules call a permission is what file tools ask about, name by
// name, and the other way round. Short forms (claude~1) are refused as names, and nothing
// inside .git is changed at all.
func TestOneListOfPermissions(t *testing.T) {
	table, err := os.ReadFile(filepath.Join("..", "..", "rules", "tables", "files.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	ruled := map[string]bool{}
	for line := range strings.Lines(string(table)) {
		row := strings.Split(line, "\t")
		if strings.HasPrefix(line, "#") || len(row) < 2 || row[1] != "permission" {
			continue
		}
		for _, name := range strings.Fields(row[0]) {
			ruled[name] = true
			if strings.Contains(name, "~") || name == ".git" {
				continue
			}
			if p := strings.ReplaceAll(name, "*", "x"); grantedBy(p) == "" {
				t.Errorf("%s gives permission by the rules, and is changed without a person's yes", name)
			}
		}
	}
	for _, g := range grants {
		for _, name := range g.names {
			if !ruled[name] {
				t.Errorf("%s gives permission, and the rules do not know it", name)
			}
		}
	}
}

// TestTheListIsFolded: each name in the list has the form in which it is compared.
func TestTheListIsFolded(t *testing.T) {
	seen := map[string]bool{}
	for _, g := range grants {
		for _, name := range g.names {
			if paths.Folded(name) != name || strings.Count(name, "*") > 1 || seen[name] || g.why == "" {
				t.Errorf("%q cannot stand in the list", name)
			}
			seen[name] = true
			for _, spelled := range spellings(name) {
				if paths.Folded(spelled) != name {
					t.Errorf("%q is no spelling of %q", spelled, name)
				}
			}
		}
	}
}

// personally checks that a run asks one question that only a person can answer, that the
// question says so, and that an answer to one that did not say so does not count.
func (y *yard) personally(name string, arguments any, id, text, about string) answers {
	y.t.Helper()
	before := y.names()
	out := y.run(name, arguments, nil)
	q := y.questions(out)[0]
	if len(y.questions(out)) != 1 || q.ID != id || q.Text != text || !q.Personal || q.Persistence != forms.PersistNone || q.Default != nil || q.Digest == "" {
		y.t.Errorf("%s %v asks %+v", name, arguments, y.questions(out))
	}
	if !strings.HasPrefix(q.Context, about) {
		y.t.Errorf("%s %v is about\n%s\nwant\n%s", name, arguments, q.Context, about)
	}
	given := y.all(out, "true")
	open := given[id]
	open.Asked.Personal = false
	if again := y.questions(y.run(name, arguments, answers{id: open})); !again[0].Personal || again[0].Context != q.Context {
		y.t.Errorf("%s %v takes an answer to another question: %+v", name, arguments, again)
	}
	if after := y.names(); after != before {
		y.t.Errorf("%s %v left %q, there was %q", name, arguments, after, before)
	}
	return given
}

// TestHooksOfTheConfiguration: the folder from which git runs hooks gives permission,
// whoever named it and however it is spelled.
func TestHooksOfTheConfiguration(t *testing.T) {
	for name, c := range map[string]struct{ file, config, path, want string }{
		"of the repository":        {".git/config", "[core]\n\thooksPath = tools/hooks # ours\n", "tools/hooks/pre-commit", byHook},
		"other case and quotes":    {".git/config", "[CORE]\n\tHOOKSPATH = \"./tools//hooks/\"\n", "Tools/Hooks/x", byHook},
		"the folder itself":        {".git/config", "[core]\nhooksPath=tools/hooks\n", "tools/hooks", byHook},
		"absolute":                 {".git/config", "[core]\nhooksPath=DIR/tools/hooks\n", "tools/hooks/x", byHook},
		"included":                 {"more.cfg", "[core]\nhooksPath=tools/hooks\n", "tools/hooks/x", byHook},
		"the user's own":           {"home/.gitconfig", "[core]\nhooksPath=tools/hooks\n", "tools/hooks/x", byHook},
		"the user's, from home":    {"home/.gitconfig", "[core]\nhooksPath=~/hooks\n", "home/hooks/x", byHook},
		"the root, a hook":         {".git/config", "[core]\nhooksPath=.\n", "post-checkout", byHook},
		"the root, something else": {".git/config", "[core]\nhooksPath=.\n", "main.go", ""},
		"the root, further down":   {".git/config", "[core]\nhooksPath=.\n", "sub/post-checkout", ""},
		"through a link":           {".git/config", "[core]\nhooksPath=tools/hooks\n", "alias/x", byHook},
		"beside it":                {".git/config", "[core]\nhooksPath=tools/hooks\n", "tools/hooks2/x", ""},
		"elsewhere":                {".git/config", "[core]\nhooksPath=/opt/hooks\n", "opt/hooks/x", ""},
		"none":                     {".git/config", "[core]\n", "tools/hooks/x", ""},
	} {
		t.Run(name, func(t *testing.T) {
			y := newYard(t, map[string]string{"tools/hooks/x": "", "home/hooks/x": ""})
			y.git("init", "-q")
			y.must(os.Symlink("tools/hooks", y.path("alias")))
			y.put(".git/config", "[include]\n\tpath = ../more.cfg\n")
			y.put(c.file, strings.ReplaceAll(c.config, "DIR", y.dir))
			o := Options{User: git.User{Home: y.path("home"), Configs: []string{y.path("home/.gitconfig")}}}
			if got := o.given(tool.Call{Dir: y.dir, Root: y.root}, c.path); got.why != c.want {
				t.Errorf("%s: %q", c.path, got.why)
			}
		})
	}
}

// TestWhatAPersonAllowedIsNotAskedAgain: one yes to the very call is enough, if it said
// that the call touches something that gives permission.
func TestWhatAPersonAllowedIsNotAskedAgain(t *testing.T) {
	for _, c := range []struct {
		name      string
		arguments any
		want      string
	}{
		{"fs_create_file", createArguments{".envrc", "x\n"}, "ok: Created .envrc with 1 line."},
		{"fs_delete_file", deleteArguments{".envrc"}, "ok: Deleted .envrc."},
		{"fs_move_file", moveArguments{".npmrc", "b"}, "ok: Moved .npmrc to b."},
		{"fs_move_file", moveArguments{"b", ".npmrc"}, "ok: Moved b to .npmrc."},
	} {
		y := newYard(t, map[string]string{".npmrc": "x\n", "b": "x\n"})
		if c.name == "fs_delete_file" {
			y.put(".envrc", "x\n")
		}
		if in, ok := c.arguments.(moveArguments); ok {
			y.must(os.Remove(y.path(in.To)))
		}
		run, call := y.call(c.name, c.arguments, nil)
		why := run.(tool.Guarded).Guarded(y.dir, call.Arguments)
		for _, allowed := range []string{"", why + " ", textGrants(granting{"other", byHook})} {
			call.Allowed = allowed
			if _, asks := run.Run(t.Context(), call).(tool.NeedsInput); !asks {
				t.Fatalf("%s %v is done after a yes to %q", c.name, c.arguments, allowed)
			}
		}
		call.Allowed = why
		y.want(done(t.Context(), run.Run(t.Context(), call)), c.want)
	}
	if why := (createFile{}).Guarded("/w", []byte(`{"path":"main.go"}`)); why != "" {
		t.Errorf("any file: %q", why)
	}
}

// TestWhatIsFoundByLookingIsToldAhead: a link to something that gives permission, or to
// the folder of git's hooks, is found before anybody is asked whether the call may run,
// and a yes to that is the only one needed.
func TestWhatIsFoundByLookingIsToldAhead(t *testing.T) {
	const counts = " Only your own answer to this very change counts: no setting, no rule and no other assistant gives it for you, and it is not remembered."
	for _, c := range []struct {
		name      string
		arguments any
		about     string // what is said in advance; "" is nothing
		want      string
	}{
		{"fs_create_file", createArguments{"alias/x.json", "x\n"}, "`.vscode/x.json` gives permission. " + byEditor + counts, "ok: Created .vscode/x.json with 1 line."},
		{"fs_create_file", createArguments{"alias/../alias/.envrc", "x\n"}, "`.vscode/.envrc` gives permission. " + byEditor + counts, "ok: Created .vscode/.envrc with 1 line."},
		{"fs_create_file", createArguments{"tools/hooks/pre-push", "x\n"}, "`tools/hooks/pre-push` gives permission. " + byHook + counts, "ok: Created tools/hooks/pre-push with 1 line."},
		{"fs_create_file", createArguments{"docs/hooks/pre-push", "x\n"}, "", "ok: Created docs/hooks/pre-push with 1 line."},
		{"fs_delete_file", deleteArguments{"tools/hooks/x"}, "`tools/hooks/x` gives permission. " + byHook + counts, "ok: Deleted tools/hooks/x."},
		{"fs_delete_file", deleteArguments{"again"}, "`.npmrc` gives permission. " + byPackage + counts, "ok: Deleted again."},
		{"fs_move_file", moveArguments{"b", "tools/hooks/b"}, "`tools/hooks/b` gives permission. " + byHook + counts, "ok: Moved b to tools/hooks/b."},
		{"fs_move_file", moveArguments{"tools/hooks/x", "c"}, "`tools/hooks/x` gives permission. " + byHook + counts, "ok: Moved tools/hooks/x to c."},
		{"fs_move_file", moveArguments{"b", "c"}, "", "ok: Moved b to c."},
	} {
		y := newYard(t, map[string]string{"tools/hooks/x": "x\n", ".npmrc": "x\n", "b": "x\n", ".vscode/tasks.json": ""})
		y.git("init", "-q")
		y.git("config", "core.hooksPath", "tools/hooks")
		y.git("add", ".")
		y.git("-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-q", "--no-verify", "-m", "x")
		y.must(os.Symlink(".vscode", y.path("alias")))
		y.must(os.Link(y.path(".npmrc"), y.path("again")))
		y.use(Options{Status: func(context.Context, string) string { return git.Clean }})
		run, call := y.call(c.name, c.arguments, nil)
		why := run.(tool.GuardedThere).GuardedThere(call)
		if why != c.about {
			t.Errorf("%s %v: told ahead is %q\nwant %q", c.name, c.arguments, why, c.about)
		}
		if _, asks := run.Run(t.Context(), call).(tool.NeedsInput); asks != (why != "") {
			t.Fatalf("%s %v asks by itself: %v", c.name, c.arguments, asks)
		}
		if why != "" {
			call.Allowed = why
			y.want(done(t.Context(), run.Run(t.Context(), call)), c.want)
		}
	}
	y := newYard(t, nil)
	for arguments, want := range map[string]string{`[]`: "", `{}`: "", `{"path":"../x"}`: "", `{"path":".git/x"}`: "", `{"path":".envrc"}`: textGrants(granting{".envrc", byFolder})} {
		if why := (createFile{}).GuardedThere(tool.Call{Root: y.root, Dir: y.dir, Arguments: json.RawMessage(arguments)}); why != want {
			t.Errorf("%s: %q, want %q", arguments, why, want)
		}
	}
}

// TestWhatIsReplacedIsAskedOnce: where a file would be replaced the run asks in any case,
// and says so in advance.
func TestWhatIsReplacedIsAskedOnce(t *testing.T) {
	y := newYard(t, map[string]string{"AGENTS.md": "x\n", "CLAUDE.md": "y\n", "plain": "p\n", ".claude/x": ""})
	y.must(os.Symlink(".claude", y.path("alias")))
	for _, c := range []struct {
		name      string
		arguments any
		asks      bool
	}{
		{"fs_create_file", createArguments{"AGENTS.md", "new\n"}, true}, {"fs_create_file", createArguments{"sub/AGENTS.md", "new\n"}, false},
		{"fs_create_file", createArguments{"alias/x", "new\n"}, true}, {"fs_create_file", createArguments{"../AGENTS.md", "new\n"}, false},
		{"fs_create_file", createArguments{".claude", "new\n"}, false}, {"fs_move_file", moveArguments{"plain", "AGENTS.md"}, true},
		{"fs_move_file", moveArguments{"AGENTS.md", "plain"}, true}, {"fs_move_file", moveArguments{"AGENTS.md", "free"}, false},
	} {
		run, call := y.call(c.name, c.arguments, nil)
		asks := run.(tool.AskerThere).AsksThere(call)
		if asks != c.asks {
			t.Errorf("%s %v: it is told that it asks: %v", c.name, c.arguments, asks)
		}
		if call.Allowed = run.(tool.GuardedThere).GuardedThere(call); asks {
			if q := y.questions(run.Run(t.Context(), call)); len(q) != 1 || !q[0].Personal || q[0].ID != "overwrite_file" {
				t.Errorf("%s %v asks %+v", c.name, c.arguments, q)
			}
		}
	}
	if (createFile{}).AsksThere(tool.Call{Arguments: json.RawMessage(`[]`)}) || (moveFile{}).AsksThere(tool.Call{Arguments: json.RawMessage(`[]`)}) {
		t.Error("what is no call asks")
	}
}

const parleyGrants = "`.parley/config.toml` gives permission. Parley takes its settings and skills from it: what is run, and who decides. " +
	"Only your own answer to this very change counts: no setting, no rule and no other assistant gives it for you, and it is not remembered."
