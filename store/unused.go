package store

import (
	"errors"
	"io/fs"
)

// CloseUnused closes the conversation, and removes its folder if nothing was
// ever said in it and no draft is kept: a program that was only looked at leaves
// nothing behind.
func (c *Conversation) CloseUnused() error {
	drafts, err := c.LoadDrafts()
	unused := err == nil && len(drafts) == 0 && c.Writable() && c.Log().Len() == 0 && c.size() == 0
	if unused {
		for _, name := range []string{eventsFile, draftsFile, lockFile} {
			if err := c.store.disk.Remove(c.store.path(c.id, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return errors.Join(err, c.Close())
			}
		}
	}
	err = c.Close()
	if unused {
		err = errors.Join(err, c.store.disk.Remove(c.store.path(c.id, "")))
	}
	return err
}

// size is how many bytes the file holds.
func (c *Conversation) size() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.end
}
