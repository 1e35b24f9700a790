package socket

import (
	"errors"
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

// hold returns a function that reports whether the process that connected still runs, and so has its
// number, which may be another's afterwards, and has not closed the connection, and one that lets go
// of it. Before Linux 6.5 the kernel does not say whether it runs; then it is as if it did.
func hold(c *net.UnixConn) (stays func() bool, release func() error) {
	var fd int
	var asked error
	raw, err := c.SyscallConn()
	if err == nil {
		err = raw.Control(func(of uintptr) { fd, asked = unix.GetsockoptInt(int(of), unix.SOL_SOCKET, unix.SO_PEERPIDFD) })
	}
	if err != nil || asked != nil && !errors.Is(asked, unix.ENOPROTOOPT) { // it has ended
		return func() bool { return false }, func() error { return nil }
	}
	if asked != nil {
		fd = -1 // which poll leaves out
	}
	stays = func() (is bool) {
		err := raw.Control(func(of uintptr) {
			for err := error(unix.EINTR); errors.Is(err, unix.EINTR); {
				var n int // how many have ended: a process can be read then, and a connection is hung up
				n, err = unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}, {Fd: int32(of)}}, 0)
				is = n == 0 && err == nil
			}
		})
		return is && err == nil
	}
	return stays, func() error { return unix.Close(fd) }
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
