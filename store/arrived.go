package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"parley/forms/rawjson"
)

// arrivedFile holds what has arrived of a response, while the response is still
// arriving.
const arrivedFile = "answer.json"

// Arrived is the part of an incomplete response that has arrived so far. It is not an
// event: it lies beside the file of events, is written now and then without waiting
// for the disk, and is removed once the response is on record. If the program is
// killed, the next writer records what it left there as an interrupted response.
type Arrived struct {
	After     string `json:"after"`    // the id of an event that is on disk; the content of this file came after it
	Response  string `json:"response"` // the response
	Reasoning string `json:"reasoning,omitempty"`
	Text      string `json:"text,omitempty"`
}

// IsZero reports whether nothing has arrived.
func (a Arrived) IsZero() bool { return a == Arrived{} }

// arrivedVersion is the version of the file's format.
const arrivedVersion = 1

// arrivedWire is the content of the file.
type arrivedWire struct {
	V int `json:"v"`
	Arrived
}

// KeepArrived replaces the saved part of the arriving response, in case this program
// is killed. It does not wait for the disk: after a power failure the file may be
// missing. Only a writer may call it.
func (c *Conversation) KeepArrived(a Arrived) error {
	data, err := rawjson.Encode(arrivedWire{arrivedVersion, a})
	if err != nil {
		return arrivedError(c.id, "kept", err)
	}
	c.mu.Lock() // a closed writer must not write into the next writer's file
	defer c.mu.Unlock()
	if c.file == nil {
		return arrivedError(c.id, "kept", c.unwritable())
	}
	if err := replaceQuick(c.store.disk, c.store.path(c.id, arrivedFile), append(data, '\n')); err != nil {
		return arrivedError(c.id, "kept", err)
	}
	return nil
}

// DropArrived removes the saved part of a response; if there is none, that is no
// error.
func (c *Conversation) DropArrived() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.file == nil {
		return nil
	}
	d, path := c.store.disk, c.store.path(c.id, arrivedFile)
	if err := errors.Join(ignoreMissing(d.Remove(path)), ignoreMissing(d.Remove(path+".tmp"))); err != nil {
		return arrivedError(c.id, "removed", err)
	}
	return nil
}

// LoadArrived returns what a killed program left of a response that is not on record.
// It returns nothing if there is no such file, or to a reader. A file that no longer
// applies is removed. The error says that a file could not be read; the conversation
// goes on without it.
func (c *Conversation) LoadArrived() (Arrived, error) {
	if !c.Writable() {
		return Arrived{}, nil
	}
	data, err := readBeside(c.store.disk, c.store.path(c.id, arrivedFile))
	if errors.Is(err, fs.ErrNotExist) {
		return Arrived{}, c.DropArrived()
	}
	if err != nil {
		return Arrived{}, arrivedError(c.id, "read", err)
	}
	var w arrivedWire
	err = json.Unmarshal(data, &w)
	if err == nil && w.V != arrivedVersion {
		err = fmt.Errorf("it is of version %d, and this Parley knows %d", w.V, arrivedVersion)
	}
	if err != nil {
		return Arrived{}, errors.Join(arrivedError(c.id, "read", err), c.DropArrived())
	}
	if !w.Arrived.missing(c.Log()) {
		return Arrived{}, c.DropArrived()
	}
	return w.Arrived, nil
}

// missing reports whether the log has the event after which the response arrived and
// nothing of the response since. Otherwise the response is on record already, or
// belongs to another conversation.
func (a Arrived) missing(l Log) bool {
	for i := l.Len(); i > 0; i-- {
		ev := l.At(i - 1)
		if ev.ID == a.After {
			return true
		}
		if responseOf(ev.Body) == a.Response {
			return false
		}
	}
	return false
}

// responseOf is the model's response that an event belongs to, "" if it belongs to none.
func responseOf(b Body) string {
	switch b := b.(type) {
	case ResponseEnd:
		return b.Response
	case ResponseDropped:
		return b.Response
	case ModelFailed:
		if !b.Retried { // if it was retried, nothing had arrived; what came since belongs to the next attempt
			return b.Response
		}
		return ""
	}
	return PartOf(b)
}

func arrivedError(id, done string, err error) error {
	return fmt.Errorf("what has arrived of a response in conversation %s cannot be %s: %w", id, done, err)
}
