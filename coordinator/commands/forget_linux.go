package commands

import (
	"os"

	"golang.org/x/sys/unix"
)

// forget throws away what was typed before the prompt appeared.
func (p *Plain) forget() {
	if f, ok := p.tty.(*os.File); ok {
		// What is not a terminal has nothing typed ahead.
		_ = unix.IoctlSetInt(int(f.Fd()), unix.TCFLSH, unix.TCIFLUSH)
	}
}
