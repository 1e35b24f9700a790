package process

import (
	"bytes"
	"context"
	"os/exec"
	"time"
)

// asking is how long a tmux may take to say what it can do.
const asking = time.Second

// InTmux reports whether the program runs in a tmux.
func (p *Program) InTmux() bool { return p.Variable("TMUX") != "" }

// TmuxColours reports whether the tmux that the program runs in says that it shows all colours.
func (p *Program) TmuxColours() bool {
	path, err := p.Find("tmux")
	if err != nil {
		return false
	}
	ctx, end := context.WithTimeout(context.Background(), asking)
	defer end()
	cmd := exec.CommandContext(ctx, path, "info")
	cmd.Env, cmd.Dir, cmd.WaitDelay = p.OwnEnv(), p.Away(), asking
	out, err := cmd.Output()
	if err != nil {
		return false
	}
	for line := range bytes.Lines(out) {
		if (bytes.Contains(line, []byte("Tc")) || bytes.Contains(line, []byte("RGB"))) && bytes.Contains(line, []byte("true")) {
			return true
		}
	}
	return false
}
