package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestWhatWasTypedInAConversationThatNeverBegan is found again in its workspace, the
// latest first, by one process only.
func TestWhatWasTypedInAConversationThatNeverBegan(t *testing.T) {
	s := Open(t.TempDir(), func() time.Time { return time.Unix(1, 0) })
	for i := range lookBack - 7 {
		closed(t, made(t, s, fmt.Sprintf("b%03d", i), "/w", Drafts{"message:queued-1": {Text: "no composer"}}))
	}
	closed(t, made(t, s, "a1", "/w", Drafts{"message:composer": {Text: "first"}}))
	closed(t, made(t, s, "a2", "/w", Drafts{"message:composer": {Text: "second"}}))
	closed(t, made(t, s, "a3", "/elsewhere", Drafts{"message:composer": {Text: "of another workspace"}}))
	closed(t, made(t, s, "a4", "", Drafts{"message:composer": {Text: "of an older program"}}))
	begun := made(t, s, "a5", "/w", Drafts{"message:composer": {Text: "in a conversation"}})
	line, err := Encode(Head{V: Version, Seq: 1, ID: "e", Time: time.Unix(1, 0), Conversation: "a5"}, Title{Title: "t"})
	if err != nil {
		t.Fatal(err)
	}
	if err := begun.Append(line); err != nil {
		t.Fatal(err)
	}
	closed(t, begun)
	closed(t, made(t, s, "a6", "/w", Drafts{"message:composer": {Text: "broken"}}))
	if err := os.WriteFile(filepath.Join(s.Root(), "a6", "drafts.json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	held := made(t, s, "a7", "/w", Drafts{"message:composer": {Text: "somebody types it now"}})
	defer closed(t, held)
	for _, want := range []string{"a4 of an older program", "a2 second", "a1 first", "none"} {
		c, err := s.OpenUnbegun("/w", "composer", anywhere)
		if err != nil {
			t.Fatal(err)
		}
		got := "none"
		if c != nil {
			drafts, err := c.LoadDrafts()
			if err != nil {
				t.Fatal(err)
			}
			got = c.ID() + " " + drafts["message:composer"].Text
			if err := errors.Join(c.SaveDrafts(nil), c.CloseUnused()); err != nil {
				t.Fatal(err)
			}
		}
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// TestWhatWasTypedLongAgo is not looked for: a start does not wait for thousands of
// folders.
func TestWhatWasTypedLongAgo(t *testing.T) {
	s := Open(t.TempDir(), func() time.Time { return time.Unix(1, 0) })
	closed(t, made(t, s, "a", "/w", Drafts{"message:composer": {Text: "long ago"}}))
	for i := range lookBack {
		closed(t, made(t, s, fmt.Sprintf("b%03d", i), "/w", nil))
	}
	if c, err := s.OpenUnbegun("/w", "composer", anywhere); c != nil || err != nil {
		t.Errorf("%v %v", c, err)
	}
}

func made(t *testing.T, s Store, id, workspace string, d Drafts) *Conversation {
	t.Helper()
	c, err := s.Create(id)
	if err != nil {
		t.Fatal(err)
	}
	c.In(workspace)
	if err := c.SaveDrafts(d); err != nil {
		t.Fatal(err)
	}
	return c
}

func closed(t *testing.T, c *Conversation) {
	t.Helper()
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
}

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

// TestAnEmptiedConversationIsNotUnused: whatever emptied its file, what else it has stays, as what
// an undo puts back.
func TestAnEmptiedConversationIsNotUnused(t *testing.T) {
	s, _ := testStore(t)
	fill(t, s, "a", ChatRequest{Text: "hello"})
	kept := filepath.Join(s.root, "a", filesDir, "kept")
	if err := errors.Join(os.MkdirAll(filepath.Dir(kept), 0o700), os.WriteFile(kept, []byte("x"), 0o600), os.Truncate(s.Path("a"), 0)); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		c, report, err := s.OpenWrite("a")
		if err != nil || !report.Altered() {
			t.Fatal(err, report)
		}
		if err := errors.Join(c.SaveDrafts(Drafts{"message:composer": {Text: "next"}}), c.Close()); err != nil {
			t.Fatal(err)
		}
		if begun, err := s.OpenUnbegun("", "composer", anywhere); begun != nil || err != nil {
			t.Fatal("it is gone on with as a new one", err)
		}
		if c, _, err = s.OpenWrite("a"); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(c.SaveDrafts(nil), c.CloseUnused()); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := os.Stat(kept); err != nil {
		t.Error(err)
	}
}

// TestAnEmptiedConversationIsListed, though nothing in it says anything: somebody took it away.
func TestAnEmptiedConversationIsListed(t *testing.T) {
	s, _ := testStore(t)
	fill(t, s, "a", ChatRequest{Text: "one"})
	fill(t, s, "b", ChatRequest{Text: "two"})
	closed(t, mustCreate(t, s, "c"))
	if err := os.Truncate(s.Path("a"), 0); err != nil {
		t.Fatal(err)
	}
	for range 2 { // from the files, and from the index
		list, err := s.List()
		if err != nil || len(list) != 2 {
			t.Fatalf("listed are %v, %v", list, err)
		}
		for _, x := range list {
			if x.ID == "c" || x.Created.IsZero() || x.Updated.IsZero() {
				t.Errorf("listed is %+v", x)
			}
		}
	}
}

// anywhere says of every message that it was typed here.
func anywhere(string) bool { return true }

// TestWhatWasNotTypedHere is not offered: a folder that somebody put there is passed over.
func TestWhatWasNotTypedHere(t *testing.T) {
	s := Open(t.TempDir(), func() time.Time { return time.Unix(1, 0) })
	closed(t, made(t, s, "a1", "/w", Drafts{"message:composer": {Text: "mine"}}))
	closed(t, made(t, s, "a2", "/w", Drafts{"message:composer": {Text: "put there"}}))
	c, err := s.OpenUnbegun("/w", "composer", func(id string) bool { return id == "a1" })
	if err != nil || c == nil || c.ID() != "a1" {
		t.Fatalf("offered is %v, %v", c, err)
	}
	closed(t, c)
}
