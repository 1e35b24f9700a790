//go:build linux || darwin || freebsd

package commands

import (
	"context"
	"errors"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// lookAgain is how often a quiet terminal checks whether it may stop.
const lookAgain = 20 * time.Millisecond

// quietTerminal waits on a terminal: keys are read one by one and not echoed, since a
// line would be known only by the key that ends it. known is false if the terminal
// cannot be set that way.
func (p *Plain) quietTerminal(ctx context.Context, f *os.File, early func()) (known, on bool) {
	fd := int(f.Fd())
	was, err := unix.IoctlGetTermios(fd, getTermios)
	if err != nil {
		return false, false
	}
	keys := *was
	keys.Lflag &^= unix.ICANON | unix.ECHO
	keys.Cc[unix.VMIN], keys.Cc[unix.VTIME] = 0, 0
	if unix.IoctlSetTermios(fd, setTermios, &keys) != nil {
		return false, false
	}
	// If the terminal is gone, the next read reports it.
	defer func() { _ = unix.IoctlSetTermios(fd, setTermios, was) }()
	for {
		left := p.arming.at.Sub(p.arming.now())
		switch {
		case ctx.Err() != nil:
			return true, false
		case left <= 0:
			return true, true
		}
		if typed(fd, min(left, lookAgain)) {
			early()
		}
	}
}

// typed waits for keys, and reads those that came.
func typed(fd int, wait time.Duration) bool {
	var set unix.FdSet
	set.Zero()
	set.Set(fd)
	timeout := unix.NsecToTimeval(max(wait, time.Microsecond).Nanoseconds())
	if n, err := unix.Select(fd+1, &set, nil, nil, &timeout); n <= 0 || err != nil {
		return false
	}
	var keys [256]byte
	n, err := unix.Read(fd, keys[:])
	return n > 0 && (err == nil || errors.Is(err, unix.EINTR))
}
