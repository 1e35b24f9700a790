package screens

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/model/cli/account"
	"parley/model/cli/process"
	"parley/model/cli/session"
	"parley/model/conversation"
	"parley/model/kit"
	"parley/model/saved"
	"parley/store"
)

// zeros is chance without any: ids differ by their times.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// newBeginning is a program in a workspace of its own, with a conversation that works in
// dir.
func newBeginning(t *testing.T, dir string) (b *beginning, saved string) {
	t.Helper()
	base := t.TempDir()
	work, home := filepath.Join(base, "work"), filepath.Join(base, "home")
	if err := errors.Join(os.Mkdir(work, 0o700), os.Mkdir(home, 0o700)); err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	p := &process.Program{
		Env: []string{"HOME=" + home, "LANG=C.UTF-8"}, Dir: work, Random: zeros{},
		Now:   func() time.Time { now = now.Add(time.Second); return now },
		Sleep: func(ctx context.Context, _ time.Duration) error { <-ctx.Done(); return ctx.Err() },
	}
	ctx, end := context.WithCancel(t.Context())
	t.Cleanup(end)
	b = &beginning{prog: p, life: ctx, options: session.Options{Model: "script/none", Notes: []string{"told once"}}}
	kept := b.shelf(t)
	saved = "saved1"
	c, err := kept.Create(saved)
	if err != nil {
		t.Fatal(err)
	}
	write := func(events ...store.Event) error { return c.Append(events[0].Line()) }
	made := account.NewMade(filepath.Join(home, ".local/state/parley/made"), saved, "", c.Log)
	for i, body := range []store.Body{store.Workspace{Root: dir}, store.TurnStart{}, store.ChatRequest{Text: "Hello"}, store.TurnEnd{Reason: store.ReasonDone}} {
		ev, err := store.New(store.Head{V: store.Version, Seq: int64(i + 1), ID: string(rune('a' + i)), Time: now, Conversation: saved, Turn: min(i, 1)}, body)
		if err == nil {
			err = made.Recording(write)(ev)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.close(); err != nil {
			t.Error(err)
		}
	})
	return b, saved
}

