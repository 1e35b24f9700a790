//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package launch

import "syscall"

// The requests by which a terminal is asked for its settings and given others.
const (
	getSettings = syscall.TIOCGETA
	setSettings = syscall.TIOCSETA
)
