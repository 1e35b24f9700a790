package store

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestAConversationThatWasNeverUsedLeavesNothing(t *testing.T) {
	s := Open(t.TempDir(), func() time.Time { return time.Unix(1, 0) })
	for _, c := range []struct {
		name string
		use  func(*Conversation) error
		want bool
	}{
		{"unused", func(*Conversation) error { return nil }, false},
		{"adraft", func(c *Conversation) error { return c.SaveDrafts(Drafts{"message:composer": {Text: "half a"}}) }, true},
		{"anevent", func(c *Conversation) error {
			line, err := Encode(Head{V: Version, Seq: 1, ID: "e", Time: time.Unix(1, 0), Conversation: c.ID()}, Title{Title: "t"})
			if err != nil {
				return err
			}
			return c.Append(line)
		}, true},
	} {
		conversation, err := s.Create(c.name)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.use(conversation); err != nil {
			t.Fatal(err)
		}
		if err := conversation.CloseUnused(); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		_, err = os.Stat(filepath.Join(s.Root(), c.name))
		if got := err == nil; got != c.want {
			t.Errorf("%s: still there is %v", c.name, got)
		}
	}
}
