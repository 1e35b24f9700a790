package process

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestOpen: the address is one argument of one program, which is none of the workspace.
func TestOpen(t *testing.T) {
	work, bin := t.TempDir(), t.TempDir()
	tool(t, work, "xdg-open", "")
	tool(t, bin, "xdg-open", "")
	path := "PATH=" + work + ":" + bin + ":/usr/bin:/bin"
	p := &Program{Env: []string{path, "DISPLAY=:0"}, Dir: work}
	const address = "https://example.com/a?b=$(id)&c=;ls"
	if err := p.Open(address); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(bin, "xdg-open.took"))
	if want := filepath.Join(bin, "xdg-open") + " " + address + "\n"; err != nil || string(got) != want {
		t.Errorf("it was told %q (%v), want %q", got, err, want)
	}
	if _, err := os.Stat(filepath.Join(work, "xdg-open.took")); err == nil {
		t.Error("the workspace's program was run")
	}
	for _, address := range []string{"", "-flag", "file:///etc/passwd", "javascript:alert(1)", "https://a b", "https://a\x1b", "HTTPS://a", " https://a", "https://é"} {
		if err := p.Open(address); err == nil {
			t.Errorf("%q was opened", address)
		}
	}
	tool(t, bin, "xdg-open", "exit 3")
	if err := p.Open(address); err == nil || err.Error() != "xdg-open: exit status 3" {
		t.Errorf("a program that fails: %v", err)
	}
}

func TestOpeners(t *testing.T) {
	bin := t.TempDir()
	for _, name := range []string{"open", "wslview", "xdg-open"} {
		tool(t, bin, name, "")
	}
	for _, c := range []struct{ system, variable, want string }{
		{"darwin", "", "open"},
		{"linux", "", ""},
		{"linux", "DISPLAY=:0", "xdg-open"},
		{"linux", "WAYLAND_DISPLAY=w", "xdg-open"},
		{"linux", "WSL_DISTRO_NAME=u", "wslview"},
		{"freebsd", "DISPLAY=:0", "xdg-open"},
	} {
		got, err := (&Program{Env: []string{"PATH=" + bin, c.variable}, Dir: t.TempDir()}).opener(c.system)
		if c.want == "" != errors.Is(err, ErrNoOpener) || c.want != "" && got != filepath.Join(bin, c.want) {
			t.Errorf("%v: %q, %v", c, got, err)
		}
	}
}
