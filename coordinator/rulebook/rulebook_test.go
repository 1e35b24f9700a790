package rulebook

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"parley/coordinator"
	"parley/coordinator/rules"
)

// place is a workspace with a book of rules.
func place(t *testing.T, files map[string]string, lines ...string) (*Book, string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = root.Close() })
	held := heldOf(t, lines...)
	return New(Options{
		Root: root, Dir: dir, Path: "/usr/bin:/bin", Stamp: func() string { return "" },
		Read: func() ([]rules.Held, []string) { return held, nil },
	}), dir
}

// heldOf are rules, each preceded by its kind.
func heldOf(t *testing.T, lines ...string) []rules.Held {
	t.Helper()
	var held []rules.Held
	for _, line := range lines {
		kind, text, _ := strings.Cut(line, " ")
		r, err := rules.Parse(rules.Kind(kind), text)
		if err != nil {
			t.Fatal(err)
		}
		held = append(held, rules.Held{Rule: r, Kind: rules.Kind(kind), Where: "here:1"})
	}
	return held
}

func (b *Book) one(t *testing.T, tool, arguments string) coordinator.Ruling {
	t.Helper()
	return b.Judge(t.Context(), []coordinator.Subject{{ID: "x", Tool: tool, Arguments: json.RawMessage(arguments)}}, nil)[0]
}

