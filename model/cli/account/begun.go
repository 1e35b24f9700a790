package account

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"parley/config/private"
	"parley/store"
)

// Begun knows whether this installation itself kept what a conversation changed.
type Begun struct {
	dir, conversation string
	log               func() store.Log

	mu    sync.Mutex
	fault error // why that could not be noted
	told  bool  // the user has been told
}

// NewBegun asks the notes of a folder.
func NewBegun(dir, conversation string, log func() store.Log) *Begun {
	return &Begun{dir: dir, conversation: conversation, log: log}
}

// Recording notes the conversation before the first change of a file is recorded. One that
// came with changes is not noted.
func (b *Begun) Recording(record func(...store.Event) error) func(...store.Event) error {
	noted := keepsChanges(b.log())
	return func(events ...store.Event) error {
		for _, e := range events {
			if _, keeps := e.Body.(store.FileKept); keeps && !noted {
				noted = b.note()
			}
		}
		return record(events...)
	}
}

// note notes the conversation, and reports whether that worked. If it did not, the next change
// tries again: everything recorded until then was kept here.
func (b *Begun) note() bool {
	err := private.Begin(b.dir, b.conversation)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.fault = err
	return err == nil
}

func (b *Begun) fails() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.fault
}

// Fails returns, once, a message that changes cannot be undone.
func (b *Begun) Fails() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return once(&b.told, b.fault, notNotedText, b.dir)
}

// once is the text about a folder in which something could not be noted, unless it was told.
func once(told *bool, fault error, text, dir string) []string {
	if fault == nil || *told {
		return nil
	}
	*told = true
	return []string{fmt.Sprintf(text, dir, fault)}
}

// Ours is an error if the changes on record were not kept by this installation, or the record,
// which is noted in a folder as well, is not as it left it: then nothing is undone.
func (b *Begun) Ours(made string) error {
	if err := b.kept(); err != nil || !keepsChanges(b.log()) {
		return err
	}
	here, err := MadeHere(made, b.conversation, b.log())
	switch {
	case err != nil:
		return fmt.Errorf("nothing is undone: %w", err)
	case !here:
		return fmt.Errorf(notAsLeftText, filepath.Join(made, b.conversation+".json"))
	}
	return nil
}

// kept is an error if the changes on record were not kept by this installation.
func (b *Begun) kept() error {
	if !keepsChanges(b.log()) {
		return nil
	}
	if err := b.fails(); err != nil {
		return fmt.Errorf("nothing is undone: Parley could not note that it kept these changes itself: %w", err)
	}
	begun, err := private.Begun(b.dir, b.conversation)
	switch {
	case err != nil:
		return fmt.Errorf("nothing is undone: %w", err)
	case !begun:
		return fmt.Errorf(notOursText, filepath.Join(b.dir, b.conversation))
	}
	return nil
}

// Notes are the folders in which something is noted about conversations, each by its id, and that of what
// editors left of them.
type Notes struct{ Begun, Made, Answered, Tokens, Editing string }

// Gone removes the notes about conversations that are neither in the store nor in its trash.
func (n Notes) Gone(saved store.Store, conversations []string) error {
	bin, err := saved.Trashed()
	if err != nil {
		return err
	}
	var faults []error
	for _, id := range conversations {
		if _, err := os.Lstat(saved.Path(id)); slices.Contains(bin, id) || !errors.Is(err, fs.ErrNotExist) {
			continue // it has been restored since, or could not be deleted
		}
		faults = append(faults, private.End(n.Begun, id), private.WriteMade(n.Made, id, private.Made{}), private.WriteAnswered(n.Answered, id, nil), private.WriteTokens(n.Tokens, id, nil), os.RemoveAll(filepath.Join(n.Editing, id)))
	}
	return errors.Join(faults...)
}

const notNotedText = "Changes in this conversation cannot be undone while Parley cannot write to %s (%v). You can continue working."

const notOursText = "nothing is undone: %s does not say that this installation kept these changes. The conversation may come from somebody else, or the folder could not be written at the time"

const notAsLeftText = "nothing is undone: %s does not say that the conversation is as this installation recorded it. Another hand may have changed in it which files are put back, or the folder could not be written at the time"

// Copied notes a fork: what was kept and made here of the conversation was so of the fork, as
// far as the fork has it. The two records are the conversation's and the fork's. Of a fork that is no
// copy any more nothing is noted.
func (n Notes) Copied(from, to string, original, fork store.Log) error {
	if !copies(original, fork) {
		return nil
	}
	begun, err := private.Begun(n.Begun, from)
	if err == nil && begun {
		err = private.Begin(n.Begun, to)
	}
	made, fault := private.ReadMade(n.Made, from)
	if fault == nil {
		was, is := marksOf(original), marksOf(fork)
		if was.here(made, original) {
			made.Marks = []string{is.digest}
		} else {
			made.Marks = nil
		}
		if was.whole(made) {
			made.Kept = []string{is.kept}
		}
		made.Chosen, made.Gone = counting(made, choicesOf(original))
		made.Chosen, made.Queued = along(made.Chosen, choicesOf(fork)), nil
		made.All, made.Closed = true, nil
		fault = private.WriteMade(n.Made, to, made)
	}
	return errors.Join(err, fault)
}

// copies reports whether all lines of a fork are the original's, in the same places, but for the one that
// says what it was made of: another hand may have been there since it was made.
func copies(original, fork store.Log) bool {
	for i, ev := range fork.All() {
		if _, end := ev.Body.(store.ForkedFrom); end && i == fork.Len()-1 {
			return true
		}
		if i == original.Len() || !bytes.Equal(ev.Line(), original.At(i).Line()) {
			return false
		}
	}
	return true
}

// along are those notes whose lines a fork has.
func along(notes []private.Chosen, fork choices) []private.Chosen {
	return slices.DeleteFunc(notes, func(c private.Chosen) bool { return !slices.Contains(fork.lines, c.Line) })
}

// keepsChanges reports whether a record names files that were changed or put back.
func keepsChanges(log store.Log) bool {
	for _, e := range log.All() {
		if keeps(e.Body) {
			return true
		}
	}
	return false
}

// keeps reports whether a line says what was kept of a file, so that it could be put back.
func keeps(b store.Body) bool {
	switch b.(type) {
	case store.FileKept, store.Undone:
		return true
	}
	return false
}
