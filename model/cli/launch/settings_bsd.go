//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package launch

import "syscall"

// The requests that read and set a terminal's settings.
const (
	getSettings = syscall.TIOCGETA
	setSettings = syscall.TIOCSETA
)
