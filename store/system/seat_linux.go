package system

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// Major numbers of terminals.
const (
	firstPts = 136
	lastPts  = 143
)

// TakeTerminal takes a terminal among the programs that do so, until leave is called; it is false if another
// one has it. A terminal that cannot be opened by its own name is taken by everybody.
func TakeTerminal(terminal *os.File) (leave func(), taken bool) {
	free := func() {}
	number, err := unix.IoctlGetUint32(int(terminal.Fd()), unix.TIOCGDEV)
	if err != nil {
		return free, true
	}
	f, err := os.OpenFile(nameOf(uint64(number)), os.O_RDONLY|unix.O_NOCTTY|unix.O_NONBLOCK, 0)
	if err != nil {
		return free, true
	}
	free = func() { f.Close() } // which unlocks it
	var info unix.Stat_t
	if unix.Fstat(int(f.Fd()), &info) != nil || uint32(info.Rdev) != number {
		return free, true
	}
	if unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) == unix.EWOULDBLOCK {
		free()
		return func() {}, false
	}
	return free, true
}

// nameOf is the file of a terminal with the kernel's number.
func nameOf(number uint64) string {
	major, minor := unix.Major(number), unix.Minor(number)
	if major >= firstPts && major <= lastPts {
		return fmt.Sprintf("/dev/pts/%d", (major-firstPts)<<8|minor)
	}
	return fmt.Sprintf("/dev/tty%d", minor)
}
