//go:build unix

package instructions

import "syscall"

// nonblock keeps an open from blocking on whatever took a file's place.
const nonblock = syscall.O_NONBLOCK
