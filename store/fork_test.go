package store

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"

	"parley/forms"
)

// stored creates a conversation from the story and returns its file.
func stored(t testing.TB, s Store) []byte {
	t.Helper()
	fill(t, s, convID, slices.Concat(story(), besideTurns())...)
	return []byte(content(t, s, convID))
}

// TestForkAtEveryEvent: the fork is the original up to the event, byte for byte, then
// forked_from, and loads without a problem; the original is untouched.
func TestForkAtEveryEvent(t *testing.T) {
	s, _ := testStore(t)
	data := stored(t, s)
	end := 0
	for i, e := range everyEvent(t) {
		end += len(e.Line()) + 1
		id := "fork" + string(alphabet[i/32]) + string(alphabet[i%32])
		f, err := s.Fork(convID, e.Seq, id)
		if err != nil || f.ID != id || f.From != convID || f.At != e.Seq || len(f.Report.Problems) > 0 {
			t.Fatalf("at %d: %+v, %v", e.Seq, f, err)
		}
		got := []byte(content(t, s, id))
		want, err := Encode(Head{V: Version, Seq: e.Seq + 1, ID: id + "-fork", Time: epoch(), Conversation: id}, ForkedFrom{From: convID, At: e.ID})
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, append(append(bytes.Clone(data[:end]), want...), '\n')) {
			t.Fatalf("at %d: the fork is\n%s", e.Seq, got)
		}
		c, report, err := s.OpenWrite(id)
		if err != nil || len(report.Problems) > 0 || c.Log().Len() != i+2 || c.NextSeq() != e.Seq+2 {
			t.Fatalf("at %d: %v, %+v", e.Seq, err, report)
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if content(t, s, convID) != string(data) {
		t.Error("the original has changed")
	}
}

func TestForkOfAForkOfAFork(t *testing.T) {
	s, _ := testStore(t)
	stored(t, s)
	for _, step := range []struct {
		from, to string
		at       int64
	}{{convID, "one", 10}, {"one", "two", 11}, {"two", "three", 5}, {"two", "four", 12}} {
		if _, err := s.Fork(step.from, step.at, step.to); err != nil {
			t.Fatal(err)
		}
	}
	c, report, err := s.OpenRead("four")
	if err != nil || len(report.Problems) > 0 || c.Log().Len() != 13 {
		t.Fatalf("%v, %v, %d events", err, report, c.Log().Len())
	}
	list, err := s.List()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	forks := map[string]int{}
	for _, x := range list {
		got[x.ID], forks[x.ID] = x.ForkedFrom, x.Forks
	}
	want := map[string]string{convID: "", "one": convID, "two": "one", "three": "two", "four": "two"}
	if !reflect.DeepEqual(got, want) || forks[convID] != 1 || forks["two"] != 2 || forks["four"] != 0 {
		t.Errorf("got %v, %v", got, forks)
	}
}

func TestForkRefuses(t *testing.T) {
	s, _ := testStore(t)
	stored(t, s)
	mustCreate(t, s, "taken")
	for _, tc := range []struct {
		id   string
		at   int64
		to   string
		kind error
		want string
	}{
		{"nobody", 1, "x", ErrNotFound, "conversation nobody: there is no such conversation; `parley ls` lists them"},
		{convID, 0, "x", ErrNoEvent, "conversation " + convID + " cannot be forked: event 0: there is no such event; `parley show ID --format ndjson` prints them with their numbers"},
		{convID, 999, "x", ErrNoEvent, "conversation " + convID + " cannot be forked: event 999: there is no such event; `parley show ID --format ndjson` prints them with their numbers"},
		{convID, 3, "taken", ErrExists, "conversation " + convID + " cannot be forked: a conversation of that id is there already"},
		{convID, 3, "../x", ErrNotFound, `"../x" is not the id of a conversation; ids have up to 64 lower-case letters, digits and hyphens: there is no such conversation; ` + "`parley ls` lists them"},
	} {
		_, err := s.Fork(tc.id, tc.at, tc.to)
		if !errors.Is(err, tc.kind) || err.Error() != tc.want {
			t.Errorf("%s at %d to %s: %v", tc.id, tc.at, tc.to, err)
		}
	}
}

// TestForkThatFailsLeavesNothing breaks each step of making a fork.
func TestForkThatFailsLeavesNothing(t *testing.T) {
	for name, fault := range map[string]func(*faultyDisk){
		"a full disk": func(d *faultyDisk) { d.write = fullAfter(10) },
		"no sync":     func(d *faultyDisk) { d.sync = func() error { return syscall.EIO } },
		"no rename":   func(d *faultyDisk) { d.rename = syscall.EIO },
	} {
		s, d := testStore(t)
		data := stored(t, s)
		fault(d)
		if _, err := s.Fork(convID, 5, "fork"); err == nil {
			t.Errorf("%s: no error", name)
		}
		*d = faultyDisk{}
		left, err := filepath.Glob(s.root + "/*fork*")
		hidden, err2 := filepath.Glob(s.root + "/.*")
		if err != nil || err2 != nil || len(left)+len(hidden) > 0 {
			t.Errorf("%s: left %q %q", name, left, hidden)
		}
		if content(t, s, convID) != string(data) {
			t.Errorf("%s: the original has changed", name)
		}
		if _, err := s.Fork(convID, 5, "fork"); err != nil {
			t.Errorf("%s: afterwards %v", name, err)
		}
	}
}

// TestForkAfterACrash: what a killed fork left is not a conversation, and does not stop
// the next fork.
func TestForkAfterACrash(t *testing.T) {
	s, _ := testStore(t)
	stored(t, s)
	if err := os.Mkdir(s.root+"/.fork-x", dirMode); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(s.root+"/.fork-x/events.jsonl", []byte("half"), fileMode); err != nil {
		t.Fatal(err)
	}
	if list, err := s.List(); err != nil || len(list) != 1 {
		t.Errorf("%v, %v", list, err)
	}
	if _, err := s.Fork(convID, 5, "x"); err != nil {
		t.Fatal(err)
	}
	if _, report, err := s.OpenRead("x"); err != nil || len(report.Problems) > 0 {
		t.Errorf("%v, %v", report, err)
	}
}

func TestForkOfADamagedFileLeavesBadLinesBehind(t *testing.T) {
	s, _ := testStore(t)
	lines := fiveEvents(t, "a")
	fill(t, s, "a", Resumed{})
	bad := fileOf([][]byte{lines[0], []byte("bad"), lines[2], lines[3]})
	mustWrite(t, s, "a", bad)
	f, err := s.Fork("a", 3, "b")
	if err != nil || len(f.Report.Problems) != 2 {
		t.Fatalf("%+v, %v", f, err)
	}
	c, report, err := s.OpenRead("b")
	if err != nil || problems(report) != "gap line 2: event number 2 is missing before it" {
		t.Errorf("%s, %v", problems(report), err)
	}
	if got := seqs(c.Log()); !reflect.DeepEqual(got, []int64{1, 3, 4}) {
		t.Errorf("events %v", got)
	}
}

// TestForkPoint names, for each event of the story, where it is decided again.
func TestForkPoint(t *testing.T) {
	l := logOf(everyEvent(t))
	for i, e := range l.All() {
		want := e.Seq
		switch e.Body.(type) {
		case InquiryResponse, PermissionResponse:
			want = e.Seq - 1
		case GuardResolved:
			want = e.Seq - 2 // the answer precedes it
		}
		if got := ForkPoint(l, e.Seq); got != want {
			t.Errorf("event %d (%s): %d, want %d", i+1, e.Body.Type(), got, want)
		}
	}
	if got := ForkPoint(l, 999); got != 0 {
		t.Errorf("of no event: %d", got)
	}
	alone := newWriter(t, "a").events(GuardTripped{Guard: "max_iterations"}, GuardResolved{Guard: "max_iterations", Choice: "stopped"})
	if got := ForkPoint(logOf(alone), 2); got != 1 {
		t.Errorf("a guard with nobody there: %d", got)
	}
	first := newWriter(t, "a").events(InquiryResponse{ID: "x"})
	if got := ForkPoint(logOf(first), 1); got != 0 {
		t.Errorf("an answer that comes first: %d", got)
	}
}

// TestForkAtADecisionOpensItAgain: with the same id, and with what the user had answered
// as its draft.
func TestForkAtADecisionOpensItAgain(t *testing.T) {
	s, _ := testStore(t)
	stored(t, s)
	l := logOf(everyEvent(t))
	for seq, want := range map[int64]struct {
		open   string
		drafts Drafts
	}{
		18: {"c1.apply.1", Drafts{"c1.apply": {Value: raw("true"), Updated: epoch().Add(18e9)}}},
		20: {"c1.where.1", Drafts{}}, // was left by going back
		24: {"c1.where.2", Drafts{}}, // was answered by a reviewer
		14: {"c1.run", Drafts{}},
		34: {"guard-1.round_trips.1", Drafts{"guard-1.round_trips": {Value: raw("true"), Updated: epoch().Add(34e9)}}},
		35: {"guard-1.round_trips.1", Drafts{"guard-1.round_trips": {Value: raw("true"), Updated: epoch().Add(34e9)}}},
		39: {"", Drafts{}},
	} {
		id := "at" + string(alphabet[seq/32]) + string(alphabet[seq%32])
		f, err := s.Fork(convID, ForkPoint(l, seq), id)
		if err != nil || f.Reopened != want.open {
			t.Errorf("event %d: %+v, %v", seq, f, err)
			continue
		}
		c, _, err := s.OpenRead(id)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := c.LoadDrafts(); err != nil || !reflect.DeepEqual(got, want.drafts) {
			t.Errorf("event %d: drafts %v, %v", seq, got, err)
		}
	}
}

func TestForkTakesTheDraftsOfWhatIsStillOpen(t *testing.T) {
	s, _ := testStore(t)
	stored(t, s)
	c, _, err := s.OpenWrite(convID)
	if err != nil {
		t.Fatal(err)
	}
	open := Draft{Text: "Ad", Cursor: 2, Updated: epoch()}
	all := Drafts{"c3.name": open, "c3.name.reply": open, "message:composer": open, "c9.other": open}
	if err := errors.Join(c.SaveDrafts(all), c.Close()); err != nil {
		t.Fatal(err)
	}
	last := int64(len(story()))
	if _, err := s.Fork(convID, last, "end"); err != nil {
		t.Fatal(err)
	}
	f, _, err := s.OpenRead("end")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := f.LoadDrafts(); err != nil || !reflect.DeepEqual(got, Drafts{"c3.name": open, "c3.name.reply": open}) {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestGivenDraft(t *testing.T) {
	user := &AnsweredBy{By: ByUser}
	options := []forms.Option{{Value: raw(`"a"`)}, {Value: raw("2")}}
	for _, tc := range []struct {
		name string
		kind forms.AnswerType
		r    InquiryResponse
		want Draft
		ok   bool
	}{
		{"an option", forms.AnswerType{Kind: forms.Select, Options: options}, InquiryResponse{Outcome: Answered, Answer: raw("2.0"), AnsweredBy: user}, Draft{Value: raw("2.0")}, true},
		{"one's own", forms.AnswerType{Kind: forms.Select, Options: options, Other: true}, InquiryResponse{Outcome: Answered, Answer: raw(`"mine"`), AnsweredBy: user}, Draft{Text: "mine", Cursor: 4}, true},
		{"a text", forms.AnswerType{Kind: forms.Text}, InquiryResponse{Outcome: Answered, Answer: raw(`"words"`), AnsweredBy: user}, Draft{Value: raw(`"words"`)}, true},
		{"a secret", forms.AnswerType{Kind: forms.Secret}, InquiryResponse{Outcome: Redacted, AnsweredBy: user}, Draft{}, false},
		{"a secret that another program recorded", forms.AnswerType{Kind: forms.Secret}, InquiryResponse{Outcome: Answered, Answer: raw(`"hunter2"`), AnsweredBy: user}, Draft{}, false},
		{"a reviewer's", forms.AnswerType{Kind: forms.Boolean}, InquiryResponse{Outcome: Answered, Answer: raw("false"), AnsweredBy: &AnsweredBy{By: ByReviewer}}, Draft{}, false},
		{"nobody's", forms.AnswerType{Kind: forms.Boolean}, InquiryResponse{Outcome: Cancelled}, Draft{}, false},
	} {
		got, ok := givenDraft(InquiryRequest{Question: forms.Question{AnswerType: tc.kind}}, tc.r)
		if ok != tc.ok || !reflect.DeepEqual(got, tc.want) {
			t.Errorf("%s: %+v, %v", tc.name, got, ok)
		}
	}
}

// TestForkOfTheBeginningOfAFork: an event that is older than the fork it is copied from
// belongs to the copy too.
func TestForkOfTheBeginningOfAFork(t *testing.T) {
	s, _ := testStore(t)
	fill(t, s, "a", ChatRequest{Text: "one"}, ChatRequest{Text: "two"})
	from := "a"
	for _, id := range []string{"b", "c", "d"} {
		if _, err := s.Fork(from, 1, id); err != nil {
			t.Fatal(err)
		}
		c, report, err := s.OpenRead(id)
		if err != nil || len(report.Problems) > 0 || !slices.Equal(seqs(c.Log()), []int64{1, 2}) {
			t.Errorf("%s: events %v, %v\n%s", id, seqs(c.Log()), err, problems(report))
		}
		from = id
	}
	want := `{"v":1,"seq":2,"event":"d-fork","time":"2026-01-02T15:04:05Z","conversation":"d","turn":0,"type":"forked_from","from":"c","at":"a-e1","of":["a"]}`
	if got := strings.Split(content(t, s, "d"), "\n")[1]; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
