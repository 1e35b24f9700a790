package rulebook

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"parley/coordinator"
	"parley/coordinator/git"
	"parley/coordinator/rules"
)

// TestWhatIsWrittenThroughALink: a link to a file that other programs run counts as that
// file, whether or not the file exists.
func TestWhatIsWrittenThroughALink(t *testing.T) {
	b, dir := place(t, map[string]string{"package.json": "{}", "docs/a": "", "docs/b": "", "into/b": ""},
		"allow run_command(echo *)", "allow fs_create_file(docs/**)")
	for name, to := range map[string]string{
		"docs/pack": "../package.json", "docs/make": "../Makefile", "docs/other": "b", "docs/away": "../elsewhere", "into/a": "../package.json",
	} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		line string
		want rules.Verdict
		why  string
	}{
		{"echo x >docs/pack", rules.Asked, "it writes to docs/pack; only a new file that a rule for fs_create_file covers is written without asking"},
		{"echo x >docs/new", rules.Allowed, "allowed by the rule run_command(echo *)"},
		{"echo x >docs/make", rules.Asked, "it writes to docs/make; only a new file that a rule for fs_create_file covers is written without asking"},
		{"echo x >docs/away", rules.Asked, "it writes to docs/away; only a new file that a rule for fs_create_file covers is written without asking"},
	} {
		arguments, err := json.Marshal(map[string]string{"command": c.line})
		if err != nil {
			t.Fatal(err)
		}
		if got := b.one(t, "run_command", string(arguments)); got.Verdict != c.want || got.Why != c.why {
			t.Errorf("%s: %s, %s", c.line, got.Verdict, got.Why)
		}
	}
}

// TestOutputIntoANameThatNoFileToolWrites: a rule for new files lets no command make a file whose
// name some system takes for another one, as fs_create_file makes none.
func TestOutputIntoANameThatNoFileToolWrites(t *testing.T) {
	b, _ := place(t, map[string]string{"docs/a": "", "docs/b:c": ""}, "allow run_command(echo *)", "allow run_command(cat *)", "allow fs_create_file(docs/**)")
	for line, want := range map[string]rules.Verdict{
		"echo x >docs/conf.py:":          rules.Asked,
		"echo x >'docs/conf.py::$DATA'":  rules.Asked,
		"echo x >>docs/PACKAG~1.JSO":     rules.Asked,
		`echo x >'docs/x\..\Makefile'`:   rules.Asked,
		"echo x >docs/nul":               rules.Asked,
		"echo x >docs/new.":              rules.Asked,
		"echo x >'docs/new '":            rules.Asked,
		"echo x >docs/new.md":            rules.Allowed,
		"echo x >docs/new~":              rules.Allowed,
		"cat docs/b:c; cat docs/missing": rules.Allowed,
	} {
		arguments, err := json.Marshal(map[string]string{"command": line})
		if err != nil {
			t.Fatal(err)
		}
		if got := b.one(t, "run_command", string(arguments)); got.Verdict != want {
			t.Errorf("%s: %s, %s", line, got.Verdict, got.Why)
		}
	}
}

