package system

import (
	"fmt"
	"os"
)

// Held is a path that leads to an open folder, whatever has its name by now; false where the system has none.
// It is valid until the folder is closed.
func Held(folder *os.File) (string, bool) {
	at := fmt.Sprintf("/proc/self/fd/%d", folder.Fd())
	now, err := os.Stat(at)
	if err != nil {
		return "", false
	}
	open, err := folder.Stat()
	return at, err == nil && os.SameFile(open, now)
}
