//go:build unix

// Parley-hook is what other programs start as their hook. It gives what they say to the
// parley beside it, waits for what comes back and passes that on: all of it or nothing, since
// nothing leaves the decision to the program itself. It imports nothing of Parley's, so that
// it starts in no time; docs/bridge.md says what it is for.
package main

import (
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
)

// Limits of what passes.
const (
	mostIn  = 1 << 20
	mostOut = 8 << 20
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		os.Stderr.WriteString("parley-hook: " + err.Error() + "\n") // a hook that fails is a hook that says nothing
	}
	os.Exit(0) // another status means something to those programs
}

// words are what parley learns of the signal that ends this process: only a program terminates
// its hook because it has decided.
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
	answer, err := ask(filepath.Join(filepath.Dir(self), "parley"), args[0], said)
	if err != nil {
		return err
	}
	_, err = os.Stdout.Write(answer)
	return err
}

// ask has parley ask, and returns what it says if it ends well. Parley runs in a session of
// its own: it still writes down what became of the request when this process is killed.
func ask(parley, program string, said []byte) ([]byte, error) {
	in, give, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	get, out, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	there, alive, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	ended := make(chan os.Signal, 1)
	signal.Notify(ended, syscall.SIGTERM, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGHUP)
	child, err := os.StartProcess(parley, []string{"parley", "bridge", "ask", "--hook", program}, &os.ProcAttr{
		Files: []*os.File{in, out, os.Stderr, there}, Sys: &syscall.SysProcAttr{Setsid: true},
	})
	if err != nil {
		return nil, err
	}
	for _, theirs := range []*os.File{in, out, there} {
		if err := theirs.Close(); err != nil {
			return nil, err
		}
	}
	go func() {
		_, _ = alive.Write([]byte{words[<-ended]}) // it may have ended
		os.Exit(0)
	}()
	go func() {
		_, _ = give.Write(said) // if it ends early it says so by its status
		_ = give.Close()
	}()
	answer, err := io.ReadAll(io.LimitReader(get, mostOut+1))
	if err != nil {
		return nil, err
	}
	state, err := child.Wait()
	if err != nil {
		return nil, err
	}
	if !state.Success() || len(answer) > mostOut {
		return nil, fault("nothing was decided, so the program itself decides")
	}
	return answer, nil
}
