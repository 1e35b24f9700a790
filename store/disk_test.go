package store

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
	"testing"
	"time"
)

// faultyDisk is the real disk with faults: each names an operation and what it does
// instead. Operations without one do the real thing.
type faultyDisk struct {
	realDisk
	mkdir  error
	open   func(path string, flag int) error
	rename error
	write  func(f *os.File, p []byte) (int, error)
	sync   func() error
	trunc  error
}

func (d *faultyDisk) MkdirAll(path string, perm fs.FileMode) error {
	if d.mkdir != nil {
		return &fs.PathError{Op: "mkdir", Path: path, Err: d.mkdir}
	}
	return d.realDisk.MkdirAll(path, perm)
}

func (d *faultyDisk) Rename(from, to string) error {
	if d.rename != nil {
		return d.rename
	}
	return d.realDisk.Rename(from, to)
}

func (d *faultyDisk) OpenFile(path string, flag int, perm fs.FileMode) (file, error) {
	if d.open != nil {
		if err := d.open(path, flag&^itself); err != nil {
			return nil, &fs.PathError{Op: "open", Path: path, Err: err}
		}
	}
	f, err := os.OpenFile(path, flag, perm)
	if err != nil {
		return nil, err
	}
	return &faultyFile{File: f, disk: d}, nil
}

func (d *faultyDisk) In(root *os.Root) folder { return faultyFolder{root, d} }

// faultyFolder has the faults of its disk.
type faultyFolder struct {
	*os.Root
	disk *faultyDisk
}

func (r faultyFolder) Rename(from, to string) error {
	if r.disk.rename != nil {
		return r.disk.rename
	}
	return r.Root.Rename(from, to)
}

func (r faultyFolder) OpenFile(name string, flag int, perm fs.FileMode) (file, error) {
	if r.disk.open != nil {
		if err := r.disk.open(name, flag&^itself); err != nil {
			return nil, &fs.PathError{Op: "open", Path: name, Err: err}
		}
	}
	f, err := r.Root.OpenFile(name, flag, perm)
	if err != nil {
		return nil, err
	}
	return &faultyFile{File: f, disk: r.disk}, nil
}

type faultyFile struct {
	*os.File
	disk *faultyDisk
}

func (f *faultyFile) Write(p []byte) (int, error) {
	if f.disk.write != nil {
		return f.disk.write(f.File, p)
	}
	return f.File.Write(p)
}

func (f *faultyFile) Sync() error {
	if f.disk.sync != nil {
		return f.disk.sync()
	}
	return f.File.Sync()
}

func (f *faultyFile) Truncate(size int64) error {
	if f.disk.trunc != nil {
		return f.disk.trunc
	}
	return f.File.Truncate(size)
}

// fullAfter writes n bytes and then finds the disk full.
func fullAfter(n int) func(*os.File, []byte) (int, error) {
	return func(f *os.File, p []byte) (int, error) {
		done, err := f.Write(p[:min(n, len(p))])
		return done, errors.Join(err, &fs.PathError{Op: "write", Path: "events.jsonl", Err: syscall.ENOSPC})
	}
}

// testStore is a store in a directory of its own whose clock stands still.
func testStore(t testing.TB) (Store, *faultyDisk) {
	t.Helper()
	d := &faultyDisk{}
	return Store{root: t.TempDir() + "/conversations", now: epoch, disk: d}, d
}

func mustCreate(t testing.TB, s Store, id string) *Conversation {
	t.Helper()
	c, err := s.Create(id)
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

// mustWrite creates a conversation from the bytes of a file that nobody sealed.
func mustWrite(t testing.TB, s Store, id string, data []byte) {
	t.Helper()
	unsealed := ignoreMissing(os.Remove(s.path(id, sealFile)))
	if err := errors.Join(unsealed, os.MkdirAll(s.path(id, ""), dirMode), os.WriteFile(s.Path(id), data, fileMode)); err != nil {
		t.Fatal(err)
	}
}

func mustAppend(t testing.TB, c *Conversation, lines ...[]byte) {
	t.Helper()
	if err := c.Append(lines...); err != nil {
		t.Fatal(err)
	}
}

func content(t testing.TB, s Store, id string) string {
	t.Helper()
	data, err := os.ReadFile(s.Path(id))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestReplaceKeepsTheOldOnEveryFault(t *testing.T) {
	boom := errors.New("boom")
	for _, tc := range []struct {
		name string
		set  func(*faultyDisk)
	}{
		{"open", func(d *faultyDisk) { d.open = func(string, int) error { return boom } }},
		{"write", func(d *faultyDisk) { d.write = func(*os.File, []byte) (int, error) { return 0, boom } }},
		{"short write", func(d *faultyDisk) { d.write = func(f *os.File, p []byte) (int, error) { return f.Write(p[:1]) } }},
		{"sync", func(d *faultyDisk) { d.sync = func() error { return boom } }},
		{"rename", func(d *faultyDisk) { d.rename = boom }},
	} {
		d := &faultyDisk{}
		dir := t.TempDir()
		if err := replace(d, dir+"/f", []byte("old")); err != nil {
			t.Fatal(err)
		}
		tc.set(d)
		if err := replace(d, dir+"/f", []byte("new")); err == nil {
			t.Errorf("%s: no error", tc.name)
		}
		if got, err := os.ReadFile(dir + "/f"); err != nil || string(got) != "old" {
			t.Errorf("%s: %q (%v)", tc.name, got, err)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
			t.Errorf("%s: left %v (%v)", tc.name, left, err)
		}
	}
}

func TestReadRegularRefusesWhatMayNeverEnd(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(dir+"/pipe", 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{dir + "/pipe", dir, "/dev/zero"} {
		_, err := readRegular(realDisk{}, path)
		want := "open " + path + ": it is not an ordinary file; move it away"
		if err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestReadAllGrows(t *testing.T) {
	path := t.TempDir() + "/f"
	if err := os.WriteFile(path, make([]byte, 10_000), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	data, err := readAll(f, "a", make([]byte, 0, 3))
	if err != nil || len(data) != 10_000 || f.Close() != nil {
		t.Errorf("%d bytes (%v)", len(data), err)
	}
}

func TestModes(t *testing.T) {
	s, _ := testStore(t)
	c := mustCreate(t, s, "a")
	if err := c.SaveDrafts(Drafts{"x": {Text: "y", Updated: time.Unix(0, 0).UTC()}}); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]fs.FileMode{
		s.root: dirMode, s.root + "/a": dirMode,
		s.Path("a"): fileMode, s.path("a", draftsFile): fileMode, s.path("a", lockFile): fileMode,
	} {
		st, err := os.Stat(path)
		if err != nil || st.Mode().Perm() != want {
			t.Errorf("%s: %v (%v), want %v", path, st.Mode().Perm(), err, want)
		}
	}
}
