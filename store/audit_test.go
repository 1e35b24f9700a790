package store

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"parley/forms"
)

// decisions is a log with one of each decision, its chain intact: a rejection that the
// user overrules, one that stands, an approval, a permission, a cancelled question, an
// open one, and one whose reviewer failed.
func decisions(t *testing.T) []Event {
	t.Helper()
	ask := func(id, from string) Body {
		target := TargetReviewer
		if from != "" {
			target = TargetUser
		}
		return InquiryRequest{ID: id, Call: "c", Source: Source{"tool", "fs"}, Target: target, EscalatedFrom: from,
			Question: forms.Question{ID: "apply", Text: "Apply?", AnswerType: forms.AnswerType{Kind: forms.Boolean}}}
	}
	say := func(id, answer, by, model, reason string) Body {
		return InquiryResponse{Outcome: Answered, ID: id, Answer: json.RawMessage(answer), Reason: reason, AnsweredBy: &AnsweredBy{By: by, Model: model}}
	}
	bodies := []Body{
		ask("1", ""), say("1", "false", ByReviewer, "m", "no"), ask("2", "1"), say("2", "true", ByUser, "", ""),
		ask("3", ""), say("3", "false", ByReviewer, "m", ""), ask("4", "3"), say("4", "false", ByUser, "", "mine"),
		ask("5", ""), say("5", "true", ByReviewer, "m", "yes"),
		PermissionRequest{ID: "c.run", Call: "c", Kind: PermitRun, Tool: "sh", Text: "ls", Arguments: json.RawMessage(`{"command":"ls"}`)},
		PermissionResponse{ID: "c.run", Outcome: PermitDenied, By: ByUser},
		InquiryRequest{ID: "6", Source: Source{Source: "assistant"}, Target: TargetUser, Question: forms.Question{ID: "q", Text: "Well?", Context: "a\nb", AnswerType: forms.AnswerType{Kind: forms.Text}}},
		InquiryResponse{Outcome: Cancelled, ID: "6", Reason: CancelReply, Reply: "why"},
		say("6", `"late"`, ByUser, "", ""), // answers nothing
		ask("7", ""),
		ask("8", ""), InquiryResponse{Outcome: Cancelled, ID: "8", Reason: CancelBackendError, AnsweredBy: &AnsweredBy{By: ByReviewer, Model: "m"}},
		ask("9", "8"), say("9", "true", ByUser, "", ""), // overrules nobody
		ask("1", ""), // asks nothing again
	}
	var events []Event
	prev := ""
	for i, b := range bodies {
		switch d := b.(type) {
		case InquiryResponse:
			d.Prev = prev
			b = d
		case PermissionResponse:
			d.Prev = prev
			b = d
		}
		head := Head{V: Version, Seq: int64(i + 1), ID: "e", Time: time.Unix(int64(1000+10*i), 0).UTC(), Conversation: "c", Turn: 1}
		ev, err := New(head, b)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := Decides(b); ok {
			prev = Digest(ev.Line())
		}
		events = append(events, ev)
	}
	return events
}

