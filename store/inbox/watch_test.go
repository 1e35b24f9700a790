package inbox

import (
	"bytes"
	"os"
	"testing"
	"time"

	"parley/forms"
	"parley/store"
)

// asks is a conversation in which a question is open.
func asks(text string) []store.Body {
	return []store.Body{store.TurnStart{}, store.InquiryRequest{
		ID: "c.where.1", Call: "c", Source: store.Source{Source: "assistant"}, Target: store.TargetUser, Question: question("where", text, forms.Text),
	}}
}

// TestWatchReadsWhatChanged lists again after each change. A file that cannot be read any
// more, but does not seem to have changed, shows what is read.
func TestWatchReadsWhatChanged(t *testing.T) {
	s := store.Open(t.TempDir(), func() time.Time { return t0 })
	fill(t, s, "aaaa", t0, asks("A?")...)
	fill(t, s, "bbbb", t0.Add(-time.Hour), asks("B?")...)
	var w Watch
	list := func(without ...string) (out string, all []Entry) {
		t.Helper()
		all, err := w.All(s, without...)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range all {
			out += e.Text
		}
		return out, all
	}
	wants := func(what, want string, without ...string) {
		t.Helper()
		if got, _ := list(without...); got != want {
			t.Errorf("%s: %q, not %q", what, got, want)
		}
	}
	wants("two", "B?A?")

	path := s.Path("aaaa")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	st, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, bytes.Repeat([]byte("?"), len(data)), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(path, st.ModTime(), st.ModTime()); err != nil {
		t.Fatal(err)
	}
	wants("nothing seems to have changed", "B?A?")
	_, before := list()
	if _, now := list(); &before[0] != &now[0] {
		t.Error("the same list was made twice")
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(path, st.ModTime(), st.ModTime()); err != nil {
		t.Fatal(err)
	}

	fill(t, s, "cccc", t0.Add(-2*time.Hour), asks("C?")...)
	wants("one came", "C?B?A?")
	c, _, err := s.OpenWrite("bbbb")
	if err != nil {
		t.Fatal(err)
	}
	ev, err := store.New(store.Head{V: store.Version, Seq: 3, Time: t0, Conversation: "bbbb", ID: "b-3", Turn: 1}, store.InquiryResponse{Outcome: store.Cancelled, ID: "c.where.1", Reason: store.CancelReply})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Record(ev); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	wants("one was answered", "C?A?")
	wants("without one", "A?", "cccc")
	wants("with it again", "C?A?")
	if err := os.RemoveAll(s.Root() + "/cccc"); err != nil {
		t.Fatal(err)
	}
	fill(t, s, "dddd", t0.Add(time.Hour), asks("D?")...)
	wants("one went and one came", "A?D?")
}
