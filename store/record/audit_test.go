package record

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/forms"
	"parley/store"
)

// decisions is a log with one of each decision, its chain intact: a rejection that the
// user overrules, one that stands, an approval, a permission, a cancelled question, an
// open one, and one whose reviewer failed.
func decisions(t *testing.T) []store.Event {
	t.Helper()
	ask := func(id, from string) store.Body {
		target := store.TargetReviewer
		if from != "" {
			target = store.TargetUser
		}
		return store.InquiryRequest{ID: id, Call: "c", Source: store.Source{Source: "tool", Name: "fs"}, Target: target, EscalatedFrom: from,
			Question: forms.Question{ID: "apply", Text: "Apply?", AnswerType: forms.AnswerType{Kind: forms.Boolean}}}
	}
	say := func(id, answer, by, model, reason string) store.Body {
		return store.InquiryResponse{Outcome: store.Answered, ID: id, Answer: json.RawMessage(answer), Reason: reason, AnsweredBy: &store.AnsweredBy{By: by, Model: model}}
	}
	bodies := []store.Body{
		ask("1", ""), say("1", "false", store.ByReviewer, "m", "no"), ask("2", "1"), say("2", "true", store.ByUser, "", ""),
		ask("3", ""), say("3", "false", store.ByReviewer, "m", ""), ask("4", "3"), say("4", "false", store.ByUser, "", "mine"),
		ask("5", ""), say("5", "true", store.ByReviewer, "m", "yes"),
		store.PermissionRequest{ID: "c.run", Call: "c", Kind: store.PermitRun, Tool: "sh", Text: "ls", Arguments: json.RawMessage(`{"command":"ls"}`)},
		store.PermissionResponse{ID: "c.run", Outcome: store.PermitDenied, By: store.ByUser},
		store.InquiryRequest{ID: "6", Source: store.Source{Source: "assistant"}, Target: store.TargetUser, Question: forms.Question{ID: "q", Text: "Well?", Context: "a\nb", AnswerType: forms.AnswerType{Kind: forms.Text}}},
		store.InquiryResponse{Outcome: store.Cancelled, ID: "6", Reason: store.CancelReply, Reply: "why"},
		say("6", `"late"`, store.ByUser, "", ""), // answers nothing
		ask("7", ""),
		ask("8", ""), store.InquiryResponse{Outcome: store.Cancelled, ID: "8", Reason: store.CancelBackendError, AnsweredBy: &store.AnsweredBy{By: store.ByReviewer, Model: "m"}},
		ask("9", "8"), say("9", "true", store.ByUser, "", ""), // overrules nobody
		ask("1", ""), // asks nothing again
	}
	var events []store.Event
	prev := ""
	for i, b := range bodies {
		switch d := b.(type) {
		case store.InquiryResponse:
			d.Prev = prev
			b = d
		case store.PermissionResponse:
			d.Prev = prev
			b = d
		}
		head := store.Head{V: store.Version, Seq: int64(i + 1), ID: "e", Time: time.Unix(int64(1000+10*i), 0).UTC(), Conversation: "c", Turn: 1}
		ev, err := store.New(head, b)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := store.Decides(b); ok {
			prev = store.Digest(ev.Line())
		}
		events = append(events, ev)
	}
	return events
}

