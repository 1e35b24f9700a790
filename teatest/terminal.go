package teatest

import (
	"errors"
	"image/color"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/creack/pty"
)

// Terminal is a pseudo-terminal with an emulator behind it, and a program in it. Its
// methods may be called from any goroutine; they never wait for a fixed time, but wake
// when the program prints something or ends.
type Terminal struct {
	t    T
	ptm  *os.File   // our end
	name string     // of the other end
	gate sync.Mutex // held while nothing that is printed is taken

	mu      sync.Mutex
	em      *emulator
	raw     []byte        // everything that was printed
	changed chan struct{} // closed when something was printed, and replaced
	hangup  bool          // nobody has the other end any more
	fault   error         // of our own machinery

	in     *queue // what is typed, and the terminal's replies
	cmd    *exec.Cmd
	exited chan struct{} // closed when the program has ended
	work   sync.WaitGroup
}

// Start runs a program in a terminal of w by h cells; the terminal is its standard input,
// output and error (where cmd has none of its own) and its controlling terminal. When the
// test ends, the program and what it started are killed if they still run.
func Start(t T, w, h int, cmd *exec.Cmd) *Terminal {
	t.Helper()
	return StartOn(t, w, h, Ground{}, cmd)
}

// Ground is what the terminal reports as its own colours to a program that asks; nil is
// white on black.
type Ground struct{ Ink, Back color.Color }

// StartOn is Start on a terminal of other colours.
func StartOn(t T, w, h int, g Ground, cmd *exec.Cmd) *Terminal {
	t.Helper()
	x, tty := open(t, w, h, g)
	cmd.SysProcAttr = controlling(controlled(cmd, tty))
	err := cmd.Start()
	if closeErr := tty.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		t.Fatalf("start %s: %v", cmd.Path, err)
	}
	x.cmd = cmd
	x.work.Go(func() {
		defer close(x.exited)
		// How it ended is in ProcessState; an error says no more than that.
		_ = cmd.Wait()
	})
	return x
}

// controlled gives a program the terminal for those of the standard files that it does not
// have, and returns the descriptor that will be its controlling terminal: one of them, or
// one more if it has all three.
func controlled(cmd *exec.Cmd, tty *os.File) int {
	fd := -1
	if cmd.Stderr == nil {
		cmd.Stderr, fd = tty, 2
	}
	if cmd.Stdout == nil {
		cmd.Stdout, fd = tty, 1
	}
	if cmd.Stdin == nil {
		cmd.Stdin, fd = tty, 0
	}
	if fd < 0 {
		cmd.ExtraFiles = append(cmd.ExtraFiles, tty)
		fd = 2 + len(cmd.ExtraFiles)
	}
	return fd
}

// Open makes a terminal of w by h cells for a program in this process and
// returns its end: the input and output of a tea.Program. The caller closes it.
func Open(t T, w, h int) (*Terminal, *os.File) {
	t.Helper()
	x, tty := open(t, w, h, Ground{})
	close(x.exited) // there is no process
	return x, tty
}

func open(t T, w, h int, g Ground) (*Terminal, *os.File) {
	t.Helper()
	ptm, tty, err := openPair(w, h)
	if err != nil {
		t.Fatalf("open a pseudo-terminal: %v", err)
	}
	x := &Terminal{
		t: t, ptm: ptm, name: tty.Name(), em: newEmulator(w, h), changed: make(chan struct{}), in: newQueue(), exited: make(chan struct{}),
	}
	x.em.ground(g)
	x.work.Go(x.read)
	x.work.Go(func() { x.em.replies(func(p []byte) { x.in.put(p) }) })
	x.work.Go(x.write)
	t.Cleanup(x.close)
	return x, tty
}

// openPair opens both ends. Ours can be closed while it is read from.
func openPair(w, h int) (ptm, tty *os.File, err error) {
	blocking, tty, err := pty.Open()
	if err != nil {
		return nil, nil, err
	}
	defer func() {
		err = errors.Join(err, blocking.Close())
		if err != nil {
			err = errors.Join(err, tty.Close())
		}
	}()
	if err := pty.Setsize(blocking, &pty.Winsize{Rows: uint16(h), Cols: uint16(w)}); err != nil {
		return nil, nil, err
	}
	ptm, err = polled(blocking)
	if err != nil {
		return nil, nil, err
	}
	return ptm, tty, nil
}

