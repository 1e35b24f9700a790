package store

import (
	"context"
	"errors"
	"os"
	"testing"
)

// endlessFile makes a file look longer than any that Parley writes. It takes no room on the disk.
func endlessFile(t *testing.T, path string) {
	t.Helper()
	if err := os.Truncate(path, mostEvents+1); err != nil {
		t.Fatal(err)
	}
}

// TestAnEndlessFileOfEvents is not read, whatever is done with the conversation, and the others
// are listed.
func TestAnEndlessFileOfEvents(t *testing.T) {
	s, _ := testStore(t)
	w := newWriter(t, "a")
	mustWrite(t, s, "a", fileOf(linesOf(w.events(TurnStart{}, ChatRequest{Text: "needle"}))))
	mustWrite(t, s, "big", []byte("{}\n"))
	endlessFile(t, s.Path("big"))
	want := "conversation big cannot be opened: read " + s.Path("big") + ": it is longer than 1 GiB, and Parley writes none that long; move its folder away"

	list, err := s.List()
	if len(list) != 1 || list[0].ID != "a" || err == nil || err.Error() != want {
		t.Errorf("listed %+v, %v", list, err)
	}
	for name, do := range map[string]func() error{
		"bytes":  func() error { _, err := s.Read("big", nil); return err },
		"read":   func() error { _, _, err := s.OpenRead("big"); return err },
		"write":  func() error { _, _, err := s.OpenWrite("big"); return err },
		"follow": func() error { _, err := s.Follow("big", nil); return err },
		"repair": func() error { _, err := s.Repair("big"); return err },
		"fork":   func() error { _, err := s.Fork("big", 1, "copy"); return err },
	} {
		if err := do(); err == nil || err.Error() != want {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := s.Trash("big"); err != nil {
		t.Errorf("thrown away: %v", err)
	}
}

// TestAFileThatAnotherMakesEndless while it is open is kept as that one left it, and the
// conversation's own file is what its holder wrote.
func TestAFileThatAnotherMakesEndless(t *testing.T) {
	for _, swap := range []bool{false, true} {
		s, _ := testStore(t)
		c := mustCreate(t, s, "a")
		lines, _ := asking(t)
		mustAppend(t, c, lines...)
		f, err := s.Follow("a", func(context.Context) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if swap {
			other := s.Path("a") + ".new"
			if err := errors.Join(os.WriteFile(other, nil, fileMode), os.Rename(other, s.Path("a"))); err != nil {
				t.Fatal(err)
			}
		}
		endlessFile(t, s.Path("a"))
		wantFollow := "conversation a cannot be followed: read " + s.Path("a") + ": it is longer than 1 GiB, and Parley writes none that long; move its folder away"
		if swap {
			wantFollow = "conversation a cannot be followed: " + ErrMoved.Error()
		}
		if _, err := f.Next(t.Context()); err == nil || err.Error() != wantFollow {
			t.Errorf("followed: %v", err)
		}

		beside := s.path("a", "events.jsonl.foreign.1")
		var told *IntrudedError
		if err := c.Look(); !errors.As(err, &told) || told.Beside != beside {
			t.Errorf("got %v", err)
		}
		if st, err := os.Stat(beside); err != nil || st.Size() != mostEvents+1 {
			t.Errorf("beside it: %v, %v", st, err)
		}
		if data, err := readRegular(s.disk, s.Path("a")); err != nil || string(data) != string(fileOf(lines)) {
			t.Errorf("it holds %d bytes, %v", len(data), err)
		}
	}
}

// TestAConversationIsFull before it is too long to be read again.
func TestAConversationIsFull(t *testing.T) {
	s, _ := testStore(t)
	c := mustCreate(t, s, "a")
	lines, _ := asking(t)
	end := c.end
	c.end = mostWritten - int64(len(fileOf(lines[:1]))) + 1
	err := c.Append(lines[0])
	if want := "conversation a is not saved: it is as long as a conversation can be; go on in a new one"; err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
	c.end = end
	mustAppend(t, c, lines...)
}
