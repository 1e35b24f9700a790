package system

import (
	"fmt"
	"syscall"
)

// born is a folder's time of birth.
func born(_ string, st *syscall.Stat_t) string {
	return fmt.Sprintf("%d.%09d", st.Birthtimespec.Sec, st.Birthtimespec.Nsec)
}