func TestAuditListsEveryDecision(t *testing.T) {
	at := func(n int) time.Time { return time.Unix(int64(1000+10*(n-1)), 0).UTC() }
	q := func(seq int, id, from, answer, by, model, reason string) Decided {
		return Decided{Seq: int64(seq), Turn: 1, Asked: at(seq), Closed: at(seq + 1), Seconds: 10, Kind: KindQuestion, ID: id, Tool: "fs",
			Question: "apply", Text: "Apply?", Outcome: store.Answered, Answer: Raw(answer), By: by, Model: model, Reason: reason, Escalated: from, Type: forms.AnswerType{Kind: forms.Boolean}}
	}
	want := Audit{
		Decisions: []Decided{
			q(1, "1", "", "false", store.ByReviewer, "m", "no"), q(3, "2", "1", "true", store.ByUser, "", ""),
			q(5, "3", "", "false", store.ByReviewer, "m", ""), q(7, "4", "3", "false", store.ByUser, "", "mine"),
			q(9, "5", "", "true", store.ByReviewer, "m", "yes"),
			{Seq: 11, Turn: 1, Asked: at(11), Closed: at(12), Seconds: 10, Kind: store.PermitRun, ID: "c.run", Tool: "sh", Text: "ls", Arguments: Raw(`{"command":"ls"}`), Outcome: store.PermitDenied, By: store.ByUser},
			{Seq: 13, Turn: 1, Asked: at(13), Closed: at(14), Seconds: 10, Kind: KindQuestion, ID: "6", Tool: "assistant", Question: "q", Text: "Well?", Context: "a\nb", Outcome: store.Cancelled, Reason: store.CancelReply, Said: "why", Type: forms.AnswerType{Kind: forms.Text}},
			{Seq: 16, Turn: 1, Asked: at(16), Kind: KindQuestion, ID: "7", Tool: "fs", Question: "apply", Text: "Apply?", Type: forms.AnswerType{Kind: forms.Boolean}},
			{Seq: 17, Turn: 1, Asked: at(17), Closed: at(18), Seconds: 10, Kind: KindQuestion, ID: "8", Tool: "fs", Question: "apply", Text: "Apply?",
				Outcome: store.Cancelled, By: store.ByReviewer, Model: "m", Reason: store.CancelBackendError, Type: forms.AnswerType{Kind: forms.Boolean}},
			q(19, "9", "8", "true", store.ByUser, "", ""),
		},
		Tallies: []Tally{{Tool: "fs", Question: "apply", Reviewed: 3, No: 2, Judged: 2, Overruled: 1}},
		Broken:  []Break{},
	}
	if got := NewAudit(store.Log{}.Append(decisions(t)...)); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// TestAuditShowsThatAFileWasChanged changes, removes and duplicates each decision.
// Everything shows except a change to the last one.
func TestAuditShowsThatAFileWasChanged(t *testing.T) {
	events := decisions(t)
	var at []int
	for i, ev := range events {
		if _, ok := store.Decides(ev.Body); ok {
			at = append(at, i)
		}
	}
	for n, i := range at {
		edited := events[i]
		edited.Time = edited.Time.Add(time.Hour)
		if bytes.Equal(edited.Line(), events[i].Line()) {
			t.Fatal("nothing was changed")
		}
		for what, log := range map[string][]store.Event{
			"changed": append(append(append([]store.Event{}, events[:i]...), edited), events[i+1:]...),
			"removed": append(append([]store.Event{}, events[:i]...), events[i+1:]...),
		} {
			got := NewAudit(store.Log{}.Append(log...)).Broken
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
	all := NewAudit(store.Log{}.Append(decisions(t)...))
	for _, c := range []struct {
		tool, who string
		want      []string
		tallies   int
	}{
		{"", "", []string{"1", "2", "3", "4", "5", "c.run", "6", "7", "8", "9"}, 1},
		{"sh", "", []string{"c.run"}, 0},
		{"", store.ByReviewer, []string{"1", "3", "5", "8"}, 1},
		{"fs", store.ByUser, []string{"2", "4", "9"}, 1},
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
	s := store.Open(t.TempDir(), epoch)
	c, err := s.Create("c")
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close() // only the fork is written to
	original := eventsOf(t, append(turnOf("c1"), turnOf("c2")[:7]...)...)
	for _, e := range original {
		if err := c.Append(e.Line()); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Fork("c", 17, "b"); err != nil {
		t.Fatal(err)
	}
	f, _, err := s.OpenWrite("b")
	if err != nil {
		t.Fatal(err)
	}
	last := ""
	for _, e := range f.Log().All() {
		if _, ok := store.Decides(e.Body); ok {
			last = store.Digest(e.Line())
		}
	}
	e, err := store.New(store.Head{V: store.Version, Seq: f.NextSeq(), ID: "b-x", Time: epoch().Add(time.Hour), Conversation: "b", Turn: 2},
		store.InquiryResponse{Outcome: store.Answered, ID: "c2.q.1", Answer: raw("2"), AnsweredBy: &store.AnsweredBy{By: store.ByUser}, Prev: last})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Append(e.Line()); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range NewAudit(f.Log()).Decisions {
		got = append(got, d.ID+" "+string(d.Answer))
	}
	if want := "c2.q.1 2"; strings.Join(got, ", ") != want || len(NewAudit(f.Log()).Broken) > 0 {
		t.Errorf("the fork decided %q, want %q", got, want)
	}
	if n := len(NewAudit(store.Log{}.Append(original...)).Decisions); n != 4 {
		t.Errorf("the original decided %d", n)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
}

// turnOf is a turn in which a call is allowed and asks a question.
func turnOf(call string) []store.Body {
	return []store.Body{
		store.TurnStart{}, store.ChatRequest{Text: "go"}, store.ToolCallRequest{Response: call, ID: call, Name: "t"}, store.ResponseEnd{Response: call, Calls: 1},
		store.PermissionRequest{ID: call + ".run", Call: call}, store.PermissionResponse{ID: call + ".run", Outcome: store.PermitAllowed, By: store.ByUser},
		store.InquiryRequest{ID: call + ".q.1", Call: call},
		store.InquiryResponse{Outcome: store.Answered, ID: call + ".q.1", Answer: raw("1"), AnsweredBy: &store.AnsweredBy{By: store.ByUser}},
		store.ToolCallResponse{ID: call, Content: "ok"}, store.TurnEnd{Reason: store.ReasonDone},
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
		got := Audit{Decisions: []Decided{{Kind: KindQuestion, Tool: "ask_user", Question: "q", ID: "1", Text: text, Closed: epoch(), Outcome: store.Answered, Answer: raw("false"), Type: forms.AnswerType{Kind: forms.Boolean}, By: store.ByUser}}}.Words()
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
		d := Decided{Closed: epoch(), Outcome: store.Answered, Answer: raw(c.answer), By: store.ByUser, Type: c.answers}
		if got := strings.Join(answeredLines(d), "\n"); got != c.want {
			t.Errorf("%s %s:\n%s\nwant\n%s", c.answers.Kind, c.answer, got, c.want)
		}
	}
}

// TestADecisionIsWhatWasAskedFor: a question and a permission count, with an answer or
// without; what somebody did without being asked, and an answer that was refused, do not.
func TestADecisionIsWhatWasAskedFor(t *testing.T) {
	for kind, counts := range map[string]bool{KindQuestion: true, store.PermitRun: true, store.PermitDeliver: true, KindLimit: false, KindRule: false, KindUndo: false, KindContext: false, KindRefused: false} {
		if d := (Decided{Kind: kind}); d.Counts() != counts {
			t.Errorf("%s counts: %v, want %v", kind, d.Counts(), counts)
		}
	}
}

// TestTheAuditOfAQuestionOfSeveralCalls says that it is one of several.
func TestTheAuditOfAQuestionOfSeveralCalls(t *testing.T) {
	body := store.InquiryRequest{ID: "c1.ok.1", Among: []string{"c1", "c2"}, Source: store.Source{Source: "server", Name: "h"}, Target: store.TargetUser,
		Question: forms.Question{ID: "ok", Text: "Go on?", AnswerType: forms.AnswerType{Kind: forms.Boolean}}}
	a := NewAudit(store.Log{}.Append(store.Event{Head: store.Head{V: 1, Seq: 1, ID: "e1", Time: epoch()}, Body: body}))
	if got := a.Decisions[0].Among; !slices.Equal(got, body.Among) {
		t.Errorf("among %q", got)
	}
	if got := a.Decisions[0].Put(); got != "h, one of 2 calls: Go on?" {
		t.Errorf("put as %q", got)
	}
	if got := decidedText(a.Decisions[0], "", ""); !strings.Contains(got, "  h.ok, one of 2 calls  (c1.ok.1)\n") {
		t.Errorf("told as %q", got)
	}
}
