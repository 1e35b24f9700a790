package account

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/config/private"
	"parley/store"
)

// line is an event that is the n-th of a conversation.
func line(t *testing.T, n int, body store.Body) store.Event {
	t.Helper()
	ev, err := store.New(store.Head{V: store.Version, Seq: int64(n), ID: fmt.Sprint("e", n), Time: time.Unix(1, 0).UTC(), Conversation: "c"}, body)
	if err != nil {
		t.Fatal(err)
	}
	return ev
}

func setting(value string) store.Body {
	return store.ConfigDelta{Set: map[string]json.RawMessage{"assistant.model.id": json.RawMessage(value)}}
}

// is says in a word for each change of settings whether it counts.
func (r Recorded) is(t *testing.T, err error) string {
	t.Helper()
	if err != nil {
		t.Error(err)
	}
	said := fmt.Sprint(slices.Sorted(maps.Keys(r.Unchosen)))
	if r.Strange {
		said += " strange"
	}
	if len(r.Unchosen) > 0 && r.Elsewhere {
		said += " elsewhere"
	}
	if r.Gone {
		said += " gone"
	}
	return said
}

// TestWhatWasMadeHere: a line counts only if it was noted, once, in the order of the record,
// and for the workspace that is there.
func TestWhatWasMadeHere(t *testing.T) {
	a, b, forged, said := line(t, 1, setting(`"a/a"`)), line(t, 2, setting(`"b/b"`)), line(t, 3, setting(`"c/c"`)), line(t, 9, store.ChatResponse{Text: "hi"})
	end := line(t, 10, store.TurnEnd{})
	for name, c := range map[string]struct {
		came, here []store.Event // before the conversation was first opened here, and since
		now        []store.Event // what the file has in the end
		folder     string
		want       string
	}{
		"nothing":                       {nil, nil, nil, "f", "[] strange"},
		"made here":                     {nil, []store.Event{a, b, said}, []store.Event{a, b, said}, "f", "[]"},
		"in another folder":             {nil, []store.Event{a, b}, []store.Event{a, b}, "g", "[0 1] elsewhere"},
		"a stranger's":                  {nil, nil, []store.Event{a, said}, "f", "[0] strange"},
		"a stranger's without settings": {nil, nil, []store.Event{said}, "f", "[] strange"},
		"a stranger's that went on":     {[]store.Event{a}, []store.Event{said, b}, []store.Event{a, said, b}, "f", "[0]"},
		"another line was added":        {nil, []store.Event{a}, []store.Event{a, forged}, "f", "[1]"},
		"and it is another folder":      {nil, []store.Event{a}, []store.Event{a, forged}, "g", "[0 1]"},
		"a line stands twice":           {nil, []store.Event{a, b}, []store.Event{a, b, a}, "f", "[2]"},
		"lines changed places":          {nil, []store.Event{a, b}, []store.Event{b, a}, "f", "[0 1] gone"},
		"the first line is gone":        {nil, []store.Event{a, b}, []store.Event{b}, "f", "[0] strange gone"},
		"the last choice is gone":       {nil, []store.Event{said, a, b}, []store.Event{said, a}, "f", "[0] gone"},
		"and what followed it":          {nil, []store.Event{said, a, b, end}, []store.Event{said, a}, "f", "[0] strange gone"},
		"and the file went on":          {nil, []store.Event{said, a, b}, []store.Event{said, a, forged}, "f", "[0 1] gone"},
		"one between others is gone":    {nil, []store.Event{said, a, b, forged}, []store.Event{said, a, forged}, "f", "[0 1] gone"},
		"the only one is gone":          {nil, []store.Event{said, a}, []store.Event{said}, "f", "[] gone"},
	} {
		t.Run(name, func(t *testing.T) {
			dir, r := filepath.Join(t.TempDir(), "made"), &record{t: t, log: store.Log{}.Append(c.came...)}
			m := NewMade(dir, "c", "f", r.all)
			if _, err := m.Of(""); err != nil {
				t.Fatal(err)
			}
			for _, ev := range c.here {
				if err := m.Recording(r.write)(ev); err != nil {
					t.Fatal(err)
				}
			}
			if fails := m.Fails(); fails != nil {
				t.Errorf("%q", fails)
			}
			r.log = store.Log{}.Append(c.now...)
			found, err := NewMade(dir, "c", c.folder, r.all).Of("")
			if got := found.is(t, err); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
			forked := c.want // what was taken out there may have switched something off in the fork as well
			n := Notes{Begun: t.TempDir(), Made: dir}
			if err := n.Copied("c", "fork", r.log, r.log); err != nil {
				t.Fatal(err)
			}
			found, err = NewMade(dir, "fork", c.folder, r.all).Of("")
			if got := found.is(t, err); got != forked {
				t.Errorf("its fork: %q, want %q", got, forked)
			}
			if len(c.now) == 0 {
				return
			}
			// what goes on here takes nothing of that back, and a choice made since counts
			m = NewMade(dir, "c", c.folder, r.all)
			if _, err := m.Of(""); err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(m.Recording(r.write)(line(t, 11, store.TurnStart{})), m.Recording(r.write)(line(t, 12, setting(`"d/d"`)))); err != nil {
				t.Fatal(err)
			}
			found, err = NewMade(dir, "c", c.folder, r.all).Of("")
			was, _, _ := strings.Cut(c.want, "]")
			if got := found.is(t, err); got != was+"]" && got != was+"] elsewhere" {
				t.Errorf("after it went on here: %q, want %q", got, was)
			}
		})
	}
}

