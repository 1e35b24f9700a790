//go:build unix

package fs

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
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

// carry gives a file a name in another folder, beside the one that it has or instead of it. Both
// folders are the ones that were looked at, whatever has taken their places since.
func carry(_ *os.Root, from, to spot, beside bool) (err error) {
	var at [2]*os.File
	for i, s := range []spot{from, to} {
		if at[i], err = s.dir.Open("."); err != nil {
			return err
		}
		defer at[i].Close() // a folder that was only gone through
	}
	if beside {
		err = unix.Linkat(int(at[0].Fd()), from.name, int(at[1].Fd()), to.name, 0)
	} else {
		err = unix.Renameat(int(at[0].Fd()), from.name, int(at[1].Fd()), to.name)
	}
	if err != nil {
		err = &os.LinkError{Op: "move", Old: from.path, New: to.path, Err: err}
	}
	return err
}
