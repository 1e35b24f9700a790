package store

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"

	"pgregory.net/rapid"
)

func TestAppendThenRead(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s, _ := testStore(t)
		c, err := s.Create("a")
		if err != nil {
			rt.Fatal(err)
		}
		w := newWriter(t, "a")
		var want [][]byte
		for range rapid.IntRange(0, 4).Draw(rt, "batches") {
			batch := linesOf(w.events(rapid.SliceOfN(body(), 0, 3).Draw(rt, "bodies")...))
			if err := c.Append(batch...); err != nil {
				rt.Fatal(err)
			}
			want = append(want, batch...)
			if rapid.Bool().Draw(rt, "reopen") {
				if err := c.Close(); err != nil {
					rt.Fatal(err)
				}
				if c, _, err = s.OpenWrite("a"); err != nil {
					rt.Fatal(err)
				}
			}
		}
		r, report, err := s.OpenRead("a")
		if err != nil || len(report.Problems) != 0 {
			rt.Fatal(err, report)
		}
		for _, l := range []Log{c.Log(), r.Log()} {
			if got := linesOf(l.Slice(0, l.Len())); !slices.EqualFunc(got, want, bytes.Equal) {
				rt.Fatalf("read %q, written %q", got, want)
			}
		}
		if c.NextSeq() != int64(len(want))+1 || c.Close() != nil || os.RemoveAll(s.root) != nil {
			rt.Fatalf("next is %d", c.NextSeq())
		}
	})
}

func TestAppendRefusesWhatCouldNotBeReadBack(t *testing.T) {
	s, _ := testStore(t)
	c := mustCreate(t, s, "a")
	good := fiveEvents(t, "a")
	mustAppend(t, c, good[0])
	before := content(t, s, "a")
	used := bytes.Replace(good[1], []byte(`"a-e2"`), []byte(`"a-e1"`), 1)
	twin := bytes.Replace(good[2], []byte(`"a-e3"`), []byte(`"a-e2"`), 1)
	for _, tc := range []struct {
		lines [][]byte
		want  string
	}{
		{[][]byte{good[0]}, "store: append to a, line 1 of 1: event 1 is out of order, the next is 2"},
		{[][]byte{good[1], good[3]}, "store: append to a, line 2 of 2: event 4 is out of order, the next is 3"},
		{[][]byte{[]byte("{")}, "store: append to a, line 1 of 1: the line ends in the middle of the event"},
		{[][]byte{append(slices.Clone(good[1]), '\n')}, "store: append to a, line 1 of 1: a line must not hold a newline"},
		{fiveEvents(t, "b")[1:2], `store: append to a, line 1 of 1: event 2 belongs to conversation "b"`},
		{[][]byte{used}, `store: append to a, line 1 of 1: event id "a-e1" was used before`},
		{[][]byte{good[1], twin}, `store: append to a, line 2 of 2: event id "a-e2" was used before`},
	} {
		if err := c.Append(tc.lines...); err == nil || err.Error() != tc.want {
			t.Errorf("%v, want %s", err, tc.want)
		}
	}
	if got := content(t, s, "a"); got != before || c.Log().Len() != 1 {
		t.Errorf("a refused line reached the file: %q", got)
	}
	if err := c.Append(); err != nil {
		t.Errorf("nothing to append: %v", err)
	}
}

