//go:build unix

package instructions

import "syscall"

// nonblock keeps the opening of what took a file's place from waiting.
const nonblock = syscall.O_NONBLOCK
