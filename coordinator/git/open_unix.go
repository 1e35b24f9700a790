//go:build unix

package git

import "syscall"

// nonblock keeps opening from blocking if something else has taken the file's place.
const nonblock = syscall.O_NONBLOCK
