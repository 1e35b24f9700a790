//go:build unix

package screens

import (
	"errors"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// raise lets a signal take its default effect.
func raise(s os.Signal) { _ = syscall.Kill(os.Getpid(), s.(syscall.Signal)) }

// stopping is how long to wait for the process to be stopped. The system does not stop a
// process that no shell could continue.
const stopping = 200 * time.Millisecond

// suspend hands the terminal to the shell until the user comes back.
func (x *running) suspend() error {
	if err := x.prog.ReleaseTerminal(); err != nil {
		return err
	}
	if err := x.drawn.Lend(); err != nil {
		return err
	}
	back := make(chan os.Signal, 1)
	signal.Notify(back, syscall.SIGCONT)
	defer signal.Stop(back)
	err := syscall.Kill(0, syscall.SIGTSTP)
	select {
	case <-back:
	case <-time.After(stopping): // keeps running while the process is stopped, so both cases may be ready
	}
	return errors.Join(err, x.drawn.Enter(), x.prog.RestoreTerminal())
}

// watch reports each change of the terminal's size, until ended is called, and each time the
// program continues after another one stopped it: a shell may have had the terminal in
// between.
func (x *running) watch() (ended func()) {
	changes, back, done := make(chan os.Signal, 1), make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(changes, syscall.SIGWINCH)
	signal.Notify(back, syscall.SIGCONT)
	deaf := x.listen()
	go func() {
		for {
			select {
			case <-changes:
				x.prog.Send(resizedMsg{})
			case <-back:
				x.prog.Send(resizedMsg{})
			case <-done:
				return
			}
		}
	}()
	return func() { signal.Stop(changes); signal.Stop(back); deaf(); close(done) }
}

// listen hears that the program goes on, until it is told not to.
func (x *running) listen() (deaf func()) {
	x.asked = make(chan os.Signal, 1)
	signal.Notify(x.back, syscall.SIGCONT)
	signal.Notify(x.asked, syscall.SIGIO)
	return func() { signal.Stop(x.back); signal.Stop(x.asked) }
}

// hearing is how long a signal to ourselves may take.
const hearing = 50 * time.Millisecond

// hearSignals waits until the signals that came before are heard. They come in the order of
// their numbers, so one with a high number comes after them.
func (x *running) hearSignals() {
	if x.asked == nil {
		return
	}
	select {
	case <-x.asked: // somebody else's, or one that took too long
	default:
	}
	if syscall.Kill(os.Getpid(), syscall.SIGIO) != nil {
		return // whoever may not signal itself is not signalled
	}
	late := time.NewTimer(hearing)
	defer late.Stop()
	select {
	case <-x.asked:
	case <-late.C:
	}
}
