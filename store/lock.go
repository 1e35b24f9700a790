package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/gofrs/flock"

	"parley/store/system"
)

// holder is what a writer leaves in the lock file for whoever finds it locked. It
// proves nothing by itself: only the operating system's lock counts.
type holder struct {
	PID   int       `json:"pid"`
	Since time.Time `json:"since"`
}

// lock locks the conversation for this process, or says who holds the lock.
func (s Store) lock(id string) (*flock.Flock, error) {
	path := s.path(id, lockFile)
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() { // who holds it is written there, and not wherever a link leads
		return nil, fmt.Errorf("%s is no regular file; remove it", path)
	} else if err == nil && system.Links(info) > 1 && !s.signed(path) { // what is written there replaces what it holds
		return nil, fmt.Errorf("%s is another file's second name; remove it", path)
	}
	l := flock.New(path, flock.SetFlag(os.O_CREATE|os.O_RDWR|system.NoFollow), flock.SetPermissions(fileMode))
	got, err := won(l)
	if err != nil {
		return nil, err
	}
	if !got {
		return nil, s.locked(id, path)
	}
	if err := s.sign(path); err != nil {
		return nil, errors.Join(err, l.Unlock())
	}
	return l, nil
}

// mostLooks is how often a lock is tried that others only look at.
const mostLooks = 200

// won takes a lock, false if a writer has it. Who looks whether one does, as every list of conversations does, has it too for
// a moment, beside others who look: they are no reason to refuse.
func won(l *flock.Flock) (got bool, err error) {
	for range mostLooks {
		if got, err = l.TryLock(); got || err != nil {
			return got, err
		}
		if beside, err := l.TryRLock(); !beside || err != nil {
			return false, err
		}
		if err := l.Unlock(); err != nil {
			return false, err
		}
		time.Sleep(time.Millisecond)
	}
	return false, nil
}

// Held reports whether a process has a conversation open for writing.
func (s Store) Held(id string) bool {
	l := flock.New(s.path(id, lockFile), flock.SetFlag(os.O_RDWR|system.NoFollow))
	got, err := l.TryRLock()
	if err != nil {
		return false // there is no lock, so nobody ever wrote
	}
	return !got || l.Unlock() != nil
}

// sign writes into the lock file who holds it.
func (s Store) sign(path string) error {
	text, err := json.Marshal(holder{PID: os.Getpid(), Since: s.now().UTC()})
	if err != nil {
		return err
	}
	f, err := s.disk.OpenFile(path, os.O_WRONLY|os.O_TRUNC|itself, fileMode)
	if err != nil {
		return err
	}
	_, err = f.Write(append(text, '\n'))
	return errors.Join(err, f.Close())
}

// signed reports whether a lock file holds what is written there.
func (s Store) signed(path string) bool {
	var h holder
	text, err := readBeside(s.disk, path)
	return err == nil && json.Unmarshal(text, &h) == nil && h.PID > 0 && !h.Since.IsZero()
}

// locked reads who holds the lock; if the file does not say, the holder is unknown.
func (s Store) locked(id, path string) error {
	var h holder
	text, err := readBeside(s.disk, path)
	if err != nil || json.Unmarshal(text, &h) != nil {
		h = holder{}
	}
	return &LockedError{ID: id, PID: h.PID, Since: h.Since}
}
