//go:build unix

package process

import (
	"io"
	"os"
)

// OpenTerminal opens the controlling terminal, if the process has one.
func OpenTerminal() (io.ReadWriteCloser, error) { return os.OpenFile("/dev/tty", os.O_RDWR, 0) }
