package system

import (
	"errors"
	"io/fs"
	"os"
)

// NewFile makes a file anew, which only the user can read. What stands under its name is
// removed first: a link is not followed, a second name of another file leaves that file as it
// is, and a pipe is not waited for.
func NewFile(name string) (*os.File, error) {
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
}