// TestWhatADecisionDependsOn: what is found in the workspace decides together with the
// rules.
func TestWhatADecisionDependsOn(t *testing.T) {
	const gitHead = "[core]\n\trepositoryformatversion = 0\n\tbare = false\n[remote \"origin\"]\n\turl = https://x.example/y.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n"
	git := func(config string) map[string]string {
		return map[string]string{".git/HEAD": "ref: refs/heads/main\n", ".git/config": config, ".git/objects/x": "", ".git/refs/x": ""}
	}
	with := func(files map[string]string, name, text string) map[string]string {
		files[name] = text
		return files
	}
	for _, c := range []struct {
		name, tool, arguments, rule string
		files                       map[string]string
		want                        rules.Verdict
		why                         string
	}{
		{"a program of the system", "run_command", `{"command":"cat x"}`, "allow run_command(cat *)", map[string]string{"x": ""}, "allow", "allowed by the rule run_command(cat *)"},
		{"a path out of the workspace", "run_command", `{"command":"cat /etc/passwd"}`, "allow run_command(cat *)", nil, "ask",
			"the rule run_command(cat *) does not cover it: no wildcard takes /etc/passwd, which names or leads to a place outside of the workspace"},
		{"git", "run_command", `{"command":"git status"}`, "allow run_command(git status *)", git(gitHead), "allow", "allowed by the rule run_command(git status *)"},
		{"git with a template", "run_command", `{"command":"git status"}`, "allow run_command(git status *)", git(gitHead + "[commit]\n\ttemplate = /etc/hostname\n"), "ask",
			"the rule run_command(git status *) does not cover it: the workspace's configuration of git names a program for git that you have not seen"},
		{"git that takes any name of a tree", "run_command", `{"command":"git status"}`, "allow run_command(git status *)", git(gitHead + "[core]\n\tprotectHFS = false\n"), "ask",
			"the rule run_command(git status *) does not cover it: the workspace's configuration of git names a program for git that you have not seen"},
		{"git with a monitor", "run_command", `{"command":"git status"}`, "allow run_command(git status *)", git(gitHead + "[core]\n\tfsmonitor = ./x\n"), "ask",
			"the rule run_command(git status *) does not cover it: the workspace's configuration of git names a program for git that you have not seen"},
		{"git with an include", "run_command", `{"command":"git status"}`, "allow run_command(git status *)", git(gitHead + "[include]\n\tpath = x\n"), "ask",
			"the rule run_command(git status *) does not cover it: the workspace's configuration of git names a program for git that you have not seen"},
		{"git with a hook", "run_command", `{"command":"git status"}`, "allow run_command(git status *)", with(git(gitHead), ".git/hooks/post-index-change", "#!/bin/sh\n"), "ask",
			"the rule run_command(git status *) does not cover it: the workspace's configuration of git names a program for git that you have not seen"},
		{"git with an example of a hook", "run_command", `{"command":"git status"}`, "allow run_command(git status *)", with(git(gitHead), ".git/hooks/pre-push.sample", "#!/bin/sh\n"), "allow", "allowed by the rule run_command(git status *)"},
		{"git with an address that runs", "run_command", `{"command":"git status"}`, "allow run_command(git status *)", git("[remote \"o\"]\n\turl = ext::sh -c x\n"), "ask",
			"the rule run_command(git status *) does not cover it: the workspace's configuration of git names a program for git that you have not seen"},
		{"git with a value that goes on", "run_command", `{"command":"git status"}`, "allow run_command(git status *)", git("[user]\n\tname = x\\\n[core]\n"), "ask",
			"the rule run_command(git status *) does not cover it: the workspace's configuration of git names a program for git that you have not seen"},
		{"a bare repository in the root", "run_command", `{"command":"git status"}`, "allow run_command(git status *)", map[string]string{"HEAD": "", "objects/x": "", "refs/x": ""}, "ask",
			"the rule run_command(git status *) does not cover it: the workspace's configuration of git names a program for git that you have not seen"},
		{"what is missing is fetched", "run_command", `{"command":"git log -p"}`, "allow run_command(git log -p)", git(gitHead + "\tpromisor = true\n"), "ask",
			"the rule run_command(git log -p) does not cover it: the workspace's configuration of git names a program for git that you have not seen"},
		{"by a name that git takes to end sooner", "run_command", `{"command":"git show"}`, "allow run_command(git show *)", git(gitHead + "[remote \"origin.promisor\x00z\"]\n\turl = true\n"), "ask",
			"the rule run_command(git show *) does not cover it: the workspace's configuration of git names a program for git that you have not seen"},
		{"and by its old name", "run_command", `{"command":"git log -p"}`, "allow run_command(git log -p)", git(gitHead + "[extensions]\n\tpartialClone = origin\n"), "ask",
			"the rule run_command(git log -p) does not cover it: the workspace's configuration of git names a program for git that you have not seen"},
		{"branches in an order", "run_command", `{"command":"git branch --list"}`, "allow run_command(git branch --list *)", git(gitHead + "[branch]\n\tsort = -committerdate\n"), "allow", "allowed by the rule run_command(git branch --list *)"},
		{"by what a program says", "run_command", `{"command":"git branch --list"}`, "allow run_command(git branch --list *)", git(gitHead + "[branch]\n\tsort = -*signature:grade\n"), "ask",
			"the rule run_command(git branch --list *) does not cover it: the workspace's configuration of git names a program for git that you have not seen"},
		{"another bazel", "run_command", `{"command":"bazel build x"}`, "allow run_command(bazel build x)", map[string]string{".bazeliskrc": ""}, "ask",
			"the rule run_command(bazel build x) does not cover it: the workspace's configuration of bazel names a program for bazel that you have not seen"},
		{"settings of pytest", "run_command", `{"command":"pytest -q"}`, "allow run_command(pytest -q)", map[string]string{"pytest.toml": ""}, "ask",
			"the rule run_command(pytest -q) does not cover it: the workspace's configuration of python names a program for pytest that you have not seen"},
		{"hidden ones", "run_command", `{"command":"pytest -q"}`, "allow run_command(pytest -q)", map[string]string{".pytest.toml": ""}, "ask",
			"the rule run_command(pytest -q) does not cover it: the workspace's configuration of python names a program for pytest that you have not seen"},
		{"settings of uv", "run_command", `{"command":"uv run x"}`, "allow run_command(uv run x)", map[string]string{"uv.toml": ""}, "ask",
			"the rule run_command(uv run x) does not cover it: the workspace's configuration of python names a program for uv that you have not seen"},
		{"settings of mise in a further place 1", "run_command", `{"command":"mise run x"}`, "allow run_command(mise run x)", map[string]string{"mise.local.toml": ""}, "ask",
			"the rule run_command(mise run x) does not cover it: the workspace's configuration of mise names a program for mise that you have not seen"},
		{"settings of mise in a further place 2", "run_command", `{"command":"mise run x"}`, "allow run_command(mise run x)", map[string]string{".mise.dev.local.toml": ""}, "ask",
			"the rule run_command(mise run x) does not cover it: the workspace's configuration of mise names a program for mise that you have not seen"},
		{"settings of mise in a further place 3", "run_command", `{"command":"mise run x"}`, "allow run_command(mise run x)", map[string]string{".config/mise.dev.toml": ""}, "ask",
			"the rule run_command(mise run x) does not cover it: the workspace's configuration of mise names a program for mise that you have not seen"},
		{"settings of mise in a further place 4", "run_command", `{"command":"mise run x"}`, "allow run_command(mise run x)", map[string]string{".miserc.toml": ""}, "ask",
			"the rule run_command(mise run x) does not cover it: the workspace's configuration of mise names a program for mise that you have not seen"},
		{"settings of mise in a further place 5", "run_command", `{"command":"mise run x"}`, "allow run_command(mise run x)", map[string]string{"mise-tasks/x": ""}, "ask",
			"the rule run_command(mise run x) does not cover it: the workspace's configuration of mise names a program for mise that you have not seen"},
		{"mise without settings", "run_command", `{"command":"mise run x"}`, "allow run_command(mise run x)", map[string]string{".config/x": "", "misery": ""}, "allow", "allowed by the rule run_command(mise run x)"},
		{"tox with a file of its own", "run_command", `{"command":"tox"}`, "allow run_command(tox)", map[string]string{"tox.toml": ""}, "ask",
			"the rule run_command(tox) does not cover it: the workspace's configuration of python names a program for tox that you have not seen"},
		{"settings of tox, written otherwise 1", "run_command", `{"command":"tox"}`, "allow run_command(tox)", map[string]string{"pyproject.toml": "[ tool . tox ]\nx = 1\n"}, "ask",
			"the rule run_command(tox) does not cover it: the workspace's configuration of python names a program for tox that you have not seen"},
		{"settings of tox, written otherwise 2", "run_command", `{"command":"tox"}`, "allow run_command(tox)", map[string]string{"pyproject.toml": "[tool]\ntox.x = 1\n"}, "ask",
			"the rule run_command(tox) does not cover it: the workspace's configuration of python names a program for tox that you have not seen"},
		{"settings of tox, written otherwise 3", "run_command", `{"command":"tox"}`, "allow run_command(tox)", map[string]string{"pyproject.toml": "[tool.'tox']\nx = 1\n"}, "ask",
			"the rule run_command(tox) does not cover it: the workspace's configuration of python names a program for tox that you have not seen"},
		{"settings of tox, written otherwise 4", "run_command", `{"command":"tox"}`, "allow run_command(tox)", map[string]string{"pyproject.toml": "tool = {tox = {x = 1}}\n"}, "ask",
			"the rule run_command(tox) does not cover it: the workspace's configuration of python names a program for tox that you have not seen"},
		{"settings of tox, written otherwise 5", "run_command", `{"command":"tox"}`, "allow run_command(tox)", map[string]string{"pyproject.toml": "[tool.tox\n"}, "ask",
			"the rule run_command(tox) does not cover it: the workspace's configuration of python names a program for tox that you have not seen"},
		{"tox as something that is needed", "run_command", `{"command":"pytest"}`, "allow run_command(pytest)", map[string]string{"pyproject.toml": "[dependency-groups]\ndev = [\"tox\"]\n[tool.poetry.dependencies]\ntox = \"4\"\n"}, "allow", "allowed by the rule run_command(pytest)"},
		{"an interpreter of the workspace", "run_command", `{"command":"uv run x"}`, "allow run_command(uv run x)", map[string]string{".python-version": "./x\n"}, "ask",
			"the rule run_command(uv run x) does not cover it: the workspace's configuration of python names a program for uv that you have not seen"},
		{"one by the name of a program", "run_command", `{"command":"uv run x"}`, "allow run_command(uv run x)", map[string]string{".python-versions": "3.12\nmypython3\n"}, "ask",
			"the rule run_command(uv run x) does not cover it: the workspace's configuration of python names a program for uv that you have not seen"},
		{"versions of an interpreter", "run_command", `{"command":"uv run x"}`, "allow run_command(uv run x)", map[string]string{".python-version": "# ours\n3.12.1\npypy3.10-v7.3\ncpython@3.13t\n"}, "allow", "allowed by the rule run_command(uv run x)"},
		{"environments of poetry elsewhere", "run_command", `{"command":"poetry run x"}`, "allow run_command(poetry run x)", map[string]string{"poetry.toml": "[virtualenvs]\npath = \"x\"\n"}, "ask",
			"the rule run_command(poetry run x) does not cover it: the workspace's configuration of python names a program for poetry that you have not seen"},
		{"environments of poetry", "run_command", `{"command":"poetry run x"}`, "allow run_command(poetry run x)", map[string]string{"poetry.toml": "[virtualenvs]\nin-project = true\n"}, "allow", "allowed by the rule run_command(poetry run x)"},
		{"how yarn loads", "run_command", `{"command":"yarn test"}`, "allow run_command(yarn test)", map[string]string{".pnp.cjs": ""}, "ask",
			"the rule run_command(yarn test) does not cover it: the workspace's configuration of npm names a program for yarn that you have not seen"},
		{"a rebase that goes on", "run_command", `{"command":"git rebase --continue"}`, "allow run_command(git rebase --continue)", with(git(gitHead), ".git/rebase-merge/git-rebase-todo", "pick a1 x\n # x\nmerge -C b2 c # y\nf d3\n"), "allow", "allowed by the rule run_command(git rebase --continue)"},
		{"a rebase with a program", "run_command", `{"command":"git rebase --continue"}`, "allow run_command(git rebase --continue)", with(git(gitHead), ".git/rebase-merge/git-rebase-todo", "pick a1 x\n\texec ./x\n"), "ask",
			"the rule run_command(git rebase --continue) does not cover it: the workspace's configuration of git names a program for git that you have not seen"},
		{"the same, shorter", "run_command", `{"command":"git -P rebase --continue"}`, "allow run_command(git -P rebase --continue)", with(git(gitHead), ".git/rebase-merge/git-rebase-todo", "x ./x\n"), "ask",
			"the rule run_command(git -P rebase --continue) does not cover it: the workspace's configuration of git names a program for git that you have not seen"},
		{"branches in another form", "run_command", `{"command":"git status"}`, "allow run_command(git status *)", git(gitHead + "[extensions]\n\trefStorage = reftable\n"), "allow", "allowed by the rule run_command(git status *)"},
		{"a remote elsewhere", "run_command", `{"command":"git push origin x"}`, "allow run_command(git push origin x)", git(gitHead + "[remote \"origin\"]\n\turl = https://example.com/a.git\n"), "allow",
			"allowed by the rule run_command(git push origin x)"},
		{"one over ssh", "run_command", `{"command":"git push origin x"}`, "allow run_command(git push origin x)", git(gitHead + "[remote \"origin\"]\n\turl = git@example.com:a.git\n[branch \"x\"]\n\tremote = origin\n"), "allow",
			"allowed by the rule run_command(git push origin x)"},
		{"one in the workspace", "run_command", `{"command":"git push origin x"}`, "allow run_command(git push origin x)", git(gitHead + "[remote \"origin\"]\n\turl = ./evil.git\n"), "ask",
			"the rule run_command(git push origin x) does not cover it: git may go through a remote of the workspace to a place on this machine, run its hooks, read it and write there"},
		{"one by its file", "run_command", `{"command":"git push origin x"}`, "allow run_command(git push origin x)", git(gitHead + "[remote \"origin\"]\n\turl = file:///x\n"), "ask",
			"the rule run_command(git push origin x) does not cover it: git may go through a remote of the workspace to a place on this machine, run its hooks, read it and write there"},
		{"one to push to", "run_command", `{"command":"git push origin x"}`, "allow run_command(git push origin x)", git(gitHead + "[remote \"origin\"]\n\turl = https://example.com/a.git\n\tpushurl = /x\n"), "ask",
			"the rule run_command(git push origin x) does not cover it: git may go through a remote of the workspace to a place on this machine, run its hooks, read it and write there"},
		{"one with a colon", "run_command", `{"command":"git push origin x"}`, "allow run_command(git push origin x)", git(gitHead + "[remote \"origin\"]\n\turl = ./a:b\n"), "ask",
			"the rule run_command(git push origin x) does not cover it: git may go through a remote of the workspace to a place on this machine, run its hooks, read it and write there"},
		{"a branch that goes to a place", "run_command", `{"command":"git push origin x"}`, "allow run_command(git push origin x)", git(gitHead + "[remote \"origin\"]\n\turl = https://example.com/a.git\n[branch \"x\"]\n\tremote = evil\n"), "ask",
			"the rule run_command(git push origin x) does not cover it: git may go through a remote of the workspace to a place on this machine, run its hooks, read it and write there"},
		{"that matters to no other command", "run_command", `{"command":"git log -1"}`, "allow run_command(git log *)", git(gitHead + "[remote \"origin\"]\n\turl = ./evil.git\n"), "allow", "allowed by the rule run_command(git log *)"},
		{"addresses in files of old", "run_command", `{"command":"git fetch origin"}`, "allow run_command(git fetch origin)", map[string]string{".git/HEAD": "ref: refs/heads/x\n", ".git/objects/x": "", ".git/refs/x": "", ".git/remotes/origin": "URL: ext::sh x.sh\n"}, "ask",
			"the rule run_command(git fetch origin) does not cover it: the workspace's configuration of git names a program for git that you have not seen"},
		{"and older ones", "run_command", `{"command":"git fetch origin"}`, "allow run_command(git fetch origin)", map[string]string{".git/HEAD": "ref: refs/heads/x\n", ".git/objects/x": "", ".git/refs/x": "", ".git/branches/origin": "ext::sh x.sh\n"}, "ask",
			"the rule run_command(git fetch origin) does not cover it: the workspace's configuration of git names a program for git that you have not seen"},
		{"branches in another place", "run_command", `{"command":"git status"}`, "allow run_command(git status *)", git(gitHead + "[extensions]\n\trefStorage = files:///x\n"), "ask",
			"the rule run_command(git status *) does not cover it: the workspace's configuration of git names a program for git that you have not seen"},
		{"one that has the rest elsewhere", "run_command", `{"command":"git status"}`, "allow run_command(git status *)", map[string]string{"HEAD": "", "commondir": "x\n"}, "ask",
			"the rule run_command(git status *) does not cover it: the workspace's configuration of git names a program for git that you have not seen"},
		{"a folder that git takes for no repository", "run_command", `{"command":"git status"}`, "allow run_command(git status *)", map[string]string{".git/config": gitHead, ".git/objects/x": "", ".git/refs/x": ""}, "ask",
			"the rule run_command(git status *) does not cover it: the workspace's configuration of git names a program for git that you have not seen"},
		{"a head that is none", "run_command", `{"command":"git status"}`, "allow run_command(git status *)", with(git(gitHead), ".git/HEAD", "ref: main\n"), "ask",
			"the rule run_command(git status *) does not cover it: the workspace's configuration of git names a program for git that you have not seen"},
		{"a head that is a commit", "run_command", `{"command":"git status"}`, "allow run_command(git status *)", with(git(gitHead), ".git/HEAD", strings.Repeat("a1", 20)+"\n"), "allow", "allowed by the rule run_command(git status *)"},
		{"a folder that is compared", "run_command", `{"command":"diff docs src"}`, "allow run_command(diff *)", map[string]string{"docs/a": "", "src/a": ""}, "ask",
			"the rule run_command(diff *) does not cover it: no wildcard takes docs, a folder, in which links may lead elsewhere"},
		{"a program of the workspace", "run_command", `{"command":"./x a"}`, "allow run_command(./x a)", map[string]string{"x": ""}, "ask",
			"the rule run_command(./x a) does not cover it: ./x is a program in the workspace, and the rule was made without its digest"},
		{"npm with a shell of its own", "run_command", `{"command":"npm test"}`, "allow run_command(npm test)", map[string]string{".npmrc": "script-shell=./x\n"}, "ask",
			"the rule run_command(npm test) does not cover it: the workspace's configuration of npm names a program for npm that you have not seen"},
		{"npm with a registry", "run_command", `{"command":"npm test"}`, "allow run_command(npm test)", map[string]string{".npmrc": "registry=https://x.example\n"}, "allow", "allowed by the rule run_command(npm test)"},
		{"npm with a variable for a server", "run_command", `{"command":"npm outdated"}`, "allow run_command(npm outdated)", map[string]string{".npmrc": "registry=https://x.example\n//x.example/:_authToken=${NPM_TOKEN}\n"}, "ask",
			"the rule run_command(npm outdated) does not cover it: the workspace's configuration of npm names a program for npm that you have not seen"},
		{"npm with a variable in an address", "run_command", `{"command":"npm outdated"}`, "allow run_command(npm outdated)", map[string]string{".npmrc": "registry=https://x.example/$HOME/\n"}, "ask",
			"the rule run_command(npm outdated) does not cover it: the workspace's configuration of npm names a program for npm that you have not seen"},
		{"npm with another variable for the public server", "run_command", `{"command":"npm outdated"}`, "allow run_command(npm outdated)", map[string]string{".npmrc": "//registry.npmjs.org/:_authToken=${DATABASE_URL}\n"}, "ask",
			"the rule run_command(npm outdated) does not cover it: the workspace's configuration of npm names a program for npm that you have not seen"},
		{"npm with a variable that is spelled otherwise", "run_command", `{"command":"npm outdated"}`, "allow run_command(npm outdated)", map[string]string{".npmrc": `registry="https://x.example/\u0024{HOME}/"`}, "ask",
			"the rule run_command(npm outdated) does not cover it: the workspace's configuration of npm names a program for npm that you have not seen"},
		{"npm with a variable for a server that is spelled otherwise", "run_command", `{"command":"npm outdated"}`, "allow run_command(npm outdated)", map[string]string{".npmrc": `//x.example/:_authToken="\u0024{NPM_TOKEN}"`}, "ask",
			"the rule run_command(npm outdated) does not cover it: the workspace's configuration of npm names a program for npm that you have not seen"},
		{"npm with the token of the public server", "run_command", `{"command":"npm outdated"}`, "allow run_command(npm outdated)", map[string]string{".npmrc": "//registry.npmjs.org/:_authToken=${NPM_TOKEN}\n"}, "allow", "allowed by the rule run_command(npm outdated)"},
		{"npm with a line that ends otherwise", "run_command", `{"command":"npm test"}`, "allow run_command(npm test)", map[string]string{".npmrc": "color=true\rscript-shell=./x\n"}, "ask",
			"the rule run_command(npm test) does not cover it: the workspace's configuration of npm names a program for npm that you have not seen"},
		{"npm with lines as on Windows", "run_command", `{"command":"npm test"}`, "allow run_command(npm test)", map[string]string{".npmrc": "color=true\r\nfund=false\r\n"}, "allow", "allowed by the rule run_command(npm test)"},
		{"pnpm with a shell of its own", "run_command", `{"command":"pnpm test"}`, "allow run_command(pnpm test)", map[string]string{"pnpm-workspace.yaml": "packages:\n  - 'a/*'\nscriptShell: ./x\n"}, "ask",
			"the rule run_command(pnpm test) does not cover it: the workspace's configuration of npm names a program for pnpm that you have not seen"},
		{"pnpm with packages", "run_command", `{"command":"pnpm test"}`, "allow run_command(pnpm test)", map[string]string{"pnpm-workspace.yaml": "# ours\npackages:\n  - 'a/*'\n  - \"!**/test/**\"\n  - b/c\n"}, "allow", "allowed by the rule run_command(pnpm test)"},
		{"pytest with plug-ins", "run_command", `{"command":"pytest -q"}`, "allow run_command(pytest -q)", map[string]string{"pyproject.toml": "[tool.pytest.ini_options]\n\"add\\u006fpts\" = \"-p x\"\n"}, "ask",
			"the rule run_command(pytest -q) does not cover it: the workspace's configuration of python names a program for pytest that you have not seen"},
		{"pytest", "run_command", `{"command":"pytest -q"}`, "allow run_command(pytest -q)", map[string]string{"pyproject.toml": "[project]\nname = \"x\"\n"}, "allow", "allowed by the rule run_command(pytest -q)"},
		{"go with a toolchain of its own", "run_command", `{"command":"go vet ./..."}`, "allow run_command(go vet ./...)", map[string]string{"go.mod": "module x\ntoolchain go1.26.0-mine\n"}, "ask",
			"the rule run_command(go vet ./...) does not cover it: the workspace's configuration of go names a program for go that you have not seen"},
		{"go where another version control is asked", "run_command", `{"command":"go build ./..."}`, "allow run_command(go build ./...)", map[string]string{"go.mod": "module x\n", ".hg/hgrc": "[extensions]\nx = ./x\n"}, "ask",
			"the rule run_command(go build ./...) does not cover it: the workspace's configuration of go names a program for go that you have not seen"},
		{"go", "run_command", `{"command":"go vet ./..."}`, "allow run_command(go vet ./...)", map[string]string{"go.mod": "module x\ngo 1.26\ntoolchain go1.26.1\n"}, "allow", "allowed by the rule run_command(go vet ./...)"},
		{"another folder", "run_command", `{"command":"cat x","directory":"sub"}`, "allow run_command(cat *)", nil, "ask", "rules for commands hold in the root of the workspace, and this runs in sub"},
		{"arguments that are none", "run_command", `[]`, "allow run_command(cat *)", nil, "ask", "its arguments cannot be read"},
		{"a file", "fs_create_file", `{"path":"docs/a"}`, "allow fs_create_file(docs/**)", nil, "allow", "allowed by the rule fs_create_file(docs/**)"},
		{"a move needs both", "fs_move_file", `{"path":"docs/a","to":"src/a"}`, "allow fs_move_file(docs/**)", nil, "ask", "no rule covers it"},
		{"the list of the root", "fs_list_files", `{}`, "deny fs_list_files(**)", nil, "deny", "denied by the rule fs_list_files(**)"},
		{"a tool by its name", "github__get", `{}`, "allow github__*", nil, "allow", "allowed by the rule github__*"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, _ := place(t, c.files, c.rule)
			r := b.one(t, c.tool, c.arguments)
			if r.Verdict != c.want || r.Why != c.why {
				t.Errorf("%s: %s\nwant %s: %s", r.Verdict, r.Why, c.want, c.why)
			}
		})
	}
}