func TestAppendTexts(t *testing.T) {
	s, d := testStore(t)
	c := mustCreate(t, s, "a")
	lines := fiveEvents(t, "a")
	mustAppend(t, c, lines[0])
	r, _, err := s.OpenRead("a")
	if err != nil {
		t.Fatal(err)
	}
	d.write = fullAfter(0)
	full := c.Append(lines[1])
	d.write, d.sync = nil, func() error { return syscall.EIO }
	broken := c.Append(lines[1])
	d.sync = nil
	if err := os.Rename(s.Path("a"), s.Path("a")+".away"); err != nil {
		t.Fatal(err)
	}
	moved := c.Append(lines[1])
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		err  error
		is   error
		want string
	}{
		{full, syscall.ENOSPC, "conversation a is not saved: the disk is full (write events.jsonl: no space left on device); free some space and try again"},
		{broken, syscall.EIO, "conversation a is not saved: input/output error; try again"},
		{moved, ErrMoved, "conversation a is not saved: its file was moved or removed while it was open; put it back, or go on in a new conversation"},
		{r.Append(lines[1]), ErrReadOnly, "conversation a is not saved: it is open for reading only"},
		{c.Append(lines[1]), ErrClosed, "conversation a is not saved: it is closed"},
	} {
		if tc.err == nil || tc.err.Error() != tc.want || !errors.Is(tc.err, tc.is) {
			t.Errorf("got\n%v, want\n%s", tc.err, tc.want)
		}
	}
}

// TestFailedAppendLeavesNothing fails at every byte of a batch and in every later step,
// offers the same lines again, and expects the file as if nothing had happened.
func TestFailedAppendLeavesNothing(t *testing.T) {
	s, d := testStore(t)
	c := mustCreate(t, s, "a")
	lines := fiveEvents(t, "a")
	mustAppend(t, c, lines[0])
	before := content(t, s, "a")
	batch := lines[1:3]
	fails := 0
	try := func(name string) {
		t.Helper()
		if err := c.Append(batch...); err == nil {
			t.Fatalf("%s: no error", name)
		}
		fails++
		if got := content(t, s, "a"); got != before || c.Log().Len() != 1 || c.NextSeq() != 2 {
			t.Fatalf("%s: the file holds %q, %d events count", name, got, c.Log().Len())
		}
	}
	for n := range len(batch[0]) + len(batch[1]) + 3 {
		d.write = fullAfter(n)
		try("full disk")
	}
	d.write = func(f *os.File, p []byte) (int, error) { return f.Write(p[:7]) }
	try("short write without an error")
	d.write, d.sync = nil, func() error { return syscall.EIO }
	try("sync")
	d.sync = nil
	mustAppend(t, c, batch...)
	if got := content(t, s, "a"); got != string(fileOf(lines[:3])) || fails < 100 {
		t.Errorf("after %d failures the file holds %q", fails, got)
	}
}

// TestFailedAppendThatCannotBeUndone: what stays is completed and passed over, and every
// event offered again is there once.
func TestFailedAppendThatCannotBeUndone(t *testing.T) {
	lines := fiveEvents(t, "a")
	size := len(lines[1]) + len(lines[2]) + 2
	edges := []int{0, 1, len(lines[1]) - 1, len(lines[1]), len(lines[1]) + 1, size - 1, size}
	for n := 7; n < size; n += 7 {
		edges = append(edges, n)
	}
	for _, n := range edges {
		s, d := testStore(t)
		c := mustCreate(t, s, "a")
		mustAppend(t, c, lines[0])
		d.write, d.trunc = fullAfter(n), syscall.EIO
		if err := c.Append(lines[1:3]...); err == nil {
			t.Fatalf("%d: no error", n)
		}
		d.write = nil
		mustAppend(t, c, lines[1:3]...)
		mustAppend(t, c, lines[3])
		r, report, err := s.OpenRead("a")
		if err != nil {
			t.Fatal(err)
		}
		if got := seqs(r.Log()); !slices.Equal(got, []int64{1, 2, 3, 4}) {
			t.Fatalf("%d bytes stayed: events %v, %s", n, got, problems(report))
		}
		if torn := report.SetAside() > 0; torn != (n > 0) {
			t.Fatalf("%d bytes stayed: %s", n, problems(report))
		}
	}
}

