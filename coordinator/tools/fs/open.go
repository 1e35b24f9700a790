package fs

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"

	"parley/coordinator/tool"
	"parley/coordinator/tools/fs/paths"
	"parley/store/system"
)

// Sizes, in bytes.
const (
	maxRead   = 32 << 20 // a file that fs_read_file opens
	maxChange = 2 << 20  // a text that is written, and a file that is replaced
	maxGrep   = 8 << 20  // a file that fs_grep_files searches
)

// openRegular opens a regular file for reading. It looks before, because opening a device
// may have an effect, and after, because the file may have been swapped in between. Links
// are followed inside the root.
func openRegular(root *os.Root, p string) (*os.File, os.FileInfo, error) {
	info, err := root.Stat(p)
	if err != nil {
		return nil, nil, err
	}
	return openChecked(root, p, p, info)
}

// open opens a regular file for reading that is not closed. Links are followed inside the root, and
// what is opened is what they led to when that was looked at, whatever takes their places meanwhile.
func (f *wall) open(root *os.Root, p string) (*os.File, os.FileInfo, error) {
	for range tries {
		if err := f.fault(p); err != nil {
			return nil, nil, err
		}
		real, err := paths.Resolved(root, p)
		if err != nil {
			return nil, nil, err
		}
		if real != p && f.fault(real) != nil {
			continue // it leads elsewhere by now
		}
		file, info, err := f.straight(root, real, p)
		if !errors.Is(err, errChanged) {
			return file, info, err
		}
	}
	return nil, nil, fault(textRestless(p))
}

// straight opens a regular file for reading by a path in which all links were followed. shown is
// the path for texts.
func (f *wall) straight(root *os.Root, real, shown string) (*os.File, os.FileInfo, error) {
	s, err := openSpot(root, real)
	if err != nil {
		return nil, nil, err
	}
	defer s.close() // only looked into
	s.path, s.wall = shown, f
	info, err := s.look()
	switch {
	case err != nil:
		return nil, nil, err
	case info == nil:
		return nil, nil, fs.ErrNotExist
	case info.Mode()&fs.ModeSymlink != 0:
		return nil, nil, errChanged
	}
	return s.open(info)
}

// openChecked opens name, whose info was just read, and looks again. shown is the path for
// texts.
func openChecked(root *os.Root, name, shown string, info os.FileInfo) (*os.File, os.FileInfo, error) {
	if err := regular(shown, info); err != nil {
		return nil, nil, err
	}
	f, err := root.OpenFile(name, os.O_RDONLY|system.NoWait, 0)
	if err != nil {
		return nil, nil, err
	}
	info, err = f.Stat()
	if err == nil {
		err = regular(shown, info)
	}
	if err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	return f, info, nil
}

// regular refuses anything but a regular file.
func regular(p string, info os.FileInfo) error {
	switch {
	case info.Mode().IsRegular():
		return nil
	case info.IsDir():
		return fault(textIsDirectory(p))
	}
	return fault(textNotRegular(p, kind(info.Mode())))
}

// kind names what is not a regular file.
func kind(m fs.FileMode) string {
	switch {
	case m&fs.ModeSymlink != 0:
		return "a symbolic link"
	case m&fs.ModeNamedPipe != 0:
		return "a FIFO"
	case m&fs.ModeSocket != 0:
		return "a socket"
	case m&fs.ModeDevice != 0:
		return "a device"
	}
	return "not a regular file"
}

// limited reads a file of at most limit bytes; errTooLarge says that it is larger. The
// reported size is not trusted, since a file may grow while it is read.
func limited(f io.Reader, limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > limit {
		return nil, errTooLarge
	}
	return data, nil
}

var errTooLarge = errors.New("larger than the limit")

// spot is where a write goes: the directory, held open so that nothing can be moved
// beneath it, and the name in it.
type spot struct {
	dir  *os.Root
	name string
	path string
	wall *wall // what is opened here is not closed
}

// openSpot opens the directory of p, in which all links were followed. The caller closes it.
func openSpot(root *os.Root, p string) (spot, error) {
	dir, err := openFolder(root, path.Dir(p))
	if err != nil {
		return spot{}, err
	}
	return spot{dir, path.Base(p), p, nil}, nil
}

