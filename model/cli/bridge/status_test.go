package bridge

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestStatusBelowTheRoot: the other programs take the settings of the folder that they are started in.
func TestStatusBelowTheRoot(t *testing.T) {
	t.Parallel()
	p := newPlace(t, "")
	sub := filepath.Join(p.work, "a", "b")
	for _, dir := range []string{filepath.Join(p.home, ".claude"), filepath.Join(p.work, ".claude"), filepath.Join(sub, ".claude"), filepath.Join(sub, ".codex")} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	p.write("project/.claude/settings.json", `{"permissions":{"allow":["Bash(touch:*)"]}}`)
	p.write("project/a/b/.claude/settings.json", `{"permissions":{"allow":["Bash(mkdir:*)"]},"disableAllHooks":true}`)
	p.write("project/a/b/.codex/config.toml", "approval_policy = \"never\"\n")
	p.prog.Dir = sub
	got := strings.ReplaceAll(stateText([]state{stateOf(&p.prog, "claude"), stateOf(&p.prog, "codex")}), p.home, "HOME")
	for _, want := range []string{
		"! HOME/project/a/b/.claude/settings.json switches all hooks off (disableAllHooks)\n",
		"HOME/project/a/b/.claude/settings.json allows without asking: Bash(mkdir:*)\n",
		"HOME/project/.claude/settings.json allows without asking: Bash(touch:*)\n",
		"HOME/project/a/b/.codex/config.toml: approval_policy is \"never\": nothing is asked about\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("it does not say %q:\n%s", want, got)
		}
	}
}
