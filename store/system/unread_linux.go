package system

import (
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// Unread reports whether something that was written to a pipe has not been read yet. What is no pipe
// is read.
func Unread(f *os.File) bool {
	info, err := f.Stat()
	if err != nil || info.Mode()&fs.ModeNamedPipe == 0 {
		return false
	}
	n, err := unix.IoctlGetInt(int(f.Fd()), unix.TIOCINQ)
	return err == nil && n > 0
}
