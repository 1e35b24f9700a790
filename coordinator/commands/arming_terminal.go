//go:build linux || darwin || freebsd

package commands

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"time"

	"golang.org/x/sys/unix"

	"parley/store/system"
)

// lookAgain is how often a quiet terminal checks whether it may stop.
const lookAgain = 20 * time.Millisecond

// hides says that what is typed stays hidden for as long as a secret is asked for, whichever
// read is in progress.
const hides = true

// hide turns off echo until show is called, for a line, or else for keys, of which each is handed
// on by itself. It does so again whenever the program continues after being stopped, because the
// shell in between turns echo on.
func (p *Plain) hide(line bool) (show func()) {
	f, ok := p.terminal()
	if !ok {
		return func() {}
	}
	was, err := unix.IoctlGetTermios(int(f.Fd()), getTermios)
	if err != nil {
		return func() {}
	}
	dark := *was
	dark.Lflag &^= unix.ECHO | unix.ICANON
	dark.Lflag |= unix.ISIG
	dark.Iflag |= unix.ICRNL
	dark.Cc[unix.VMIN], dark.Cc[unix.VTIME] = 1, 0
	if line {
		dark.Lflag |= unix.ICANON
	}
	set := func(to *unix.Termios) { p.modes.set(f, to) }
	goesOn, deaf := p.continued()
	leave := p.putBack(f, was)
	set(&dark)
	over, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-goesOn:
				set(&dark)
			case <-over:
				return
			}
		}
	}()
	return func() {
		deaf()
		close(over)
		<-ended
		if line {
			system.ForgetTyped(f) // of a secret that was not ended
		}
		set(was)
		leave()
	}
}

// putBack makes a signal that ends the program abruptly leave the terminal as it was, until leave is
// called. Then it does what it does to every program. Within another one, that one does it.
func (p *Plain) putBack(f *os.File, was *unix.Termios) (leave func()) {
	if !p.modes.takes(was) {
		return func() {}
	}
	abrupt, over, ended := make(chan os.Signal, 1), make(chan struct{}), make(chan struct{})
	signal.Notify(abrupt, system.Abrupt()...)
	go func() {
		defer close(ended)
		select {
		case s := <-abrupt:
			system.ForgetTyped(f)                                  // half a secret is for no shell
			_ = unix.IoctlSetTermios(int(f.Fd()), setTermios, was) // a terminal that is gone needs nothing
			signal.Reset(s)
			_ = unix.Kill(os.Getpid(), s.(unix.Signal)) // whoever may not signal itself goes on
		case <-over:
		}
	}()
	return func() {
		signal.Stop(abrupt)
		close(over)
		<-ended
		p.modes.gives()
	}
}

// continued reports each time the program continues after being stopped, until end is called.
// Without a terminal nobody stops it to type something else.
func (p *Plain) continued() (goesOn <-chan os.Signal, end func()) {
	if _, is := p.terminal(); !is {
		return nil, func() {}
	}
	c := make(chan os.Signal, 1)
	signal.Notify(c, unix.SIGCONT)
	return c, func() { signal.Stop(c) }
}

// hearing is how long a signal to ourselves may take, also where the program gets hardly any time.
const hearing = 5 * time.Second

// handling is how long a signal that was taken may take until it is heard: the thread that took it
// may have to wait for a processor.
const handling = 100 * time.Millisecond

// wentOn reports whether the program went on after being stopped: a line that was typed
// meanwhile may be read before that is heard. Signals are taken in the order of their numbers, so
// when one with a high number is heard, that one was taken, if by another thread that is not heard yet.
func wentOn(goesOn <-chan os.Signal) bool {
	if goesOn == nil {
		return false
	}
	asked := make(chan os.Signal, 1)
	signal.Notify(asked, unix.SIGIO)
	defer signal.Stop(asked)
	late := time.NewTimer(hearing)
	defer late.Stop()
	if unix.Kill(os.Getpid(), unix.SIGIO) == nil { // whoever may not signal itself is not signalled
		select {
		case <-asked:
		case <-goesOn:
			return true
		case <-late.C:
		}
	}
	late.Reset(handling)
	select {
	case <-goesOn:
		return true
	case <-late.C:
		return false
	}
}

// quietTerminal waits on a terminal: keys are read one by one and not echoed, since a
// line would be known only by the key that ends it. known is false if the terminal
// cannot be set that way.
func (p *Plain) quietTerminal(ctx context.Context, f *os.File, early func()) (known, on bool) {
	fd := int(f.Fd())
	was, err := unix.IoctlGetTermios(fd, getTermios)
	if err != nil {
		return false, false
	}
	keys := *was
	keys.Lflag &^= unix.ICANON | unix.ECHO
	keys.Cc[unix.VMIN], keys.Cc[unix.VTIME] = 1, 0 // a program that begins to read now waits for a key, too
	defer p.putBack(f, was)()
	if p.modes.quiet(f, &keys) != nil {
		return false, false
	}
	// If the terminal is gone, the next read reports it.
	defer func() { _ = p.modes.quiet(f, was) }()
	for {
		left := p.left()
		switch {
		case ctx.Err() != nil:
			return true, false
		case typed(fd, p.modes.readFrom(f), min(left, lookAgain)): // what waits at the end too: the program may have had no time
			early()
		case left <= 0:
			return true, true
		}
	}
}

// typed waits for keys, and reads those that came.
func typed(fd, from int, wait time.Duration) bool {
	if !waits(fd, wait) {
		return false
	}
	var keys [256]byte
	n, err := unix.Read(from, keys[:])
	return n > 0 && (err == nil || errors.Is(err, unix.EINTR))
}
