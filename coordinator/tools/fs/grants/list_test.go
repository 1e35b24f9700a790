package grants

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/coordinator/rules"
	"parley/coordinator/tools/fs/paths"
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
		if got := By(p); got != want {
			t.Errorf("%s: %q, want %q", p, got, want)
		}
	}
}

// TestOneListOfPermissions: what rules call a permission is what file tools ask about, name by
// name, and the other way round. Short forms (claude~1) are refused as names, and nothing
// inside .git is changed at all.
func TestOneListOfPermissions(t *testing.T) {
	table, err := os.ReadFile(filepath.Join("..", "..", "..", "rules", "tables", "files.tsv"))
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
			if p := strings.ReplaceAll(name, "*", "x"); By(p) == "" {
				t.Errorf("%s gives permission by the rules, and is changed without a person's yes", name)
			}
		}
	}
	for _, g := range list {
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
	for _, g := range list {
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

// TestRulesKnowWhatGivesPermission: no rule covers what only a person may change here,
// however it is spelled.
func TestRulesKnowWhatGivesPermission(t *testing.T) {
	for _, g := range list {
		for _, name := range g.names {
			for _, spelled := range append(spellings(name), name, "sub/"+name+"/x") {
				if rules.GivesPermission(spelled) == "" {
					t.Errorf("a rule may cover %q", spelled)
				}
			}
		}
	}
}

// spellings are the common ways to write a name of the list.
func spellings(name string) []string {
	if stem, ok := strings.CutSuffix(name, ".md"); ok && !strings.Contains(name, "/") {
		return []string{strings.ToUpper(stem) + ".md", name}
	}
	if name == "jenkinsfile" {
		return []string{"Jenkinsfile", name}
	}
	if library, ok := strings.CutPrefix(name, "library/launch"); ok {
		return []string{"Library/Launch" + strings.ToUpper(library[:1]) + library[1:]}
	}
	return []string{name}
}

// FuzzBy: a name is judged as what it folds to.
func FuzzBy(f *testing.F) {
	for _, seed := range []string{"a", ".envrc", "AGENT\u017f.md", "\uff0eparley/x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, name string) {
		if once := paths.Folded(name); By(name) != By(once) {
			t.Errorf("%q and %q are not judged alike", name, once)
		}
	})
}
