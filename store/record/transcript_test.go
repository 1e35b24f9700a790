package record

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/store"
	"parley/teatest/goldens"
)

// render is every entry of a transcript in words, for comparison.
func render(tr *Transcript) string {
	var b strings.Builder
	for i, e := range tr.All() {
		fmt.Fprintf(&b, "%d %s turn %d, %s +%ds, version %d: ", i, e.ID, e.Turn, e.Time.Format(time.TimeOnly), int(e.Changed.Sub(e.Time).Seconds()), e.Version)
		item(&b, e.Item)
	}
	fmt.Fprintf(&b, "title %q, open %d\n", tr.Title(), tr.Open())
	return b.String()
}

func item(b *strings.Builder, it Item) {
	switch it := it.(type) {
	case *Message:
		fmt.Fprintf(b, "message %q author %q queued %q\n", it.Text, it.Author, it.Queued)
	case *Response:
		fmt.Fprintf(b, "answer %s %s %q", it.Response, it.State, it.Text)
		if it.End != nil {
			fmt.Fprintf(b, " by %q finish %q", it.End.Model, it.End.Finish)
		}
		b.WriteString("\n")
	case *Thought:
		fmt.Fprintf(b, "thought %s %s %q\n", it.Response, it.State, it.Text)
	case *ToolCall:
		fmt.Fprintf(b, "call %s %s %s %s %s runs %d\n", it.Response, it.ID, it.Name, it.State, it.Arguments, it.Runs)
		for _, x := range it.Exchanges {
			exchange(b, x)
		}
		if it.Finished != nil {
			fmt.Fprintf(b, "    finished %q\n", it.Finished.Outcome.Content)
		}
		if it.Result != nil {
			fmt.Fprintf(b, "    result %q error %v at %s\n", it.Result.Content, it.Result.IsError, it.Ended.Format(time.TimeOnly))
		}
	case *Asked:
		b.WriteString("asked\n")
		exchange(b, it.Exchange)
	case *Failure:
		fmt.Fprintf(b, "failure %s try %d %q final %v\n", it.Response, it.Try, it.Error, it.Final)
	case *Shortfall:
		fmt.Fprintf(b, "shortfall %s finish %q said %q\n", it.Response, it.End.Finish, it.End.Said)
	case *Guard:
		fmt.Fprintf(b, "guard %s %s choice %q limit %q\n", it.Guard, it.Evidence, it.Choice, it.Limit)
		for _, x := range it.Exchanges {
			exchange(b, x)
		}
	case *Debugging:
		fmt.Fprintf(b, "debugging for turn %d, %d steps, last %q, ended %q: %q %q %q\n", it.Parent, it.Steps, it.Last, it.Ended, it.RootCause, it.Findings, it.Fix)
	case *Command:
		fmt.Fprintf(b, "command %s %q", it.ID, it.Command)
		if it.End != nil {
			fmt.Fprintf(b, " output %q interrupted %v", it.End.Output, it.End.Interrupted)
		}
		b.WriteString("\n")
	case *Note:
		fmt.Fprintf(b, "note %q\n", it.Text)
	case *Mark:
		fmt.Fprintf(b, "mark %s\n", it.Body.Type())
	}
}

func exchange(b *strings.Builder, x Exchange) {
	fmt.Fprintf(b, "    %s %q open %v by %q reason %q forgotten %v", x.ID(), x.Text(), x.Open(), x.By(), x.Reason(), x.Forgotten)
	if !x.Open() {
		fmt.Fprintf(b, " after %v", x.Closed.Sub(x.Asked))
	}
	if x.Answer != nil {
		fmt.Fprintf(b, " %s %s", x.Answer.Outcome, x.Answer.Answer)
	}
	if x.Permitted != nil {
		fmt.Fprintf(b, " %s %s", x.Permitted.Outcome, x.Permitted.Scope)
	}
	b.WriteString("\n")
}

func TestTranscriptOfWhatHappensBesideTheTurns(t *testing.T) {
	goldens.File(t, "../../testdata/logs/beside.transcript", render(NewTranscript(recorded(t, "beside.jsonl"))))
}

func TestTranscriptOfTheStory(t *testing.T) {
	goldens.File(t, "../../testdata/logs/story.transcript", render(NewTranscript(recorded(t, "story.jsonl"))))
}

