package account

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parley/config/private"
	"parley/store"
)

// record is a log and the function that writes it.
type record struct {
	t   *testing.T
	log store.Log
}

func (r *record) all() store.Log { return r.log }

func (r *record) write(events ...store.Event) error {
	r.log = r.log.Append(events...)
	return nil
}

func (r *record) say(b *Begun, body store.Body) {
	r.t.Helper()
	ev, err := store.New(store.Head{V: store.Version, Seq: int64(r.log.Len() + 1), ID: "e", Time: time.Unix(1, 0).UTC(), Conversation: "c", Turn: 1}, body)
	if err = errors.Join(err, b.Recording(r.write)(ev)); err != nil {
		r.t.Fatal(err)
	}
}

// TestOnlyWhatWasKeptHereIsOurs: a conversation is noted with its first change, and one that
// came with changes never is.
func TestOnlyWhatWasKeptHereIsOurs(t *testing.T) {
	const stranger = "nothing is undone: DIR/c does not say that this installation kept these changes. The conversation may come from somebody else, or the folder could not be written at the time"
	change := store.FileKept{ID: "c1", Run: 1, Path: "a"}
	for name, c := range map[string]struct {
		came, said []store.Body
		want       string
	}{
		"nothing was changed":        {nil, []store.Body{store.ChatRequest{Text: "hi"}}, ""},
		"changed here":               {nil, []store.Body{change}, ""},
		"changed here, on a record":  {[]store.Body{store.ChatRequest{Text: "hi"}}, []store.Body{change}, ""},
		"it came with changes":       {[]store.Body{change}, nil, stranger},
		"and more were made here":    {[]store.Body{change}, []store.Body{change}, stranger},
		"it came with an undo alone": {[]store.Body{store.Undone{}}, []store.Body{change}, stranger},
	} {
		t.Run(name, func(t *testing.T) {
			r, dir := &record{t: t}, filepath.Join(t.TempDir(), "begun")
			past := NewBegun(filepath.Join(t.TempDir(), "elsewhere"), "c", r.all)
			for _, b := range c.came {
				r.say(past, b)
			}
			b := NewBegun(dir, "c", r.all)
			for _, body := range c.said {
				r.say(b, body)
			}
			again := NewBegun(dir, "c", r.all) // the program is started again
			for _, b := range []*Begun{b, again} {
				if got := strings.ReplaceAll(told(b.kept()), dir, "DIR"); got != c.want {
					t.Errorf("%q, want %q", got, c.want)
				}
			}
			if err := (Notes{Begun: dir, Made: t.TempDir()}).Copied("c", "fork", r.log, r.log); err != nil {
				t.Fatal(err)
			}
			if got := strings.ReplaceAll(told(NewBegun(dir, "fork", r.all).kept()), dir, "DIR"); got != strings.Replace(c.want, "DIR/c", "DIR/fork", 1) {
				t.Errorf("its fork: %q, want %q", got, c.want)
			}
		})
	}
}

