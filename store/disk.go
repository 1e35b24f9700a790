package store

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"parley/store/system"
)

// File modes of the store: only the user may read what was said.
const (
	dirMode  fs.FileMode = 0o700
	fileMode fs.FileMode = 0o600
)

// disk is what the store needs of a file system. Tests let it run full or refuse
// access.
type disk interface {
	MkdirAll(path string, perm fs.FileMode) error
	Mkdir(path string, perm fs.FileMode) error
	OpenFile(path string, flag int, perm fs.FileMode) (file, error)
	Rename(from, to string) error
	Link(from, to string) error
	Remove(path string) error
	RemoveAll(path string) error
	In(*os.Root) folder
}

// folder is what the store needs of a folder that it holds open. Names are those of files
// in it.
type folder interface {
	OpenFile(name string, flag int, perm fs.FileMode) (file, error)
	Rename(from, to string) error
	Remove(name string) error
}

// file is what the store needs of an open file.
type file interface {
	io.ReadWriteCloser
	io.ReaderAt
	Sync() error
	Truncate(size int64) error
	Stat() (fs.FileInfo, error)
}

// realDisk is the file system of the machine.
type realDisk struct{}

func (realDisk) MkdirAll(path string, perm fs.FileMode) error { return os.MkdirAll(path, perm) }
func (realDisk) Mkdir(path string, perm fs.FileMode) error    { return os.Mkdir(path, perm) }
func (realDisk) Rename(from, to string) error                 { return os.Rename(from, to) }
func (realDisk) Link(from, to string) error                   { return os.Link(from, to) }
func (realDisk) Remove(path string) error                     { return os.Remove(path) }
func (realDisk) RemoveAll(path string) error                  { return os.RemoveAll(path) }

func (realDisk) In(root *os.Root) folder { return realFolder{root} }

// realFolder is a folder of the machine's.
type realFolder struct{ *os.Root }

func (r realFolder) OpenFile(name string, flag int, perm fs.FileMode) (file, error) {
	return r.Root.OpenFile(name, flag, perm)
}

func (realDisk) OpenFile(path string, flag int, perm fs.FileMode) (file, error) {
	return os.OpenFile(path, flag, perm)
}

// syncDir syncs the names in a directory to disk.
func syncDir(d disk, dir string) error {
	f, err := d.OpenFile(dir, os.O_RDONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(system.SyncFolder(f), f.Close())
}

// replace writes a file whole: a reader, a crash or a full disk finds either
// the old content or the new, never a part.
func replace(d disk, path string, data []byte) error {
	if err := replaceBy(d, path, data, writeNew); err != nil {
		return err
	}
	return syncDir(d, filepath.Dir(path))
}

// replaceWhole is replace for a file that may be what it was after a crash of the system, but not
// less.
func replaceWhole(d disk, path string, data []byte) error {
	return replaceBy(d, path, data, writeNew)
}

// replaceQuick is replace for a file whose loss in a crash of the system does no harm.
func replaceQuick(d disk, path string, data []byte) error {
	return replaceBy(d, path, data, writeQuick)
}

func replaceBy(d disk, path string, data []byte, write func(disk, string, []byte) error) error {
	tmp := path + ".tmp"
	if err := ignoreMissing(d.Remove(tmp)); err != nil { // what a killed program left, or a link that leads elsewhere
		return err
	}
	if err := write(d, tmp, data); err != nil {
		return errors.Join(err, ignoreMissing(d.Remove(tmp)))
	}
	if err := d.Rename(tmp, path); err != nil {
		return errors.Join(err, ignoreMissing(d.Remove(tmp)))
	}
	return nil
}

// writeNew writes a file that is not there yet, whose bytes are on disk when it returns.
func writeNew(d disk, path string, data []byte) error {
	return write(d, path, data, file.Sync)
}

// writeQuick writes a file that is not there yet, and whose loss in a crash does no harm.
func writeQuick(d disk, path string, data []byte) error {
	return write(d, path, data, func(file) error { return nil })
}

func write(d disk, path string, data []byte, settle func(file) error) error {
	f, err := d.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, fileMode) // through no link
	if err != nil {
		return err
	}
	n, err := f.Write(data)
	if err == nil && n < len(data) {
		err = io.ErrShortWrite
	}
	if err == nil {
		err = settle(f)
	}
	return errors.Join(err, f.Close())
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
