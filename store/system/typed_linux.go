package system

import "golang.org/x/sys/unix"

// ForgetTyped throws away what was typed into a terminal and not read yet. What is none has
// nothing typed ahead.
func ForgetTyped(terminal any) {
	if f, ok := FileOf(terminal); ok {
		_ = unix.IoctlSetInt(int(f.Fd()), unix.TCFLSH, unix.TCIFLUSH)
	}
}
