package cli

import (
	"fmt"
	"io"
	"os"
)

// output is standard output that remembers whether everything reached it, so
// that no command says it is done when a disk was full.
type output struct {
	w      io.Writer
	failed error
}

func (o *output) Write(b []byte) (int, error) {
	n, err := o.w.Write(b)
	if err != nil && o.failed == nil {
		o.failed = fmt.Errorf("cannot write the output: %w", err)
	}
	return n, err
}

// ended is how a command ended, an output that failed taken into account. An
// error that came of it says less than the output itself.
func (o *output) ended(err error) error {
	if o.failed == nil {
		return err
	}
	return o.failed
}

// fileOf is the file behind the program's output, if it is one.
func fileOf(w io.Writer) (*os.File, bool) {
	if o, ok := w.(*output); ok {
		w = o.w
	}
	f, ok := w.(*os.File)
	return f, ok
}
