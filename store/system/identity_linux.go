package system

import (
	"fmt"
	"syscall"

	"golang.org/x/sys/unix"
)

// born is a folder's time of birth, empty if the file system does not keep it.
func born(dir string, _ *syscall.Stat_t) string {
	var st unix.Statx_t
	if err := unix.Statx(unix.AT_FDCWD, dir, 0, unix.STATX_BTIME, &st); err != nil || st.Mask&unix.STATX_BTIME == 0 {
		return ""
	}
	return fmt.Sprintf("%d.%09d", st.Btime.Sec, st.Btime.Nsec)
}