// TestAKillBetweenNoteAndLine harms nothing: what was noted and never recorded grants nothing,
// and is gone with the next note.
func TestAKillBetweenNoteAndLine(t *testing.T) {
	dir, r := t.TempDir(), &record{t: t}
	killed := func(...store.Event) error { return errors.New("killed") }
	open := func() (*Made, string) {
		m := NewMade(dir, "c", "f", r.all)
		found, err := m.Of("")
		return m, found.is(t, err)
	}
	m, _ := open()
	if m.Recording(killed)(line(t, 1, setting(`"a/a"`))) == nil {
		t.Fatal("it was not killed")
	}
	m, got := open()
	if err := m.Recording(r.write)(line(t, 1, setting(`"b/b"`))); err != nil || got != "[] strange" {
		t.Fatal(got, err)
	}
	m, got = open()
	if m.Recording(killed)(line(t, 2, setting(`"c/c"`))) == nil || got != "[]" {
		t.Fatal(got)
	}
	m, got = open()
	if err := m.Recording(r.write)(line(t, 2, setting(`"d/d"`))); err != nil || got != "[]" {
		t.Fatal(got, err)
	}
	if _, got := open(); got != "[]" {
		t.Error(got)
	}
	if noted, err := private.ReadMade(dir, "c"); len(noted.Chosen) != 2 || err != nil {
		t.Errorf("%+v, %v", noted, err)
	}
}

