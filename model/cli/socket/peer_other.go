//go:build !linux

package socket

import "net"

// supported is why there is no socket on this system, nil if there is.
func supported() error {
	return ErrUnsupported
}

func peer(*net.UnixConn) (pid, uid int, err error) { return 0, 0, supported() }

func hold(*net.UnixConn) (stays func() bool, release func() error) {
	return func() bool { return false }, func() error { return nil }
}

func ticksNow() (uint64, bool) { return 0, false }