// read shows what the program prints.
func (x *Terminal) read() {
	buf := make([]byte, 32<<10)
	for {
		n, err := x.ptm.Read(buf)
		x.gate.Lock()
		x.mu.Lock()
		if n > 0 {
			x.raw = append(x.raw, buf[:n]...)
			x.note(x.em.write(buf[:n]))
		}
		if err != nil {
			x.hangup = true
			if !errors.Is(err, syscall.EIO) && !errors.Is(err, os.ErrClosed) {
				x.note(err)
			}
		}
		close(x.changed)
		x.changed = make(chan struct{})
		x.mu.Unlock()
		x.gate.Unlock()
		if err != nil {
			return
		}
	}
}

// note keeps the first fault of our own machinery. The caller holds the mutex.
func (x *Terminal) note(err error) {
	if x.fault == nil {
		x.fault = err
	}
}

// write gives the program what was typed.
func (x *Terminal) write() {
	for {
		p, ok := x.in.take()
		if !ok {
			return
		}
		if _, err := x.ptm.Write(p); err != nil {
			x.in.close() // the program is gone; the rest has no reader
			return
		}
	}
}

// close ends everything and waits until it has ended.
func (x *Terminal) close() {
	if x.cmd != nil {
		x.signal(syscall.SIGKILL)
		<-x.exited
	}
	x.in.close()
	errs := []error{x.ptm.Close(), x.em.close()}
	x.work.Wait()
	if err := errors.Join(append(errs, x.fault)...); err != nil {
		x.t.Fatalf("the pseudo-terminal: %v", err)
	}
}

// Answered waits until the program was given what was typed and every reply of the terminal
// to what is on the screen. A reply that comes once nobody reads it is echoed.
func (x *Terminal) Answered() {
	x.t.Helper()
	if err := x.em.replied(); err != nil {
		x.t.Fatalf("the pseudo-terminal: %v", err)
	}
	x.in.drain()
}

// Kill sends a signal to the program and to what it started in its session's
// group.
func (x *Terminal) Kill(sig syscall.Signal) {
	x.t.Helper()
	if err := x.signal(sig); err != nil {
		x.t.Fatalf("signal %s: %v", sig, err)
	}
}

// signal reaches the program's process group. It is not a fault if nobody is left.
func (x *Terminal) signal(sig syscall.Signal) error {
	return killGroup(x.cmd.Process.Pid, sig)
}

// Wait waits until the program has ended and everything it printed is on the
// screen, and returns how it ended.
func (x *Terminal) Wait() *os.ProcessState {
	x.t.Helper()
	limit := time.NewTimer(patience)
	defer limit.Stop()
	select {
	case <-x.exited:
	case <-limit.C:
		x.t.Fatalf("the program did not end.\n%s", x.report())
	}
	for {
		x.mu.Lock()
		gone, changed := x.hangup, x.changed
		x.mu.Unlock()
		if gone {
			return x.cmd.ProcessState
		}
		select {
		case <-changed:
		case <-limit.C:
			x.t.Fatalf("the program ended, but something that it started still has its terminal.\n%s", x.report())
		}
	}
}

// Type types text, character by character; a new line is Enter.
func (x *Terminal) Type(text string) {
	x.in.put([]byte(strings.ReplaceAll(text, "\n", "\r")))
}

// Press presses keys, named as in Key.
func (x *Terminal) Press(names ...string) {
	x.t.Helper()
	x.in.put([]byte(keyBytes(x.t, names...)))
}

// Paste pastes text as a terminal does: in brackets if the program asked for
// them.
func (x *Terminal) Paste(text string) {
	x.mu.Lock()
	bracketed := x.em.modes[ansi.ModeBracketedPaste]
	x.mu.Unlock()
	if bracketed {
		text = "\x1b[200~" + text + "\x1b[201~"
	}
	x.in.put([]byte(text))
}

// Resize changes the terminal's size and tells the program.
func (x *Terminal) Resize(w, h int) {
	x.t.Helper()
	x.mu.Lock()
	x.em.vt.Resize(w, h)
	x.mu.Unlock()
	if err := resize(x.ptm, w, h); err != nil {
		x.t.Fatalf("resize: %v", err)
	}
}
