package terminal

import (
	"os"

	"golang.org/x/term"
)

// TTY is the line of a real terminal.
type TTY struct{ In, Out *os.File }

// Raw delivers input key by key and without echo.
func (l TTY) Raw() (restore func() error, err error) {
	before, err := term.MakeRaw(int(l.In.Fd()))
	if err != nil {
		return nil, err
	}
	return func() error { return term.Restore(int(l.In.Fd()), before) }, nil
}

// Size is the terminal's width and height in cells.
func (l TTY) Size() (width, height int, err error) { return term.GetSize(int(l.Out.Fd())) }
