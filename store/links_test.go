package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestALinkInAConversationLeadsNowhere: its folder may come from anybody, so whatever stands in
// it, nothing is written where a link in it leads.
func TestALinkInAConversationLeadsNowhere(t *testing.T) {
	names := []string{
		eventsFile, sealFile, draftsFile, arrivedFile, lockFile, filepath.Join("..", indexFile),
		draftsFile + ".damaged", eventsFile + ".original.1", eventsFile + ".bad.1", eventsFile + ".foreign.1",
	}
	for _, name := range names[:6] {
		names = append(names, name+".tmp")
	}
	line := func(seq int64) []byte {
		line, err := Encode(Head{V: Version, Seq: seq, ID: fmt.Sprint("e", seq), Time: time.Unix(1, 0), Conversation: "c"}, Title{Title: "t"})
		if err != nil {
			t.Fatal(err)
		}
		return line
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			s := Open(filepath.Join(t.TempDir(), "store"), func() time.Time { return time.Unix(1, 0) })
			closed(t, made(t, s, "c", "/w", Drafts{"message:composer": {Text: "typed"}}))
			events := string(line(1)) + "\nbroken\n" // to be repaired
			other, at := filepath.Join(t.TempDir(), "other"), filepath.Join(s.Root(), "c", name)
			err := errors.Join(os.WriteFile(s.Path("c"), []byte(events), 0o600), os.WriteFile(other, []byte(events), 0o600), os.RemoveAll(at), os.Symlink(other, at))
			if err != nil {
				t.Fatal(err)
			}
			refused := name == eventsFile || name == lockFile

			if _, err := s.Repair("c"); (err != nil) != refused {
				t.Errorf("repaired: %v", err)
			}
			if c, _, err := s.OpenWrite("c"); (err != nil) != refused {
				t.Errorf("opened: %v", err)
			} else if err == nil {
				if _, err := c.LoadDrafts(); (err != nil) != (name == draftsFile) {
					t.Errorf("drafts: %v", err)
				}
				err := errors.Join(c.Append(line(c.NextSeq())), c.KeepArrived(Arrived{Text: "arrives"}), c.SaveDrafts(Drafts{"message:composer": {Text: "more"}}), c.Close())
				if err != nil {
					t.Errorf("went on: %v", err)
				}
			}
			if _, err := s.List(); (err != nil) != (name == eventsFile) {
				t.Errorf("listed: %v", err)
			}

			got, err := os.ReadFile(other)
			if err != nil || string(got) != events {
				t.Errorf("what the link leads to is %q, %v", got, err)
			}
		})
	}
}

// TestASecondNameOfTheEventsStaysAsItIs: what is written into a conversation is for it alone, and not
// for a file of the user's that its events are a hard link to, nor for a copy that was made by links.
func TestASecondNameOfTheEventsStaysAsItIs(t *testing.T) {
	s, _ := testStore(t)
	w := newWriter(t, "a")
	c := mustCreate(t, s, "a")
	mustAppend(t, c, linesOf(w.events(Title{Title: "one"}))...)
	closed(t, c)
	other := filepath.Join(t.TempDir(), "other")
	if err := os.Link(s.Path("a"), other); err != nil {
		t.Skip(err)
	}
	before, err := os.ReadFile(other)
	if err != nil {
		t.Fatal(err)
	}
	c, _, err = s.OpenWrite("a")
	if err != nil {
		t.Fatal(err)
	}
	mustAppend(t, c, linesOf(w.events(Title{Title: "two"}))...)
	closed(t, c)
	if is, err := os.ReadFile(s.Path("a")); err != nil || !strings.Contains(string(is), "two") || !strings.HasPrefix(string(is), string(before)) {
		t.Errorf("the events are %q, %v", is, err)
	}
	if after, err := os.ReadFile(other); err != nil || string(after) != string(before) {
		t.Errorf("the other became %q, %v", after, err)
	}
}
