package store

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"time"
)

// leaving begins the names of folders that are being deleted. A folder with such a
// name is already out of reach: anyone else who wanted it finds it gone, not half
// deleted.
const leaving = ".gone-"

// staleFork is the age from which the folder of an unfinished fork counts as
// abandoned.
const staleFork = time.Hour

// remove deletes a folder of the store for good: it renames it first, then deletes
// the contents.
func (s Store) remove(name string) error {
	gone := filepath.Join(s.root, leaving+strings.TrimPrefix(name, "."))
	if err := s.disk.RemoveAll(gone); err != nil {
		return err
	}
	if err := s.disk.Rename(filepath.Join(s.root, name), gone); err != nil {
		return err
	}
	return s.disk.RemoveAll(gone)
}

// sweep deletes what killed processes left: folders of unfinished forks and of
// unfinished deletions. It deliberately reports no error: what stays is never shown,
// and the next list tries again.
func (s Store) sweep(hidden []fs.DirEntry) {
	for _, e := range hidden {
		switch name := e.Name(); {
		case strings.HasPrefix(name, leaving):
			_ = s.disk.RemoveAll(filepath.Join(s.root, name))
		case strings.HasPrefix(name, forking) && s.stale(e):
			_ = s.remove(name)
		}
	}
}

// stale reports whether nothing was added to a folder for a long time.
func (s Store) stale(e fs.DirEntry) bool {
	info, err := e.Info()
	return err == nil && s.now().Sub(info.ModTime()) > staleFork
}

// Trashed are the ids of all conversations in the trash, sorted, including those that
// cannot be read.
func (s Store) Trashed() ([]string, error) {
	bin, err := s.bin()
	if err != nil {
		return nil, trashFault(err)
	}
	return bin.ids()
}

// Delete deletes conversations in the trash for good, and what the caches know of
// them. The error names those that could not be deleted; the others are gone.
func (s Store) Delete(ids ...string) error {
	bin, err := s.bin()
	if err != nil {
		return trashFault(err)
	}
	var faults []error
	for _, id := range ids {
		err := checkID(id)
		if err == nil {
			err = bin.remove(id)
		}
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, ErrNotFound) {
			faults = append(faults, fmt.Errorf("%q: %w", id, ErrNotTrashed))
		} else if err != nil {
			faults = append(faults, fmt.Errorf("conversation %s cannot be deleted: %w", id, err))
		}
	}
	for _, in := range []Store{bin, s} {
		_, _ = in.List() // rebuilds the cache; faults of other conversations do not matter here
	}
	return errors.Join(faults...)
}
