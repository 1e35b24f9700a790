//go:build unix

package fs

import (
	"os"
	"syscall"
)

// hold locks a file until it is closed; false means that another program holds it, or that
// this cannot be known.
func hold(f *os.File) bool {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}

// owner returns the owner of a file, where the system knows.
func owner(info os.FileInfo) (uid, gid int, ok bool) {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, 0, false
	}
	return int(st.Uid), int(st.Gid), true
}
