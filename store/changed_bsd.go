//go:build darwin || freebsd || netbsd

package store

import (
	"os"
	"syscall"
	"time"
)

// changeTime is when anything about a file last changed, as the system's clock has
// it.
func changeTime(st os.FileInfo) time.Time {
	if s, ok := st.Sys().(*syscall.Stat_t); ok {
		return time.Unix(s.Ctimespec.Unix())
	}
	return time.Time{}
}
