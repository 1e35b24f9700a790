package system

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// TakeTerminal takes a terminal among the programs that do so, until leave is called; it is false if another
// one has it. A terminal that cannot be opened by its own name is taken by everybody.
func TakeTerminal(terminal *os.File) (leave func(), taken bool) {
	free := func() {}
	number, err := unix.IoctlGetUint32(int(terminal.Fd()), unix.TIOCGDEV)
	if err != nil {
		return free, true
	}
	f, err := os.OpenFile(TerminalName(int(number)), os.O_RDONLY|unix.O_NOCTTY|unix.O_NONBLOCK, 0)
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

// Numbers of terminals in the kernel's words.
const (
	firstPts = 136 // the first and the last major number of pseudo-terminals
	lastPts  = 143
	console  = 4
)

// TerminalName is the name of a terminal with the kernel's number, "" for none.
func TerminalName(number int) string {
	major, minor := number>>8&0xfff, number&0xff|number>>12&0xfff00
	switch {
	case number == 0:
		return ""
	case major >= firstPts && major <= lastPts:
		return fmt.Sprintf("/dev/pts/%d", (major-firstPts)<<8|minor)
	case major == console:
		return fmt.Sprintf("/dev/tty%d", minor)
	}
	return fmt.Sprintf("terminal %d:%d", major, minor)
}
