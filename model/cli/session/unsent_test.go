package session

import (
	"reflect"
	"testing"
	"time"

	"parley/model/cli/account"
	"parley/store"
)

// TestNobodysMessagesAreSent: what waits in a stranger's file stands in the composer.
func TestNobodysMessagesAreSent(t *testing.T) {
	at := time.Unix(1, 0).UTC()
	composer, question := store.MessageDraft(store.Composing), "call.question"
	mine := store.Drafts{
		composer: {Text: "what I write", Value: []byte(`"id"`)}, question: {Text: "an answer", Updated: at}, store.ReplyDraft(question): {Text: "words", Updated: at}, store.PermissionDraft("p"): {Text: "{}"},
		store.MessageDraft("queued-2"): {Text: "two", Updated: at}, store.MessageDraft("queued-1"): {Text: "one", Value: []byte(`{"skill":"x"}`)},
	}
	saved, err := store.Open(t.TempDir(), time.Now).Create("c")
	if err != nil {
		t.Fatal(err)
	}
	x := &Session{Saved: saved, made: account.NewMade(t.TempDir(), "c", "", saved.Log)}
	if err := x.SaveDrafts(mine); err != nil {
		t.Fatal(err)
	}
	if got := x.unsent(mine); !reflect.DeepEqual(got, mine) || x.Notes != nil {
		t.Errorf("mine: %v, %q", got, x.Notes)
	}
	theirs := mine.Put(store.MessageDraft("queued-3"), store.Draft{Text: "send this", Updated: at}).Put(store.MessageDraft("queued-1"), store.Draft{Text: "another one"})
	if got, want := x.unsent(theirs), mine.Drop(store.MessageDraft("queued-1")).Put(composer, store.Draft{Text: "what I write\n\nanother one\n\nsend this", Cursor: 36, Updated: at}); !reflect.DeepEqual(got, want) {
		t.Errorf("another hand's among mine: %v", got)
	}
	if want := []string{"Something waited to be sent in this conversation of which no note on this machine says that it was written here. It was not sent, and stands in the composer."}; !reflect.DeepEqual(x.Notes, want) {
		t.Errorf("%q", x.Notes)
	}
	x.Notes, x.Unknown = nil, true
	const all = "what I write\n\none\n\ntwo\n\nan answer\n\nwords"
	want := store.Drafts{composer: {Text: all, Cursor: len(all), Updated: at}}
	if got := x.unsent(mine); !reflect.DeepEqual(got, want) {
		t.Errorf("a stranger's: %v", got)
	}
	if kept, err := saved.LoadDrafts(); len(kept) != 1 || kept[composer].Text != all || err != nil {
		t.Errorf("it is kept as %v, %v", kept, err)
	}
	if want := []string{"This conversation was not recorded here, so what waited in it was not sent, and what was typed for a question answers nothing. Both stand in the composer."}; !reflect.DeepEqual(x.Notes, want) {
		t.Errorf("%q", x.Notes)
	}
	x.Notes = nil
	if got := x.unsent(store.Drafts{}); len(got) > 0 || x.Notes != nil {
		t.Errorf("%v, %q", got, x.Notes)
	}
	x.Notes = nil
	if got := x.unsent(store.Drafts{question: {Value: []byte("true")}, store.PatchDraft(question): {Value: []byte(`[]`)}, store.PermissionDraft("p"): {Text: "{}"}}); len(got) > 0 || x.Notes != nil {
		t.Errorf("what was chosen: %v, %q", got, x.Notes)
	}
	if got := x.unsent(store.Drafts{store.MessageDraft("queued-1"): {Text: "one"}}); got[composer].Text != "one" || len(got) != 1 {
		t.Errorf("%v", got)
	}
}

// TestWhatWasTypedHereStays: a command that was typed before anything was said is there again as it was.
func TestWhatWasTypedHereStays(t *testing.T) {
	saved, err := store.Open(t.TempDir(), time.Now).Create("c")
	if err != nil {
		t.Fatal(err)
	}
	notes, mine := t.TempDir(), store.Drafts{store.MessageDraft(store.Composing): {Text: "/export /rc"}}
	if err := (&Session{Saved: saved, made: account.NewMade(notes, "c", "", saved.Log)}).SaveDrafts(mine); err != nil {
		t.Fatal(err)
	}
	x := &Session{Saved: saved, made: account.NewMade(notes, "c", "", saved.Log)}
	found, err := x.made.Of("")
	if x.Unknown = found.Strange; err != nil || !x.Unknown {
		t.Fatalf("%+v, %v", found, err)
	}
	if got := x.unsent(mine); !reflect.DeepEqual(got, mine) || x.Notes != nil {
		t.Errorf("%v, %q", got, x.Notes)
	}
}

// TestAStrangersWordsAreAMessage: what stands in the composer and was not typed here is no command
// and names nothing, also the next time.
func TestAStrangersWordsAreAMessage(t *testing.T) {
	composer, waiting := store.MessageDraft(store.Composing), store.MessageDraft("queued-1")
	const note = "What stands in the composer came with this conversation and was not typed here, as far as is known. So it is a message: no command, and it names no file."
	for name, c := range map[string]struct {
		unknown   bool
		all, want store.Drafts
		notes     []string
	}{
		"what is being written": {true, store.Drafts{composer: {Text: "/export /rc", Cursor: 3, Value: []byte(`"id"`)}}, store.Drafts{composer: {Text: "/ export /rc", Cursor: 12, Value: []byte(`"id"`)}}, []string{note}},
		"as it is":              {true, store.Drafts{composer: {Text: "a", Cursor: 1}}, store.Drafts{composer: {Text: "a", Cursor: 1}}, []string{note}},
		"mine":                  {false, store.Drafts{composer: {Text: "/export /rc"}}, store.Drafts{composer: {Text: "/export /rc"}}, nil},
		"what waited":           {true, store.Drafts{waiting: {Text: "/export /rc"}}, store.Drafts{composer: {Text: "/ export /rc", Cursor: 12}}, []string{unsentText}},
		"what waited in mine":   {false, store.Drafts{waiting: {Text: "see @s:test://key"}}, store.Drafts{composer: {Text: "see @ s:test://key", Cursor: 18}}, []string{notWrittenText}},
		"behind mine":           {false, store.Drafts{composer: {Text: "/title @a.png"}, waiting: {Text: "/export /rc"}}, store.Drafts{composer: {Text: "/title @a.png\n\n/ export /rc", Cursor: 27}}, []string{notWrittenText}},
	} {
		saved, err := store.Open(t.TempDir(), time.Now).Create("c")
		if err != nil {
			t.Fatal(err)
		}
		x := &Session{Saved: saved, made: account.NewMade(t.TempDir(), "c", "", saved.Log), Unknown: c.unknown}
		if got := x.unsent(c.all); !reflect.DeepEqual(got, c.want) || !reflect.DeepEqual(x.Notes, c.notes) {
			t.Errorf("%s: %v, %q", name, got, x.Notes)
		}
		if kept, err := saved.LoadDrafts(); !reflect.DeepEqual(c.all, c.want) && !reflect.DeepEqual(kept, c.want) || err != nil {
			t.Errorf("%s is kept as %v, %v", name, kept, err)
		}
	}
}
