package system

import (
	"errors"
	"io"
	"os"
	"path/filepath"
)

// What is not read by [ReadFile].
var (
	ErrNotFile  = errors.New("it is not a regular file")
	ErrTooLarge = errors.New("it is too large")
)

// OpenFile opens a regular file for reading, as [Open] does. Anything else (a pipe, a device) is
// refused, even if it takes the file's place meanwhile.
func OpenFile(name string) (*os.File, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, ErrNotFile // opening a device alone can have effects
	}
	return openNow(name)
}

func openNow(name string) (*os.File, error) {
	f, err := Open(name, 0)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = ErrNotFile
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// LeadsNowhere reports whether a name that is not there is a link to nothing, or below one: what
// it is to hold is elsewhere, and only missing for now.
func LeadsNowhere(name string) bool {
	for at := name; ; at = filepath.Dir(at) {
		if _, err := os.Lstat(at); err == nil {
			_, err = os.Stat(at)
			return err != nil
		}
		if at == filepath.Dir(at) {
			return false
		}
	}
}

// ReadFile reads a file as [OpenFile] opens it, of at most so many bytes. No more are read of a
// larger one.
func ReadFile(name string, most int) ([]byte, error) {
	f, err := OpenFile(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, int64(most)+1))
	switch {
	case Waits(err):
		return nil, ErrNotFile // whatever it says of itself
	case err == nil && len(data) > most:
		return nil, ErrTooLarge
	}
	return data, err
}
