package commands

import "golang.org/x/sys/unix"

// longestLine is how many bytes of a line a terminal hands on: it shows what is typed beyond them,
// and drops it.
const longestLine = 4095

const getTermios, setTermios = unix.TCGETS, unix.TCSETS
