package notice

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"parley/store"
	"parley/store/inbox"
)

// TestWhatChangedSince: HEAD, by git's log of its moves, even if .git is a file; and the files
// that an entry is about. Anything outside the workspace is not looked at.
func TestWhatChangedSince(t *testing.T) {
	t0 := time.Date(2026, 1, 2, 15, 4, 5, 0, time.UTC)
	root, outside := t.TempDir(), t.TempDir()
	at := func(when time.Time, names ...string) {
		t.Helper()
		for _, name := range names {
			if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
				t.Fatal(err)
			}
			if _, err := os.Stat(name); err != nil {
				if err := os.WriteFile(name, nil, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.Chtimes(name, when, when); err != nil {
				t.Fatal(err)
			}
		}
	}
	in := func(name string) string { return filepath.Join(root, name) }
	before, after := t0.Add(-time.Hour), t0.Add(time.Hour)
	e := inbox.Entry{Workspace: root, Since: t0, Files: []string{"a.go", "b.go", "gone.go"}}
	for _, c := range []struct {
		name string
		do   func()
		want []string
	}{
		{"nothing is there", func() {}, nil},
		{"all older", func() { at(before, in("a.go"), in("b.go"), in(".git/HEAD")) }, nil},
		{"a file", func() { at(after, in("b.go")) }, []string{"b.go"}},
		{"HEAD, without a note of its moves", func() { at(after, in(".git/HEAD")) }, []string{inbox.Head, "b.go"}},
		{"its moves count where they are noted", func() { at(before, in(".git/logs/HEAD")) }, []string{"b.go"}},
		{"a commit", func() { at(after, in(".git/logs/HEAD")); at(before, in("b.go")) }, []string{inbox.Head}},
		{"another work tree", func() {
			if err := os.RemoveAll(in(".git")); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(in(".git"), []byte("gitdir: "+outside+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			at(after, filepath.Join(outside, "logs", "HEAD"))
		}, []string{inbox.Head}},
		{"a file .git that says something else", func() {
			if err := os.WriteFile(in(".git"), []byte("elsewhere\n"), 0o600); err != nil {
				t.Fatal(err)
			}
		}, nil},
	} {
		c.do()
		if got := Looked(e).Changed; !slices.Equal(got, c.want) {
			t.Errorf("%s: %q", c.name, got)
		}
	}
	if got := Looked(inbox.Entry{Workspace: ".", Since: t0}).Changed; got != nil {
		t.Errorf("of no folder: %q", got)
	}
}

// TestWhatStillWaits is told when a conversation is opened: how old it is, and what changed.
func TestWhatStillWaits(t *testing.T) {
	root, t0 := t.TempDir(), time.Unix(1_800_000_000, 0).UTC()
	d := &desk{t: t, now: t0, save: nil}
	d.save = func(events ...store.Event) error { d.log = d.log.Append(events...); return nil }
	d.record(store.TurnStart{}, run(1))
	if err := errors.Join(os.Mkdir(filepath.Join(root, ".git"), 0o700), os.WriteFile(filepath.Join(root, ".git", "HEAD"), nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		head, after time.Duration
		want        string
	}{
		{-time.Hour, 59 * time.Second, ""},
		{-time.Hour, 2 * time.Hour, "Was open when this was resumed: Run go ␛[2Jtest '$(id)', asked 2 h ago."},
		{time.Second, 2 * time.Second, "Was open when this was resumed: Run go ␛[2Jtest '$(id)', asked just now; HEAD changed since."},
	} {
		if err := os.Chtimes(filepath.Join(root, ".git", "HEAD"), t0.Add(c.head), t0.Add(c.head)); err != nil {
			t.Fatal(err)
		}
		if got := Waited("abc", root, d.log, t0.Add(c.after)); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	d.record(store.PermissionResponse{ID: "c1.run", Outcome: store.PermitDenied, By: store.ByUser})
	if got := Waited("abc", root, d.log, t0.Add(time.Hour)); got != "" {
		t.Errorf("nothing is asked, and it says %q", got)
	}
}
