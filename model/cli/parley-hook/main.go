//go:build unix

// Parley-hook is what other programs start as their hook. It gives what they say to the
// parley beside it, waits for what comes back and passes that on: all of it or nothing, since
// nothing leaves the decision to the program itself. It imports nothing of Parley's, so that
// it starts in no time; docs/bridge.md says what it is for.
package main

import (
	"bufio"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"
)

// Limits of what passes.
const (
	mostIn  = 1 << 20
	mostOut = 8 << 20

	mostPassing = time.Second // for a program that was told to end us and still reads
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		os.Stderr.WriteString("parley-hook: " + err.Error() + "\n") // a hook that fails is a hook that says nothing
	}
	os.Exit(0) // another status means something to those programs
}

// passed tells parley that its answer was passed on.
const passed = 'a'

// words tell parley of the signal that ends this process: only a program terminates its hook
// because it has decided.
var words = map[os.Signal]byte{syscall.SIGTERM: 't', syscall.SIGINT: 'i', syscall.SIGQUIT: 'i', syscall.SIGHUP: 'h'}

type fault string

func (f fault) Error() string { return string(f) }

func run(args []string) error {
	if len(args) != 1 {
		return fault("other programs start this as their hook; `parley bridge install` sets that up")
	}
	said, err := io.ReadAll(io.LimitReader(os.Stdin, mostIn+1))
	if err != nil {
		return err
	}
	if len(said) > mostIn {
		return fault("the message is too long, so the program itself decides")
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	return ask(filepath.Join(filepath.Dir(self), "parley"), args[0], said)
}

// ask has parley ask, and passes on what it says: a whole line, or nothing. Parley runs in a session
// of its own: it still writes down what became of the request when this process is killed.
func ask(parley, program string, said []byte) error {
	in, give, err := os.Pipe()
	if err != nil {
		return err
	}
	get, out, err := os.Pipe()
	if err != nil {
		return err
	}
	there, alive, err := os.Pipe()
	if err != nil {
		return err
	}
	ended := make(chan os.Signal, 1)
	signal.Notify(ended, syscall.SIGTERM, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGHUP)
	child, err := os.StartProcess(parley, []string{"parley", "bridge", "ask", "--hook", program}, &os.ProcAttr{
		Files: []*os.File{in, out, os.Stderr, there}, Sys: &syscall.SysProcAttr{Setsid: true},
	})
	if err != nil {
		return err
	}
	for _, theirs := range []*os.File{in, out, there} {
		if err := theirs.Close(); err != nil {
			return err
		}
	}
	passing := make(chan struct{}, 1) // full while an answer is passed on, or once that is too late
	go end(ended, passing, alive)
	go func() {
		_, _ = give.Write(said) // if it ends early it says so by its status
		_ = give.Close()
	}()
	return pass(get, passing, alive, child)
}

// end ends this process once it is told to, and lets parley know. An answer that is being passed
// on goes first.
func end(told <-chan os.Signal, passing chan struct{}, alive *os.File) {
	word := words[<-told]
	select {
	case passing <- struct{}{}:
	case <-time.After(mostPassing):
	}
	_, _ = alive.Write([]byte{word}) // it may have ended
	os.Exit(0)
}

// pass passes on what parley says, lets it know, and waits until it has ended.
func pass(get io.Reader, passing chan struct{}, alive *os.File, child *os.Process) error {
	answer, err := bufio.NewReader(io.LimitReader(get, mostOut)).ReadBytes('\n')
	if err != nil && err != io.EOF {
		return err
	}
	whole := err == nil
	if whole {
		passing <- struct{}{}
		if _, err = os.Stdout.Write(answer); err != nil {
			return err
		}
		_, _ = alive.Write([]byte{passed}) // it may have ended
		<-passing
	}
	state, err := child.Wait()
	if err != nil {
		return err
	}
	if !whole && (len(answer) > 0 || !state.Success()) {
		return fault("nothing was decided, so the program itself decides")
	}
	return nil
}
