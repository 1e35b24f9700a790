package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Names of the files of a conversation, in a directory named by its id.
const (
	eventsFile = "events.jsonl"
	draftsFile = "drafts.json"
	lockFile   = "lock"
	sealFile   = "seal.json"
)

// Store is a directory of conversations (store.dir in the configuration).
type Store struct {
	root string
	now  func() time.Time
	disk disk
}

// Open is the store in a directory, which need not exist yet. The clock dates
// locks.
func Open(root string, now func() time.Time) Store {
	return Store{root: root, now: now, disk: realDisk{}}
}

// Root is the store's directory.
func (s Store) Root() string { return s.root }

// Path is where the events of a conversation are.
func (s Store) Path(id string) string { return filepath.Join(s.root, id, eventsFile) }

//go:noinline
func (s Store) path(id, name string) string { return filepath.Join(s.root, id, name) }

// Create makes an empty conversation and opens it for writing. It returns ErrExists
// if the id is taken: try another.
func (s Store) Create(id string) (*Conversation, error) {
	if err := checkID(id); err != nil {
		return nil, err
	}
	if err := s.disk.MkdirAll(s.root, dirMode); err != nil {
		return nil, createError(id, err)
	}
	if err := s.disk.Mkdir(filepath.Join(s.root, id), dirMode); err != nil {
		if errors.Is(err, fs.ErrExist) {
			err = ErrExists
		}
		return nil, createError(id, err)
	}
	c, err := s.open(id, os.O_CREATE|os.O_EXCL)
	if err != nil {
		return nil, createError(id, errors.Join(err, s.unmake(id)))
	}
	return c, nil
}

// unmake removes what is there of a conversation that could not be made.
func (s Store) unmake(id string) error {
	var faults []error
	for _, name := range []string{eventsFile, lockFile, ""} {
		faults = append(faults, ignoreMissing(s.disk.Remove(s.path(id, name))))
	}
	return errors.Join(faults...)
}

// OpenWrite opens a conversation for this process alone and loads it. It returns a
// *LockedError if another process is writing it, ErrNotFound if it does not exist.
// The report lists what is wrong with the file; nothing in it is lost or changed.
func (s Store) OpenWrite(id string) (*Conversation, Report, error) {
	if err := s.exists(id); err != nil {
		return nil, Report{}, err
	}
	c, err := s.open(id, 0)
	if err != nil {
		return nil, Report{}, openError(id, err)
	}
	return c, c.report, nil
}

// OpenRead loads a conversation and writes nothing, even if another process is
// writing it.
func (s Store) OpenRead(id string) (*Conversation, Report, error) {
	if err := s.exists(id); err != nil {
		return nil, Report{}, err
	}
	l, err := s.loadSealed(id)
	if err != nil {
		return nil, Report{}, openError(id, err)
	}
	c := &Conversation{store: s, id: id, loaded: l}
	return c, c.report, nil
}

// exists returns ErrNotFound unless the conversation has a file of events.
func (s Store) exists(id string) error {
	if err := checkID(id); err != nil {
		return err
	}
	if _, err := os.Stat(s.Path(id)); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("conversation %s: %w", id, ErrNotFound)
		}
		return openError(id, err)
	}
	return nil
}

// open takes the lock, opens the file and loads it.
func (s Store) open(id string, flag int) (*Conversation, error) {
	lock, err := s.lock(id)
	if err != nil && flag&os.O_CREATE == 0 {
		return nil, notWritableError(id, err)
	}
	if err != nil {
		return nil, err
	}
	c := &Conversation{store: s, id: id, lock: lock}
	if err := c.openFile(flag); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}

// Find returns the id of the one conversation that begins with the prefix: an
// *AmbiguousError if there are several, ErrNotFound if there is none, which is an
// *InTrashError if there is one in the trash.
func (s Store) Find(prefix string) (string, error) {
	ids, err := s.ids()
	if err != nil {
		return "", err
	}
	var fit []string
	for _, id := range ids {
		if id == prefix {
			return id, nil
		}
		if prefix != "" && strings.HasPrefix(id, strings.ToLower(prefix)) {
			fit = append(fit, id)
		}
	}
	switch len(fit) {
	case 0:
		return "", s.missing(prefix)
	case 1:
		return fit[0], nil
	default:
		return "", &AmbiguousError{Prefix: prefix, Candidates: fit}
	}
}

// ids are the names of the directories that may hold a conversation, sorted.
func (s Store) ids() ([]string, error) {
	ids, _, err := s.folders()
	return ids, err
}

// folders are the directories of the store: the ids of conversations, and those
// whose names begin with a dot.
func (s Store) folders() (ids []string, hidden []fs.DirEntry, err error) {
	entries, err := os.ReadDir(s.root)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("the conversations in %s cannot be listed: %w", s.root, err)
	}
	ids = make([]string, 0, len(entries))
	for _, e := range entries {
		switch {
		case !e.IsDir():
		case e.Name()[0] == '.':
			hidden = append(hidden, e)
		case checkID(e.Name()) == nil:
			ids = append(ids, e.Name())
		}
	}
	slices.Sort(ids)
	return ids, hidden, nil
}

// alphabet is Crockford's base 32: digits before letters, so that ids sort by time,
// and no letter that looks like a digit.
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"

// Parts of an id, in characters of five bits.
const (
	idTime   = 8 // hundredths of a second since 1970, good until the year 2318
	idRandom = 4
)

// NewID makes the id of a conversation: twelve lower-case letters and digits that
// sort by time, the last four of them random. It fails only if random does.
func NewID(now time.Time, random io.Reader) (string, error) {
	var chance [idRandom]byte
	if _, err := io.ReadFull(random, chance[:]); err != nil {
		return "", fmt.Errorf("store: no random bytes for an id: %w", err)
	}
	id := make([]byte, 0, idTime+idRandom)
	ticks := uint64(now.UnixMilli() / 10)
	for shift := 5 * (idTime - 1); shift >= 0; shift -= 5 {
		id = append(id, alphabet[ticks>>shift&31])
	}
	for _, b := range chance {
		id = append(id, alphabet[b&31])
	}
	return string(id), nil
}

// checkID refuses an id that could name anything but a directory of the store.
func checkID(id string) error {
	ok := id != "" && len(id) <= 64 && id[0] != '-'
	for _, r := range id {
		ok = ok && (r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-')
	}
	if !ok {
		return fmt.Errorf("%q is not the id of a conversation; ids have up to 64 lower-case letters, digits and hyphens: %w", id, ErrNotFound)
	}
	return nil
}
