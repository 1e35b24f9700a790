package teatest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// traps is a repository whose configuration names a program wherever git reads one. Each
// leaves a file when it runs.
type traps struct {
	*Place
	test   *testing.T
	sprung string // the folder of the files that they leave
}

// trapConfig is the repository's configuration; TRAP is a program that leaves a file of
// the name that it is given.
const trapConfig = `
[core]
	fsmonitor = TRAP fsmonitor
	hooksPath = .hooks
	sshCommand = TRAP ssh
	editor = TRAP editor
	pager = TRAP pager
	gitProxy = TRAP proxy
	askPass = TRAP askpass
	alternateRefsCommand = TRAP alternates
	attributesFile = .attributes
[pager]
	status = TRAP pager-status
	diff = TRAP pager-diff
[sequence]
	editor = TRAP sequence
[credential]
	helper = "!TRAP credential"
[filter "spy"]
	clean = TRAP clean
	smudge = TRAP smudge
	required = true
[filter "long"]
	process = TRAP process
	required = true
[diff]
	external = TRAP external
[diff "spy"]
	textconv = TRAP textconv
	command = TRAP diff-command
[merge "spy"]
	driver = TRAP merge
[gpg]
	program = TRAP gpg
[alias]
	status = !TRAP alias-status
	ls-files = !TRAP alias-ls-files
	st = !TRAP alias
[remote "origin"]
	url = ext::TRAP remote
	uploadpack = TRAP uploadpack
	promisor = true
[protocol "ext"]
	allow = always
[uploadpack]
	packObjectsHook = TRAP pack-objects
[interactive]
	diffFilter = TRAP diff-filter
[trailer "spy"]
	command = TRAP trailer
[submodule "inner"]
	update = !TRAP submodule
	url = ext::TRAP submodule-url
[extensions]
	worktreeConfig = true
[include]
	path = included
[includeIf "gitdir:/"]
	path = included-if
`

var trapHooks = []string{
	"pre-commit", "post-checkout", "post-index-change", "fsmonitor-watchman", "query-watchman", "post-merge", "pre-push", "reference-transaction", "update", "post-rewrite",
}

// newTraps creates the repository. The program git that is found first leaves a trace too,
// and so do those in the workspace.
func newTraps(t *testing.T) traps {
	t.Helper()
	p := traps{Place: NewPlace(t), test: t, sprung: t.TempDir()}
	trap := filepath.Join(t.TempDir(), "trap")
	program(t, trap, `: > "`+p.sprung+`/$1"; exit 1`)
	for name, text := range map[string]string{
		"tracked.go": "package a\n\nconst one = 1\n", "quiet.go": "package a\n\nconst two = 2\n", "long.bin": "long\n", "gone.go": "package a\n", "moved.go": "package b\n",
	} {
		p.Write(name, text)
	}
	p.git("init", "-q", "-b", "main")
	p.git("add", "-A")
	p.git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "first")
	p.git("update-index", "--refresh")
	p.Write(".gitattributes", "*.go filter=spy diff=spy merge=spy ident\n*.bin filter=long\n")
	p.Write("tracked.go", "package a\n\nconst one = 1\n\n// more\n")
	p.Write(".attributes", "* filter=spy\n")
	p.Write(".git/info/attributes", "*.md filter=spy\n")
	p.Write(".gitmodules", "[submodule \"inner\"]\n\tpath = inner\n\turl = ext::"+trap+" gitmodules\n\tupdate = !"+trap+" gitmodules-update\n")
	spring := func(text string) string { return strings.ReplaceAll(text, "TRAP", trap) }
	config := p.Read(".git/config")
	p.Write(".git/config", config+spring(trapConfig))
	p.Write(".git/included", spring("[core]\n\tfsmonitor = TRAP included\n[diff]\n\texternal = TRAP included-diff\n"))
	p.Write(".git/included-if", spring("[filter \"spy\"]\n\tclean = TRAP included-if\n[core]\n\tfsmonitor = TRAP included-fsmonitor\n"))
	p.Write(".git/config.worktree", spring("[core]\n\tfsmonitor = TRAP worktree\n"))
	for _, hook := range trapHooks {
		for _, dir := range []string{".hooks", ".git/hooks"} {
			p.Write(dir+"/placeholder", "")
			program(t, filepath.Join(p.Dir, dir, hook), trap+" hook-"+hook)
		}
	}
	// A bare repository in a subfolder, for programs that look for one from there.
	p.Write("evil/HEAD", "ref: refs/heads/main\n")
	p.Write("evil/objects/x", "")
	p.Write("evil/refs/x", "")
	p.Write("evil/config", spring("[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n\tfsmonitor = TRAP bare\n"))
	p.Write("evil/file.go", "package evil\n\nvar a = 1\n")
	first := t.TempDir()
	for _, name := range []string{"git", "ssh", "gpg"} {
		program(t, filepath.Join(first, name), trap+" program-"+name)
		program(t, filepath.Join(p.Dir, "bin", name), trap+" workspace-"+name)
	}
	for i, v := range p.Env {
		if path, ok := strings.CutPrefix(v, "PATH="); ok {
			p.Env[i] = "PATH=bin:.:" + filepath.Join(p.Dir, "bin") + ":" + first + ":" + path
		}
	}
	p.Env = append(p.Env, "GIT_EXTERNAL_DIFF="+trap+" variable", "GIT_SSH_COMMAND="+trap+" variable-ssh")
	p.Scenario("traps", trapScenario)
	return p
}

