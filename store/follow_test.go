package store

import (
	"context"
	"errors"
	"os"
	"slices"
	"testing"
)

// steps is a wait that does the next thing each time a follower finds nothing new, and
// then ends.
func steps(t testing.TB, do ...func()) func(context.Context) error {
	return func(context.Context) error {
		if len(do) == 0 {
			return context.DeadlineExceeded
		}
		do[0]()
		do = do[1:]
		return nil
	}
}

func appendTo(t testing.TB, s Store, id, text string) {
	t.Helper()
	f, err := os.OpenFile(s.Path(id), os.O_WRONLY|os.O_APPEND, fileMode)
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.WriteString(text)
	if err = errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
}

func TestFollow(t *testing.T) {
	s, _ := testStore(t)
	lines := fiveEvents(t, "a")
	mustWrite(t, s, "a", append(fileOf(lines[:1]), lines[1][:10]...))
	f, err := s.Follow("a", steps(t,
		func() {}, // nothing happens
		func() { appendTo(t, s, "a", string(lines[1][10:])) }, // still without its end
		func() { appendTo(t, s, "a", "\n"+string(lines[2])+"\n"+string(lines[3][:5])) },
		func() { appendTo(t, s, "a", "\n") }, // the torn line is completed
		func() { appendTo(t, s, "a", string(lines[3])+"\n") },
	))
	if err != nil {
		t.Fatal(err)
	}
	if f.ID() != "a" || !slices.Equal(seqs(f.Log()), []int64{1}) || len(f.Report().Problems) > 0 {
		t.Errorf("at first: %v, %v", seqs(f.Log()), f.Report())
	}
	for _, want := range [][]int64{{2, 3}, {4}} {
		events, err := f.Next(t.Context())
		if got := seqs(logOf(events)); err != nil || !slices.Equal(got, want) {
			t.Errorf("got %v, %v; want %v", got, err, want)
		}
	}
	if _, err := f.Next(t.Context()); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	if got := problems(f.Report()); got != "damaged line 4: the line ends in the middle of the event; the line is set aside" || f.Report().Lines != 5 {
		t.Errorf("report %s of %d lines", got, f.Report().Lines)
	}
	if !slices.Equal(seqs(f.Log()), []int64{1, 2, 3, 4}) {
		t.Errorf("in the end: %v", seqs(f.Log()))
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := f.Next(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
}

// TestFollowAWriter follows a conversation of this very process, whose lock is
// taken.
func TestFollowAWriter(t *testing.T) {
	s, _ := testStore(t)
	c := mustCreate(t, s, "a")
	lines := fiveEvents(t, "a")
	f, err := s.Follow("a", steps(t, func() { mustAppend(t, c, lines[0]) }, func() { mustAppend(t, c, lines[1:]...) }))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []int{1, 4} {
		if events, err := f.Next(t.Context()); err != nil || len(events) != want {
			t.Errorf("%d events, %v", len(events), err)
		}
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
}

func TestFollowSeesThatTheFileIsGone(t *testing.T) {
	for name, do := range map[string]func(s Store) error{
		"removed":  func(s Store) error { return os.Remove(s.Path("a")) },
		"replaced": func(s Store) error { return replace(s.disk, s.Path("a"), []byte("x")) },
		"cut":      func(s Store) error { return os.Truncate(s.Path("a"), 3) },
		"trashed":  func(s Store) error { return s.Trash("a") },
	} {
		s, _ := testStore(t)
		fill(t, s, "a", ChatRequest{Text: "x"})
		f, err := s.Follow("a", steps(t, func() {
			if err := do(s); err != nil {
				t.Fatal(err)
			}
		}))
		if err != nil {
			t.Fatal(err)
		}
		_, err = f.Next(t.Context())
		want := "conversation a cannot be followed: its file was moved or removed while it was open; put it back, or go on in a new conversation"
		if !errors.Is(err, ErrMoved) || err.Error() != want {
			t.Errorf("%s: %v", name, err)
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
	s, _ := testStore(t)
	if _, err := s.Follow("nobody", steps(t)); !errors.Is(err, ErrNotFound) {
		t.Errorf("got %v", err)
	}
}
