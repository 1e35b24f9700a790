//go:build unix

package system

import (
	"errors"
	"io/fs"
	"os"
	"strconv"
	"syscall"
)

// Flags for opening a file.
const (
	NoFollow = syscall.O_NOFOLLOW // a link is an error, see [IsLink]
	NoWait   = syscall.O_NONBLOCK // do not wait if a pipe or a device has taken the file's place
)

// IsLink reports whether opening a file failed because it is a link.
func IsLink(err error) bool { return errors.Is(err, syscall.ELOOP) || errors.Is(err, syscall.EMLINK) }

// Owner returns the owner of a file, numbered as by [os.Geteuid]; false if the file system
// does not say.
func Owner(info fs.FileInfo) (uid int, known bool) {
	st, known := info.Sys().(*syscall.Stat_t)
	if !known {
		return 0, false
	}
	return int(st.Uid), true
}

// Links counts the names of a file; 1 if the file system does not say.
func Links(info fs.FileInfo) int {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 1
	}
	return int(st.Nlink)
}

// Shared reports whether a file has any of these permissions.
func Shared(info fs.FileInfo, which fs.FileMode) bool { return info.Mode().Perm()&which != 0 }

// SyncFolder waits until the names in an open folder are on disk.
func SyncFolder(f interface{ Sync() error }) error { return f.Sync() }

// Apart puts a process into a session of its own: it has no terminal, and signals to our
// process group do not reach it.
func Apart() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

// KeepFiles keeps the open files of this program from every program that is started from now on, but
// those that it is given: libraries open some without saying so, and whoever started this program
// may have left it some, even a terminal.
func KeepFiles() {
	open, err := os.ReadDir("/dev/fd")
	if err != nil {
		return // nothing says which there are
	}
	for _, f := range open {
		if n, err := strconv.Atoi(f.Name()); err == nil && n > 2 {
			syscall.CloseOnExec(n)
		}
	}
}

// Home is the variable with the user's home folder.
const Home = "HOME"

// Shell returns the system's shell, whatever PATH says. It takes a command line after -c.
func Shell(string) (string, error) { return "/bin/sh", nil }

// Abrupt are the signals that crash a process. By default they would print every goroutine's
// stack, and leave a terminal as the program has set it. Bugs of the program itself arrive as
// panics instead.
func Abrupt() []os.Signal {
	return []os.Signal{syscall.SIGQUIT, syscall.SIGABRT, syscall.SIGSEGV, syscall.SIGBUS, syscall.SIGFPE, syscall.SIGILL, syscall.SIGTRAP, syscall.SIGSYS}
}
