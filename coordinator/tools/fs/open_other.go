//go:build !unix

package fs

import "os"

// hold locks nothing on systems without such locks, so nothing counts as free.
func hold(*os.File) bool { return false }

// owner returns the owner of a file, where the system knows.
func owner(os.FileInfo) (uid, gid int, ok bool) { return 0, 0, false }

// carry gives a file a name in another folder, beside the one that it has or instead of it. The
// folders are looked up once more.
func carry(root *os.Root, from, to spot, beside bool) error {
	if beside {
		return root.Link(from.path, to.path)
	}
	return root.Rename(from.path, to.path)
}