// TestANoteOfWhatWasMadeThatCannotBeUsed: links, files open to others, and others' contents.
func TestANoteOfWhatWasMadeThatCannotBeUsed(t *testing.T) {
	for name, spoil := range map[string]func(note string) error{
		"others can read or write it; chmod 600 makes it yours alone": func(note string) error { return os.Chmod(note, 0o644) },
		"it is a link":                          func(note string) error { return errors.Join(os.Rename(note, note+"x"), os.Symlink(note+"x", note)) },
		"it is not what Parley writes there":    func(note string) error { return os.WriteFile(note, []byte("{}\n"), 0o600) },
		"it is not what Parley writes there, 2": func(note string) error { return os.WriteFile(note, []byte(`{"v":1`), 0o600) },
	} {
		dir, r := t.TempDir(), &record{t: t}
		m := NewMade(dir, "c", "f", r.all)
		write := m.Recording(r.write)
		if err := write(line(t, 1, setting(`"a/a"`))); err != nil {
			t.Fatal(err)
		}
		note := filepath.Join(dir, "c.json")
		if err := spoil(note); err != nil {
			t.Fatal(err)
		}
		m = NewMade(dir, "c", "f", r.all)
		found, err := m.Of("")
		if want := note + " is not used, since " + strings.TrimSuffix(name, ", 2") + "; this conversation counts as one that was not made here"; err == nil || err.Error() != want {
			t.Errorf("%v\nwant %s", err, want)
		}
		if got := found.is(t, nil); got != "[0] strange" {
			t.Errorf("%s: %s", name, got)
		}
		if err := m.Recording(r.write)(line(t, 2, setting(`"b/b"`))); err != nil || m.Fails() != nil {
			t.Fatal(err)
		}
		found, err = NewMade(dir, "c", "f", r.all).Of("")
		if got := found.is(t, err); got != "[0]" {
			t.Errorf("%s, after another choice: %s", name, got)
		}
	}
}

