package store

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// filesDir holds the bytes that events of a conversation name, each under its digest.
const filesDir = "files"

// KeepFile stores bytes beside the events and waits until they are on disk; an event
// names them by the digest that it returns. A file that is there already is left
// alone. Only a writer may call it.
func (c *Conversation) KeepFile(data []byte) (digest string, err error) {
	digest = Digest(data)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.file == nil {
		return "", keptError(c.id, ErrReadOnly)
	}
	if err := c.store.keep(c.store.path(c.id, filesDir), digest, data); err != nil {
		return "", keptError(c.id, err)
	}
	return digest, nil
}

// Kept returns the bytes that an event names by their digest; ok is false if they are
// missing or the file of that name holds something else.
func (c *Conversation) Kept(digest string) (data []byte, ok bool) {
	return c.store.kept(c.store.path(c.id, filesDir), digest)
}

// keep writes bytes under their digest into a folder. A partial file never has that
// name.
func (s Store) keep(dir, digest string, data []byte) error {
	if _, there := s.kept(dir, digest); there {
		return nil
	}
	if err := s.disk.Mkdir(dir, dirMode); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	if info, err := os.Lstat(dir); err != nil || !info.IsDir() {
		return errors.Join(err, fmt.Errorf("%s is no folder; move it away", dir))
	}
	if err := replace(s.disk, filepath.Join(dir, digest), data); err != nil {
		return err
	}
	return syncDir(s.disk, filepath.Dir(dir))
}

// kept reads what is kept under a digest. It never follows a link.
func (s Store) kept(dir, digest string) ([]byte, bool) {
	if !isDigest(digest) {
		return nil, false
	}
	for _, path := range []string{dir, filepath.Join(dir, digest)} {
		info, err := os.Lstat(path)
		if err != nil || info.Mode()&fs.ModeSymlink != 0 {
			return nil, false
		}
	}
	data, err := readRegular(s.disk, filepath.Join(dir, digest))
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
			if err := s.keep(to, digest, data); err != nil {
				return err
			}
		}
	}
	return nil
}

func keptError(id string, err error) error {
	return fmt.Errorf("a file of conversation %s cannot be kept: %w", id, err)
}
