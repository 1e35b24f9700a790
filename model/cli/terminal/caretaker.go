package terminal

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime/debug"
	"sync"
	"syscall"

	"parley/model/cli/launch"
)

// Caretaker is a process that gives the terminal back where this one cannot: it is
// killed, or the runtime ends it. It is none before Begin.
type Caretaker struct {
	tty     TTY
	mu      sync.Mutex // of what follows
	process *exec.Cmd
	pipe    *os.File
	last    []byte // what it was told last of whose the terminal is
	ended   bool
}

// NewCaretaker is one of a terminal.
func NewCaretaker(tty TTY) *Caretaker { return &Caretaker{tty: tty} }

// Line is the terminal's line; the caretaker is told whose it is.
func (c *Caretaker) Line() Line { return caredFor{c.tty, c} }

type caredFor struct {
	TTY
	by *Caretaker
}

// Raw makes the terminal ours until it is restored.
func (l caredFor) Raw() (func() error, error) {
	fd := l.In.Fd()
	before, err := launch.SettingsOf(fd)
	if err != nil {
		return nil, err
	}
	restore, err := l.TTY.Raw()
	if err != nil {
		return nil, err
	}
	ours, err := launch.SettingsOf(fd)
	if err != nil {
		return nil, errors.Join(err, restore())
	}
	l.by.tell(launch.Entered(before, ours))
	return func() error {
		l.by.Left()
		return restore()
	}, nil
}

// Left says that the terminal was given back.
func (c *Caretaker) Left() { c.tell(launch.Left()) }

func (c *Caretaker) tell(message []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last = message
	c.send(message)
}

// send passes a message on. Should the process be gone (somebody killed it), the
// program goes on without. c is locked.
func (c *Caretaker) send(message []byte) {
	if c.pipe != nil {
		_, _ = c.pipe.Write(message)
	}
}

// Begin starts the process, in a session of its own. What the runtime says should it
// end the program goes to it as well.
func (c *Caretaker) Begin(orders launch.Orders) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended || c.process != nil {
		return nil
	}
	self, err := self()
	if err != nil {
		return fmt.Errorf("terminal: %w", err)
	}
	theirs, ours, err := os.Pipe()
	if err != nil {
		return fmt.Errorf("terminal: %w", err)
	}
	defer theirs.Close()
	p := &exec.Cmd{Path: self, Args: []string{"parley (looks after the terminal)"}, Dir: "/", Env: []string{launch.Caretaker}}
	p.Stdin, p.Stdout, p.Stderr = theirs, c.tty.Out, c.tty.In
	p.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if _, err = ours.Write(append(orders.Order(), c.last...)); err == nil { // the pipe has room for it
		err = p.Start()
	}
	if err != nil {
		return errors.Join(fmt.Errorf("terminal: %w", err), ours.Close())
	}
	c.process, c.pipe = p, ours
	return debug.SetCrashOutput(ours, debug.CrashOptions{})
}

// self is this program, as it was when it was started where the system knows that.
func self() (string, error) {
	const running = "/proc/self/exe"
	if _, err := os.Lstat(running); err == nil {
		return running, nil
	}
	return os.Executable()
}

// End ends the process and waits for it, so that nothing of it is left.
func (c *Caretaker) End() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ended = true
	if c.process == nil {
		return nil
	}
	err := debug.SetCrashOutput(nil, debug.CrashOptions{})
	_ = c.process.Process.Kill() // that it is gone already is no fault
	_ = c.process.Wait()         // its status says that it was killed
	c.process = nil
	err = errors.Join(err, c.pipe.Close())
	c.pipe = nil
	return err
}
