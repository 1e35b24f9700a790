//go:build darwin || freebsd || netbsd

package system

import (
	"io/fs"
	"syscall"
)

// Changed is when anything about a file last changed, as the system's clock has it, in
// nanoseconds; zero if the file system does not say.
func Changed(info fs.FileInfo) int64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return s.Ctimespec.Nano()
	}
	return 0
}