// TestWhatTheUsersSettingsLeadTo: no wildcard of a command takes a file of the workspace that is
// the user's own settings under another name, or that these name.
func TestWhatTheUsersSettingsLeadTo(t *testing.T) {
	b, dir := place(t, map[string]string{"conf/rc": "", "conf/git": "", "conf/x": ""}, "allow run_command(cat *)", "allow run_command(echo *)", "allow fs_create_file(**)")
	home := t.TempDir()
	if err := os.Symlink(filepath.Join(dir, "conf/rc"), filepath.Join(home, ".bashrc")); err != nil {
		t.Fatal(err)
	}
	settings := filepath.Join(home, "settings")
	if err := os.WriteFile(settings, []byte("[include]\n\tpath = "+dir+"/conf/git\n\tpath = "+dir+"/conf/new\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	b.o.User = git.User{Home: home, Configs: []string{settings}}
	for line, want := range map[string]rules.Verdict{
		"cat conf/rc": rules.Asked, "cat conf/git": rules.Asked, "cat conf/new": rules.Asked, "cat conf/y": rules.Allowed,
		"echo x >conf/new": rules.Asked, "echo x >conf/y": rules.Allowed,
	} {
		arguments, err := json.Marshal(map[string]string{"command": line})
		if err != nil {
			t.Fatal(err)
		}
		if got := b.one(t, "run_command", string(arguments)); got.Verdict != want {
			t.Errorf("%s: %s, %s", line, got.Verdict, got.Why)
		}
	}
}

// TestAWorkspaceAroundClosedFolders: a command that recurses into folders is asked about
// if it would come upon a closed one, or if the workspace lies in one.
func TestAWorkspaceAroundClosedFolders(t *testing.T) {
	const walks = "the rule run_command(ls *) does not cover it: ls goes into folders, and here lie some that are closed to the assistant; a rule must spell every word"
	for _, c := range []struct {
		closed string // relative to the workspace
		want   rules.Verdict
		why    string
	}{
		{".config/parley", rules.Asked, walks},
		{"not/there/yet", rules.Asked, walks},
		{".", rules.Asked, walks},
		{"..", rules.Asked, walks},
		{"../beside", rules.Allowed, "allowed by the rule run_command(ls *)"},
	} {
		b, dir := place(t, map[string]string{"docs/a": ""}, "allow run_command(ls *)")
		b.o.Closed = []string{filepath.Join(dir, c.closed)}
		if got := b.one(t, "run_command", `{"command":"ls -R"}`); got.Verdict != c.want || got.Why != c.why {
			t.Errorf("%s closed: %s, %s", c.closed, got.Verdict, got.Why)
		}
	}
}

// TestWhatIsExplainedOfALink: a path that leads to what gives permission, or is the same
// file, is explained as a person's, as the tool finds when it runs.
func TestWhatIsExplainedOfALink(t *testing.T) {
	b, dir := place(t, map[string]string{"AGENTS.md": "x", "docs/a.md": "x"}, "allow fs_*(docs/**)", "deny fs_modify_file(docs/no.md)")
	for _, err := range []error{
		os.Link(filepath.Join(dir, "AGENTS.md"), filepath.Join(dir, "docs/hard.md")),
		os.Symlink("../AGENTS.md", filepath.Join(dir, "docs/soft.md")),
		os.Symlink("../AGENTS.md", filepath.Join(dir, "docs/no.md")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ tool, path, want string }{
		{"fs_modify_file", "docs/a.md", "allow 0: allowed by the rule fs_*(docs/**)"},
		{"fs_modify_file", "docs/hard.md", "ask 4: docs/hard.md gives permission (Assistants do what it says): only a person changes it"},
		{"fs_modify_file", "docs/soft.md", "ask 4: AGENTS.md gives permission (assistants do what it says): only a person changes it"},
		{"fs_modify_file", "docs/no.md", "deny 3: denied by the rule fs_modify_file(docs/no.md)"},
		{"fs_read_file", "docs/hard.md", "allow 0: allowed by the rule fs_*(docs/**)"},
	} {
		r := b.Explain(t.Context(), rules.Call{Tool: c.tool, Paths: []string{c.path}})
		if got := fmt.Sprintf("%s %d: %s", r.Verdict, r.Ground, r.Why); got != c.want {
			t.Errorf("%s %s: %s\nwant %s", c.tool, c.path, got, c.want)
		}
	}
}

// TestWhatInstructionsIncludeIsRead: it is changed, or made, by a person alone, and read like any other file.
func TestWhatInstructionsIncludeIsRead(t *testing.T) {
	b, _ := place(t, map[string]string{"CLAUDE.md": "@docs/in.md @docs/new.md\n", "docs/in.md": "x", "docs/a.md": "x"},
		"allow run_command(cat *)", "allow run_command(echo *)", "allow fs_*(docs/**)")
	for command, want := range map[string]rules.Verdict{
		"cat docs/in.md": rules.Allowed, "echo x >docs/new.md": rules.Asked, "echo x >docs/other.md": rules.Allowed, "cat CLAUDE.md": rules.Asked,
	} {
		if r := b.Explain(t.Context(), rules.Call{Tool: "run_command", Command: command}); r.Verdict != want {
			t.Errorf("%s: %s: %s", command, r.Verdict, r.Why)
		}
	}
	for name, want := range map[string]rules.Verdict{"docs/in.md": rules.Asked, "docs/new.md": rules.Asked, "docs/a.md": rules.Allowed} {
		if r := b.Explain(t.Context(), rules.Call{Tool: "fs_create_file", Paths: []string{name}}); r.Verdict != want {
			t.Errorf("%s: %s: %s", name, r.Verdict, r.Why)
		}
	}
}

// TestNoRuleIsOfferedThatWouldNotHold: what instructions include is changed by a person alone.
func TestNoRuleIsOfferedThatWouldNotHold(t *testing.T) {
	b, _ := place(t, map[string]string{"CLAUDE.md": "@docs/in.md\n", "docs/in.md": "x", "docs/a.md": "x"})
	for name, want := range map[string]bool{"docs/in.md": false, "docs/a.md": true} {
		s := coordinator.Subject{ID: "x", Tool: "fs_modify_file", Arguments: json.RawMessage(`{"path":"` + name + `","patterns":[{"old":"x","new":"y"}]}`)}
		r := b.Judge(t.Context(), []coordinator.Subject{s}, func() []coordinator.Subject { return nil })[0]
		if len(r.Offers) > 0 != want {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

// TestAFileOfAnySizeIsJudged: its bytes are not read for that. This one has more of them than could be read.
func TestAFileOfAnySizeIsJudged(t *testing.T) {
	b, dir := place(t, map[string]string{"docs/big": ""})
	if err := os.Truncate(filepath.Join(dir, "docs/big"), 7<<40); err != nil {
		t.Skip("no sparse files here: ", err)
	}
	s := coordinator.Subject{ID: "x", Tool: "fs_modify_file", Arguments: json.RawMessage(`{"path":"docs/big","patterns":[{"old":"x","new":"y"}]}`)}
	if r := b.Judge(t.Context(), []coordinator.Subject{s}, func() []coordinator.Subject { return nil })[0]; len(r.Offers) == 0 {
		t.Errorf("%+v", r)
	}
}

// TestAnAskBehindALink: an ask or a deny holds for what a link leads to, also where that gives
// permission.
func TestAnAskBehindALink(t *testing.T) {
	b, dir := place(t, map[string]string{".envrc": "", ".vscode/a": "", "keys/a": "", ".mcp.json": "", "docs/a": ""},
		"ask fs_*(**/.env*)", "ask fs_*(.vscode/**)", "ask fs_*(keys/**)", "deny fs_*(.mcp.json)", "allow fs_*(**)")
	for name, to := range map[string]string{"env": ".envrc", "code": ".vscode", "docs/keys": "../keys", "docs/mcp": "../.mcp.json", "docs/b": "a", "docs/up": ".."} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string]rules.Verdict{
		"env": rules.Asked, "code/a": rules.Asked, "docs/keys/a": rules.Asked, "docs/up/env": rules.Asked, "docs/up/.envrc": rules.Asked,
		"docs/mcp": rules.Denied, "docs/b": rules.Allowed, filepath.Join(dir, "env"): rules.Asked,
	} {
		for name, arguments := range map[string]string{
			"fs_read_file": fmt.Sprintf(`{"path":%q}`, path), "fs_grep_files": fmt.Sprintf(`{"pattern":"x","paths":[%q]}`, path),
			"fs_modify_file": fmt.Sprintf(`{"path":%q,"patterns":[{"old":"x","new":"y"}]}`, path),
		} {
			if got := b.one(t, name, arguments); got.Verdict != want {
				t.Errorf("%s %s: %s, %s", name, path, got.Verdict, got.Why)
			}
		}
	}
}

// TestAnAskOfWhatGivesPermission: a call that changes what gives permission is asked about before
// it looks at a file that an ask holds for.
func TestAnAskOfWhatGivesPermission(t *testing.T) {
	b, dir := place(t, map[string]string{".envrc": "", ".vscode/a": "", "keys/a": ""}, "ask fs_*(**/.env*)", "ask fs_*(keys/**)")
	if err := os.Symlink("../keys", filepath.Join(dir, ".vscode/keys")); err != nil {
		t.Fatal(err)
	}
	for arguments, want := range map[string]string{
		`{"path":".envrc"}`: "the rule fs_*(**/.env*) says to ask", `{"path":".vscode/keys/a"}`: "the rule fs_*(keys/**) says to ask",
		`{"path":".vscode/a","to":"keys/b"}`: "the rule fs_*(keys/**) says to ask",
	} {
		if got := b.one(t, "fs_modify_file", arguments); got.Verdict != rules.Asked || got.Ground != rules.ByRule || got.Why != want {
			t.Errorf("%s: %s %d, %s", arguments, got.Verdict, got.Ground, got.Why)
		}
	}
	if got := b.one(t, "fs_modify_file", `{"path":".vscode/a"}`); got.Ground != rules.Personal {
		t.Errorf("without an ask: %d, %s", got.Ground, got.Why)
	}
}

// TestGitInAnotherProgram: where git does not get the settings that it gets here, no rule covers it in
// a repository in which it would need them.
func TestGitInAnotherProgram(t *testing.T) {
	for packs, want := range map[string][2]rules.Verdict{"x": {rules.Allowed, rules.Allowed}, "multi-pack-index": {rules.Allowed, rules.Asked}} {
		for i, unset := range []bool{false, true} {
			b, _ := place(t, map[string]string{".git/HEAD": "ref: refs/heads/main\n", ".git/objects/pack/" + packs: "", ".git/refs/x": ""}, "allow run_command(git status *)")
			b.o.Unset = unset
			if got := b.one(t, "run_command", `{"command":"git status"}`); got.Verdict != want[i] {
				t.Errorf("%s, unset %t: %s, %s", packs, unset, got.Verdict, got.Why)
			}
		}
	}
}

// TestWhatIsNotThereYetIsNotWaitedFor: the kernel's log says that it is a regular file, and what it
// holds is read as it comes. Root alone may open it, where there is one.
func TestWhatIsNotThereYetIsNotWaitedFor(t *testing.T) {
	const log = "/proc/kmsg"
	if f, err := os.Open(log); err != nil {
		t.Skip(err)
	} else if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ link, command, why string }{
		{".npmrc", "npm test", "the rule run_command(npm test) does not cover it: the workspace's configuration of npm names a program for npm that you have not seen"},
		{"x", "go build ./...", "the rule run_command(go build ./...) does not cover it: go may write through a link in the root of the workspace, which leads to no file, an empty one or a program"},
	} {
		b, dir := place(t, map[string]string{"go.mod": "module x\n"}, "allow run_command("+c.command+")")
		if err := os.Symlink(log, filepath.Join(dir, c.link)); err != nil {
			t.Fatal(err)
		}
		if r := b.one(t, "run_command", `{"command":"`+c.command+`"}`); r.Why != c.why {
			t.Errorf("%s: %s: %q", c.link, r.Verdict, r.Why)
		}
	}
}

// TestAFlagBehindAnOperandMayBeAFile: some programs take what looks like a flag for a file once
// there was an operand, so that a link of such a name leads out.
func TestAFlagBehindAnOperandMayBeAFile(t *testing.T) {
	b, dir := place(t, map[string]string{"a": "", "main": ""}, "allow run_command(gofmt *)", "allow run_command(cat *)", "allow run_command(grep *)", "allow run_command(go vet *)", "allow run_command(git log *)", "allow run_command(find *)")
	for _, name := range []string{"-l", "-n", "-tags=x", "-depth"} {
		if err := os.Symlink(filepath.Join(t.TempDir(), "x"), filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	outside := func(rule, word string) string {
		return "the rule run_command(" + rule + ") does not cover it: no wildcard takes " + word + ", which names or leads to a place outside of the workspace"
	}
	for line, why := range map[string]string{
		"gofmt a -l":           outside("gofmt *", "-l"),
		"gofmt -l a":           "allowed by the rule run_command(gofmt *)",
		"gofmt a -d":           "allowed by the rule run_command(gofmt *)",
		"go vet main -tags=x":  outside("go vet *", "-tags=x"),
		"go vet -tags=x ./...": "allowed by the rule run_command(go vet *)",
		"cat a -n":             outside("cat *", "-n"),
		"cat -n a":             "allowed by the rule run_command(cat *)",
		"grep x -n a":          outside("grep *", "-n"),
		"grep -n x a":          "allowed by the rule run_command(grep *)",
		"git log main -n 1":    "allowed by the rule run_command(git log *)",
		"find . -depth":        "allowed by the rule run_command(find *)",
	} {
		arguments, err := json.Marshal(map[string]string{"command": line})
		if err != nil {
			t.Fatal(err)
		}
		if got := b.one(t, "run_command", string(arguments)); got.Why != why {
			t.Errorf("%s: %s", line, got.Why)
		}
	}
}
