package process

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// clipboards are the system's tools that take what is copied, each with the variable
// without which it has nowhere to put it.
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

// copying is how long a tool may take: some stay for as long as what was copied is
// theirs, but not in front.
const copying = 2 * time.Second

// Copy gives a text to the system's own tool, and says which. Without one it is "":
// over SSH too, where the tool of this machine is not what the user looks at.
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
