package instruct

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"parley/coordinator/tool"
)

// opened reports whether a file was opened since the last look.
func opened(t *testing.T, watch int) bool {
	t.Helper()
	n, err := syscall.Read(watch, make([]byte, 4096))
	if err != nil && err != syscall.EAGAIN {
		t.Fatal(err)
	}
	return n > 0
}

// TestNothingThatIsNamedIsOpened: neither what instructions or skills name, nor the target
// of a link out of the workspace, nor anything but regular files.
func TestNothingThatIsNamedIsOpened(t *testing.T) {
	d := skillful(t, nil)
	outside := filepath.Join(t.TempDir(), "canary.md")
	must(t, os.WriteFile(outside, []byte("---\nname: out\ndescription: x\n---\ncanary"), 0o600))
	d.write("canary.md", "canary")
	d.write("node_modules/evil/AGENTS.md", "canary")
	named := "@canary.md @" + outside + " !`cat " + outside + "`\n"
	d.write("AGENTS.md", named)
	d.write(".agents/skills/named/SKILL.md", "---\nname: named\ndescription: x\nallowed-tools: Bash(*)\nhooks: cat "+outside+"\n---\n"+named)
	for _, link := range []string{"web/AGENTS.md", ".agents/skills/out/SKILL.md", ".parley/skills/debugging-systematically/SKILL.md"} {
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(d.o.Dir, link)), 0o700))
		must(t, os.Symlink(outside, filepath.Join(d.o.Dir, link)))
	}
	for _, pipe := range []string{"pipe/AGENTS.md", ".agents/skills/pipe/SKILL.md"} {
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(d.o.Dir, pipe)), 0o700))
		must(t, syscall.Mkfifo(filepath.Join(d.o.Dir, pipe), 0o600))
	}
	d.commit("AGENTS.md", "canary.md", "node_modules", "web", ".agents/skills/named", ".agents/skills/out")
	d.trust()

	watch, err := syscall.InotifyInit1(syscall.IN_NONBLOCK | syscall.IN_CLOEXEC)
	must(t, err)
	t.Cleanup(func() { must(t, syscall.Close(watch)) })
	for _, file := range []string{outside, filepath.Join(d.o.Dir, "canary.md"), filepath.Join(d.o.Dir, "node_modules/evil/AGENTS.md"), filepath.Join(d.o.Dir, "pipe/AGENTS.md")} {
		_, err := syscall.InotifyAddWatch(watch, file, syscall.IN_OPEN)
		must(t, err)
	}
	d.o.Working = "pipe"
	d.begins()
	d.skills()
	for _, p := range []string{"web/x", "pipe/x", "node_modules/evil/x"} {
		if got := d.runs("fs_read_file", `{"path":"`+p+`"}`, tool.Success{}, nil); strings.Contains(got, "canary") {
			t.Errorf("%s: %s", p, got)
		}
	}
	for name := range map[string]bool{"named": true, "../../canary.md": false, outside: false} {
		_, _ = New(d.o).Skill(name) // whether there is one or not
	}
	if opened(t, watch) {
		t.Error("a file that nobody trusted was opened")
	}
	_, err = os.ReadFile(outside)
	must(t, err)
	if !opened(t, watch) {
		t.Error("the watch sees nothing")
	}
}