func told(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// TestANoteThatCannotBeTrustedIsNotUsed: links, files open to others, and one of another
// conversation.
func TestANoteThatCannotBeTrustedIsNotUsed(t *testing.T) {
	r := &record{t: t}
	dir := t.TempDir()
	b := NewBegun(dir, "c", r.all)
	r.say(b, store.FileKept{ID: "c1", Run: 1, Path: "a"})
	note := filepath.Join(dir, "c")
	for name, spoil := range map[string]func() error{
		"is not used, since": func() error { return os.Chmod(note, 0o666) },
		"does not say that":  func() error { return errors.Join(os.Chmod(note, 0o600), os.WriteFile(note, []byte("d\n"), 0o600)) },
	} {
		if err := spoil(); err != nil {
			t.Fatal(err)
		}
		if got := told(b.kept()); !strings.HasPrefix(got, "nothing is undone: ") || !strings.Contains(got, name) {
			t.Errorf("%s: %q", name, got)
		}
		if err := private.Begin(dir, "c"); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.Remove(note), private.Begin(dir, "other"), os.Symlink("other", note)); err != nil {
		t.Fatal(err)
	}
	if got := told(b.kept()); !strings.Contains(got, "is not used, since") {
		t.Errorf("a link: %q", got)
	}
	blocked := filepath.Join(dir, "other", "below")
	r.log = store.Log{}
	b = NewBegun(blocked, "c", r.all)
	r.say(b, store.FileKept{ID: "c1", Run: 1, Path: "a"})
	if got := told(b.kept()); !strings.HasPrefix(got, "nothing is undone: Parley could not note that it kept these changes itself: ") {
		t.Errorf("no folder: %q", got)
	}
}

// TestANoteThatCannotBeWritten is reported once, and tried again with the next change.
func TestANoteThatCannotBeWritten(t *testing.T) {
	r, top := &record{t: t}, t.TempDir()
	dir := filepath.Join(top, "begun")
	if err := os.WriteFile(dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	b := NewBegun(dir, "c", r.all)
	write := b.Recording(r.write)
	change := func() {
		ev, err := store.New(store.Head{V: store.Version, Seq: int64(r.log.Len() + 1), ID: "e", Time: time.Unix(1, 0).UTC(), Conversation: "c", Turn: 1}, store.FileKept{ID: "c1", Run: 1, Path: "a"})
		if err = errors.Join(err, write(ev)); err != nil {
			t.Fatal(err)
		}
	}
	change()
	want := "Changes in this conversation cannot be undone while Parley cannot write to DIR (mkdir DIR: not a directory). You can continue working."
	if got := strings.ReplaceAll(strings.Join(b.Fails(), "|"), dir, "DIR"); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	change()
	if got := b.Fails(); len(got) > 0 || b.kept() == nil {
		t.Errorf("again: %q, %v", got, b.kept())
	}
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	change()
	if err := errors.Join(b.kept(), NewBegun(dir, "c", r.all).kept()); err != nil || len(b.Fails()) > 0 {
		t.Error(err)
	}
}

// TestTheNotesGoWithTheConversation: what is noted about its changes, its making, its answers and its
// tokens is removed with it, and stays as long as the conversation does.
func TestTheNotesGoWithTheConversation(t *testing.T) {
	state, saved := t.TempDir(), store.Open(t.TempDir(), time.Now)
	n := Notes{Begun: filepath.Join(state, "begun"), Made: filepath.Join(state, "made"), Answered: filepath.Join(state, "answered"), Tokens: filepath.Join(state, "tokens"), Editing: filepath.Join(state, "editing")}
	made := func(id string) string {
		c, err := saved.Create(id)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(c.Close(), os.MkdirAll(filepath.Join(n.Editing, id, "parley-1"), 0o700), private.Begin(n.Begun, id), private.WriteMade(n.Made, id, private.Made{Since: "d"}), private.WriteAnswered(n.Answered, id, []private.Accounted{{ID: "q", Line: "d"}}),
			private.WriteTokens(n.Tokens, id, []private.Token{{Request: "d", Digest: "t"}})); err != nil {
			t.Fatal(err)
		}
		return c.ID()
	}
	stays, trashed, gone := made("a"), made("b"), made("c")
	if err := errors.Join(saved.Trash(trashed), saved.Trash(gone), saved.Delete(gone), n.Gone(saved, []string{stays, trashed, gone, "never"})); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]bool{stays: true, trashed: true, gone: false} {
		begun, err := private.Begun(n.Begun, id)
		if _, err := os.Stat(filepath.Join(n.Editing, id)); (err == nil) != want {
			t.Errorf("%s: what was left in an editor: %v", id, err)
		}
		answers, fault := private.ReadAnswered(n.Answered, id)
		tokens, other := private.ReadTokens(n.Tokens, id)
		made, wrong := private.ReadMade(n.Made, id)
		if begun != want || made.Since == "d" != want || len(answers) == 1 != want || len(tokens) == 1 != want || errors.Join(err, fault, other, wrong) != nil {
			t.Errorf("%s: %v, %v, %v, %v, want %v (%v)", id, begun, made, answers, tokens, want, errors.Join(err, fault, other, wrong))
		}
	}
}

// TestARecordThatAnotherHandChangedIsNotUndone: the changes were kept here, but what names them
// may be another's.
func TestARecordThatAnotherHandChangedIsNotUndone(t *testing.T) {
	dir, r := t.TempDir(), &record{t: t}
	made, begun := filepath.Join(dir, "made"), filepath.Join(dir, "begun")
	b := NewBegun(begun, "c", r.all)
	write := NewMade(made, "c", "f", r.all).Recording(b.Recording(r.write))
	start, end := line(t, 1, store.TurnStart{}), line(t, 3, store.TurnEnd{})
	if err := write(start, line(t, 2, store.FileKept{ID: "c1", Run: 1, Path: "a"}), end); err != nil {
		t.Fatal(err)
	}
	if err := b.Ours(made); err != nil {
		t.Error(err)
	}
	r.log = store.Log{}.Append(start, line(t, 2, store.FileKept{ID: "c1", Run: 1, Path: "b"}), end)
	want := "nothing is undone: DIR/made/c.json does not say that the conversation is as this installation recorded it. Another hand may have changed in it which files are put back, or the folder could not be written at the time"
	if got := strings.ReplaceAll(told(NewBegun(begun, "c", r.all).Ours(made)), dir, "DIR"); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestOnlyACopyIsNoted: of a fork that another hand has changed before it is noted, nothing counts.
func TestOnlyACopyIsNoted(t *testing.T) {
	a, b, other := line(t, 1, store.TurnStart{}), line(t, 2, store.ChatRequest{Text: "hi"}), line(t, 2, store.ChatRequest{Text: "delete it"})
	end, more := line(t, 3, store.ForkedFrom{From: "c", At: "e2"}), line(t, 4, store.PermissionResponse{ID: "p", Outcome: store.PermitAllowed, Scope: store.ScopeTurn, By: store.ByUser})
	kept := line(t, 5, store.FileKept{ID: "c", Run: 1, Path: "x"})
	for name, c := range map[string]struct {
		fork []store.Event
		here bool
	}{
		"a copy":               {[]store.Event{a, b, end}, true},
		"of a part":            {[]store.Event{a, end}, true},
		"with another line":    {[]store.Event{a, other, end}, false},
		"with one more":        {[]store.Event{a, b, kept, more, end}, false},
		"with one behind":      {[]store.Event{a, b, end, more}, false},
		"without one before":   {[]store.Event{b, end}, false},
		"with more than it is": {[]store.Event{a, b, kept, more}, false},
	} {
		dir, r := t.TempDir(), &record{t: t}
		n := Notes{Begun: filepath.Join(dir, "begun"), Made: filepath.Join(dir, "made")}
		m := NewMade(n.Made, "c", "f", r.all)
		err := errors.Join(m.Recording(r.write)(a, b, kept), private.Begin(n.Begun, "c"), n.Copied("c", "fork", r.log, store.Log{}.Append(c.fork...)))
		here, fault := RecordedHere(n.Made, "fork", store.Log{}.Append(c.fork...))
		begun, fail := private.Begun(n.Begun, "fork")
		if err = errors.Join(err, fault, fail); err != nil || here != c.here || begun != c.here {
			t.Errorf("%s: recorded here: %v, its changes: %v (%v)", name, here, begun, err)
		}
	}
}
