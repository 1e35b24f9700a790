//go:build !unix

package fs

import "os"

// nonblock is nothing where there is no such flag; the look before and after
// opening must do.
const nonblock = 0

// hold locks nothing where there are no such locks, so nothing is taken for free.
func hold(*os.File) bool { return false }

// links counts the names of a file, where the system knows.
func links(os.FileInfo) int { return 1 }

// owner tells who owns a file, where the system knows.
func owner(os.FileInfo) (uid, gid int, ok bool) { return 0, 0, false }
