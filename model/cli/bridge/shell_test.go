package bridge

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"parley/model/cli/bridge/hook"
)

// TestShellsThatRulesRead: a rule is read as a line of sh, so it covers none that something else gets
// first, or that a program of the workspace may get, nor one before which bash may run what lies there.
func TestShellsThatRulesRead(t *testing.T) {
	root := t.TempDir()
	link, tree := filepath.Join(t.TempDir(), "bash"), filepath.Join(root, "repo")
	if err := errors.Join(os.Mkdir(tree, 0o700), os.WriteFile(filepath.Join(tree, "bash"), nil, 0o700), os.Symlink(filepath.Join(tree, "bash"), link)); err != nil {
		t.Fatal(err)
	}
	for shell, want := range map[string]string{
		"/bin/bash": "", "bash": "", "/bin/sh": "", "": "",
		"/bin/zsh":           "the command goes to zsh, and your rules are read as those of sh",
		"./bash":             "the command goes to ./bash, and your rules are read as those of sh",
		"bin/bash":           "the command goes to bin/bash, and your rules are read as those of sh",
		"sh ev.sh /bin/bash": "the command goes to sh ev.sh /bin/bash, and your rules are read as those of sh",
		tree + "/bash":       "the command goes to " + tree + "/bash, and your rules are read as those of sh",
		link:                 "the command goes to " + link + ", and your rules are read as those of sh",
		"ev.sh bash":         "the command goes to ev.sh bash, and your rules are read as those of sh",
	} {
		if got := rulesApart(hook.Claude, shell, "", tree); got != want {
			t.Errorf("%q: %q", shell, got)
		}
	}
	for start, apart := range map[string]bool{
		"": false, "/home/me/start.sh": false, filepath.Join(root, "repository"): false,
		"start.sh": true, "./start.sh": true, tree + "/bash": true, tree + "/none": true, link: true, "/home/$(id)": true, "/home/`id`": true, "/$PWD/start.sh": true,
	} {
		want := ""
		if apart {
			want = "BASH_ENV is " + start + ", so what the workspace says may run before any command"
		}
		if got := rulesApart(hook.Claude, "/bin/bash", start, tree); got != want {
			t.Errorf("BASH_ENV=%s: %q", start, got)
		}
	}
}

// TestWhatCodexDoesNotTell: who answers for a command is told that its folder and shell are unknown.
func TestWhatCodexDoesNotTell(t *testing.T) {
	const untold = "Codex asks: Run ls\n\nIts reason: \"to look\"\n\nCodex does not tell its hook in which folder and by which shell the command runs."
	if got := requestText(hook.Codex, hook.Command, "Run ls", "to look"); got != untold {
		t.Errorf("%q", got)
	}
	if got := requestText(hook.Claude, hook.Command, "Run ls", ""); got != "Claude Code asks: Run ls" {
		t.Errorf("%q", got)
	}
	if got := requestText(hook.Codex, hook.Change, "Edit a", ""); got != "Codex asks: Edit a" {
		t.Errorf("%q", got)
	}
}