// TestTranscriptTellsWhatChanged: the position that Add returns is the one that changed,
// and no other entry was touched, except at the end of a response, which changes all its
// parts. TestOnlyWhatWasReportedIsFound: a report that was skipped, refused or wrong is
// none.
func TestOnlyWhatWasReportedIsFound(t *testing.T) {
	const report = `{"root_cause":"a typo","findings":["a.go"],"fix":null}`
	for _, c := range []struct {
		name string
		then []store.Body
		want string
	}{
		{"called", nil, ""},
		{"runs", []store.Body{store.ToolStarted{ID: "c", Run: 1}}, ""},
		{"ran", []store.Body{store.ToolStarted{ID: "c", Run: 1}, store.ToolCallResponse{ID: "c", Content: "The findings are recorded."}}, "a typo"},
		{"skipped", []store.Body{store.ToolCallResponse{ID: "c", Content: "Tool skipped by user."}}, ""},
		{"failed", []store.Body{store.ToolStarted{ID: "c", Run: 1}, store.ToolCallResponse{ID: "c", Content: "no", IsError: true}}, ""},
	} {
		talk := NewTranscript(store.Log{})
		bodies := append([]store.Body{store.TurnStart{Parent: 1}, store.ToolCallRequest{Response: "2.1", ID: "c", Name: ReportTool, Arguments: json.RawMessage(report)},
			store.ResponseEnd{Response: "2.1", Calls: 1}}, c.then...)
		talk.Add(store.Event{Head: store.Head{Seq: 1, Turn: 1}, Body: store.TurnStart{}})
		for i, b := range bodies {
			talk.Add(store.Event{Head: store.Head{Seq: int64(i + 2), Turn: 2}, Body: b})
		}
		at, _ := talk.Debugging(2)
		if got := talk.At(at).Item.(*Debugging).RootCause; got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestTranscriptTellsWhatChanged(t *testing.T) {
	tr := NewTranscript(store.Log{})
	for _, e := range everyEvent(t) {
		before := versions(tr)
		at, ok := tr.Add(e)
		after := versions(tr)
		var changed []int
		for i, v := range after {
			if i >= len(before) || before[i] != v {
				changed = append(changed, i)
			}
		}
		if _, end := e.Body.(store.ResponseEnd); end && ok {
			if changed[len(changed)-1] != at {
				t.Errorf("event %d: changed %v, told %d", e.Seq, changed, at)
			}
			continue
		}
		want := []int{at}
		if !ok {
			want = nil
		}
		if !slices.Equal(changed, want) {
			t.Errorf("event %d (%s): changed %v, told %v", e.Seq, e.Body.Type(), changed, want)
		}
	}
	if at, ok := tr.Call("c3"); !ok || tr.At(at).Item.(*ToolCall).ID != "c3" || tr.Len() <= at {
		t.Errorf("call c3 at %d %v", at, ok)
	}
	if _, ok := tr.Call("none"); ok {
		t.Error("a call that is not there was found")
	}
}

func versions(tr *Transcript) []int {
	var out []int
	for _, e := range tr.All() {
		out = append(out, e.Version)
	}
	return out
}

// TestTranscriptIgnoresWhatRefersToNothing: each of these alone, and each of them a second
// time, changes nothing.
func TestTranscriptIgnoresWhatRefersToNothing(t *testing.T) {
	loose := []store.Body{
		store.ResponseEnd{Response: "r"}, store.ResponseDropped{Response: "s"}, store.ToolStarted{ID: "c"}, store.ToolAsked{ID: "c"}, store.ToolFinished{ID: "c"},
		store.ToolCallResponse{ID: "c"}, store.PermissionResponse{ID: "p"}, store.InquiryResponse{ID: "i"}, store.MemoryRevoked{ID: "i"}, store.GuardResolved{Guard: "g"},
	}
	tr := NewTranscript(store.Log{})
	for _, e := range eventsOf(t, loose...) {
		if _, ok := tr.Add(e); ok || tr.Len() != 0 || tr.Open() != 0 {
			t.Errorf("%s began or changed an entry", e.Body.Type())
		}
	}
	tr = NewTranscript(logOf(t,
		store.ToolCallRequest{Response: "x", ID: "c"}, store.ResponseEnd{Response: "x"}, store.ToolCallResponse{ID: "c", Content: "1"},
		store.PermissionRequest{ID: "p"}, store.PermissionResponse{ID: "p", Outcome: "allowed"}, store.MemoryRevoked{ID: "p"},
		store.InquiryRequest{ID: "i"}, store.InquiryResponse{ID: "i", Outcome: "answered"}, store.GuardTripped{Guard: "g"}, store.GuardResolved{Guard: "g", Choice: "1"},
	))
	want := render(tr)
	for _, b := range []store.Body{
		store.ToolCallRequest{Response: "x", ID: "c"}, store.ResponseEnd{Response: "x", Model: "2"}, store.ResponseDropped{Response: "x"}, store.ToolStarted{ID: "c", Run: 9},
		store.ToolFinished{ID: "c"}, store.ToolCallResponse{ID: "c", Content: "2"}, store.PermissionRequest{ID: "p", Text: "2"}, store.PermissionResponse{ID: "p"},
		store.InquiryResponse{ID: "p"}, store.PermissionResponse{ID: "i"}, store.MemoryRevoked{ID: "p"}, store.InquiryRequest{ID: "i", Call: "c"}, store.InquiryResponse{ID: "i"},
		store.GuardResolved{Guard: "g", Choice: "2"},
	} {
		if _, ok := tr.Add(eventsOf(t, b)[0]); ok || render(tr) != want {
			t.Errorf("%#v changed\n%s\nto\n%s", b, want, render(tr))
		}
	}
}

func TestTranscriptStatesOfAnAnswer(t *testing.T) {
	for _, tc := range []struct {
		name   string
		bodies []store.Body
		want   []State
	}{
		{"arriving", []store.Body{store.ChatResponse{Response: "r"}, store.Reasoning{Response: "r"}, store.ToolCallRequest{Response: "r", ID: "c"}}, []State{Arriving, Arriving, Arriving}},
		{"complete", []store.Body{store.ChatResponse{Response: "r"}, store.Reasoning{Response: "r"}, store.ToolCallRequest{Response: "r", ID: "c"}, store.ResponseEnd{Response: "r"}}, []State{Complete, Complete, Complete}},
		{"dropped", []store.Body{store.ChatResponse{Response: "r"}, store.ToolCallRequest{Response: "r", ID: "c"}, store.ResponseDropped{Response: "r"}}, []State{Dropped, Dropped}},
		{"partial stays partial", []store.Body{store.ChatResponse{Response: "r", Partial: true}, store.Reasoning{Response: "r", Partial: true}, store.ResponseEnd{Response: "r"}}, []State{Partial, Partial}},
		{"a part after the end", []store.Body{store.ChatResponse{Response: "r"}, store.ResponseEnd{Response: "r"}, store.Reasoning{Response: "r"}}, []State{Complete, Complete}},
		{"a part after being dropped", []store.Body{store.ResponseDropped{Response: "r"}, store.ChatResponse{Response: "r"}}, []State{Dropped}},
		{"another answer", []store.Body{store.ChatResponse{Response: "r"}, store.ResponseEnd{Response: "s"}}, []State{Arriving}},
	} {
		var got []State
		for _, e := range NewTranscript(logOf(t, tc.bodies...)).All() {
			switch i := e.Item.(type) {
			case *Response:
				got = append(got, i.State)
			case *Thought:
				got = append(got, i.State)
			case *ToolCall:
				got = append(got, i.State)
			}
		}
		if !slices.Equal(got, tc.want) {
			t.Errorf("%s: %v, want %v", tc.name, got, tc.want)
		}
	}
}

// TestTranscriptKnowsWhatAFaultBrokeOff: the last text before a failure that nothing follows,
// also where the record is looked at later.
func TestTranscriptKnowsWhatAFaultBrokeOff(t *testing.T) {
	half := func(text string) store.Body { return store.ChatResponse{Response: "r", Text: text, Partial: true} }
	for name, c := range map[string]struct {
		bodies []store.Body
		want   []bool
	}{
		"asked again, then for good": {[]store.Body{half("a"), store.ModelFailed{Response: "r"}, half("ab"), store.ModelFailed{Response: "r", Final: true}}, []bool{false, true}},
		"asked again without a text": {[]store.Body{half("a"), store.ModelFailed{Response: "r"}, store.ModelFailed{Response: "r", Final: true}}, []bool{true}},
		"thoughts after it":          {[]store.Body{half("a"), store.Reasoning{Response: "r", Text: "b", Partial: true}, store.ModelFailed{Response: "r", Final: true}}, []bool{true}},
		"asked again":                {[]store.Body{half("a"), store.ModelFailed{Response: "r"}, half("b")}, []bool{false, false}},
		"another response":           {[]store.Body{half("a"), store.ModelFailed{Response: "s", Final: true}}, []bool{false}},
		"stopped":                    {[]store.Body{store.ChatResponse{Response: "r", Text: "a", Partial: true, Stopped: store.StoppedByUser}, store.ModelFailed{Response: "r", Final: true}}, []bool{false}},
		"whole":                      {[]store.Body{store.ChatResponse{Response: "r", Text: "a"}, store.ResponseEnd{Response: "r"}, store.ModelFailed{Response: "r", Final: true}}, []bool{false}},
	} {
		log := logOf(t, c.bodies...)
		var got, later []bool
		past := NewHistory(log)
		for i, e := range NewTranscript(log).All() {
			if r, ok := e.Item.(*Response); ok {
				got = append(got, r.Broken)
				was, _ := past.Entry(i, past.Len()).Item.(*Response)
				later = append(later, was.Broken)
			}
		}
		if !slices.Equal(got, c.want) || !slices.Equal(later, c.want) {
			t.Errorf("%s: %v, later %v, want %v", name, got, later, c.want)
		}
	}
}

// TestTranscriptIsTotal: in any order and with repetitions it neither panics nor counts
// fewer than no open questions.
func TestTranscriptIsTotal(t *testing.T) {
	events := everyEvent(t)
	rnd := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		mixed := slices.Concat(events, events[:rnd.IntN(len(events))])
		rnd.Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
		tr := NewTranscript(store.Log{}.Append(mixed[rnd.IntN(len(mixed)):]...))
		if tr.Open() < 0 || tr.Len() > len(mixed) || render(tr) == "" {
			t.Fatalf("open %d, %d entries", tr.Open(), tr.Len())
		}
	}
}
