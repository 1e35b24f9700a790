package store

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"github.com/gofrs/flock"

	"parley/store/system"
)

// Conversation is an open conversation: its events in memory, and, for a
// writer, its file. It is safe for concurrent use.
type Conversation struct {
	store Store
	id    string
	lock  *flock.Flock // nil for a reader

	mu     sync.Mutex
	in     string // the workspace, for drafts of a conversation that has not begun yet
	file   file   // nil for a reader, after Close, and once another program wrote into it
	closed bool
	end    int64 // the end of the file as we left it
	held   held
	seal   seal
	sealed bool            // the file has that seal
	wrote  bool            // this holder wrote into it
	shelf  map[string]bool // digests of what is kept and known to be on disk
	loaded
}

// ID is the conversation's id.
func (c *Conversation) ID() string { return c.id }

// Log is the events that are on disk and good, in the order of the file.
func (c *Conversation) Log() Log {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.log
}

// Events is Log as a slice, copied.
func (c *Conversation) Events() []Event {
	l := c.Log()
	return l.Slice(0, l.Len())
}

// Digest is that of the file's bytes, as a writer read and left them; "" for a reader.
func (c *Conversation) Digest() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.held.sum == nil {
		return ""
	}
	return c.held.digest()
}

// NextSeq is the number that the next appended event must have.
func (c *Conversation) NextSeq() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.next
}

// Writable reports whether Append can work: the conversation was opened for writing
// and is not closed.
func (c *Conversation) Writable() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.file != nil
}

// Close releases the file and the lock. Its error says if another program has written
// into the file since our last line: that text must not be taken for ours.
func (c *Conversation) Close() error {
	c.mu.Lock()
	held := c.file != nil
	c.mu.Unlock()
	var err error
	if held { // a file that was given up earlier was reported then
		if err = c.Look(); errors.Is(err, ErrMoved) {
			err = nil // whoever removed it knows
		}
		err = errors.Join(err, c.reseal())
	}
	return errors.Join(err, c.shut())
}

// shut closes the file without checking it.
func (c *Conversation) shut() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	var err error
	if c.file != nil {
		err = c.file.Close()
	}
	if c.lock != nil {
		err = errors.Join(err, c.lock.Unlock())
	}
	c.file, c.lock, c.closed = nil, nil, true
	return err
}

// openFile opens the file for appending, syncs its name to disk and loads it.
func (c *Conversation) openFile(flag int) error {
	path := c.store.Path(c.id)
	if flag&os.O_CREATE == 0 {
		data, err := readRegular(c.store.disk, path) // reports what is not an ordinary file
		if err != nil {
			return err
		}
		if info, err := os.Lstat(path); err == nil && system.Links(info) > 1 { // what is written here is for this name alone
			if err := replace(c.store.disk, path, data); err != nil {
				return err
			}
		}
		c.loaded = load(c.id, data)
		c.end = int64(len(data))
		c.held.wrote(data)
		if c.seal, c.sealed = c.store.sealOf(c.id); c.sealed {
			c.loaded.checked(c.seal, data, c.held.digest())
		}
	} else {
		c.loaded = load(c.id, nil)
		c.held.wrote(nil)
	}
	f, err := c.store.disk.OpenFile(path, os.O_RDWR|os.O_APPEND|itself|flag, fileMode)
	if err != nil {
		return err
	}
	c.file = f
	if err := c.note(); err != nil {
		return err
	}
	if flag&os.O_CREATE == 0 {
		return nil
	}
	dir := filepath.Dir(path)
	return errors.Join(syncDir(c.store.disk, dir), syncDir(c.store.disk, filepath.Dir(dir)))
}

// Append writes lines, each an encoded event without a newline, in one write and
// returns when they are on disk; then they are in Log. Their numbers go on from
// NextSeq. The lines themselves are not kept.
//
// After an error none of them counts, and the same lines may be offered again. If
// possible, what the failed call wrote is removed from the file; nothing else is ever
// removed. A partial line that stays is completed by a newline, and every reader
// skips it.
func (c *Conversation) Append(lines ...[]byte) error {
	events := make([]Event, len(lines))
	for i, line := range lines {
		var err error
		if events[i], err = Decode(line); err != nil {
			return lineError(c.id, i, len(lines), err)
		}
	}
	return c.Record(events...)
}

