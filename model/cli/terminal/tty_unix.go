//go:build unix

package terminal

import (
	"errors"
	"os"
	"time"

	"golang.org/x/sys/unix"

	"parley/model/cli/launch"
)

// Discard reads and drops input until enough has arrived or the time is up. It never waits
// longer, even though a reader that was told to stop may still take input whose arrival it has
// already seen: until the terminal is restored, it is set so that reads do not block.
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

// utf8Flag is IUTF8, the same on every system that has it.
const utf8Flag = 0x4000

// UTF8 reports whether a terminal says that it is in UTF-8 mode. Terminals, tmux and OpenSSH set this
// flag, so that the system knows what one character is where it is deleted.
func UTF8(f *os.File) bool {
	settings, err := launch.SettingsOf(f.Fd())
	return err == nil && settings.Iflag&utf8Flag != 0
}
