//go:build darwin || freebsd

package commands

import "golang.org/x/sys/unix"

// longestLine is how many bytes of a line a terminal hands on, less a few: the system says 1,024, and
// drops what is typed beyond them.
const longestLine = 1020

const getTermios, setTermios = unix.TIOCGETA, unix.TIOCSETA
