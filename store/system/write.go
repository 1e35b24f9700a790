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

// ErrFolderLink says that a link stands in the place of a folder, which is not followed: it may lead
// to any folder of the user's, whose files would be read, replaced and removed.
var ErrFolderLink = errors.New("it is a link, which is not followed; move it away")

// Folder makes folders that are not there, which only the user can enter. One that is a link is
// [ErrFolderLink]; those above the first may be.
func Folder(dirs ...string) error {
	if err := NoLink(dirs...); err != nil {
		return err
	}
	for _, dir := range dirs {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return err
		}
	}
	return nil
}

// NoLink is [ErrFolderLink] if one of some folders is a link, nil if none is or they are not there.
func NoLink(dirs ...string) error {
	for _, dir := range dirs {
		if info, err := os.Lstat(dir); err == nil && info.Mode()&os.ModeSymlink != 0 {
			return &fs.PathError{Op: "open", Path: dir, Err: ErrFolderLink}
		}
	}
	return nil
}
