package store

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"io/fs"
)

// The seal says how long a conversation's file was and what its bytes were when its
// holder closed it, so that whatever another hand did to the file meanwhile shows at
// the next opening: to decisions, which have a chain of their own, and to all else that
// reaches a model. It is no signature, and a conversation without one is not checked. One
// whose seal is there and cannot be read is as if it had been changed: nobody can tell.

// seal is what stands in sealFile.
type seal struct {
	Bytes  int64  `json:"bytes"`
	Digest string `json:"digest"` // of as many bytes of the file, in hexadecimal
	// Open says that a holder has written since: the file may go on after these bytes.
	Open bool `json:"open,omitempty"`
	// Changed says that the file was found to be another one, and not repaired since.
	Changed bool `json:"changed,omitempty"`

	unread bool // there is one, and it does not say any of this
}

// sealOf is the seal of a conversation, false if there is none.
func (s Store) sealOf(id string) (seal, bool) {
	var w seal
	data, err := readBeside(s.disk, s.path(id, sealFile))
	if errors.Is(err, fs.ErrNotExist) {
		return seal{}, false
	}
	if err != nil || json.Unmarshal(data, &w) != nil || w.Bytes < 0 || len(w.Digest) != 2*sha256.Size {
		return seal{unread: true}, true
	}
	return w, true
}

// sealOver is the seal of a closed file.
func sealOver(data []byte, changed bool) seal {
	return seal{Bytes: int64(len(data)), Digest: Digest(data), Changed: changed}
}

// Unclosed reports whether the one who last wrote into the conversation may not have closed
// it: the program was killed, or it is not known.
func (c *Conversation) Unclosed() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return !c.sealed || c.seal.unread || c.seal.Open
}

// fits reports whether the bytes of a file are those that were sealed. A file that a
// holder was writing, and did not close, may be longer. The digest of all of them, if it is
// known, saves reading them again.
func (w seal) fits(data []byte, digest string) bool {
	switch n := int64(len(data)); {
	case n < w.Bytes, n > w.Bytes && !w.Open:
		return false
	case n == w.Bytes && digest != "":
		return digest == w.Digest
	}
	return Digest(data[:w.Bytes]) == w.Digest
}

// checked compares the file with its seal, and reports if it is another one, or may be.
func (l *loaded) checked(w seal, data []byte, digest string) {
	switch {
	case w.unread:
		l.report.add(0, Altered, true, "%s", unsealedText)
	case w.Changed:
		l.report.add(0, Altered, true, "%s", alteredBeforeText)
	case !w.fits(data, digest):
		l.report.add(0, Altered, true, "%s", alteredText)
	}
	l.report.sort()
}

// loadSealed loads a file that somebody else may be writing. A seal that is another
// one afterwards was renewed while the file was read.
func (s Store) loadSealed(id string) (loaded, error) {
	was, sealed := s.sealOf(id)
	for {
		data, err := readRegular(s.disk, s.Path(id))
		if err != nil {
			return loaded{}, err
		}
		l := load(id, data)
		now, still := s.sealOf(id)
		if sealed && now == was {
			l.checked(was, data, "")
		}
		if now == was && still == sealed {
			return l, nil
		}
		was, sealed = now, still
	}
}

// unseal notes that the file may be longer from now on, before the first line of this
// holder. What it was stays noted.
func (c *Conversation) unseal() error {
	if !c.sealed || c.seal.Open {
		return nil
	}
	w := c.seal
	w.Open = true
	if c.report.Altered() { // what it is now is all that can be told later
		w = seal{Bytes: c.end, Digest: c.held.digest(), Open: true, Changed: true}
	}
	if err := c.store.putSeal(c.id, w, replace); err != nil {
		return err
	}
	c.seal = w
	return nil
}

// reseal notes what the file is, if this holder has written into it. A seal that a
// crash of the system takes back is still true: it was open. One that it left empty could not be read.
func (c *Conversation) reseal() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.file == nil || !c.wrote {
		return nil
	}
	w := seal{Bytes: c.end, Digest: c.held.digest(), Changed: c.report.Altered()}
	if err := c.store.putSeal(c.id, w, replaceWhole); err != nil {
		return sealError(c.id, err)
	}
	return nil
}

// putSeal writes the seal of a conversation. That there is no conversation any more is
// no fault: whoever removed it knows.
func (s Store) putSeal(id string, w seal, put func(disk, string, []byte) error) error {
	text, err := json.Marshal(w)
	if err != nil {
		return err
	}
	err = put(s.disk, s.path(id, sealFile), append(text, '\n'))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
