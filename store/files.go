package store

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// filesDir holds the bytes that events of a conversation name, each under its digest.
const filesDir = "files"

// KeepFile stores bytes beside the events and waits until they are on disk; an event
// names them by the digest that it returns. A file that is there already stays; who left
// it may not have waited for the disk, so the first time this does. Only a writer may
// call it.
func (c *Conversation) KeepFile(data []byte) (digest string, err error) {
	digest = Digest(data)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.file == nil {
		return "", keptError(c.id, c.unwritable())
	}
	if err := c.store.keep(c.store.path(c.id, filesDir), digest, data, c.shelf[digest]); err != nil {
		delete(c.shelf, digest)
		return "", keptError(c.id, err)
	}
	if c.shelf == nil {
		c.shelf = map[string]bool{}
	}
	c.shelf[digest] = true
	return digest, nil
}

// Kept returns the bytes that an event names by their digest; ok is false if they are
// missing or the file of that name holds something else.
func (c *Conversation) Kept(digest string) (data []byte, ok bool) {
	return c.store.kept(c.store.path(c.id, filesDir), digest)
}

// keep writes bytes under their digest into a folder and waits for the disk once: syncing
// a file syncs the name that it was given just before. A partial file that a crash leaves
// under that name is not what the digest says, so it counts as missing. If they are there
// and known to be on disk, it waits for nothing.
func (s Store) keep(dir, digest string, data []byte, known bool) error {
	err := s.disk.Mkdir(dir, dirMode)
	made := err == nil
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	root, err := openShelf(dir)
	if err != nil {
		return err
	}
	defer root.Close() // the file in it is on disk
	shelf := s.disk.In(root)
	if _, there := taken(shelf, root, digest); there {
		if known {
			return nil
		}
		return settled(shelf, digest)
	}
	if err := shelve(shelf, digest, data); err != nil || !made {
		return err
	}
	return syncDir(s.disk, filepath.Dir(dir))
}

// settled waits until a file that is there is on disk.
func settled(shelf folder, name string) error {
	f, err := shelf.OpenFile(name, os.O_RDWR|openNow, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// shelve writes a file of a folder.
func shelve(shelf folder, name string, data []byte) error {
	tmp := name + ".tmp"
	if err := ignoreMissing(shelf.Remove(tmp)); err != nil {
		return err
	}
	f, err := shelf.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, fileMode)
	if err != nil {
		return err
	}
	at := tmp
	n, err := f.Write(data)
	if err == nil && n < len(data) {
		err = io.ErrShortWrite
	}
	if err == nil {
		err = shelf.Rename(tmp, name)
	}
	if err == nil {
		at, err = name, f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, ignoreMissing(shelf.Remove(at)))
	}
	return nil
}

// Why the folder of what is kept is not used.
var (
	errNoFolder = errors.New("no folder; move it away")
	errReplaced = errors.New("replaced while it was opened; try again")
)

// openShelf opens a folder, so that nothing else can take its place while it is used. A
// link is not followed.
func openShelf(dir string) (*os.Root, error) {
	seen, err := os.Lstat(dir)
	if err != nil {
		return nil, err
	}
	if !seen.IsDir() {
		return nil, &fs.PathError{Op: "open", Path: dir, Err: errNoFolder}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	now, err := root.Stat(".")
	if err == nil && !os.SameFile(seen, now) {
		err = &fs.PathError{Op: "open", Path: dir, Err: errReplaced}
	}
	if err != nil {
		return nil, errors.Join(err, root.Close())
	}
	return root, nil
}

// kept reads what is kept under a digest. It never follows a link.
func (s Store) kept(dir, digest string) ([]byte, bool) {
	root, err := openShelf(dir)
	if err != nil {
		return nil, false
	}
	defer root.Close() // only read: there is nothing to lose
	return taken(s.disk.In(root), root, digest)
}

func taken(shelf folder, root *os.Root, digest string) ([]byte, bool) {
	if !isDigest(digest) {
		return nil, false
	}
	seen, err := root.Lstat(digest)
	if err != nil || !seen.Mode().IsRegular() {
		return nil, false
	}
	f, err := shelf.OpenFile(digest, os.O_RDONLY|openNow, 0)
	if err != nil {
		return nil, false
	}
	defer f.Close() // only read: there is nothing to lose
	now, err := f.Stat()
	if err != nil || !os.SameFile(seen, now) {
		return nil, false
	}
	data, err := readOpen(f, digest, nil)
	if err != nil || Digest(data) != digest {
		return nil, false
	}
	return data, true
}

// isDigest reports whether a text is a digest in its written form, and so cannot name
// any other file.
func isDigest(s string) bool {
	b, err := hex.DecodeString(s)
	return err == nil && len(b) == 32 && bytes.Equal([]byte(s), []byte(hex.EncodeToString(b)))
}

// filesOf are the digests of the bytes that an event names.
func filesOf(b Body) (digests []string) {
	of := func(files []File) {
		for _, f := range files {
			digests = append(digests, f.Digest)
		}
	}
	switch b := b.(type) {
	case ChatRequest:
		of(b.Files)
	case ToolCallResponse:
		of(b.Files)
	case ToolFinished:
		of(b.Outcome.Files)
	case InquiryResponse:
		of(b.Files)
	case Instructions:
		for _, f := range b.Files {
			digests = append(digests, f.Digest)
		}
	case FileKept:
		digests = append(digests, b.Before, b.After)
	case Undone:
		for _, f := range b.Files {
			digests = append(digests, f.Before, f.After)
		}
	}
	return digests
}

// named are the digests of the bytes that a log names, in order and without
// duplicates.
func named(l Log) []string {
	var all []string
	for _, e := range l.All() {
		for _, d := range filesOf(e.Body) {
			if isDigest(d) {
				all = append(all, d)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// copyKept copies what a log names from one folder to another. What is missing in the
// source is missing in the copy.
func (s Store) copyKept(l Log, from, to string) error {
	for _, digest := range named(l) {
		if data, there := s.kept(from, digest); there {
			if err := s.keep(to, digest, data, false); err != nil {
				return err
			}
		}
	}
	return nil
}

func keptError(id string, err error) error {
	return fmt.Errorf("a file of conversation %s cannot be kept: %w", id, err)
}