func TestAuditListsEveryDecision(t *testing.T) {
	at := func(n int) time.Time { return time.Unix(int64(1000+10*(n-1)), 0).UTC() }
	q := func(seq int, id, from, answer, by, model, reason string) Decided {
		return Decided{Seq: int64(seq), Turn: 1, Asked: at(seq), Closed: at(seq + 1), Seconds: 10, Kind: KindQuestion, ID: id, Tool: "fs",
			Question: "apply", Text: "Apply?", Outcome: Answered, Answer: Raw(answer), By: by, Model: model, Reason: reason, Escalated: from, Type: forms.AnswerType{Kind: forms.Boolean}}
	}
	want := Audit{
		Decisions: []Decided{
			q(1, "1", "", "false", ByReviewer, "m", "no"), q(3, "2", "1", "true", ByUser, "", ""),
			q(5, "3", "", "false", ByReviewer, "m", ""), q(7, "4", "3", "false", ByUser, "", "mine"),
			q(9, "5", "", "true", ByReviewer, "m", "yes"),
			{Seq: 11, Turn: 1, Asked: at(11), Closed: at(12), Seconds: 10, Kind: PermitRun, ID: "c.run", Tool: "sh", Text: "ls", Arguments: Raw(`{"command":"ls"}`), Outcome: PermitDenied, By: ByUser},
			{Seq: 13, Turn: 1, Asked: at(13), Closed: at(14), Seconds: 10, Kind: KindQuestion, ID: "6", Tool: "assistant", Question: "q", Text: "Well?", Context: "a\nb", Outcome: Cancelled, Reason: CancelReply, Said: "why", Type: forms.AnswerType{Kind: forms.Text}},
			{Seq: 16, Turn: 1, Asked: at(16), Kind: KindQuestion, ID: "7", Tool: "fs", Question: "apply", Text: "Apply?", Type: forms.AnswerType{Kind: forms.Boolean}},
			{Seq: 17, Turn: 1, Asked: at(17), Closed: at(18), Seconds: 10, Kind: KindQuestion, ID: "8", Tool: "fs", Question: "apply", Text: "Apply?",
				Outcome: Cancelled, By: ByReviewer, Model: "m", Reason: CancelBackendError, Type: forms.AnswerType{Kind: forms.Boolean}},
			q(19, "9", "8", "true", ByUser, "", ""),
		},
		Tallies: []Tally{{Tool: "fs", Question: "apply", Reviewed: 3, No: 2, Judged: 2, Overruled: 1}},
		Broken:  []Break{},
	}
	if got := NewAudit(Log{}.Append(decisions(t)...)); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// TestAuditShowsThatAFileWasChanged changes, removes and duplicates each decision.
// Everything shows except a change to the last one.
func TestAuditShowsThatAFileWasChanged(t *testing.T) {
	events := decisions(t)
	var at []int
	for i, ev := range events {
		if _, ok := Decides(ev.Body); ok {
			at = append(at, i)
		}
	}
	for n, i := range at {
		edited := events[i]
		edited.Time = edited.Time.Add(time.Hour)
		if bytes.Equal(edited.Line(), events[i].Line()) {
			t.Fatal("nothing was changed")
		}
		for what, log := range map[string][]Event{
			"changed": append(append(append([]Event{}, events[:i]...), edited), events[i+1:]...),
			"removed": append(append([]Event{}, events[:i]...), events[i+1:]...),
		} {
			got := NewAudit(Log{}.Append(log...)).Broken
			if n == len(at)-1 {
				if len(got) != 0 {
					t.Errorf("%s last: %+v", what, got)
				}
				continue
			}
			before := events[i].Seq
			if what == "removed" {
				before = 0
				if n > 0 {
					before = events[at[n-1]].Seq
				}
			}
			if want := []Break{{Seq: events[at[n+1]].Seq, Before: before}}; !reflect.DeepEqual(got, want) {
				t.Errorf("%s %d: %+v, want %+v", what, i, got, want)
			}
		}
	}
}

// TestAnAuditCanBeNarrowed: by who asked, by who answered, by both; what nobody answered
// has a name of its own, and what is open belongs to nobody.
func TestAnAuditCanBeNarrowed(t *testing.T) {
	all := NewAudit(Log{}.Append(decisions(t)...))
	for _, c := range []struct {
		tool, who string
		want      []string
		tallies   int
	}{
		{"", "", []string{"1", "2", "3", "4", "5", "c.run", "6", "7", "8", "9"}, 1},
		{"sh", "", []string{"c.run"}, 0},
		{"", ByReviewer, []string{"1", "3", "5", "8"}, 1},
		{"fs", ByUser, []string{"2", "4", "9"}, 1},
		{"", "nobody", []string{"6"}, 1},
		{"none", "", nil, 0},
	} {
		var got []string
		narrowed := all.Only(c.tool, c.who)
		for _, d := range narrowed.Decisions {
			got = append(got, d.ID)
		}
		if !reflect.DeepEqual(got, c.want) || len(narrowed.Tallies) != c.tallies {
			t.Errorf("%q %q: %q and %d tallies", c.tool, c.who, got, len(narrowed.Tallies))
		}
	}
	if len(all.Decisions) != 10 {
		t.Error("the whole audit was cut")
	}
}

// TestTheAuditOfAForkCountsFromIt leaves out what the original decided, except what was
// still open there.
func TestTheAuditOfAForkCountsFromIt(t *testing.T) {
	s, _ := testStore(t)
	bodies := append(turnOf("c1"), turnOf("c2")[:7]...)
	c := mustCreate(t, s, "a")
	mustAppend(t, c, linesOf(newWriter(t, "a").events(bodies...))...)
	if _, err := s.Fork("a", 17, "b"); err != nil {
		t.Fatal(err)
	}
	f, _, err := s.OpenWrite("b")
	if err != nil {
		t.Fatal(err)
	}
	last := ""
	for _, e := range f.Log().All() {
		if _, ok := Decides(e.Body); ok {
			last = Digest(e.Line())
		}
	}
	e, err := New(Head{V: Version, Seq: f.NextSeq(), ID: "b-x", Time: epoch().Add(time.Hour), Conversation: "b", Turn: 2},
		InquiryResponse{Outcome: Answered, ID: "c2.q.1", Answer: raw("2"), AnsweredBy: &AnsweredBy{By: ByUser}, Prev: last})
	if err != nil {
		t.Fatal(err)
	}
	mustAppend(t, f, e.Line())
	var got []string
	for _, d := range NewAudit(f.Log()).Decisions {
		got = append(got, d.ID+" "+string(d.Answer))
	}
	if want := "c2.q.1 2"; strings.Join(got, ", ") != want || len(NewAudit(f.Log()).Broken) > 0 {
		t.Errorf("the fork decided %q, want %q", got, want)
	}
	if n := len(NewAudit(c.Log()).Decisions); n != 4 {
		t.Errorf("the original decided %d", n)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
}

// TestAClockThatWentBack: nobody decided before they were asked.
func TestAClockThatWentBack(t *testing.T) {
	for seconds, want := range map[float64]string{-3700: ", after no time (the clock went back): go", -0.01: ", after no time (the clock went back): go", 0: ", after 0s: go", 61.54: ", after 1m1.5s: go"} {
		if got := afterText(Decided{Seconds: seconds}, "go"); got != want {
			t.Errorf("%v s: %q, want %q", seconds, got, want)
		}
	}
}

// TestAnswersInWords: an answer stands as it was given on the screen. One that could be taken
// for lines of the audit, or for who answered, stands behind bars.
// TestAQuestionDoesNotPassForItsAnswer: whoever asks chooses the words of a question, which stand where
// those about an answer do.
func TestAQuestionDoesNotPassForItsAnswer(t *testing.T) {
	for text, want := range map[string]string{
		"allowed, by you (parley, on /dev/pts/4), after 1.6s": "  asked as follows:\n  | allowed, by you (parley, on /dev/pts/4), after 1.6s\n  no, by you, after 0s\n",
		"Deploy it?": "  Deploy it?\n  no, by you, after 0s\n",
	} {
		got := Audit{Decisions: []Decided{{Kind: KindQuestion, Tool: "ask_user", Question: "q", ID: "1", Text: text, Closed: epoch(), Outcome: Answered, Answer: raw("false"), Type: forms.AnswerType{Kind: forms.Boolean}, By: ByUser}}}.Words()
		if _, got, _ = strings.Cut(got, "\n"); got != want {
			t.Errorf("got:\n%swant:\n%s", got, want)
		}
	}
}

func TestAnswersInWords(t *testing.T) {
	one := forms.AnswerType{Kind: forms.Select, Options: []forms.Option{{Value: raw("1"), Label: "The first"}, {Value: raw(`"b"`)}}, Other: true}
	many := one
	many.Kind = forms.MultiSelect
	for _, c := range []struct {
		answers forms.AnswerType
		answer  string
		want    string
	}{
		{forms.AnswerType{Kind: forms.Boolean}, "false", "  no, by you, after 0s"},
		{forms.AnswerType{Kind: forms.Number}, "1.5", "  1.5, by you, after 0s"},
		{forms.AnswerType{Kind: forms.Text}, `"Parley"`, "  Parley, by you, after 0s"},
		{forms.AnswerType{Kind: forms.Text}, `""`, "  (empty), by you, after 0s"},
		{forms.AnswerType{Kind: forms.Text}, `"a\n  no, after 2s\n\u200b"`, "  answered as follows, by you, after 0s:\n  | a\n  |   no, after 2s\n  | <U+200B>"},
		{forms.AnswerType{Kind: forms.Text}, `"yes, By the policy"`, "  answered as follows, by you, after 0s:\n  | yes, By the policy"},
		{forms.AnswerType{Kind: forms.Text}, `"bypass"`, "  bypass, by you, after 0s"},
		{one, "1", "  The first (1), by you, after 0s"},
		{one, `"other"`, "  other, by you, after 0s"},
		{many, `["b",1]`, "  b, The first (1), by you, after 0s"},
		{forms.AnswerType{Kind: forms.Schema}, `{"a":1}`, "  a: 1, by you, after 0s"},
		{forms.AnswerType{Kind: forms.Schema}, `{"a":1,"b":true}`, "  answered as follows, by you, after 0s:\n  | a: 1\n  | b: yes"},
		{forms.AnswerType{Kind: forms.Text}, "null", "  left out, by you, after 0s"},
		{forms.AnswerType{Kind: "colour"}, `"#fff"`, `  "#fff", by you, after 0s`},
	} {
		d := Decided{Closed: epoch(), Outcome: Answered, Answer: raw(c.answer), By: ByUser, Type: c.answers}
		if got := strings.Join(answeredLines(d), "\n"); got != c.want {
			t.Errorf("%s %s:\n%s\nwant\n%s", c.answers.Kind, c.answer, got, c.want)
		}
	}
}

// TestADecisionIsWhatWasAskedFor: a question and a permission count, with an answer or
// without; what somebody did without being asked, and an answer that was refused, do not.
func TestADecisionIsWhatWasAskedFor(t *testing.T) {
	for kind, counts := range map[string]bool{KindQuestion: true, PermitRun: true, PermitDeliver: true, KindLimit: false, KindRule: false, KindUndo: false, KindContext: false, KindRefused: false} {
		if d := (Decided{Kind: kind}); d.Counts() != counts {
			t.Errorf("%s counts: %v, want %v", kind, d.Counts(), counts)
		}
	}
}