// Record is Append for events that New has made: their lines are not read again.
func (c *Conversation) Record(events ...Event) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.file == nil {
		if c.held.broken != nil {
			return saveError(c.id, c.held.broken)
		}
		if c.closed {
			return saveError(c.id, ErrClosed)
		}
		return saveError(c.id, ErrReadOnly)
	}
	if len(events) == 0 {
		return nil
	}
	block, err := c.block(events)
	if err != nil {
		return err
	}
	if c.end+int64(len(block)) > mostWritten {
		return saveError(c.id, errFull)
	}
	if err := c.settle(); err != nil {
		return saveError(c.id, err)
	}
	if err := c.unseal(); err != nil {
		return saveError(c.id, err)
	}
	if err := c.write(block); err != nil {
		return saveError(c.id, err)
	}
	for _, e := range events {
		c.ids[e.ID] = true
		c.next = e.Seq + 1
	}
	c.log = c.log.Append(events...)
	return nil
}

// block is the lines of events as they are written, after a newline that completes a
// torn line if need be. It refuses lines that a reader could not read back: they are
// a bug of ours and must not reach the file.
func (c *Conversation) block(events []Event) ([]byte, error) {
	size := 1
	for _, e := range events {
		size += e.Size() + 1
	}
	block := append(make([]byte, 0, size), '\n')
	next, batch := c.next, make(map[string]bool, len(events))
	for i, e := range events {
		from := len(block)
		block = e.appendLine(block)
		var err error
		switch {
		case bytes.IndexByte(block[from:], '\n') >= 0:
			err = errors.New("a line must not hold a newline")
		case len(block) == from:
			err = fmt.Errorf("event %d has no line", e.Seq)
		case e.Conversation != c.id:
			err = fmt.Errorf("event %d belongs to conversation %q", e.Seq, e.Conversation)
		case e.Seq != next:
			err = fmt.Errorf("event %d is out of order, the next is %d", e.Seq, next)
		case c.ids[e.ID], batch[e.ID]:
			err = fmt.Errorf("event id %q was used before", e.ID)
		}
		if err != nil {
			return nil, lineError(c.id, i, len(events), err)
		}
		batch[e.ID] = true
		block = append(block, '\n')
		next++
	}
	if !c.open {
		block = block[1:]
	}
	return block, nil
}

func lineError(id string, i, n int, err error) error {
	return fmt.Errorf("store: append to %s, line %d of %d: %w", id, i+1, n, err)
}

// Look reports whether the file is as we left it, so that nothing begins after
// another program has changed it.
func (c *Conversation) Look() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.held.broken != nil:
		return saveError(c.id, c.held.broken)
	case c.file == nil:
		return nil
	}
	if err := c.settle(); err != nil {
		return saveError(c.id, err)
	}
	return nil
}

// settle makes sure that the file is as we left it.
func (c *Conversation) settle() error {
	st, err := c.file.Stat()
	if err != nil {
		return err
	}
	named, err := os.Stat(c.store.Path(c.id))
	switch {
	case err != nil || !named.Mode().IsRegular():
		return ErrMoved
	case !os.SameFile(st, named):
		return c.swapped()
	case stampOf(st) == c.held.stamp:
		return nil
	}
	return c.touched(st.Size())
}

// write appends a block to the file, or nothing at all.
func (c *Conversation) write(block []byte) error {
	n, err := c.file.Write(block)
	if err == nil && n < len(block) {
		err = io.ErrShortWrite
	}
	if err == nil {
		err = c.file.Sync()
	}
	if err != nil {
		return errors.Join(err, c.undo(block[:n]))
	}
	c.end += int64(n)
	c.open, c.wrote = false, true
	c.held.wrote(block)
	return c.note()
}

// undo removes what a failed write left at the end. If it cannot, the remainder stays
// and counts as ours. If the file holds anything else after the last known end, it is
// left as it is.
func (c *Conversation) undo(part []byte) error {
	st, err := c.file.Stat()
	if err != nil {
		return err
	}
	if len(part) == 0 || st.Size() != c.end+int64(len(part)) {
		return nil
	}
	if err := c.file.Truncate(c.end); err != nil {
		c.end += int64(len(part))
		c.open = part[len(part)-1] != '\n'
		c.held.wrote(part)
		return errors.Join(err, c.note())
	}
	return c.note()
}
