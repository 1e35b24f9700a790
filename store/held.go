package store

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"os"
	"time"

	"parley/store/system"
)

// Only the holder writes. A writer knows every byte of its file and checks before
// each append whether another program has changed it. If so, the conversation stops.
// What the other program wrote is moved to a file beside it, and the conversation's
// own file is restored to what the holder wrote, so that nothing foreign is taken for
// a decision when it is opened next.

// held is what a writer knows of its file.
type held struct {
	sum    hash.Hash // of all its bytes up to the known end
	stamp  stamp     // of the file as we left it
	broken error     // why nothing more is written
}

// stamp tells cheaply whether a file may have changed. A program that writes to a
// file can set back its modification time, but not its change time.
type stamp struct {
	size     int64
	modified time.Time
	changed  int64 // in nanoseconds; zero where the system does not tell
}

func stampOf(st os.FileInfo) stamp {
	return stamp{st.Size(), st.ModTime(), system.Changed(st)}
}

// wrote adds bytes of ours.
func (h *held) wrote(data []byte) {
	if h.sum == nil {
		h.sum = sha256.New()
	}
	h.sum.Write(data) // a hash never fails to write
}

// digest is that of the bytes, in hexadecimal.
func (h *held) digest() string { return hex.EncodeToString(h.sum.Sum(nil)) }

// is reports whether bytes are exactly what we wrote.
func (h *held) is(data []byte) bool {
	sum := sha256.Sum256(data)
	return string(h.sum.Sum(nil)) == string(sum[:])
}

// unwritable is why nothing is kept beside a file that this process does not write, or no more;
// c.mu is held. What became of the other program's text is told with the events.
func (c *Conversation) unwritable() error {
	switch broken := c.held.broken; {
	case errors.Is(broken, ErrIntruded):
		return ErrIntruded
	case broken != nil:
		return broken
	}
	return ErrReadOnly
}

// note remembers how the file was left. If its length is wrong, another program was
// quicker, and the next append compares every byte.
func (c *Conversation) note() error {
	st, err := c.file.Stat()
	if err != nil {
		return err
	}
	c.held.stamp = stamp{size: -1}
	if st.Size() == c.end {
		c.held.stamp = stampOf(st)
	}
	return nil
}

// touched compares every byte of a file that may have changed.
func (c *Conversation) touched(size int64) error {
	if size > mostEvents {
		return c.overgrown()
	}
	data, err := io.ReadAll(io.NewSectionReader(c.file, 0, size))
	if err != nil {
		return err
	}
	if c.held.is(data) {
		return c.note()
	}
	return c.intruded(c.aside(data), data)
}

// overgrown is intruded for a file that is too long to be read.
func (c *Conversation) overgrown() error {
	ours, err := io.ReadAll(io.NewSectionReader(c.file, 0, c.end))
	if err != nil {
		return err
	}
	path := c.store.Path(c.id)
	return c.intruded(func(beside string) error { return c.store.disk.Link(path, beside) }, ours)
}

// aside writes the bytes of another program beside the conversation.
func (c *Conversation) aside(theirs []byte) func(string) error {
	return func(beside string) error { return c.store.writeBeside(beside, theirs) }
}

// swapped looks at another file that has taken the name of ours. The same bytes do no
// harm, but what we write would go nowhere.
func (c *Conversation) swapped() error {
	theirs, err := readRegular(c.store.disk, c.store.Path(c.id))
	if errors.Is(err, errEndless) {
		return c.overgrown()
	}
	if err != nil {
		return errors.Join(ErrMoved, err)
	}
	if c.held.is(theirs) {
		return ErrMoved
	}
	ours, err := io.ReadAll(io.NewSectionReader(c.file, 0, c.end))
	if err != nil {
		return err
	}
	return c.intruded(c.aside(theirs), ours)
}

// intruded keeps the file as it is beside the conversation, restores what the holder
// wrote, and ends the writing. ours begins with what the holder wrote if that is
// still there byte for byte; otherwise the known events are written anew.
func (c *Conversation) intruded(keep func(beside string) error, ours []byte) error {
	name, err := c.store.unused(c.id, eventsFile+".foreign")
	if err != nil {
		return errors.Join(ErrIntruded, err)
	}
	beside := c.store.path(c.id, name)
	if err := keep(beside); err != nil {
		return errors.Join(ErrIntruded, err)
	}
	own := ours[:min(int64(len(ours)), c.end)]
	if !c.held.is(own) {
		own = nil
		for _, e := range c.log.All() {
			own = append(e.appendLine(own), '\n')
		}
	}
	if err := replace(c.store.disk, c.store.Path(c.id), own); err != nil {
		return errors.Join(ErrIntruded, err)
	}
	c.held.broken = &IntrudedError{Beside: beside}
	err = c.file.Close()
	c.file = nil
	return errors.Join(c.held.broken, err)
}