// TestWhatWasMadeCannotBeNoted: it is recorded all the same, told once, and tried again.
func TestWhatWasMadeCannotBeNoted(t *testing.T) {
	dir, r := filepath.Join(t.TempDir(), "made"), &record{t: t}
	if err := os.WriteFile(dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	m := NewMade(dir, "c", "f", r.all)
	if err := m.Recording(r.write)(line(t, 1, setting(`"a/a"`))); err != nil || r.log.Len() != 1 {
		t.Fatal(err)
	}
	want := "Parley cannot write to DIR (mkdir DIR: not a directory). So when this conversation is opened again, its settings are asked about, what was allowed or answered in an open turn is asked once more, messages that waited are not sent, and nothing is undone: a parked turn gets no further. Make that folder your own and writable. You can continue working."
	if got := strings.ReplaceAll(strings.Join(m.Fails(), "|"), dir, "DIR"); got != want || m.Fails() != nil {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if err := errors.Join(os.Remove(dir), m.Recording(r.write)(line(t, 2, setting(`"b/b"`)))); err != nil {
		t.Fatal(err)
	}
	found, err := NewMade(dir, "c", "f", r.all).Of("")
	if got := found.is(t, err); got != "[0]" {
		t.Error(got)
	}
}

// TestAKillBehindAChoice: its line counts, though that it is on record was not noted, and from the next note
// on it must be there.
func TestAKillBehindAChoice(t *testing.T) {
	dir, r := t.TempDir(), &record{t: t}
	a, b := line(t, 1, setting(`"a/a"`)), line(t, 2, setting(`"b/b"`))
	of := func() string {
		found, err := NewMade(dir, "c", "f", r.all).Of("")
		return found.is(t, err)
	}
	m := NewMade(dir, "c", "f", r.all)
	late := func(events ...store.Event) error { return errors.Join(r.write(events...), errors.New("killed")) }
	if err := m.Recording(r.write)(a); err != nil || m.Recording(late)(b) == nil || of() != "[]" {
		t.Fatal(of(), err)
	}
	m = NewMade(dir, "c", "f", r.all)
	if _, err := m.Of(""); err != nil {
		t.Fatal(err)
	}
	if err := m.Recording(r.write)(line(t, 3, store.TurnStart{})); err != nil || of() != "[]" {
		t.Fatal(of(), err)
	}
	if r.log = (store.Log{}.Append(a)); of() != "[0] strange gone" && of() != "[0] gone" {
		t.Error(of())
	}
}

// TestAForkHasTheChoicesOfItsLines: those made behind it are not missed there.
func TestAForkHasTheChoicesOfItsLines(t *testing.T) {
	dir, r := t.TempDir(), &record{t: t}
	m := NewMade(dir, "c", "f", r.all)
	for i, to := range []string{`"a/a"`, `"b/b"`, `"c/c"`} {
		if err := m.Recording(r.write)(line(t, i+1, setting(to))); err != nil {
			t.Fatal(err)
		}
	}
	for at := range r.log.Len() {
		fork := func() store.Log { return r.log.Prefix(at + 1) }
		if err := (Notes{Begun: t.TempDir(), Made: dir}).Copied("c", "fork", r.log, fork()); err != nil {
			t.Fatal(err)
		}
		found, err := NewMade(dir, "fork", "f", fork).Of("")
		if got := found.is(t, err); got != "[]" {
			t.Errorf("at %d: %s", at, got)
		}
	}
}

// TestOnlyWhatWaitsIsNotedToWait: a message counts as written here as long as it waits with these words.
func TestOnlyWhatWaitsIsNotedToWait(t *testing.T) {
	dir, r := filepath.Join(t.TempDir(), "made"), &record{t: t}
	m := NewMade(dir, "c", "f", r.all)
	if err := m.Recording(r.write)(line(t, 1, store.TurnStart{})); err != nil {
		t.Fatal(err)
	}
	one, two := store.MessageDraft("queued-1"), store.MessageDraft("queued-2")
	all := store.Drafts{one: {Text: "a"}, two: {Text: "b", Value: []byte(`{"skill":"x"}`)}, store.MessageDraft(store.Composing): {Text: "c"}}
	var kept store.Drafts
	save := m.Saving(func(d store.Drafts) error { kept = d; return nil })
	wrote := func(d store.Drafts) (keys string) {
		again := NewMade(dir, "c", "f", r.all)
		if found, err := again.Of(""); err != nil || found.Strange {
			t.Error(found, err)
		}
		for _, key := range slices.Sorted(maps.Keys(d)) {
			if again.Wrote(d, key) {
				keys += key + " "
			}
		}
		return keys
	}
	if err := save(all); err != nil || len(kept) != 3 {
		t.Fatal(err)
	}
	if got := wrote(all); got != one+" "+two+" " {
		t.Error(got)
	}
	for _, other := range []store.Draft{{Text: "a "}, {Text: "a", Value: []byte(`{"skill":"y"}`)}, {Text: "b"}} {
		if got := wrote(all.Put(one, other)); got != two+" " {
			t.Errorf("%v: %s", other, got)
		}
	}
	if got := wrote(store.Drafts{store.MessageDraft("queued-3"): {Text: "a"}}); got != "" {
		t.Error("under another id:", got)
	}
	if err := errors.Join(m.Recording(r.write)(line(t, 2, store.TurnEnd{})), save(all.Drop(one))); err != nil {
		t.Fatal(err)
	}
	if got := wrote(all); got != two+" " {
		t.Error("one was sent or thrown away:", got)
	}
	if m.Fails() != nil {
		t.Error(m.Fails())
	}
}

// TestAFirstMessageIsNotedToBeTyped, as long as it stands there and nothing was said.
func TestAFirstMessageIsNotedToBeTyped(t *testing.T) {
	dir, r := filepath.Join(t.TempDir(), "made"), &record{t: t}
	m := NewMade(dir, "c", "f", r.all)
	save := m.Saving(func(store.Drafts) error { return nil })
	typing := store.Drafts{store.MessageDraft(store.Composing): {Text: "a"}}
	for i, step := range []struct {
		do   func() error
		want bool
	}{
		{func() error { return save(store.Drafts{store.MessageDraft(store.Composing): {}}) }, false},
		{func() error { return save(typing) }, true},
		{func() error { return save(nil) }, false},
		{func() error { return save(typing) }, true},
		{func() error { return m.Recording(r.write)(line(t, 1, store.TurnStart{})) }, false},
		{func() error { return save(typing) }, false},
	} {
		if err := step.do(); err != nil {
			t.Fatal(err)
		}
		if got := TypedHere(dir, "c"); got != step.want {
			t.Errorf("step %d: %v", i, got)
		}
		if TypedHere(dir, "d") {
			t.Errorf("step %d: another conversation's was", i)
		}
	}
}
