package process

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"parley/store/system"
)

// openers are the programs that show a page in the user's browser, each with the system
// that it belongs to and the variables of which one must be set; "" is any system.
var openers = [...]struct {
	name, system string
	needs        []string
}{
	{"open", "darwin", nil},
	{"wslview", "linux", []string{"WSL_DISTRO_NAME"}},
	{"xdg-open", "", []string{"WAYLAND_DISPLAY", "DISPLAY"}},
}

// ErrNoOpener is that nothing here opens a page.
var ErrNoOpener = errors.New("no program here opens a page in a browser; open the address yourself")

// opening is how long a program that opens a page may take to say that it cannot.
const opening = 2 * time.Second

// Open shows a page in the user's browser: a person has said so, of this very address. The
// program gets it as its only argument, without a shell, and without the terminal.
func (p *Program) Open(address string) error {
	if !strings.HasPrefix(address, "https://") && !strings.HasPrefix(address, "http://") || strings.ContainsFunc(address, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
		return fmt.Errorf("%q is no page that can be opened", address)
	}
	path, err := p.opener(runtime.GOOS)
	if err != nil {
		return err
	}
	ctx, end := context.WithTimeout(context.Background(), opening)
	defer end()
	cmd := exec.Command(path, address)
	cmd.Env, cmd.Dir, cmd.SysProcAttr = p.OwnEnv(), filepath.Dir(path), system.Apart()
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case err := <-ended:
		if err != nil {
			return fmt.Errorf("%s: %w", filepath.Base(path), err)
		}
	case <-ctx.Done(): // the browser itself, which stays
	}
	return nil
}

// opener finds the program that opens pages on a system.
func (p *Program) opener(system string) (string, error) {
	for _, o := range openers {
		if o.system != "" && o.system != system || !p.anyOf(o.needs) {
			continue
		}
		if path, err := p.Find(o.name); err == nil {
			return path, nil
		}
	}
	return "", ErrNoOpener
}

func (p *Program) anyOf(variables []string) bool {
	for _, name := range variables {
		if p.Variable(name) != "" {
			return true
		}
	}
	return len(variables) == 0
}
