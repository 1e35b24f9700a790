package answer

import (
	"errors"
	"sync"

	"parley/coordinator"
	"parley/store"
)

// Typed is what was typed in forms of the inbox and not sent. It is kept where the conversation's
// own form finds it, and here for as long as the list is open: whoever has a conversation open
// alone writes its drafts.
type Typed struct {
	disk  sync.Mutex // held while a conversation is open for a moment, to keep drafts or an answer
	mu    sync.Mutex
	forms map[string]store.Drafts // by reference, what could not be kept on disk
}

// Alone does what opens a conversation for a moment, while no drafts are kept.
func (t *Typed) Alone(do func() error) error {
	t.disk.Lock()
	defer t.disk.Unlock()
	return do()
}

// draftKeys are the keys of the drafts of what is asked. What is in the message is none of them.
func draftKeys(p coordinator.Prompt) []string {
	if p.Permission != nil {
		return []string{store.PermissionDraft(p.Permission.ID)}
	}
	key := store.QuestionDraft(store.InquiryRequest{ID: p.Inquiry.ID, Call: p.Call, Question: p.Inquiry.Question})
	return []string{key, store.ReplyDraft(key), store.PatchDraft(key)}
}

// Drafts are those of a form, as they stand on disk or were kept here since, and what saves them. A
// fault says that they cannot be read; then there are none. In a conversation that was not recorded
// here nobody chose what stands on disk, so that is not used, and what is typed is kept here alone.
func (t *Typed) Drafts(s store.Store, c *store.Conversation, ref string, p coordinator.Prompt, recordedHere bool) (now store.Drafts, save func(store.Drafts) error, fault error) {
	keys := draftKeys(p)
	of := func(all store.Drafts) store.Drafts {
		own := store.Drafts{}
		for _, key := range keys {
			if d, known := all[key]; known {
				own[key] = d
			}
		}
		return own
	}
	if !recordedHere {
		t.mu.Lock()
		defer t.mu.Unlock()
		return t.forms[ref].Clone(), func(now store.Drafts) error { t.keep(ref, of(now)); return nil }, nil
	}
	all, fault := c.LoadDrafts()
	t.mu.Lock()
	defer t.mu.Unlock()
	own, kept := t.forms[ref]
	if !kept {
		own = of(all.Prune(c.Log()))
	}
	return own, func(now store.Drafts) error { return t.save(s, c.ID(), ref, keys, of(now)) }, fault
}

// save keeps the drafts of a form.
func (t *Typed) save(s store.Store, id, ref string, keys []string, now store.Drafts) error {
	err := t.Alone(func() error {
		return s.AmendDrafts(id, func(all store.Drafts) store.Drafts {
			for _, key := range keys {
				all = all.Drop(key)
			}
			for key, d := range now {
				all = all.Put(key, d)
			}
			return all
		})
	})
	if locked := (*store.LockedError)(nil); errors.As(err, &locked) {
		t.keep(ref, now)
		return nil // they stay here, and are told if they are not sent
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.forms, ref)
	return err
}

// keep keeps the drafts of a form here.
func (t *Typed) keep(ref string, now store.Drafts) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.forms == nil {
		t.forms = map[string]store.Drafts{}
	}
	t.forms[ref] = now
}