// TestWhereLinksLead: a rule for a path does not cover the place that a link leads to.
func TestWhereLinksLead(t *testing.T) {
	b, dir := place(t, map[string]string{"docs/a": "", "docs/b": "", "docs/top": "", "lib/c": "", "src/b": "", ".envrc": ""}, "allow fs_modify_file(docs/**)", "allow run_command(cat *)", "deny fs_read_file(src/**)")
	for name, to := range map[string]string{"docs/in": "../src", "docs/out": "/etc", "docs/guarded": "../.envrc", "lib/a": "/etc/a", "top": "/etc/top"} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	for arguments, want := range map[string]rules.Verdict{
		`{"path":"docs/a"}`: "allow", `{"path":"docs/in/b"}`: "ask", `{"path":"docs/new/x"}`: "allow",
	} {
		if r := b.one(t, "fs_modify_file", arguments); r.Verdict != want {
			t.Errorf("%s: %s, %s", arguments, r.Verdict, r.Why)
		}
	}
	for command, want := range map[string]rules.Verdict{
		"cat docs/a": "allow", "cat docs/in/b": "deny", "cat docs/out/passwd": "ask", "cat docs/guarded": "ask", "cat nothing": "allow",
	} {
		if r := b.one(t, "run_command", `{"command":"`+command+`"}`); r.Verdict != want {
			t.Errorf("%s: %s, %s", command, r.Verdict, r.Why)
		}
	}
	if r := b.one(t, "fs_read_file", `{"path":"docs/in/b"}`); r.Verdict != rules.Denied {
		t.Errorf("a denied file is read through a link: %s, %s", r.Verdict, r.Why)
	}
}

