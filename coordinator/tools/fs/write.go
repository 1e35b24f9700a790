package fs

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"syscall"

	"parley/store/system"
)

// errChanged says that the file is no longer the one that was looked at.
var errChanged = errors.New("the file changed meanwhile")

// replace puts data in place of the file that was found, in one step: until the rename the
// old text is there, and afterwards the new one.
func (s spot) replace(old was, data []byte, random io.Reader) error {
	if old.info.Mode().Perm()&0o222 == 0 {
		return fault(textReadOnly(s.path, old.info.Mode().Perm()))
	}
	like := old.info
	if old.mode != 0 {
		like = withMode{like, old.mode}
	}
	tmp, free, err := s.temporary(data, like, random)
	if err != nil {
		return err
	}
	defer free()
	now, err := s.look()
	if err == nil && !same(old.info, now) {
		err = errChanged
	}
	if err == nil {
		err = s.dir.Rename(tmp, s.name)
	}
	if err != nil {
		return errors.Join(err, s.dir.Remove(tmp))
	}
	return syncDir(s.dir, ".")
}

// withMode is a file of which only the mode is another.
type withMode struct {
	fs.FileInfo
	mode fs.FileMode
}

// Mode is the other.
func (w withMode) Mode() fs.FileMode { return w.mode }

// create writes a file that must not exist yet. Linking the finished file fails if
// something has the name; where links are not available, the name is checked once more
// before the rename.
func (s spot) create(data []byte, random io.Reader) error {
	tmp, free, err := s.temporary(data, nil, random)
	if err != nil {
		return err
	}
	defer free()
	if err := settle(s.dir, tmp, s.name); err != nil {
		return errors.Join(err, s.dir.Remove(tmp))
	}
	return syncDir(s.dir, ".")
}

// settle moves a file to a name that must be free.
func settle(dir *os.Root, from, to string) error {
	err := dir.Link(from, to)
	if err == nil {
		return dir.Remove(from)
	}
	if errors.Is(err, fs.ErrExist) {
		return errChanged
	}
	if _, err := dir.Lstat(to); err == nil {
		return errChanged
	}
	return dir.Rename(from, to)
}

// temporary writes a file with an unpredictable name beside the target and flushes it to
// disk. like is the file that it will replace, whose permissions and owner it takes over;
// without one, the system's defaults for new files apply. The file is held until free is
// called, so that nobody takes it for one that a killed write left.
func (s spot) temporary(data []byte, like os.FileInfo, random io.Reader) (name string, free func(), err error) {
	var id [tmpID / 2]byte
	if _, err := io.ReadFull(random, id[:]); err != nil {
		return "", nil, fmt.Errorf("fs: name of a temporary file: %w", err)
	}
	name = tmpBegin + hex.EncodeToString(id[:]) + tmpEnd
	perm := fs.FileMode(0o666)
	if like != nil {
		perm = 0o600
	}
	f, err := s.dir.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
	if err != nil {
		return "", nil, err
	}
	hold(f) // a file system without locks holds nothing
	if err := fill(f, data, like); err != nil {
		return "", nil, errors.Join(err, f.Close(), s.dir.Remove(name))
	}
	return name, func() { _ = f.Close() }, nil // what was written is already on disk
}

// fill writes the new file's bytes, permissions and owner.
func fill(f *os.File, data []byte, like os.FileInfo) error {
	if _, err := f.Write(data); err != nil {
		return err
	}
	if like != nil {
		if err := inherit(f, like); err != nil {
			return err
		}
	}
	return f.Sync()
}

// inherit gives f the owner and the permissions of like. Set-user-id bits are
// dropped, as any write to a file drops them.
func inherit(f *os.File, like os.FileInfo) error {
	mine, err := f.Stat()
	if err != nil {
		return err
	}
	uid, gid, ok := owner(like)
	myUID, myGID, _ := owner(mine)
	if ok && (uid != myUID || gid != myGID) {
		if err := f.Chown(uid, gid); err != nil {
			return fmt.Errorf("%w: %w", errOwner, err)
		}
	}
	return f.Chmod(like.Mode().Perm())
}

// errOwner says that a file belongs to somebody else and would no longer do so.
var errOwner = errors.New("the owner cannot be kept")

// syncDir flushes a rename to disk.
func syncDir(root *os.Root, dir string) error {
	d, err := root.OpenFile(dir, os.O_RDONLY|system.NoWait, 0) // a pipe may have taken its place
	if err != nil {
		return err
	}
	err = system.SyncFolder(d)
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.EINVAL) {
		err = nil // a file system that has nothing to sync there
	}
	return errors.Join(err, d.Close())
}

// makeParents creates the missing directories above p, and returns a function that removes
// them again if nothing came of it.
func makeParents(root *os.Root, p string) (undo func() error, err error) {
	var missing []string
	for dir := path.Dir(p); dir != "."; dir = path.Dir(dir) {
		if _, err := root.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		missing = append(missing, dir)
	}
	undo = func() error {
		var all error
		for _, dir := range missing {
			err := root.Remove(dir)
			used := errors.Is(err, fs.ErrExist) // somebody else put something there
			if err != nil && !used && !errors.Is(err, fs.ErrNotExist) {
				all = errors.Join(all, err)
			}
		}
		return all
	}
	if len(missing) == 0 {
		return undo, nil
	}
	if err := root.MkdirAll(missing[0], 0o777); err != nil {
		return nil, errors.Join(err, undo())
	}
	return undo, nil
}
