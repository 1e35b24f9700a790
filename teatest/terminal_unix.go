//go:build unix

package teatest

import (
	"errors"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// controlling starts a program in a session of its own, with its descriptor fd as the
// controlling terminal.
func controlling(fd int) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: fd}
}

// alone starts a program in a session of its own, without a terminal.
func alone() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

// polled is another descriptor of a file, which can be closed while it is read from.
func polled(f *os.File) (*os.File, error) {
	fd, err := unix.FcntlInt(f.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	if err := unix.SetNonblock(fd, true); err != nil {
		return nil, errors.Join(err, unix.Close(fd))
	}
	return os.NewFile(uintptr(fd), "pseudo-terminal"), nil
}

// killGroup sends a signal to a process group. It is not a fault if nobody is left in it.
func killGroup(pid int, sig syscall.Signal) error {
	err := syscall.Kill(-pid, sig)
	if errors.Is(err, syscall.ESRCH) {
		return nil
	}
	return err
}

// resize tells a terminal its size.
func resize(ptm *os.File, w, h int) error {
	conn, err := ptm.SyscallConn()
	if err != nil {
		return err
	}
	var sizeErr error
	err = conn.Control(func(fd uintptr) {
		sizeErr = unix.IoctlSetWinsize(int(fd), unix.TIOCSWINSZ, &unix.Winsize{Row: uint16(h), Col: uint16(w)})
	})
	return errors.Join(err, sizeErr)
}