// TestRulesAreReadAgain: changed rules count from the next decision on.
func TestRulesAreReadAgain(t *testing.T) {
	b, _ := place(t, nil)
	stamp, held := "1", heldOf(t)
	b.o.Stamp = func() string { return stamp }
	b.o.Read = func() ([]rules.Held, []string) { return held, nil }
	if r := b.one(t, "x", `{}`); r.Verdict != rules.Asked {
		t.Error(r)
	}
	held = heldOf(t, "allow x")
	if r := b.one(t, "x", `{}`); r.Verdict != rules.Asked {
		t.Error("read without need", r)
	}
	stamp = "2"
	if r := b.one(t, "x", `{}`); r.Verdict != rules.Allowed || len(r.Rules) != 1 || r.Rules[0].At != "here:1" {
		t.Error(r)
	}
}

// TestRepositoriesWithin: git looks into each repository that its index knows, and runs
// what the settings there name, whether or not .gitmodules lists them.
func TestRepositoriesWithin(t *testing.T) {
	b, dir := place(t, map[string]string{"sub/f": "one"}, "allow run_command(git status *)", "allow run_command(git log *)")
	git := func(at string, arguments ...string) {
		t.Helper()
		c := exec.Command("git", arguments...)
		c.Dir = filepath.Join(dir, at)
		c.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=x", "GIT_AUTHOR_EMAIL=x@y", "GIT_COMMITTER_NAME=x", "GIT_COMMITTER_EMAIL=x@y")
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v: %s", arguments, err, out)
		}
	}
	git(".", "init", "-q")
	if err := os.RemoveAll(filepath.Join(dir, ".git", "hooks")); err != nil {
		t.Fatal(err)
	}
	git("sub", "init", "-q")
	git("sub", "add", "f")
	git("sub", "commit", "-q", "-m", "one")
	if r := b.one(t, "run_command", `{"command":"git status"}`); r.Verdict != rules.Allowed {
		t.Errorf("before it is known: %s, %s", r.Verdict, r.Why)
	}
	git(".", "-c", "advice.addEmbeddedRepo=false", "add", "sub")
	for _, command := range []string{"git status", "git log"} {
		if r := b.one(t, "run_command", `{"command":"`+command+`"}`); r.Verdict != rules.Asked {
			t.Errorf("%s: %s, %s", command, r.Verdict, r.Why)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, ".git", "index"), []byte("no index"), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := b.one(t, "run_command", `{"command":"git status"}`); r.Verdict != rules.Asked {
		t.Errorf("with an index that cannot be read: %s, %s", r.Verdict, r.Why)
	}
}
