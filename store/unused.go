package store

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"slices"
)

// lookBack is how many of the latest conversations are searched for one that never
// began.
const lookBack = 256

// In sets the workspace of what is typed from now on.
func (c *Conversation) In(workspace string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.in = workspace
}

func (c *Conversation) workspace() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.in
}

// OpenUnbegun opens for writing the latest conversation of a workspace in which
// nothing was ever said but an unfinished message was left under this draft id; nil
// if there is none. Conversations that another process has open are left out, and those of
// which it is not known that the message was typed here: anybody can put a folder there.
func (s Store) OpenUnbegun(workspace, draft string, typed func(id string) bool) (*Conversation, error) {
	ids, _, err := s.folders()
	if err != nil {
		return nil, err
	}
	slices.Reverse(ids)
	for _, id := range ids[:min(len(ids), lookBack)] {
		if !s.unbegun(id, workspace, draft) || !typed(id) {
			continue
		}
		c, _, err := s.OpenWrite(id)
		var locked *LockedError
		switch {
		case errors.As(err, &locked), errors.Is(err, fs.ErrNotExist), errors.Is(err, ErrNotFound):
			continue
		case err != nil:
			return nil, err
		case c.size() == 0 && s.unbegun(id, workspace, draft): // check again, now that nobody else has it
			return c, nil
		}
		if err := c.Close(); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// unbegun reports whether a conversation is one that OpenUnbegun looks for. An
// unreadable one is not: the user is told when it is opened by name.
func (s Store) unbegun(id, workspace, draft string) bool {
	if info, err := os.Lstat(s.Path(id)); err != nil || !info.Mode().IsRegular() || info.Size() > 0 || s.used(id) {
		return false
	}
	data, err := readBeside(s.disk, s.path(id, draftsFile))
	var w draftsWire
	if err != nil || json.Unmarshal(data, &w) != nil {
		return false
	}
	return (w.Workspace == "" || w.Workspace == workspace) && w.Drafts[MessageDraft(draft)].Text != ""
}

// used reports whether something was recorded in a conversation, also where its file holds nothing
// now: then it has a seal.
func (s Store) used(id string) bool {
	_, err := os.Lstat(s.path(id, sealFile))
	return !errors.Is(err, fs.ErrNotExist)
}

// CloseUnused closes the conversation, and removes its folder if nothing was ever
// said in it and no draft is kept: starting and quitting the program leaves nothing
// behind.
func (c *Conversation) CloseUnused() error {
	drafts, err := c.LoadDrafts()
	unused := err == nil && len(drafts) == 0 && c.Writable() && c.Log().Len() == 0 && c.size() == 0 && !c.store.used(c.id)
	if unused {
		if err := c.store.disk.RemoveAll(c.store.path(c.id, filesDir)); err != nil { // no event names them
			return errors.Join(err, c.Close())
		}
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
