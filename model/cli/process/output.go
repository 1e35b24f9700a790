package process

import (
	"fmt"
	"io"
	"os"

	"parley/store/system"
)

// Output is standard output that remembers whether everything reached it, so that no
// command reports success when a disk was full.
type Output struct {
	W      io.Writer
	failed error
}

// Write passes the bytes on.
func (o *Output) Write(b []byte) (int, error) {
	n, err := o.W.Write(b)
	if err != nil && o.failed == nil {
		o.failed = fmt.Errorf("cannot write the output: %w", err)
	}
	return n, err
}

// File is the file that the output goes to, if it is one.
func (o *Output) File() (*os.File, bool) { return system.FileOf(o.W) }

// Ended is how a command ended, taking failed output into account. An error caused by
// that says less than the output error itself.
func (o *Output) Ended(err error) error {
	if o.failed == nil {
		return err
	}
	return o.failed
}

// Untaken reports whether something that was printed still lies in a pipe.
func (p *Program) Untaken() bool {
	for _, w := range []io.Writer{p.Out, p.Err} {
		if f, is := system.FileOf(w); is && system.Unread(f) {
			return true
		}
	}
	return false
}

// Below is what the program's output goes to, where no command fails if it is not taken.
func Below(w io.Writer) io.Writer {
	if o, ok := w.(*Output); ok {
		return o.W
	}
	return w
}
