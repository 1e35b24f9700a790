//go:build unix

package stage

import "syscall"

// controlling starts a program in a session of its own, with its descriptor fd as the
// controlling terminal.
func controlling(fd int) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: fd}
}
