package conversation

import (
	"errors"
	"strings"
	"testing"

	"parley/store"
	"parley/teatest/desk"
)

// TestAConversationThatCannotBeSaved: why is said in whole and once, however often it is tried.
func TestAConversationThatCannotBeSaved(t *testing.T) {
	tries := 0
	d := newDesk(t, func(_ *desk.Desk, o *Options) {
		o.Shell.World.Record = func(...store.Event) error {
			if tries++; tries < 4 {
				return errors.New("another program changed its file while it was open here; nothing that it wrote counts, and it lies in /there/events.jsonl.foreign.1 now")
			}
			return nil
		}
	})
	d.Write("hi").Press("enter")
	d.Shows(" ! cannot save the conversation: another program changed its file while it",
		"   was open here; nothing that it wrote counts, and it lies in", "   /there/events.jsonl.foreign.1 now")
	if n := strings.Count(d.Screen(), "cannot save"); n != 1 || tries < 4 {
		t.Errorf("said %d times after %d tries:\n%s", n, tries, d.Screen())
	}
}
