//go:build unix

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

// Caretaker is a process that restores the terminal if this one cannot, because it is
// killed or the runtime ends it. Before Begin there is no process.
type Caretaker struct {
	tty     TTY
	mu      sync.Mutex // guards what follows
	process *exec.Cmd
	pipe    *os.File
	orders  launch.Orders
	last    []byte // what it was last told about the owner of the terminal
	ended   bool
	owed    bool            // it is left to the process to restore the terminal
	ours    launch.Settings // the terminal's, while it is ours
}

// NewCaretaker makes the caretaker of a terminal.
func NewCaretaker(tty TTY) *Caretaker { return &Caretaker{tty: tty} }

// Line is the terminal's line; it tells the caretaker who has the terminal.
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
	l.by.mu.Lock()
	l.by.ours = ours
	l.by.mu.Unlock()
	l.by.tell(launch.Entered(before, ours))
	return func() error {
		l.by.Left()
		return restore()
	}, nil
}

// Ours reports whether the terminal is read as Raw has set it. One that cannot tell is ours.
func (l caredFor) Ours() bool {
	l.by.mu.Lock()
	defer l.by.mu.Unlock()
	now, err := launch.SettingsOf(l.In.Fd())
	return err != nil || now.Unwaiting() == l.by.ours.Unwaiting()
}

// Untaken is the caretaker's.
func (l caredFor) Untaken() { l.by.Untaken() }

// Untaken says that the terminal takes nothing: the process waits until it does, restores it
// and ends, also once this one has ended. What is to end this program, and comes while the
// process is being started, may have ended that one: then it is started again.
func (c *Caretaker) Untaken() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.owed = true
	if c.process == nil || c.send(c.last) == nil {
		return
	}
	_ = c.process.Wait() // it ended, in whatever way
	_ = c.pipe.Close()   // nobody reads it
	c.process, c.pipe = nil, nil
	_ = c.begin() // nobody is left to be told
}

// Left says that the terminal was released.
func (c *Caretaker) Left() { c.tell(launch.Left()) }

func (c *Caretaker) tell(message []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.owed {
		return
	}
	c.last = message
	_ = c.send(message) // if the process is gone (somebody killed it), the program goes on without it
}

// send passes a message on, and fails if the process is gone. c is locked.
func (c *Caretaker) send(message []byte) error {
	if c.pipe == nil {
		return nil
	}
	_, err := c.pipe.Write(message)
	return err
}

// Begin starts the process, in a session of its own. The runtime's output, if it ends
// the program, goes to it as well.
func (c *Caretaker) Begin(orders launch.Orders) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended || c.process != nil {
		return nil
	}
	c.orders = orders
	return c.begin()
}

// Order gives a process that was started other orders.
func (c *Caretaker) Order(orders launch.Orders) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.orders = orders
	_ = c.send(orders.Order()) // as in tell
}

// begin starts the process with its orders. c is locked.
func (c *Caretaker) begin() error {
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
	if _, err = ours.Write(append(c.orders.Order(), c.last...)); err == nil { // the pipe has enough room
		err = p.Start()
	}
	if err != nil {
		return errors.Join(fmt.Errorf("terminal: %w", err), ours.Close())
	}
	c.process, c.pipe = p, ours
	return debug.SetCrashOutput(ours, debug.CrashOptions{})
}

// self is this program, as it was when it was started, if the system can tell.
func self() (string, error) {
	const running = "/proc/self/exe"
	if _, err := os.Lstat(running); err == nil {
		return running, nil
	}
	return os.Executable()
}

// End ends the process and waits for it, so that nothing of it remains. One that still has to
// restore the terminal ends by itself.
func (c *Caretaker) End() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ended = true
	if c.process == nil {
		return nil
	}
	err := debug.SetCrashOutput(nil, debug.CrashOptions{})
	if !c.owed {
		_ = c.process.Process.Kill() // it may be gone already
		_ = c.process.Wait()         // its status only says that it was killed
	}
	c.process = nil
	err = errors.Join(err, c.pipe.Close())
	c.pipe = nil
	return err
}