func (b *beginning) shelf(t *testing.T) store.Store {
	t.Helper()
	_, cfg, err := session.Configuration(b.prog, session.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return store.Open(cfg.Store.Dir, b.prog.Now)
}

func screenOf(t *testing.T, m tea.Model, err error) tea.Model {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestTheConversationBeforeIsClosedOnceTheNextIsThere(t *testing.T) {
	b, saved := newBeginning(t, "")
	m, err := b.Conversation("")
	if _, ok := screenOf(t, m, err).(*conversation.Model); !ok {
		t.Fatalf("a %T", m)
	}
	first := b.session
	if _, err := b.Conversation("nosuch"); !errors.Is(err, store.ErrNotFound) {
		t.Fatalf("error %v", err)
	}
	if b.session != first || !first.Saved.Writable() {
		t.Fatal("a failure closed the conversation that was open")
	}
	m, err = b.Conversation(saved)
	screenOf(t, m, err)
	if first.Saved.Writable() || b.session.Saved.ID() != saved {
		t.Fatal("the first conversation is still open")
	}
	if _, _, err := b.shelf(t).OpenWrite(saved); err == nil || !strings.Contains(err.Error(), "it is open in process") {
		t.Errorf("the second is not locked: %v", err)
	}
	if got := b.session.Notes; len(got) > 0 {
		t.Errorf("notes %q", got)
	}
	if got := b.session.Begin; len(got) > 0 {
		t.Errorf("the model of the command line is recorded in a conversation that it was not for: %v", got)
	}
}

func TestAConversationOpensWhereItWorked(t *testing.T) {
	other := t.TempDir()
	b, saved := newBeginning(t, other)
	m, err := b.Conversation(saved)
	screenOf(t, m, err)
	if got, want := b.session.Dir, other; got != want {
		t.Errorf("it works in %s, want %s", got, want)
	}
	if got, want := b.session.Prog.Variable("PWD"), other; got != want {
		t.Errorf("${PWD} of a configuration is %s, want %s", got, want)
	}
	if got, want := b.session.Notes, []string{"This conversation works in " + other + "."}; !reflect.DeepEqual(got, want) {
		t.Errorf("notes %q, want %q", got, want)
	}
	m, err = b.Conversation("")
	screenOf(t, m, err)
	if b.session.Dir != other {
		t.Errorf("a new one works in %s", b.session.Dir)
	}
}

// TestAFaultOfAnotherFolder keeps nobody from a conversation that works elsewhere, and one that
// would work there does not open.
func TestAFaultOfAnotherFolder(t *testing.T) {
	for _, gone := range []bool{false, true} {
		other := filepath.Join(t.TempDir(), "other")
		if err := os.Mkdir(other, 0o700); err != nil {
			t.Fatal(err)
		}
		b, saved := newBeginning(t, other)
		at := filepath.Join(b.prog.Dir, ".parley", "config.toml")
		if err := errors.Join(os.Mkdir(filepath.Dir(at), 0o700), os.WriteFile(at, []byte("[ui]\ntheme = \"pink\"\n"), 0o600)); err != nil {
			t.Fatal(err)
		}
		if gone {
			if err := os.Remove(other); err != nil {
				t.Fatal(err)
			}
		}
		_, err := b.Conversation(saved)
		switch {
		case gone && (err == nil || !strings.Contains(err.Error(), "ui.theme")):
			t.Errorf("it goes on in a folder with a fault: %v", err)
		case !gone && (err != nil || b.session.Dir != other):
			t.Errorf("it does not open: %v", err)
		}
		if _, err := b.Conversation(""); err == nil && gone {
			t.Error("a new one begins in a folder with a fault")
		}
	}
}

// TestAFormOfTheInboxIsOfItsOwnWorkspace: a form says where its conversation works, not where
// the program was started, and looks at the files there.
func TestAFormOfTheInboxIsOfItsOwnWorkspace(t *testing.T) {
	b, _ := newBeginning(t, "")
	m, err := b.Conversation("")
	screenOf(t, m, err)
	other := t.TempDir()
	if err := errors.Join(os.Mkdir(filepath.Join(other, ".git"), 0o700),
		os.WriteFile(filepath.Join(other, ".git", "HEAD"), []byte("ref: refs/heads/there\n"), 0o600),
		os.WriteFile(filepath.Join(other, "f.txt"), []byte("there\n"), 0o600)); err != nil {
		t.Fatal(err)
	}
	var form kit.Host = mirrored{host{b.session}, other, "there"}
	if got, want := form.Place(), (kit.Place{Name: filepath.Base(other), Path: other, Branch: "there"}); got != want {
		t.Errorf("it works in %+v, want %+v", got, want)
	}
	if digest, known := form.File("f.txt"); digest == "" || !known {
		t.Errorf("the file there is %q, %v", digest, known)
	}
	if got := form.ModelName(); got != "there" {
		t.Errorf("the model is %q", got)
	}
}

// TestTheModelOfAForm is the one that answered last in its conversation, or the program whose
// session that is.
func TestTheModelOfAForm(t *testing.T) {
	for want, bodies := range map[string][]store.Body{
		"":            {store.TurnStart{}},
		"two":         {store.ResponseEnd{Model: "a/one"}, store.ResponseEnd{Model: "b/two"}, store.ResponseEnd{}},
		"alone":       {store.ResponseEnd{Model: "alone"}},
		"Claude Code": {store.Observed{Program: store.ProgramClaude}, store.ResponseEnd{Model: "a/one"}},
	} {
		var log store.Log
		for i, b := range bodies {
			ev, err := store.New(store.Head{V: store.Version, Seq: int64(i + 1), ID: "e", Time: time.Unix(1, 0).UTC(), Conversation: "c"}, b)
			if err != nil {
				t.Fatal(err)
			}
			log = log.Append(ev)
		}
		if got := modelOf(log); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestAConversationWhoseFolderIsGone(t *testing.T) {
	b, saved := newBeginning(t, "/no/such/folder")
	m, err := b.Conversation(saved)
	screenOf(t, m, err)
	want := []string{"/no/such/folder, where this conversation worked, is gone. It goes on in " + b.prog.Dir + "."}
	if got := b.session.Notes; !reflect.DeepEqual(got, want) {
		t.Errorf("notes %q, want %q", got, want)
	}
}

func TestForkingAConversation(t *testing.T) {
	b, saved := newBeginning(t, "")
	for _, c := range []struct {
		seq    int64
		events int
	}{{0, 5}, {3, 4}} {
		id, err := b.Fork(saved, c.seq)
		if err != nil {
			t.Fatal(err)
		}
		kept, _, err := b.shelf(t).OpenRead(id)
		if err != nil {
			t.Fatal(err)
		}
		if n := kept.Log().Len(); n != c.events {
			t.Errorf("forked at %d it has %d events, want %d with forked_from", c.seq, n, c.events)
		}
	}
	if _, err := b.Fork("nosuch", 0); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("error %v", err)
	}
}

func TestReadingAConversation(t *testing.T) {
	b, stored := newBeginning(t, "")
	m, err := b.Read(&store.LockedError{ID: stored})
	r, ok := screenOf(t, m, err).(*saved.Reader)
	if !ok {
		t.Fatalf("a %T", m)
	}
	if v := r.View(); !strings.Contains(v.Content, "Hello") {
		t.Errorf("it shows\n%s", v.Content)
	}
	m, err = b.Saved()
	if _, ok := screenOf(t, m, err).(*saved.Picker); !ok {
		t.Errorf("a %T", m)
	}
}

// TestAConversationThatOpensTooLate: the end of the program waits for none that is still
// being opened, and one that arrives afterwards is closed again.
func TestAConversationThatOpensTooLate(t *testing.T) {
	b, saved := newBeginning(t, "")
	if err := b.close(); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Conversation(saved); !errors.Is(err, errClosed) {
		t.Errorf("error %v", err)
	}
	c, _, err := b.shelf(t).OpenWrite(saved)
	if err != nil {
		t.Fatalf("it is still open: %v", err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}
