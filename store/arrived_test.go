package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// arrivedIn is a store with a conversation that waits for the response 1.1 after its event
// ev2, and what follows.
func arrivedIn(t *testing.T, then ...Body) (Store, *faultyDisk) {
	t.Helper()
	s, d := testStore(t)
	fill(t, s, convID, append([]Body{TurnStart{}, ChatRequest{Text: "hi"}}, then...)...)
	return s, d
}

func reopened(t *testing.T, s Store) *Conversation {
	t.Helper()
	c, _, err := s.OpenWrite(convID)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// kept is what the folder holds beside the events and the lock.
func kept(t *testing.T, s Store) string {
	t.Helper()
	all, err := os.ReadDir(s.path(convID, ""))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range all {
		if !slices.Contains([]string{eventsFile, lockFile, sealFile}, e.Name()) {
			names = append(names, e.Name())
		}
	}
	return strings.Join(names, " ")
}

// What was kept is there for the next writer, once: then it is on record or gone.
func TestWhatArrivedIsFound(t *testing.T) {
	ids := linesIDs(t)
	given := Arrived{After: ids[1], Response: "1.1", Reasoning: "hm", Text: "Half <an> ans\xffwer\n"}
	want := given
	want.Text = "Half <an> ans\ufffdwer\n"
	for name, c := range map[string]struct {
		then  []Body
		given Arrived
		found bool
	}{
		"nothing since":         {nil, given, true},
		"something else since":  {[]Body{Title{Title: "x"}, Resumed{}}, given, true},
		"recorded as partial":   {[]Body{ChatResponse{Response: "1.1", Text: "Half", Partial: true}}, given, false},
		"thought on record":     {[]Body{Reasoning{Response: "1.1", Text: "hm"}}, given, false},
		"completed":             {[]Body{ChatResponse{Response: "1.1", Text: "All"}, ResponseEnd{Response: "1.1"}}, given, false},
		"dropped":               {[]Body{ResponseDropped{Response: "1.1"}}, given, false},
		"failed":                {[]Body{ModelFailed{Response: "1.1", Try: 1, Error: "no"}}, given, false},
		"a call of it":          {[]Body{ToolCallRequest{Response: "1.1", ID: "a", Name: "b", Arguments: []byte("{}")}}, given, false},
		"of another time":       {nil, Arrived{After: "elsewhere", Response: "1.1", Text: "x"}, false},
		"of another answer too": {[]Body{ChatResponse{Response: "1.0", Text: "x", Partial: true}}, given, true},
	} {
		s, _ := arrivedIn(t, c.then...)
		w := reopened(t, s)
		if err := w.KeepArrived(c.given); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		r, _, err := s.OpenRead(convID)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := r.LoadArrived(); !got.IsZero() || err != nil || kept(t, s) != arrivedFile {
			t.Errorf("%s: a reader finds %+v, %v, and leaves %q", name, got, err, kept(t, s))
		}
		got, err := reopened(t, s).LoadArrived()
		if err != nil || c.found && got != want || !c.found && !got.IsZero() {
			t.Errorf("%s: found %+v, %v", name, got, err)
		}
		if (kept(t, s) == arrivedFile) != c.found {
			t.Errorf("%s: %q is there", name, kept(t, s))
		}
	}
}

// linesIDs are the ids of the first events of arrivedIn.
func linesIDs(t *testing.T) []string {
	t.Helper()
	var ids []string
	for _, ev := range newWriter(t, convID).events(TurnStart{}, ChatRequest{Text: "hi"}) {
		ids = append(ids, ev.ID)
	}
	return ids
}

// A file that was cut off at any byte, or that something else wrote, is reported and
// removed; the conversation continues. A half-written one never replaces a complete one.
func TestWhatArrivedBrokeOff(t *testing.T) {
	s, d := arrivedIn(t)
	c := reopened(t, s)
	whole := Arrived{After: linesIDs(t)[1], Response: "1.1", Text: "Half"}
	if err := c.KeepArrived(whole); err != nil {
		t.Fatal(err)
	}
	path := s.path(convID, arrivedFile)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const told = "what has arrived of a response in conversation " + convID + " cannot be read: "
	for n := range len(data) - 1 { // without the newline it is complete
		if err := os.WriteFile(path, data[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := c.LoadArrived(); !got.IsZero() || err == nil || !strings.HasPrefix(err.Error(), told) || kept(t, s) != "" {
			t.Fatalf("%q: %+v, %v, %q is there", data[:n], got, err, kept(t, s))
		}
	}
	if err := os.WriteFile(path, []byte(`{"v":2}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := c.LoadArrived(); !got.IsZero() || err == nil || err.Error() != told+"it is of version 2, and this Parley knows 1" || kept(t, s) != "" {
		t.Errorf("%+v, %v, %q is there", got, err, kept(t, s))
	}
	if err := c.KeepArrived(whole); err != nil {
		t.Fatal(err)
	}
	d.write = fullAfter(5)
	if err := c.KeepArrived(Arrived{After: "x", Response: "1.1", Text: "Half an answer"}); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("got %v", err)
	}
	d.write = nil
	if now, err := os.ReadFile(path); err != nil || string(now) != string(data) || kept(t, s) != arrivedFile {
		t.Errorf("the file holds %q, %v; %q is there", now, err, kept(t, s))
	}
	// what a kill between writing and renaming leaves
	if err := os.Rename(path, path+".tmp"); err != nil {
		t.Fatal(err)
	}
	if got, err := c.LoadArrived(); !got.IsZero() || err != nil || kept(t, s) != "" {
		t.Errorf("%+v, %v, %q is there", got, err, kept(t, s))
	}
}

// Only whoever writes the conversation writes beside it, and never after it was closed.
func TestWhoKeepsWhatArrived(t *testing.T) {
	s, d := arrivedIn(t)
	r, _, err := s.OpenRead(convID)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.KeepArrived(Arrived{Text: "x"}); !errors.Is(err, ErrReadOnly) {
		t.Errorf("a reader: %v", err)
	}
	c := reopened(t, s)
	synced := false
	d.sync = func() error { synced = true; return nil }
	if err := c.KeepArrived(Arrived{Text: "x"}); err != nil || synced {
		t.Errorf("%v, waited for the disk: %t", err, synced)
	}
	d.sync = nil
	st, err := os.Stat(filepath.Join(s.root, convID, arrivedFile))
	if err != nil || st.Mode().Perm() != fs.FileMode(0o600) {
		t.Errorf("%v, %v", st, err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	const closed = "what has arrived of a response in conversation " + convID + " cannot be kept: it is open for reading only"
	if err := c.KeepArrived(Arrived{Text: "late"}); err == nil || err.Error() != closed {
		t.Errorf("after closing: %v", err)
	}
	if err := c.DropArrived(); err != nil || kept(t, s) != arrivedFile {
		t.Errorf("after closing: %v, %q is there", err, kept(t, s))
	}
}
