package fs

import (
	"context"
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"parley/coordinator/git"
	"parley/coordinator/tool"
	"parley/coordinator/tools/fs/grants"
	"parley/coordinator/tools/fs/paths"
)

// Site is a workspace whose files are put back as they were. What the file tools refuse is
// refused here too; links are not followed at all.
type Site struct {
	Root   *os.Root
	Dir    string
	Closed []string
	User   git.User
}

// Standing is what is at a path. Digest is the SHA-256 in hex, "" for no file; Data is nil
// if there is no file or it is too large. Grants says why the file gives permission, "" if
// it does not.
type Standing struct {
	Digest string
	Data   []byte
	Mode   fs.FileMode
	Grants string
}

// ErrStands says that what is there is not what was expected.
var ErrStands = errors.New(textStandsElse)

func (s Site) call() tool.Call {
	return tool.Call{Root: s.Root, Dir: s.Dir, Closed: s.Closed}
}

// spot opens the folder of a path that a record names. It must be written as a file tool
// writes it, and lead through no link.
func (s Site) spot(p string) (spot, error) {
	if !filepath.IsLocal(filepath.FromSlash(p)) || path.Clean(p) != p {
		return spot{}, fault(textLeadsOut)
	}
	real, err := target(s.call(), p)
	if err != nil {
		return spot{}, err
	}
	if real != p {
		return spot{}, fault(textThroughLink)
	}
	return spotFor(s.call(), p)
}

// forUser words an error about a path for the user.
func forUser(p string, err error) error {
	var f fault
	switch {
	case err == nil || errors.Is(err, ErrStands):
		return err
	case errors.Is(err, errChanged):
		return ErrStands
	case errors.As(err, &f): // what follows is advice for a model
		return errors.New(firstSentence(string(f), p))
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return errors.New(textNoRoom)
	case errors.Is(err, syscall.EFBIG):
		return errors.New(textTooLong)
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return errors.New(textNoLeave)
	case errors.Is(err, paths.ErrLeadsOut), strings.Contains(err.Error(), "path escapes from parent"):
		return errors.New(textLeadsOut)
	}
	var of *fs.PathError
	if errors.As(err, &of) {
		err = of.Err // without the path on this machine
	}
	return err
}

// What the user is told about a file that is not put back.
const (
	textStandsElse  = "changed since; it stays as it is"
	textGrantsNow   = "it gives permission by now, and needs a yes of its own; it stays as it is"
	textThroughLink = "a link is on the way to it, and links are not followed here"
	textNoRoom      = "the disk is full; it stays as it is"
	textTooLong     = "files of this size are not allowed here; it stays as it is"
	textNoLeave     = "the system does not allow it; it stays as it is"
	textLeadsOut    = "it leads out of the workspace"
	textTooLarge    = "it is too large to be kept; it stays as it is"
	textFolderThere = "a folder of that name stands there; it stays as it is"
	textLinkThere   = "a link of that name stands there; it stays as it is"
)

// firstSentence returns the first sentence of a text about a path, without its full stop. The
// path itself may contain a full stop followed by a blank.
func firstSentence(said, p string) string {
	from := 0
	if i := strings.Index(said, p); i >= 0 {
		from = i + len(p)
	}
	if end := strings.Index(said[from:], ". "); end >= 0 {
		said = said[:from+end]
	}
	return strings.TrimSuffix(said, ".")
}

// Now looks at what is at a path.
func (s Site) Now(p string) (Standing, error) {
	out, err := s.now(p)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil // the folder no longer exists either
	}
	return out, forUser(p, err)
}

// Grants says what gives permission about a path, "" if nothing does. It does not read the file, which may be of any size.
func (s Site) Grants(p string) string {
	if !filepath.IsLocal(filepath.FromSlash(p)) {
		return ""
	}
	return grants.Of(s.User, s.call(), p).Why
}

