//go:build unix

package store

import (
	"errors"
	"io/fs"
	"time"

	"golang.org/x/sys/unix"
)

// openNow opens special files without waiting, for example for the other end of a
// pipe.
const openNow = unix.O_NONBLOCK

// stat is the size of a conversation's file and the time of its last change. It looks
// up the file from the store's open directory, so that the path is not resolved ten
// thousand times.
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
