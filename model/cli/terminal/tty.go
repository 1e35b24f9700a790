package terminal

import (
	"errors"
	"os"
	"time"

	"golang.org/x/sys/unix"
	"golang.org/x/term"

	"parley/model/cli/launch"
)

// TTY is the line of a real terminal.
type TTY struct{ In, Out *os.File }

// Raw delivers input key by key and without echo.
func (l TTY) Raw() (restore func() error, err error) {
	before, err := term.MakeRaw(int(l.In.Fd()))
	if err != nil {
		return nil, err
	}
	return func() error { return term.Restore(int(l.In.Fd()), before) }, nil
}

// Size is the terminal's width and height in cells.
func (l TTY) Size() (width, height int, err error) { return term.GetSize(int(l.Out.Fd())) }

// Discard reads what comes in, and forgets it, until enough has come or the time is
// up. It never waits longer, even though a reader that was told to stop may still
// take input that it saw coming: until it is restored, the terminal is set so that no
// read waits.
func (l TTY) Discard(wait time.Duration, enough func(soFar []byte) bool) {
	settings, err := launch.SettingsOf(l.In.Fd())
	if err != nil || settings.Unwaiting().Set(l.In.Fd()) != nil {
		return
	}
	var in []byte
	chunk := make([]byte, 256)
	for end := time.Now().Add(wait); !enough(in); {
		left := time.Until(end)
		if left <= 0 {
			return
		}
		ready := []unix.PollFd{{Fd: int32(l.In.Fd()), Events: unix.POLLIN}}
		switch n, err := unix.Poll(ready, int(left.Milliseconds())+1); {
		case errors.Is(err, unix.EINTR):
			continue
		case err != nil || n == 0 || ready[0].Revents&unix.POLLIN == 0:
			return
		}
		n, err := unix.Read(int(l.In.Fd()), chunk)
		if err != nil {
			return
		}
		in = append(in, chunk[:n]...)
	}
}
