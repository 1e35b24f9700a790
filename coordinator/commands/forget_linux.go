package commands

import (
	"os"

	"golang.org/x/sys/unix"
)

// forget throws away what was typed before the prompt was there.
func (p *Plain) forget() {
	if f, ok := p.tty.(*os.File); ok {
		// On what is no terminal there is nothing typed ahead.
		_ = unix.IoctlSetInt(int(f.Fd()), unix.TCFLSH, unix.TCIFLUSH)
	}
}
