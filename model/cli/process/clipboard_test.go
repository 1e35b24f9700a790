package process

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tool installs a program that keeps what it is given and how it was called.
func tool(t *testing.T, dir, name, ends string) {
	t.Helper()
	script := "#!/bin/sh\n{ echo \"$0 $*\"; cat; } >\"$(dirname \"$0\")/" + name + ".took\"\n" + ends + "\n"
	if err := os.WriteFile(filepath.Join(dir, name), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
}

func TestCopy(t *testing.T) {
	work, bin := t.TempDir(), t.TempDir()
	tool(t, work, "wl-copy", "")
	tool(t, work, "pbcopy", "")
	tool(t, bin, "xclip", "")
	path := "PATH=" + work + ":" + bin + ":/usr/bin:/bin"
	for name, c := range map[string]struct {
		env  []string
		want string
	}{
		"no display: no tool of X": {[]string{path}, ""},
		"X":                        {[]string{path, "DISPLAY=:0"}, "xclip"},
		"Wayland, but the workspace's tool is not run": {[]string{path, "WAYLAND_DISPLAY=w"}, ""},
		"far away": {[]string{path, "DISPLAY=:0", "SSH_TTY=/dev/pts/1"}, ""},
	} {
		p := &Program{Env: c.env, Dir: work}
		if by, err := p.Copy("text"); by != c.want || err != nil {
			t.Errorf("%s: by %q (%v), want %q", name, by, err, c.want)
		}
	}
	got, err := os.ReadFile(filepath.Join(bin, "xclip.took"))
	if want := filepath.Join(bin, "xclip") + " -selection clipboard\ntext"; err != nil || string(got) != want {
		t.Errorf("xclip was told %q (%v), want %q", got, err, want)
	}
	for _, name := range []string{"wl-copy.took", "pbcopy.took"} {
		if _, err := os.Stat(filepath.Join(work, name)); err == nil {
			t.Errorf("%s of the workspace was run", strings.TrimSuffix(name, ".took"))
		}
	}
	tool(t, bin, "xclip", "exit 3")
	if by, err := (&Program{Env: []string{path, "DISPLAY=:0"}, Dir: work}).Copy("text"); by != "xclip" || err == nil || err.Error() != "xclip: exit status 3" {
		t.Errorf("by %q, %v", by, err)
	}
}
