package process

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// clipboards are the system's tools for copying, each with the variable without which
// it cannot work.
var clipboards = [...]struct {
	name, needs string
	args        []string
}{
	{"wl-copy", "WAYLAND_DISPLAY", nil},
	{"xclip", "DISPLAY", []string{"-selection", "clipboard"}},
	{"xsel", "DISPLAY", []string{"--clipboard", "--input"}},
	{"pbcopy", "", nil},
	{"clip.exe", "", nil},
}

// copying is how long a tool may take: some keep running while they own the
// clipboard, but not in the foreground.
const copying = 2 * time.Second

// Copy passes a text to the system's own tool, and says which. It is "" without one,
// and over SSH, where this machine's clipboard is not the user's.
func (p *Program) Copy(text string) (by string, err error) {
	if p.Variable("SSH_CONNECTION") != "" || p.Variable("SSH_TTY") != "" {
		return "", nil
	}
	for _, c := range clipboards {
		if c.needs != "" && p.Variable(c.needs) == "" {
			continue
		}
		path, err := p.Find(c.name)
		if err != nil {
			continue
		}
		ctx, end := context.WithTimeout(context.Background(), copying)
		defer end()
		cmd := exec.CommandContext(ctx, path, c.args...)
		cmd.Env, cmd.Dir, cmd.Stdin, cmd.WaitDelay = p.OwnEnv(), filepath.Dir(path), strings.NewReader(text), copying
		if err := cmd.Run(); err != nil {
			return c.name, fmt.Errorf("%s: %w", c.name, err)
		}
		return c.name, nil
	}
	return "", nil
}
