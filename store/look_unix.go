//go:build unix

package store

import (
	"errors"
	"io/fs"
	"time"

	"golang.org/x/sys/unix"
)

// openNow opens what is no ordinary file without waiting, as for a pipe's other end.
const openNow = unix.O_NONBLOCK

// stat is the size of a conversation's file and when it changed. It asks for it by
// the store's directory: the way there need not be walked ten thousand times.
func (l looker) stat(id string) (size int64, changed time.Time, err error) {
	if l.dir == nil {
		return statPath(l.store.Path(id))
	}
	var st unix.Stat_t
	for {
		err = unix.Fstatat(int(l.dir.Fd()), id+"/"+eventsFile, &st, 0)
		if !errors.Is(err, unix.EINTR) {
			break
		}
	}
	if err != nil {
		return 0, time.Time{}, &fs.PathError{Op: "stat", Path: l.store.Path(id), Err: err}
	}
	return st.Size, time.Unix(st.Mtim.Unix()), nil
}
