// Package private reads and writes the files that only the user may have written: the rules
// and keys that Parley keeps beside the configuration, and what it notes in the user's state
// folder. Each decides something, so one that is a link, belongs to somebody else or is open
// to others is refused. The package does not know what a rule means or who sends a key.
package private

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"parley/store/system"
)

const (
	maxFile   = 4 << 20               // bytes of a file that are read at most
	lockEvery = 20 * time.Millisecond // between two attempts to lock a file
)

// read reads a file that decides something: it must be the user's own, not a
// link, and closed to others. refused says why a file is not used.
func read(name string, refused func(name, why string) string) (string, error) {
	doc, err := Read(name, maxFile, refused)
	return string(doc), err
}

// Read is that for a file of at most so many bytes. Of one that is not there it returns nil.
func Read(name string, most int, refused func(name, why string) string) ([]byte, error) {
	f, err := system.Open(name, system.NoFollow)
	switch {
	case errors.Is(err, fs.ErrNotExist) && system.LeadsNowhere(name):
		return nil, errors.New(refused(name, TextNowhere))
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case system.IsLink(err):
		return nil, errors.New(refused(name, textLink))
	case err != nil:
		return nil, fmt.Errorf("%s: %s", name, TextUnreadable(err))
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("%s: %s", name, TextUnreadable(err))
	}
	if why := unfit(info, os.Geteuid()); why != "" {
		return nil, errors.New(refused(name, why))
	}
	doc, err := io.ReadAll(io.LimitReader(f, int64(most)+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %s", name, TextUnreadable(err))
	}
	if len(doc) > most {
		return nil, errors.New(refused(name, TextTooLarge(most)))
	}
	return doc, nil
}

// readIn reads such a file in a folder of the state folder. A folder that is a link is refused as
// a file is.
func readIn(dir, name string, refused func(name, why string) string) (string, error) {
	name = filepath.Join(dir, name)
	if system.NoLink(dir) != nil {
		return "", errors.New(refused(name, textFolderLink))
	}
	return read(name, refused)
}

// removeIn removes a file of such a folder, if it is there.
func removeIn(dir, name string) error {
	if err := system.NoLink(dir); err != nil {
		return err
	}
	if err := os.Remove(filepath.Join(dir, name)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// unfit says why a file gives no permission.
func unfit(info fs.FileInfo, me int) string {
	uid, ok := system.Owner(info)
	switch {
	case !info.Mode().IsRegular():
		return TextNotFile
	case !ok || uid != me:
		return textForeign
	case system.Shared(info, 0o077):
		return textOpen
	}
	return ""
}

// change reads a file as read does, and replaces it in one step while no other program
// changes it. It creates the folder if there is none.
func change(ctx context.Context, name string, refused func(name, why string) string, to func(doc string) string) error {
	return Alone(ctx, name, func() error { return rewrite(name, refused, to) })
}

// Alone runs do while every other program that changes the file in this way waits. It
// creates the folder of the file if there is none. The error says if the wait was longer
// than ctx allows.
func Alone(ctx context.Context, name string, do func() error) error {
	release, err := Hold(ctx, name)
	if err != nil {
		return err
	}
	return errors.Join(do(), release())
}

// Hold begins what Alone does, until release is called. A process that is killed releases what
// it holds.
func Hold(ctx context.Context, name string) (release func() error, err error) {
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return nil, err
	}
	lock := flock.New(name+".lock", flock.SetFlag(os.O_CREATE|os.O_RDWR|system.NoFollow), flock.SetPermissions(0o600))
	if _, err := lock.TryLockContext(ctx, lockEvery); err != nil {
		if ctx.Err() == nil {
			return nil, fmt.Errorf("%s: %s", name, textUnlocked(err))
		}
		return nil, fmt.Errorf("%s: %s", name, textBusy(err))
	}
	return lock.Unlock, nil
}

func rewrite(name string, refused func(name, why string) string, to func(doc string) string) error {
	doc, err := read(name, refused)
	if err != nil {
		return err
	}
	next := to(doc)
	if next == doc {
		return nil
	}
	if len(next) > maxFile {
		return errors.New(textRulesFull(name, maxFile))
	}
	return Replace(name, []byte(next))
}

// Replace replaces a file atomically with one that only the user can read.
func Replace(name string, doc []byte) error { return replaceBy(name, doc, (*os.File).Sync) }

// replaceQuick is Replace for what need not outlast a crash of the system.
func replaceQuick(name string, doc []byte) error {
	return replaceBy(name, doc, func(*os.File) error { return nil })
}

func replaceBy(name string, doc []byte, settle func(*os.File) error) error {
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+"-*") // created with mode 0600
	if err != nil {
		return err
	}
	_, err = f.Write(doc)
	err = errors.Join(err, settle(f), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}
