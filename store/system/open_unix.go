//go:build unix

package system

import (
	"errors"
	"os"
	"syscall"
)

// Open opens a file for reading, and adds to the flags. Neither this nor a read waits for what is
// not there yet: that is an error, for which see [Waits]. The kernel's own log, too, says that it
// is a regular file.
func Open(name string, flags int) (*os.File, error) {
	fd, err := syscall.Open(name, syscall.O_RDONLY|syscall.O_CLOEXEC|NoWait|flags, 0)
	for errors.Is(err, syscall.EINTR) {
		fd, err = syscall.Open(name, syscall.O_RDONLY|syscall.O_CLOEXEC|NoWait|flags, 0)
	}
	if err != nil {
		return nil, &os.PathError{Op: "open", Path: name, Err: err}
	}
	err = syscall.SetNonblock(fd, false) // or else the runtime would do the waiting
	f := os.NewFile(uintptr(fd), name)
	if err = errors.Join(err, syscall.SetNonblock(fd, true)); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// Waits reports whether a read failed because what it asked for is not there yet.
func Waits(err error) bool { return errors.Is(err, syscall.EAGAIN) }
