//go:build unix && !linux

package process

import "syscall"

// signal signals a whole group, and reports whether there was anything. The number of a group is
// not reused while a member lives.
func (g group) signal(s syscall.Signal) bool { return syscall.Kill(-int(g), s) != syscall.ESRCH }