func (s Site) now(p string) (Standing, error) {
	out := Standing{Grants: s.Grants(p)}
	at, err := s.spot(p)
	if err != nil {
		return out, err
	}
	defer at.close()
	info, err := at.look()
	if err != nil || info == nil {
		return out, err
	}
	if err := standsAlone(info); err != nil {
		return out, err
	}
	c, err := at.kept(context.Background(), info)
	out.Digest, out.Data, out.Mode = c.Before, c.Data, c.Mode
	return out, err
}

// standsAlone refuses anything that is not a file.
func standsAlone(info fs.FileInfo) error {
	switch {
	case info.IsDir():
		return fault(textFolderThere)
	case info.Mode()&fs.ModeSymlink != 0:
		return fault(textLinkThere)
	}
	return nil
}

// Put writes data in place of what stood there when a person was asked, nil to remove it. The file
// gets the mode; 0 is that of the file that it replaces, or of any new one. What is
// there is compared once more: its bytes at the rename, its permissions (if stood has any), and whether it has come
// to give permission. keep is given the bytes that will be replaced, before they are; a file that is too large
// for that stays.
func (s Site) Put(ctx context.Context, p string, stood Standing, data []byte, mode fs.FileMode, keep func([]byte) error) error {
	return forUser(p, s.put(ctx, p, stood, data, mode, keep))
}

func (s Site) put(ctx context.Context, p string, stood Standing, data []byte, mode fs.FileMode, keep func([]byte) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if stood.Grants == "" && s.Grants(p) != "" {
		return fault(textGrantsNow)
	}
	now := stood.Digest
	at, err := s.spot(p)
	if errors.Is(err, fs.ErrNotExist) && now == "" && data != nil {
		return s.putBelow(p, data, mode)
	}
	if err != nil {
		return err
	}
	defer at.close()
	info, err := at.look()
	if err != nil {
		return err
	}
	if info == nil {
		if now != "" || data == nil {
			return ErrStands
		}
		return at.make(data, mode)
	}
	if err := standsAlone(info); err != nil {
		return err
	}
	there, err := at.kept(ctx, info)
	if err != nil {
		return err
	}
	if there.Before != now || stood.Mode != 0 && stood.Mode.Perm() != info.Mode().Perm() {
		return ErrStands
	}
	if there.Data == nil {
		return fault(textTooLarge)
	}
	if err := keep(there.Data); err != nil {
		return err
	}
	if data == nil {
		_, err = unlink(at, info, false)
		return err
	}
	return at.replace(was{info: info, mode: mode}, data, rand.Reader)
}

// putBelow also creates the folders of a file that no longer exist.
func (s Site) putBelow(p string, data []byte, mode fs.FileMode) error {
	undo, err := makeParents(s.Root, p)
	if err != nil {
		return err
	}
	at, err := s.spot(p)
	if err == nil {
		err = errors.Join(at.make(data, mode), at.close())
	}
	if err != nil {
		return errors.Join(err, undo())
	}
	return nil
}

// make writes a file that must not exist, with a mode; where that is not known, as any new
// file.
func (s spot) make(data []byte, mode fs.FileMode) error {
	var like fs.FileInfo
	if mode != 0 {
		like = modeOnly(mode)
	}
	tmp, free, err := s.temporary(data, like, rand.Reader)
	if err != nil {
		return err
	}
	defer free()
	if err := settle(s.dir, tmp, s.name); err != nil {
		return errors.Join(err, s.dir.Remove(tmp))
	}
	return syncDir(s.dir, ".")
}

// modeOnly is a file of which only the mode is known.
type modeOnly fs.FileMode

// Name is unknown.
func (modeOnly) Name() string { return "" }

// Size is unknown.
func (modeOnly) Size() int64 { return 0 }

// Mode is known.
func (m modeOnly) Mode() fs.FileMode { return fs.FileMode(m) }

// ModTime is unknown.
func (modeOnly) ModTime() time.Time { return time.Time{} }

// IsDir is false.
func (modeOnly) IsDir() bool { return false }

// Sys is unknown.
func (modeOnly) Sys() any { return nil }
