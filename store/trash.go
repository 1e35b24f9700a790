package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"time"
)

// trashDir is the folder in the store that holds what was thrown away. No id
// begins with a dot.
const trashDir = ".trash"

// thrownFile records when a conversation was thrown away.
const thrownFile = "thrown.json"

// thrown is the content of thrownFile.
type thrown struct {
	At time.Time `json:"at"`
}

// Trashed is a conversation in the trash.
type Trashed struct {
	Summary
	Thrown time.Time `json:"thrown"` // zero if not on record
}

// trash is the trash, as a store of its own.
func (s Store) trash() Store {
	s.root = filepath.Join(s.root, trashDir)
	return s
}

// bin is the trash, to be used. A link in its place may lead to any folder of the user's, which
// must neither get conversations nor be emptied.
func (s Store) bin() (Store, error) {
	bin := s.trash()
	if info, err := os.Lstat(bin.root); err == nil && !info.IsDir() {
		return Store{}, &fs.PathError{Op: "open", Path: bin.root, Err: errNotFolder}
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return Store{}, err
	}
	return bin, nil
}

// Trash moves a conversation into the trash, with all its files. It returns a
// *LockedError if another process is writing it.
func (s Store) Trash(id string) error {
	if err := s.exists(id); err != nil {
		return err
	}
	lock, err := s.lock(id)
	if err != nil {
		return trashError(id, err)
	}
	err = s.throw(id)
	return errors.Join(trashError(id, err), lock.Unlock())
}

func (s Store) throw(id string) error {
	bin, err := s.bin()
	if err != nil {
		return err
	}
	if err := s.disk.MkdirAll(bin.root, dirMode); err != nil {
		return err
	}
	text, err := json.Marshal(thrown{At: s.now().UTC()})
	if err != nil {
		return err
	}
	if err := replace(s.disk, s.path(id, thrownFile), append(text, '\n')); err != nil {
		return err
	}
	return s.move(id, bin)
}

// Restore takes a conversation out of the trash. It returns ErrNotTrashed if it is
// not there, ErrExists if another conversation has taken the id meanwhile.
func (s Store) Restore(id string) error {
	if checkID(id) != nil {
		return fmt.Errorf("%q: %w", id, ErrNotTrashed)
	}
	bin, err := s.bin()
	if err != nil {
		return restoreError(id, err)
	}
	switch info, err := os.Lstat(bin.path(id, "")); {
	case errors.Is(err, fs.ErrNotExist), err == nil && !info.IsDir():
		return fmt.Errorf("%q: %w", id, ErrNotTrashed)
	case err != nil:
		return restoreError(id, err)
	}
	if err := bin.move(id, s); err != nil {
		return restoreError(id, err)
	}
	return restoreError(id, ignoreMissing(s.disk.Remove(s.path(id, thrownFile))))
}

// move renames the folder of a conversation into another store.
func (s Store) move(id string, to Store) error {
	if _, err := os.Lstat(to.path(id, "")); err == nil {
		return ErrExists
	}
	if err := s.disk.Rename(s.path(id, ""), to.path(id, "")); err != nil {
		return err
	}
	return errors.Join(syncDir(s.disk, s.root), syncDir(s.disk, to.root))
}

// ListTrash is a summary of every conversation in the trash, the latest first: of all that
// Trashed names, so also of one without an event. Those that cannot be read are reported in the
// error, which comes with the others.
func (s Store) ListTrash() ([]Trashed, error) {
	bin, err := s.bin()
	if err != nil {
		return nil, trashFault(err)
	}
	list, empty, faults := bin.list()
	for _, id := range empty {
		list = append(list, Summary{ID: id})
	}
	out := make([]Trashed, len(list))
	for i, x := range list {
		out[i] = Trashed{Summary: x, Thrown: bin.thrown(x.ID)}
	}
	sort.SliceStable(out, func(i, j int) bool {
		if c := out[i].Thrown.Compare(out[j].Thrown); c != 0 {
			return c > 0
		}
		return out[i].ID > out[j].ID
	})
	return out, faults
}

// thrown reads when a conversation was thrown away; the zero time if the file does
// not say.
func (s Store) thrown(id string) time.Time {
	var t thrown
	data, err := readBeside(s.disk, s.path(id, thrownFile))
	if err != nil || json.Unmarshal(data, &t) != nil {
		return time.Time{}
	}
	return t.At
}

// FindTrashed returns the id of the one conversation in the trash that begins with
// the prefix, as Find does.
func (s Store) FindTrashed(prefix string) (string, error) {
	bin, err := s.bin()
	if err != nil {
		return "", trashFault(err)
	}
	id, err := bin.Find(prefix)
	if errors.Is(err, ErrNotFound) {
		return "", fmt.Errorf("%q: %w", prefix, ErrNotTrashed)
	}
	return id, err
}

// missing explains that no conversation begins with the prefix; if exactly one in the
// trash does, it names that one.
func (s Store) missing(prefix string) error {
	if filepath.Base(s.root) != trashDir {
		if bin, err := s.bin(); err == nil {
			if id, err := bin.Find(prefix); err == nil {
				return &InTrashError{ID: id}
			}
		}
	}
	return fmt.Errorf("%q: %w", prefix, ErrNotFound)
}
