//go:build unix

package process

import (
	"os"
	"os/exec"
	"syscall"
)

// apart starts a session of its own, and so a process group, without a controlling terminal:
// what runs in it can neither write to the screen nor read keys.
func apart() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

// group is the number of a process group, which is its leader's.
type group int

// beginGroup starts a command as the leader of a process group.
func beginGroup(c *exec.Cmd) (group, error) {
	if err := begin(c); err != nil {
		return 0, err
	}
	return group(c.Process.Pid), nil
}

// ask asks what is left to end, and reports whether anything is.
func (g group) ask() bool { return g.signal(syscall.SIGTERM) }

func (g group) kill() { g.signal(syscall.SIGKILL) }

func (group) close() {}

// signalOf returns the name of the signal that ended a process, "" if none did.
func signalOf(p *os.ProcessState) string {
	if w, ok := p.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		return w.Signal().String()
	}
	return ""
}
