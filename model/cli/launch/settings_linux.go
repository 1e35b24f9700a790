package launch

import "syscall"

// The requests that read and set a terminal's settings.
const (
	getSettings = syscall.TCGETS
	setSettings = syscall.TCSETS
)
