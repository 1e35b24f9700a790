package launch

import "syscall"

// The requests by which a terminal is asked for its settings and given others.
const (
	getSettings = syscall.TCGETS
	setSettings = syscall.TCSETS
)
