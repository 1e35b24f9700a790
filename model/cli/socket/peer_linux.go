package socket

import (
	"net"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// supported is why there is no socket on this system, nil if there is.
func supported() error { return nil }

// peer is who the kernel says is at the other end.
func peer(c *net.UnixConn) (pid, uid int, err error) {
	raw, err := c.SyscallConn()
	if err != nil {
		return 0, 0, err
	}
	var cred *unix.Ucred
	var asked error
	err = raw.Control(func(fd uintptr) {
		cred, asked = unix.GetsockoptUcred(int(fd), unix.SOL_SOCKET, unix.SO_PEERCRED)
	})
	if err == nil {
		err = asked
	}
	if err != nil {
		return 0, 0, err
	}
	return int(cred.Pid), int(cred.Uid), nil
}

// ticksNow is how long the system has run, in the ticks that the starts of processes are
// counted in, of which Linux has a hundred a second.
func ticksNow() (uint64, bool) {
	text, err := os.ReadFile("/proc/uptime")
	if err != nil {
		return 0, false
	}
	first, _, _ := strings.Cut(string(text), " ")
	n, err := strconv.ParseUint(strings.Replace(first, ".", "", 1), 10, 64)
	return n, err == nil
}
