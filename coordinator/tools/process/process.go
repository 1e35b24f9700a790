// Package process runs a command as a process group that ends with its call: whatever
// happens, even to this program, nothing that it started in its group, on Linux in its
// session, is left behind, and no child that keeps the output open can hold up the call. It knows no tools and
// no models.
package process

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"
)

// Grace is the time between asking a process to end and killing it.
const Grace = 3 * time.Second

// Command is what to run. The zero values of its optional fields are safe.
type Command struct {
	Args   []string // program and arguments; at least one
	Dir    string
	Env    []string
	Stdin  []byte    // nil reads end of file at once
	Feed   io.Reader // what the process reads as it comes, instead of Stdin; see Run
	Stdout io.Writer // written to by one goroutine
	Stderr io.Writer // nil merges it into Stdout, in order
	Limit  time.Duration
	After  func(time.Duration) <-chan time.Time // nil means time.After
}

// Ending says why a process ended.
type Ending int

// The ways to end.
const (
	Exited    Ending = iota // by itself
	Cancelled               // its context ended
	TimedOut                // its limit was reached
)

// Status is how a command ended. Code is its exit status, -1 if a signal ended it;
// Signal then names the signal.
type Status struct {
	Ending Ending
	Code   int
	Signal string
}

// Exit is the exit status, and whether the command had one instead of being ended by
// a signal.
func (s Status) Exit() (int, bool) { return s.Code, s.Signal == "" && s.Code >= 0 }

// Run runs a command to its end. It returns when the command, its process group and
// the reading of its output are done. The group is asked to end (SIGTERM) when the
// context ends or the limit is reached, and also when only children of an ended
// command are left; it is killed (SIGKILL) after Grace. If this program ends earlier,
// even by SIGKILL, a waiting shell does the same. The error says that the command
// could not be started; Status says how it ended.
//
// Whoever gives a Feed ends it when Run returns: nothing reads it any more.
func Run(ctx context.Context, c Command) (Status, error) {
	if c.After == nil {
		c.After = time.After
	}
	if err := ctx.Err(); err != nil {
		return Status{Ending: Cancelled, Code: -1}, nil
	}
	reap()
	defer reap()
	line, err := newLifeline()
	if err != nil {
		return Status{}, err
	}
	defer line.cut()
	r := &running{Command: c, exited: make(chan struct{}), drained: make(chan struct{})}
	if err := r.start(); err != nil {
		return Status{}, err
	}
	line.tie(r.cmd.Process.Pid)
	ending := r.await(ctx)
	r.sweep(ending)
	return r.status(ending), nil
}

// running is a started command: its process, and the pipes that are copied.
type running struct {
	Command
	cmd     *exec.Cmd
	group   group
	pipes   []*os.File // our ends
	copies  sync.WaitGroup
	exited  chan struct{} // closed when the process has ended
	drained chan struct{} // closed when its output has ended
}

// start starts the process and the goroutines that read its output, write its
// input and wait for it.
func (r *running) start() error {
	if len(r.Args) == 0 {
		return errors.New("process: no command")
	}
	r.cmd = exec.Command(r.Args[0], r.Args[1:]...)
	r.cmd.Dir, r.cmd.Env = r.Dir, r.Env
	r.cmd.SysProcAttr = apart()
	theirs, plumbed := r.plumb()
	if plumbed == nil {
		r.group, plumbed = beginGroup(r.cmd)
	}
	for _, f := range theirs {
		f.Close()
	}
	if plumbed != nil {
		r.close()
		r.copies.Wait()
		return fmt.Errorf("process: %w", plumbed)
	}
	go func() {
		defer close(r.exited)
		// The error is the exit status, which status reads from the process.
		_ = r.cmd.Wait()
		over(r.cmd)
	}()
	return nil
}

// plumb connects the standard streams through pipes of our own, so that waiting for
// the process never waits for others that hold them. It returns the child's ends.
func (r *running) plumb() (theirs []*os.File, err error) {
	var outputs sync.WaitGroup
	out := func(w io.Writer) (*os.File, error) {
		ours, its, err := os.Pipe()
		if err != nil {
			return nil, err
		}
		r.pipes, theirs = append(r.pipes, ours), append(theirs, its)
		r.copies.Add(1)
		outputs.Add(1)
		go func() {
			defer r.copies.Done()
			defer outputs.Done()
			drain(w, ours)
		}()
		return its, nil
	}
	stdout, err := out(r.Stdout)
	if err != nil {
		return theirs, err
	}
	r.cmd.Stdout, r.cmd.Stderr = stdout, stdout
	if r.Stderr != nil {
		if r.cmd.Stderr, err = out(r.Stderr); err != nil {
			return theirs, err
		}
	}
	go func() {
		outputs.Wait()
		close(r.drained)
	}()
	if r.Stdin == nil && r.Feed == nil {
		return theirs, nil
	}
	its, ours, err := os.Pipe()
	if err != nil {
		return theirs, err
	}
	r.cmd.Stdin = its
	r.pipes, theirs = append(r.pipes, ours), append(theirs, its)
	if r.Feed != nil {
		go func() {
			defer ours.Close()
			_, _ = io.Copy(ours, plainReader{r.Feed}) // ends with the feed, or with the process
		}()
		return theirs, nil
	}
	r.copies.Add(1)
	go func() {
		defer r.copies.Done()
		defer ours.Close()
		// A command need not read its input.
		_, _ = ours.Write(r.Stdin)
	}()
	return theirs, nil
}

// plainReader does for a reader what plain does for a writer.
type plainReader struct{ io.Reader }

// drain copies until the input ends. A failing writer gets nothing more, but reading
// goes on, so that a full pipe does not stop the child.
func drain(w io.Writer, from io.Reader) {
	if _, err := io.Copy(plain{w}, from); err != nil {
		_, _ = io.Copy(io.Discard, from)
	}
}

// plain hides every method of a writer but Write, so that io.Copy uses a buffer
// of fixed size.
type plain struct{ io.Writer }

func (r *running) close() {
	for _, f := range r.pipes {
		f.Close()
	}
}

// await waits for the process to end by itself, or ends it.
func (r *running) await(ctx context.Context) Ending {
	var limit <-chan time.Time
	if r.Limit > 0 {
		limit = r.After(r.Limit)
	}
	ending := Exited
	select {
	case <-r.exited:
		return Exited
	case <-ctx.Done():
		ending = Cancelled
	case <-limit:
		ending = TimedOut
	}
	r.group.ask()
	select {
	case <-r.exited:
	case <-r.After(Grace):
		r.group.kill()
		<-r.exited
	}
	return ending
}

// sweep ends what is left of the group after its leader. Processes that still hold
// the output have Grace to end by themselves; after that the output is closed, even
// if a process that left the group holds it.
func (r *running) sweep(ending Ending) {
	left := ending != Exited || r.group.ask() // what has no member left gets none
	select {
	case <-r.drained:
	case <-r.After(Grace):
	}
	if left {
		r.group.kill()
	}
	select {
	case <-r.drained:
	case <-r.After(Grace):
	}
	r.group.close()
	r.close()
	r.copies.Wait()
}

func (r *running) status(ending Ending) Status {
	return Status{Ending: ending, Code: r.cmd.ProcessState.ExitCode(), Signal: signalOf(r.cmd.ProcessState)}
}
