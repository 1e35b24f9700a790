package process

import (
	"errors"
	"io"
	"os"

	tea "charm.land/bubbletea/v2"
	"golang.org/x/term"

	"parley/store/system"
)

// Outside is a program that has the terminal while it runs.
type Outside struct {
	tea.ExecCommand
	P *Program
}

// SetStdout gives it the terminal itself: a program that is given a pipe assumes that
// there is no terminal.
func (o Outside) SetStdout(w io.Writer) {
	if f, ok := system.FileOf(o.P.Out); ok {
		w = f
	}
	o.ExecCommand.SetStdout(w)
}

// Run releases the terminal and takes it back.
func (o Outside) Run() error {
	if o.P.Drawn == nil {
		return o.ExecCommand.Run()
	}
	if err := o.P.Drawn.Lend(); err != nil {
		return err
	}
	err := o.ExecCommand.Run()
	if o.P.Unread != nil { // that program has the terminal still
		return err
	}
	defer o.P.Resized()
	return errors.Join(err, o.P.Drawn.Enter())
}

// FromTerminal reports whether input comes from a terminal.
func FromTerminal(r io.Reader) bool {
	f, ok := r.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// IsTerminal reports whether a file is a terminal.
func IsTerminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }
