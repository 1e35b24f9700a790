//go:build linux || darwin || freebsd

package commands

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"parley/store/system"
)

// modes are those of a terminal while what is typed is for this program: lines that are shown, unless it
// takes keys or a secret.
type modes struct {
	mu     sync.Mutex // guards all of it, and what is set
	ours   uint64
	silent bool          // the terminal may not show what is typed, whoever takes it
	away   bool          // another program takes what is typed, when it was last looked
	put    bool          // a signal that ends the program puts them back
	over   bool          // nothing is asked any more, whatever still runs
	was    *unix.Termios // those of the terminal while it has others of ours, nil if it has not
	reader *os.File      // of the terminal, which never waits; nil if there is none
}

// lines are the modes in which whole lines come, and are shown.
const lines = unix.ICANON | unix.ECHO

func told(t *unix.Termios) uint64 { return uint64(t.Lflag) & (unix.ICANON | unix.ECHO) }

func (m *modes) own(silent bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.ours, m.silent = lines, silent
}

// set sets the modes of the terminal, which are this program's then, whoever had it before. If the terminal is gone,
// the next read reports it.
func (m *modes) set(f *os.File, to *unix.Termios) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.ours, m.away = told(to), false
	_ = m.change(f, to)
}

// change changes the modes, unless nothing is asked any more. The caller holds the mutex.
func (m *modes) change(f *os.File, to *unix.Termios) error {
	if m.over {
		return os.ErrClosed
	}
	return unix.IoctlSetTermios(int(f.Fd()), setTermios, to)
}

// quiet is change for a moment in which nobody's keys count.
func (m *modes) quiet(f *os.File, to *unix.Termios) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.change(f, to)
}

// end leaves the terminal as it was before, also where a prompt that nobody waits for has not ended yet.
func (p *Plain) end() {
	f, is := p.terminal()
	p.modes.mu.Lock()
	defer p.modes.mu.Unlock()
	if m := &p.modes; is && !m.over && m.was != nil {
		system.ForgetTyped(f)
		_ = m.change(f, m.was) // a terminal that is gone needs nothing
	}
	p.modes.over = true
}

// takes has whoever asks first see to what becomes of the modes at a signal, until gives is called.
func (m *modes) takes(was *unix.Termios) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	first := !m.put
	if first {
		m.put, m.was = true, was
	}
	return first
}

func (m *modes) gives() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.put, m.was = false, nil
}

// foreign reports whether another program takes what is typed: keys one by one, as a pager does, or a line
// that is not shown, as a password.
func (p *Plain) foreign(f *os.File) bool {
	p.modes.mu.Lock()
	defer p.modes.mu.Unlock()
	return p.modes.others(f)
}

// others is foreign.
func (m *modes) others(f *os.File) bool {
	is, err := unix.IoctlGetTermios(int(f.Fd()), getTermios)
	if err != nil {
		return false
	}
	differs := told(is) ^ m.ours
	return differs&unix.ICANON != 0 || differs != 0 && !m.silent
}

// look reports whether another program takes what is typed, and whether one did when it was last looked.
func (m *modes) look(f *os.File) (away, was bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	was, m.away = m.away, m.others(f)
	return m.away, was
}

// mine waits until there is something to read on the terminal that is for this program. When another one has
// taken what was typed until then, what is left of it is thrown away, and the prompt hears of it: own is false.
func (p *Plain) mine(f *os.File) (own bool) {
	for own = true; ; {
		ready := waits(int(f.Fd()), seldom)
		switch away, was := p.modes.look(f); {
		case away:
			if ready {
				time.Sleep(lookAgain) // for the other program to take it
			}
		case was:
			own = false
			system.ForgetTyped(f)
			select {
			case p.returned <- struct{}{}:
			default:
			}
		case ready:
			return own
		}
	}
}

// next is what comes next: of a terminal a line, or a key where these come one by one; else a byte. own is false if
// another program took what was typed before.
func (p *Plain) next() (part []byte, own bool, err error) {
	f, is := p.terminal()
	if !is {
		one := make([]byte, 1)
		n, err := p.tty.Read(one)
		return one[:n], true, err
	}
	for own = true; ; {
		own = p.mine(f) && own
		buffer := make([]byte, longestLine+1)
		if p.modes.keys() {
			buffer = buffer[:1]
		}
		switch n, err := unix.Read(p.modes.readFrom(f), buffer); {
		case errors.Is(err, unix.EAGAIN), errors.Is(err, unix.EINTR): // another program took it
		case err != nil:
			return nil, own, err
		case n == 0:
			return nil, own, io.EOF
		default:
			return buffer[:n], own, nil
		}
	}
}

// keys reports whether keys come one by one.
func (m *modes) keys() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.ours&unix.ICANON == 0
}

// readFrom is what is read from so that nobody stands in line for what another program takes first. Where there is
// none, it is the terminal.
func (m *modes) readFrom(f *os.File) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.reader == nil {
		m.reader = f
		if r, err := os.OpenFile(fmt.Sprintf("/proc/self/fd/%d", f.Fd()), os.O_RDONLY|unix.O_NOCTTY|unix.O_NONBLOCK, 0); err == nil {
			m.reader = r
		}
	}
	if m.reader == f {
		return int(f.Fd())
	}
	at := -1
	if raw, err := m.reader.SyscallConn(); err == nil {
		_ = raw.Control(func(fd uintptr) { at = int(fd) }) // Fd would make it wait
	}
	return at
}

// seldom is how often it is looked who takes what is typed while there is nothing.
const seldom = 200 * time.Millisecond

// waits waits for input, which may be its end, or for an error.
func waits(fd int, wait time.Duration) bool {
	var set unix.FdSet
	set.Zero()
	set.Set(fd)
	timeout := unix.NsecToTimeval(max(wait, time.Microsecond).Nanoseconds())
	n, err := unix.Select(fd+1, &set, nil, nil, &timeout)
	return n > 0 || err != nil && !errors.Is(err, unix.EINTR)
}
