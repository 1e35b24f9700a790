package store

import (
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"slices"
	"sort"
	"strings"
	"syscall"
	"testing"

	"parley/forms"
)

func TestDraftsSaveAndLoad(t *testing.T) {
	s, _ := testStore(t)
	c := mustCreate(t, s, "a")
	none, err := c.LoadDrafts()
	if err != nil || none == nil || len(none) != 0 {
		t.Errorf("no drafts: %v (%v)", none, err)
	}
	want := none.Put("c1.name", Draft{Text: "<Ada>\n", Cursor: 3, Updated: epoch()}).
		Put(MessageDraft("d1"), Draft{Text: "next", Updated: epoch()}).
		Put("c1.pick", Draft{Value: raw(`["a",1.50]`), Updated: epoch()})
	if err := c.SaveDrafts(want); err != nil {
		t.Fatal(err)
	}
	const file = `{"v":1,"drafts":{"c1.name":{"text":"<Ada>\n","cursor":3,"updated":"2026-01-02T15:04:05Z"},"c1.pick":{"value":["a",1.50],"updated":"2026-01-02T15:04:05Z"},"message:d1":{"text":"next","updated":"2026-01-02T15:04:05Z"}}}` + "\n"
	if got, err := os.ReadFile(s.path("a", draftsFile)); err != nil || string(got) != file {
		t.Errorf("file %s (%v)", got, err)
	}
	r, _, err := s.OpenRead("a")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := r.LoadDrafts(); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v (%v)", got, err)
	}
	if err := r.SaveDrafts(want); err == nil || err.Error() != "the drafts of conversation a cannot be saved: it is open for reading only" {
		t.Errorf("a reader saves: %v", err)
	}
}

func TestDraftsAreValues(t *testing.T) {
	a := Drafts{"x": {Text: "1"}}
	b := a.Put("x", Draft{Text: "2"}).Put("y", Draft{})
	c := b.Drop("x").Drop("none")
	if a["x"].Text != "1" || len(a) != 1 || b["x"].Text != "2" || len(b) != 2 || len(c) != 1 {
		t.Errorf("%v %v %v", a, b, c)
	}
}