// TestUndoTouchesOnlyItsOwn: bytes that somebody else added are kept, beside the file, and
// end the writing.
func TestUndoTouchesOnlyItsOwn(t *testing.T) {
	s, d := testStore(t)
	c := mustCreate(t, s, "a")
	lines := fiveEvents(t, "a")
	d.write = func(f *os.File, p []byte) (int, error) {
		n, err := f.Write(p[:10])
		if _, other := f.WriteString("somebody else"); other != nil {
			t.Error(other)
		}
		return n, errors.Join(err, syscall.EIO)
	}
	if err := c.Append(lines[0]); err == nil {
		t.Fatal("no error")
	}
	d.write = nil
	if err := c.Append(lines[0]); !errors.Is(err, ErrIntruded) {
		t.Errorf("written all the same: %v", err)
	}
	if got := content(t, s, "a"); got != "" {
		t.Errorf("got %q", got)
	}
	want := string(lines[0][:10]) + "somebody else"
	if got, err := os.ReadFile(s.path("a", "events.jsonl.foreign.1")); err != nil || string(got) != want {
		t.Errorf("got %q, want %q, %v", got, want, err)
	}
}

// TestTornLineIsCompleted: for a tear at every byte of the last line the file only grows,
// and what was complete before is there.
func TestTornLineIsCompleted(t *testing.T) {
	lines := fiveEvents(t, "a")
	for cut := range len(lines[1]) + 2 {
		s, _ := testStore(t)
		if err := os.MkdirAll(s.root+"/a", 0o700); err != nil {
			t.Fatal(err)
		}
		torn := string(fileOf(lines[:2])[:len(lines[0])+1+cut])
		if err := os.WriteFile(s.Path("a"), []byte(torn), 0o600); err != nil {
			t.Fatal(err)
		}
		c, _, err := s.OpenWrite("a")
		if err != nil {
			t.Fatal(err)
		}
		whole := cut >= len(lines[1]) // only the newline may be missing
		next, want := lines[1], torn
		if whole {
			next = lines[2]
		}
		if !strings.HasSuffix(torn, "\n") {
			want += "\n"
		}
		mustAppend(t, c, next)
		if got := content(t, s, "a"); got != want+string(next)+"\n" {
			t.Fatalf("cut at %d: %q", cut, got)
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// Where nothing may be written everything can still be read, and what would write says so
// and what can be done.
func TestReadOnlyDirectory(t *testing.T) {
	for _, fault := range []syscall.Errno{syscall.EROFS, syscall.EACCES, syscall.EPERM} {
		s, d := testStore(t)
		fill(t, s, "a", ChatRequest{Text: "a word"})
		fill(t, s, "gone", ChatRequest{Text: "a word"})
		if err := s.Trash("gone"); err != nil {
			t.Fatal(err)
		}
		before := content(t, s, "a")
		d.mkdir, d.rename = fault, fault
		d.open = func(_ string, flag int) error {
			if flag&(os.O_WRONLY|os.O_RDWR) != 0 {
				return fault
			}
			return nil
		}
		_, create := s.Create("b")
		_, _, write := s.OpenWrite("a")
		_, fork := s.Fork("a", 1, "b")
		lock := "open " + s.path("a", lockFile) + ": " + fault.Error()
		const read = "; you may not write here, but `parley show a` and `parley replay a` read it"
		const other = "; you may not write here; set store.dir to a folder where you may"
		for want, err := range map[string]error{
			"conversation b cannot be opened: mkdir " + s.root + ": " + fault.Error() + other:                       create,
			"conversation a cannot be opened: " + lock + read:                                                       write,
			"conversation a cannot be forked: open " + s.path(".fork-b", eventsFile) + ": " + fault.Error() + other: fork,
			"conversation a cannot be thrown away: " + lock + "; you may not write here":                            s.Trash("a"),
			"conversation gone cannot be taken out of the trash: " + fault.Error() + "; you may not write here":     s.Restore("gone"),
		} {
			if err == nil || err.Error() != want || !errors.Is(err, fault) {
				t.Errorf("%v, want %s", err, want)
			}
		}
		r, _, err := s.OpenRead("a")
		if err != nil || r.Log().Len() != 1 || r.Writable() || len(r.Events()) != 1 {
			t.Errorf("reading: %v", err)
		}
		if list, err := s.List(); err != nil || len(list) != 1 {
			t.Errorf("listing: %v, %v", list, err)
		}
		if list, err := s.ListTrash(); err != nil || len(list) != 1 {
			t.Errorf("listing the trash: %v, %v", list, err)
		}
		if got, err := s.Read("a", nil); err != nil || string(got) != before {
			t.Errorf("its bytes: %q, %v", got, err)
		}
		if id, err := s.Find("a"); id != "a" || err != nil {
			t.Errorf("found %q, %v", id, err)
		}
		if err := r.KeepArrived(Arrived{Text: "x"}); !errors.Is(err, ErrReadOnly) {
			t.Errorf("keeping: %v", err)
		}
		if content(t, s, "a") != before {
			t.Error("the file has changed")
		}
	}
}

func TestCreateAndOpenTexts(t *testing.T) {
	s, _ := testStore(t)
	mustCreate(t, s, "a")
	if err := os.MkdirAll(s.Path("d"), 0o700); err != nil {
		t.Fatal(err)
	}
	_, exists := s.Create("a")
	_, _, missing := s.OpenWrite("b")
	_, _, gone := s.OpenRead("b")
	_, _, device := s.OpenRead("d")
	_, odd := s.Create("../x")
	_, _, oddRead := s.OpenRead("")
	_, _, oddWrite := s.OpenWrite("A")
	for _, tc := range []struct {
		err  error
		is   error
		want string
	}{
		{exists, ErrExists, "conversation a cannot be opened: a conversation of that id is there already"},
		{missing, ErrNotFound, "conversation b: there is no such conversation; `parley ls` lists them"},
		{gone, ErrNotFound, "conversation b: there is no such conversation; `parley ls` lists them"},
		{device, errNotRegular, "conversation d cannot be opened: open " + s.Path("d") + ": it is not an ordinary file; move it away"},
		{odd, ErrNotFound, "\"../x\" is not the id of a conversation; ids have up to 64 lower-case letters, digits and hyphens: there is no such conversation; `parley ls` lists them"},
		{oddRead, ErrNotFound, "\"\" is not the id of a conversation; ids have up to 64 lower-case letters, digits and hyphens: there is no such conversation; `parley ls` lists them"},
		{oddWrite, ErrNotFound, "\"A\" is not the id of a conversation; ids have up to 64 lower-case letters, digits and hyphens: there is no such conversation; `parley ls` lists them"},
	} {
		if tc.err == nil || tc.err.Error() != tc.want || !errors.Is(tc.err, tc.is) {
			t.Errorf("got\n%v, want\n%s", tc.err, tc.want)
		}
	}
	if _, err := os.Stat(s.root + "/../x"); err == nil {
		t.Error("an id left the store")
	}
}

// TestAConversationThatCannotBeMade leaves nothing behind, and says what to do.
func TestAConversationThatCannotBeMade(t *testing.T) {
	for name, fault := range map[string]func(d *faultyDisk){
		"no room for the lock": func(d *faultyDisk) { d.write = fullAfter(0) },
		"no room for the file": func(d *faultyDisk) {
			d.open = func(path string, flag int) error {
				if strings.HasSuffix(path, eventsFile) {
					return syscall.ENOSPC
				}
				return nil
			}
		},
	} {
		s, d := testStore(t)
		mustCreate(t, s, "before")
		fault(d)
		c, err := s.Create("a")
		if c != nil || !errors.Is(err, syscall.ENOSPC) || !strings.HasSuffix(err.Error(), "no space left on device; free some space and try again") {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := os.Lstat(s.path("a", "")); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: the folder: %v", name, err)
		}
		d.write, d.open = nil, nil
		mustCreate(t, s, "a")
	}
}
