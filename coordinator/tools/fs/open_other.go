//go:build !unix

package fs

import "os"

// nonblock is nothing on systems without such a flag; looking before and after opening
// must do.
const nonblock = 0

// hold locks nothing on systems without such locks, so nothing counts as free.
func hold(*os.File) bool { return false }

// links counts the names of a file, where the system knows.
func links(os.FileInfo) int { return 1 }

// owner returns the owner of a file, where the system knows.
func owner(os.FileInfo) (uid, gid int, ok bool) { return 0, 0, false }