func program(t *testing.T, name, line string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte("#!/bin/sh\n"+line+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
}

// git runs the real one, with none of the user's settings.
func (p traps) git(args ...string) {
	p.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env = p.Dir, []string{"PATH=" + os.Getenv("PATH"), "HOME=" + p.Home, "GIT_CONFIG_NOSYSTEM=1"}
	if out, err := cmd.CombinedOutput(); err != nil {
		p.t.Fatalf("git %q: %v\n%s", args, err, out)
	}
}

// traces are what ran.
func (p traps) traces() string {
	p.t.Helper()
	list, err := os.ReadDir(p.sprung)
	if err != nil {
		p.t.Fatalf("%v", err)
	}
	var names []string
	for _, d := range list {
		names = append(names, d.Name())
	}
	return strings.Join(names, " ")
}

// trapScenario uses every tool that looks at files.
const trapScenario = `
[[answer]]
[[answer.call]]
name = "fs_read_file"
arguments = { path = "tracked.go" }
[[answer.call]]
name = "fs_list_files"
arguments = {}
[[answer.call]]
name = "fs_grep_files"
arguments = { pattern = "one" }
[[answer]]
[[answer.call]]
name = "fs_modify_file"
arguments = { path = "tracked.go", patterns = [{ old = "one = 1", new = "one = 2" }] }
[[answer]]
[[answer.call]]
name = "fs_modify_file"
arguments = { path = "evil/file.go", patterns = [{ old = "package evil", new = "package tame" }] }
[[answer]]
[[answer.call]]
name = "fs_delete_file"
arguments = { path = "gone.go" }
[[answer]]
[[answer.call]]
name = "fs_move_file"
arguments = { path = "moved.go", to = "there.go" }
[[answer]]
[[answer.call]]
name = "fs_create_file"
arguments = { path = "new.go", content = "package a\n" }
[[answer]]
text = "All is done."
`

// done says what became of the workspace.
func (p traps) done() {
	p.t.Helper()
	if got := p.traces(); got != "" {
		p.test.Errorf("these ran: %s", got)
	}
	if got, want := p.Read("tracked.go"), "package a\n\nconst one = 2\n\n// more\n"; got != want {
		p.test.Errorf("tracked.go is %q", got)
	}
	if got := p.Read("evil/file.go") + p.Read("there.go") + p.Read("new.go"); got != "package evil\n\nvar a = 1\npackage b\npackage a\n" { // evil is a repository: it is closed
		p.test.Errorf("the other files are %q", got)
	}
	if _, err := os.Stat(filepath.Join(p.Dir, "gone.go")); !os.IsNotExist(err) {
		p.test.Errorf("gone.go is still there: %v", err)
	}
}

// TestNothingOfARepositoryRunsHeadless: whatever its configuration names.
func TestNothingOfARepositoryRunsHeadless(t *testing.T) {
	p := newTraps(t)
	r := p.Run("run", "-m", "script/traps", "-c", `conversation.tools."*".run=unattended`, "-c", `conversation.tools."*".questions."*".answer=true`, "go")
	if r.Status != 0 || r.Out != "All is done.\n" {
		t.Errorf("%+v", r)
	}
	for _, args := range [][]string{{"ls"}, {"config", "show"}, {"models"}, {"show"}, {"audit"}} {
		p.Run(args...)
	}
	p.done()
}

// TestNothingOfARepositoryRunsOnTheScreen: not even when a file's name is looked for.
func TestNothingOfARepositoryRunsOnTheScreen(t *testing.T) {
	p := newTraps(t)
	x := p.Open(100, 30, "-c", "assistant.model.id=script/traps", "-c", "forms.arming_delay=0s", "-c", `conversation.tools."*".run=unattended`)
	x.WaitFor("Ask, or / for commands")
	x.Type("@tracked")
	x.WaitFor("tracked.go")
	x.Press("enter")
	x.Type(" go\n")
	x.press("── [1/2] ─", "y")
	x.press("── [2/2] ─", "y")
	x.WaitFor("All is done.")
	x.Press("ctrl+d")
	p.done()
}

// TestTheTrapsSpring: git itself would have run them.
func TestTheTrapsSpring(t *testing.T) {
	p := newTraps(t)
	cmd := exec.Command("sh", "-c", "git ls-files -o; touch -d @0 quiet.go long.bin; git -c core.fsmonitor=false diff --no-ext-diff --no-textconv quiet.go; git -c core.fsmonitor=false status; git -c core.fsmonitor= diff --no-ext-diff --textconv; git diff; git fetch; git st; git hash-object --path=long.bin long.bin; git hook run pre-commit; cd evil; git status")
	cmd.Dir, cmd.Env = p.Dir, []string{"PATH=" + os.Getenv("PATH"), "HOME=" + p.Home, "GIT_CONFIG_NOSYSTEM=1"}
	_ = cmd.Run() // it fails: every program does
	got := " " + p.traces() + " "
	for _, name := range []string{"worktree", "included-if", "process", "alias", "remote", "hook-pre-commit", "bare"} {
		if !strings.Contains(got, " "+name+" ") {
			t.Errorf("%s did not run, only%s", name, got)
		}
	}
}
