//go:build unix && !linux

package process

import "syscall"

// signal signals a whole group. A group without members is not an error; its number is not
// reused while a member lives.
func (g group) signal(s syscall.Signal) { _ = syscall.Kill(-int(g), s) }