// spotFor opens the directory of p for a call, which opens nothing closed there.
func spotFor(call tool.Call, p string) (spot, error) {
	s, err := openSpot(call.Root, p)
	s.wall = wallOf(call)
	return s, err
}

// openFolder opens a directory and follows no link: where one stands on the way now, it was
// put there since the path was looked at, and what was decided is not about where it leads.
func openFolder(root *os.Root, dir string) (*os.Root, error) {
	at, err := root.OpenRoot(".")
	for _, name := range strings.Split(path.Clean(dir), "/") {
		if err != nil || name == "." {
			break
		}
		above := at
		at, err = enter(above, name)
		_ = above.Close() // a folder that was only gone through
	}
	return at, err
}

// enter opens a directory that is no link.
func enter(above *os.Root, name string) (*os.Root, error) {
	seen, err := above.Lstat(name)
	switch {
	case err != nil:
		return nil, err
	case seen.Mode()&fs.ModeSymlink != 0:
		return nil, errChanged
	case !seen.IsDir():
		return nil, syscall.ENOTDIR
	}
	dir, err := above.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	now, err := dir.Stat(".")
	if err == nil && !os.SameFile(seen, now) {
		err = errChanged // a root follows links that stay inside
	}
	if err != nil {
		return nil, errors.Join(err, dir.Close())
	}
	return dir, nil
}

// OpenStraight opens a file of the root for reading by a path in which all links were
// followed, and follows none: one that stands on the way now was put there since. What
// blocks does not block here.
func OpenStraight(root *os.Root, p string) (*os.File, error) {
	s, err := openSpot(root, filepath.ToSlash(p))
	if err != nil {
		return nil, err
	}
	f, err := s.straight()
	return f, errors.Join(err, s.close())
}

// straight opens what has the name, unless that is a link.
func (s spot) straight() (*os.File, error) {
	seen, err := s.dir.Lstat(s.name)
	switch {
	case err != nil:
		return nil, err
	case seen.Mode()&fs.ModeSymlink != 0:
		return nil, errChanged
	}
	f, err := s.dir.OpenFile(s.name, os.O_RDONLY|system.NoWait, 0)
	if err != nil {
		return nil, err
	}
	now, err := f.Stat()
	if err == nil && !os.SameFile(seen, now) {
		err = errChanged
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

func (s spot) close() error { return s.dir.Close() }

// was is a file as it was found: info is nil if there was none.
type was struct {
	info os.FileInfo
	data []byte
	mode fs.FileMode // that the file gets which replaces it; 0: the same
}

// look says what has the name, without following a link; nil is nothing.
func (s spot) look() (os.FileInfo, error) {
	info, err := s.dir.Lstat(s.name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return info, err
}

// read reads the file that is to be changed or replaced.
func (s spot) read() (was, error) {
	info, err := s.look()
	if err != nil || info == nil {
		return was{}, err
	}
	f, info, err := s.open(info)
	if err != nil {
		return was{}, err
	}
	defer f.Close() // only read: nothing can be lost
	data, err := limited(f, maxChange)
	if errors.Is(err, errTooLarge) {
		err = fault(textTooLargeToChange(s.path, info.Size()))
	}
	return was{info: info, data: data}, err
}

// open opens what look has seen, but no link.
func (s spot) open(info os.FileInfo) (*os.File, os.FileInfo, error) {
	if info.Mode()&fs.ModeSymlink != 0 {
		to, err := s.dir.Readlink(s.name)
		if err != nil {
			return nil, nil, err
		}
		return nil, nil, fault(textIsLink(s.path, to))
	}
	f, now, err := openChecked(s.dir, s.name, s.path, info)
	if err != nil {
		return nil, nil, err
	}
	err = s.wall.opened(s.path, now)
	if !os.SameFile(info, now) {
		err = errChanged // a link may have taken its place: a root follows links that stay inside
	}
	if err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	return f, now, nil
}

// same reports whether nothing was written since a was seen.
func same(a, b os.FileInfo) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return os.SameFile(a, b) && a.Mode() == b.Mode() && a.Size() == b.Size() && a.ModTime().Equal(b.ModTime())
}
