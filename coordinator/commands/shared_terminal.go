//go:build linux || darwin || freebsd

package commands

import (
	"errors"
	"os"
	"time"

	"golang.org/x/sys/unix"

	"parley/store/system"
)

// foreign reports whether another program takes the terminal's keys one by one, as a pager does.
func (p *Plain) foreign(f *os.File) bool {
	if p.keys.Load() {
		return false
	}
	modes, err := unix.IoctlGetTermios(int(f.Fd()), getTermios)
	return err == nil && modes.Lflag&unix.ICANON == 0
}

// mine waits until there is something to read on the terminal that is for this program: a key while another
// program takes them is not. When that has ended, what is left of it is thrown away, and the prompt
// hears of it.
func (p *Plain) mine() {
	f, is := p.terminal()
	for is {
		ready := waits(int(f.Fd()), seldom)
		switch {
		case p.foreign(f):
			p.away.Store(true)
			if ready {
				time.Sleep(lookAgain) // for the other program to take it
			}
		case p.away.Swap(false):
			system.ForgetTyped(f)
			select {
			case p.returned <- struct{}{}:
			default:
			}
		case ready:
			return
		}
	}
}

// seldom is how often it is looked who takes the keys while there is none.
const seldom = 200 * time.Millisecond

// waits waits for input, which may be its end, or for an error.
func waits(fd int, wait time.Duration) bool {
	var set unix.FdSet
	set.Zero()
	set.Set(fd)
	timeout := unix.NsecToTimeval(max(wait, time.Microsecond).Nanoseconds())
	n, err := unix.Select(fd+1, &set, nil, nil, &timeout)
	return n > 0 || err != nil && !errors.Is(err, unix.EINTR)
}
