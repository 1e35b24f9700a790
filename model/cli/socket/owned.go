package socket

import (
	"io/fs"
	"os"

	"parley/store/system"
)

// owned reports whether a file is this user's.
func owned(info fs.FileInfo) bool {
	uid, ok := system.Owner(info)
	return ok && uid == os.Getuid()
}
