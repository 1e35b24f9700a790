//go:build unix

package system

import (
	"fmt"
	"os"
	"syscall"
)

// Identity tells a folder apart from any other folder that has been or will be at its
// path: by its device, its inode number, and its time of birth if the system knows
// it.
func Identity(dir string) (string, error) {
	info, err := os.Stat(dir)
	if err != nil {
		return "", err
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return "", fmt.Errorf("%s: the system does not tell folders apart", dir)
	}
	return fmt.Sprintf("%d:%d:%s", st.Dev, st.Ino, born(dir, st)), nil
}