func TestDraftsThatAreDamaged(t *testing.T) {
	s, d := testStore(t)
	c := mustCreate(t, s, "a")
	path := s.path("a", draftsFile)
	if err := os.WriteFile(path, []byte(`{"v":1,"drafts":{"x"`), 0o600); err != nil {
		t.Fatal(err)
	}
	r, _, err := s.OpenRead("a")
	if err != nil {
		t.Fatal(err)
	}
	const want = "the drafts of conversation a cannot be read: unexpected end of JSON input"
	if got, err := r.LoadDrafts(); err == nil || err.Error() != want || got == nil {
		t.Errorf("reader: %v", err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Errorf("a reader moved the file: %v", err)
	}
	if got, err := c.LoadDrafts(); err == nil || err.Error() != want+"; they are in "+path+".damaged now" || got == nil {
		t.Errorf("writer: %v", err)
	}
	if got, err := os.ReadFile(path + ".damaged"); err != nil || string(got) != `{"v":1,"drafts":{"x"` {
		t.Errorf("kept %q (%v)", got, err)
	}
	if err := os.WriteFile(path, []byte(`{}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := c.LoadDrafts(); err != nil || got == nil {
		t.Errorf("an empty object: %v (%v)", got, err)
	}
	d.open = func(string, int) error { return syscall.EACCES }
	if _, err := r.LoadDrafts(); !errors.Is(err, syscall.EACCES) {
		t.Errorf("not to be read: %v", err)
	}
	if _, err := c.LoadDrafts(); !errors.Is(err, syscall.EACCES) || !strings.HasSuffix(err.Error(), "; they are in "+path+".damaged.1 now") {
		t.Errorf("not to be read by a writer: %v", err)
	}
	if got, err := os.ReadFile(path + ".damaged.1"); err != nil || string(got) != `{}` {
		t.Errorf("kept %q (%v)", got, err)
	}
	if got, err := os.ReadFile(path + ".damaged"); err != nil || string(got) != `{"v":1,"drafts":{"x"` {
		t.Errorf("those before became %q (%v)", got, err)
	}
	d.rename = syscall.EPERM
	if err := os.WriteFile(path, []byte(`{}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := c.LoadDrafts(); !errors.Is(err, syscall.EACCES) || !errors.Is(err, syscall.EPERM) {
		t.Errorf("neither to be read nor moved: %v", err)
	}
	d.rename = nil
	if err := c.SaveDrafts(Drafts{}); !errors.Is(err, syscall.EACCES) {
		t.Errorf("not to be written: %v", err)
	}
}

func TestQuestionDraft(t *testing.T) {
	for _, tc := range []struct {
		r    InquiryRequest
		want string
	}{
		{InquiryRequest{ID: "c1.a.b.3", Call: "c1", Question: forms.Question{ID: "a.b"}}, "c1.a.b"},
		{InquiryRequest{ID: "guard-1.turns.2"}, "guard-1.turns"},
		{InquiryRequest{ID: "odd"}, "odd"},
	} {
		if got := QuestionDraft(tc.r); got != tc.want {
			t.Errorf("%s: %q, want %q", tc.r.ID, got, tc.want)
		}
	}
}

// TestWhatWasComposedIsSentOnce: a program killed right after Enter may have saved only an
// earlier state of the text.
func TestWhatWasComposedIsSentOnce(t *testing.T) {
	for name, c := range map[string]struct {
		value string
		body  Body
		gone  bool
	}{
		"sent":                 {`"q1"`, ChatRequest{Text: "yes, do it", Queued: "q1"}, true},
		"a command":            {`"q1"`, UserCommand{ID: "q1", Command: "go test ./..."}, true},
		"the same words again": {`"q2"`, ChatRequest{Text: "yes, do", Queued: "q1"}, false},
		"another command":      {`"q2"`, UserCommand{ID: "q1", Command: "yes, do"}, false},
		"without an id":        {``, ChatRequest{Text: "yes, do"}, false},
		"of something else":    {`{"files":[]}`, ChatRequest{Text: "yes, do"}, false},
	} {
		drafts := Drafts{MessageDraft(Composing): {Text: "yes, do", Value: json.RawMessage(c.value)}}
		if got := len(drafts.Prune(logOf(newWriter(t, "a").events(c.body)))) == 0; got != c.gone {
			t.Errorf("%s: gone %v, want %v", name, got, c.gone)
		}
	}
}

func TestPrune(t *testing.T) {
	ask := func(id, call, q string) Body {
		return InquiryRequest{ID: id, Call: call, Question: forms.Question{ID: q}}
	}
	answered := func(id string) Body { return InquiryResponse{ID: id, Outcome: Answered} }
	back := func(id string) Body { return InquiryResponse{ID: id, Outcome: Cancelled, Reason: CancelBack} }
	all := Drafts{"c1.a": {}, "c1.b": {}, "c1.b.reply": {}, "c2.a": {}, "guard-1.g": {}, "message:d1": {}, "permission:c1.run": {}, "c2.p.patch": {}}
	for _, tc := range []struct {
		name   string
		bodies []Body
		gone   []string
	}{
		{"nothing on record", nil, nil},
		{"a message was sent", []Body{ChatRequest{Queued: "d1"}, ChatRequest{Text: "x"}}, []string{"message:d1"}},
		{"a question is open", []Body{ask("c1.a.1", "c1", "a")}, nil},
		{"answered", []Body{ask("c1.a.1", "c1", "a"), answered("c1.a.1")}, []string{"c1.a"}},
		{"a secret", []Body{ask("c1.a.1", "c1", "a"), InquiryResponse{ID: "c1.a.1", Outcome: Redacted}}, []string{"c1.a"}},
		{"left by Back", []Body{ask("c1.a.1", "c1", "a"), answered("c1.a.1"), ask("c1.b.1", "c1", "b"), back("c1.b.1"), ask("c1.a.2", "c1", "a")}, nil},
		{"and answered again", []Body{ask("c1.a.1", "c1", "a"), answered("c1.a.1"), ask("c1.b.1", "c1", "b"), back("c1.b.1"), ask("c1.a.2", "c1", "a"), answered("c1.a.2")}, []string{"c1.a"}},
		{"the call has ended", []Body{ask("c1.a.1", "c1", "a"), ask("c1.b.1", "c1", "b"), back("c1.b.1"), ToolCallResponse{ID: "c1"}}, []string{"c1.a", "c1.b", "c1.b.reply"}},
		{"a reply is not sent, and the question is answered", []Body{ask("c1.b.1", "c1", "b"), answered("c1.b.1")}, []string{"c1.b", "c1.b.reply"}},
		{"a reply is not sent, and the question is open", []Body{ask("c1.b.1", "c1", "b"), back("c1.b.1")}, nil},
		{"another call has ended", []Body{ask("c1.a.1", "c1", "a"), ToolCallResponse{ID: "c2"}}, nil},
		{"a guard", []Body{ask("guard-1.g.1", "", "g"), answered("guard-1.g.1")}, []string{"guard-1.g"}},
		{"a permission", []Body{PermissionRequest{ID: "c1.run"}, PermissionResponse{ID: "c1.run"}}, []string{"permission:c1.run"}},
		{"a patch is open", []Body{ask("c2.p.1", "c2", "p")}, nil},
		{"a patch, until its call has ended", []Body{ask("c2.p.1", "c2", "p"), answered("c2.p.1")}, nil},
		{"a patch that is asked again", []Body{ask("c2.p.1", "c2", "p"), answered("c2.p.1"), ask("c2.p.2", "c2", "p")}, nil},
		{"the call of a patch has ended", []Body{ask("c2.p.1", "c2", "p"), ToolCallResponse{ID: "c2"}}, []string{"c2.p.patch"}},
		{"an answer to nothing", []Body{answered("c9.z.1")}, nil},
	} {
		got := all.Prune(logOf(newWriter(t, "a").events(tc.bodies...)))
		var gone []string
		for key := range all {
			if _, kept := got[key]; !kept {
				gone = append(gone, key)
			}
		}
		sort.Strings(gone)
		if !slices.Equal(gone, tc.gone) {
			t.Errorf("%s: gone %v, want %v", tc.name, gone, tc.gone)
		}
	}
	if len(all) != 8 {
		t.Error("Prune changed its receiver")
	}
}

// TestDraftsAreAmended where nobody has the conversation open: what is not named stays, and who has
// it open alone writes them.
func TestDraftsAreAmended(t *testing.T) {
	s, _ := testStore(t)
	c := mustCreate(t, s, "a")
	mine := Drafts{}.Put(MessageDraft(Composing), Draft{Text: "later", Updated: epoch()})
	if err := c.SaveDrafts(mine); err != nil {
		t.Fatal(err)
	}
	put := func(d Drafts) Drafts { return d.Put("c1.name", Draft{Text: "Ada", Updated: epoch()}) }
	var locked *LockedError
	if err := s.AmendDrafts("a", put); !errors.As(err, &locked) {
		t.Errorf("while it is open: %v", err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	look := func(want Drafts) {
		t.Helper()
		c, _, err := s.OpenRead("a")
		if err != nil {
			t.Fatal(err)
		}
		if got, err := c.LoadDrafts(); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%v (%v), want %v", got, err, want)
		}
	}
	look(mine)
	if err := s.AmendDrafts("a", put); err != nil {
		t.Fatal(err)
	}
	look(put(mine))
	info, err := os.Stat(s.path("a", draftsFile))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("its mode: %v (%v)", info, err)
	}
	if err := s.AmendDrafts("a", func(d Drafts) Drafts { return d.Drop("c1.name") }); err != nil {
		t.Fatal(err)
	}
	look(mine)
	if s.Held("a") {
		t.Error("it stays locked")
	}
	if err := s.AmendDrafts("b", put); !errors.Is(err, ErrNotFound) {
		t.Errorf("of none: %v", err)
	}
	if err := os.WriteFile(s.path("a", draftsFile), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.AmendDrafts("a", put); err == nil {
		t.Error("a damaged file is not told")
	}
	look(put(Drafts{}))
	if _, err := os.Stat(s.path("a", draftsFile) + ".damaged"); err != nil {
		t.Error(err)
	}
}
