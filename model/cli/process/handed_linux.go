package process

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// A person who presses a key in one Parley may have another one started, below it. What a model
// starts stands below it as well. So the first gives the second one end of a pair of sockets
// that it made itself: the kernel says who made them, and a command gets none.

// handedAt is where the other process finds its end.
const handedAt = 3

// nameless is how the library writes the address of a socket that has none.
const nameless = "@"

// HandOver is what is given to a process that is started by a person's key to do something, as
// the first of its extra files.
func HandOver(what string) (*os.File, error) {
	ends, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	_, err = unix.Write(ends[0], []byte(what))
	if err = errors.Join(err, unix.Close(ends[0])); err != nil {
		return nil, errors.Join(err, unix.Close(ends[1]))
	}
	return os.NewFile(uintptr(ends[1]), "handed"), nil
}

// Handed reports whether this process was given something to do by the one that started it, and
// that no model started that one. Entry is the mark in the environment of what a Parley started.
// It is true once.
func Handed(what, entry string) bool { return handed(handedAt, what, entry) }

func handed(fd int, what, entry string) bool {
	maker, err := unix.GetsockoptUcred(fd, unix.SOL_SOCKET, unix.SO_PEERCRED)
	if err != nil {
		return false // nothing was given, or something else
	}
	kind, err := unix.GetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_TYPE)
	if err != nil || kind != unix.SOCK_SEQPACKET { // what HandOver makes, whose words come whole
		return false
	}
	peer, err := unix.Getpeername(fd)
	if at, is := peer.(*unix.SockaddrUnix); err != nil || !is || at.Name != "" && at.Name != nameless {
		return false // it is a connection to somebody
	}
	said := make([]byte, len(what)+1)
	n, _, err := unix.Recvfrom(fd, said, unix.MSG_DONTWAIT)
	if err != nil || string(said[:n]) != what {
		return false
	}
	if unix.Close(fd) != nil { // no command is to have it
		return false
	}
	parent := os.Getppid()
	if parent < 1 || int(maker.Pid) != parent { // in a namespace of its own, nobody outside has a number
		return false
	}
	above := KinOf(parent, entry)
	return above.Known && !above.Below
}
