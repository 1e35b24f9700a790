package store

import (
	"errors"
	"fmt"
	"strings"
)

// Rename gives a conversation a title by appending an event. It returns a
// *LockedError if another process is writing the conversation, which can then be
// renamed there.
func (s Store) Rename(id, title string) (err error) {
	title = strings.Join(strings.Fields(strings.ToValidUTF8(title, "\uFFFD")), " ")
	if title == "" {
		return errNoTitle
	}
	c, _, err := s.OpenWrite(id)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	return c.record(Title{Title: title})
}

// record appends an event that belongs to no turn, for callers other than the program
// that runs the turns.
func (c *Conversation) record(b Body) error {
	seq := c.NextSeq()
	line, err := Encode(Head{
		V: Version, Seq: seq, ID: fmt.Sprintf("%s-%s-%d", c.id, b.Type(), seq), Time: c.store.now(), Conversation: c.id,
	}, b)
	if err != nil {
		return err
	}
	return c.Append(line)
}
