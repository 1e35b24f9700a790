package coordinator

import (
	"fmt"
	"reflect"
	"testing"

	"parley/coordinator/window"
	"parley/providers"
	"parley/store"
	"parley/teatest/logs"
)

// TestWhatIsTakenBackStandsAgain, and what stands for nothing changes nothing.
func TestWhatIsTakenBackStandsAgain(t *testing.T) {
	plain := messages(logs.Turns(t, logs.Worked()...), "m/a")
	n := len(logs.Worked())
	revoke := func(back int) store.Body { return store.ContextRevoked{Of: fmt.Sprintf("e%d", n+back)} }
	for name, tc := range map[string]struct {
		more    []store.Body
		ignored int
	}{
		"a summary":              {[]store.Body{logs.Summary("e23", "x", store.ByPolicy), revoke(1)}, 0},
		"a trimming":             {[]store.Body{store.ContextTrimmed{Upto: "e23"}, revoke(1)}, 0},
		"both, the first first":  {[]store.Body{logs.Summary("e14", "x", store.ByPolicy), logs.Summary("e23", "y", store.ByUser), revoke(1), revoke(2)}, 0},
		"twice":                  {[]store.Body{logs.Summary("e23", "x", store.ByPolicy), revoke(1), revoke(1)}, 1},
		"of an event of nothing": {[]store.Body{logs.Summary("e9999", "x", store.ByUser), store.ContextTrimmed{Upto: ""}, revoke(1), revoke(77)}, 4},
		"within a response":      {[]store.Body{logs.Summary("e5", "x", store.ByUser), logs.Summary("e8", "x", store.ByUser), store.ContextTrimmed{Upto: "e15"}}, 3},
		"of no such kind":        {[]store.Body{logs.Summary("e2", "x", store.ByUser), store.ContextTrimmed{Upto: "e22"}, logs.Summary("e38", "itself", store.ByUser)}, 3},
	} {
		log := logs.Turns(t, append(logs.Worked(), tc.more...)...)
		if got := FoldAll("c", log).Ignored; got != tc.ignored {
			t.Errorf("%s: %d events are ignored, want %d", name, got, tc.ignored)
		}
		if got := messages(log, "m/a"); !reflect.DeepEqual(got, plain) {
			t.Errorf("%s: the request is\n%+v\nwant\n%+v", name, got, plain)
		}
	}
	// one that goes back, or does not advance, is ignored
	for name, more := range map[string][]store.Body{
		"an earlier summary":  {logs.Summary("e23", "x", store.ByPolicy), logs.Summary("e14", "y", store.ByUser)},
		"an earlier trimming": {store.ContextTrimmed{Upto: "e23"}, store.ContextTrimmed{Upto: "e14"}},
		"the same trimming":   {store.ContextTrimmed{Upto: "e23"}, store.ContextTrimmed{Upto: "e23"}},
	} {
		first, both := logs.Turns(t, append(logs.Worked(), more[0])...), logs.Turns(t, append(logs.Worked(), more...)...)
		if got := FoldAll("c", both).Ignored; got != 1 {
			t.Errorf("%s: %d events are ignored", name, got)
		}
		if !reflect.DeepEqual(messages(first, "m/a"), messages(both, "m/a")) {
			t.Errorf("%s changes the request", name)
		}
	}
}

// TestATrimmedRequestBeginsAsTheOneBefore, up to where the next step begins.
func TestATrimmedRequestBeginsAsTheOneBefore(t *testing.T) {
	log := talk(t, 600)
	var ends []string
	for _, ev := range log.All() {
		if _, ok := ev.Body.(store.TurnEnd); ok {
			ends = append(ends, ev.ID)
		}
	}
	trim := func(l store.Log, upto string) store.Log {
		ev, err := store.New(store.Head{V: store.Version, Seq: int64(l.Len() + 1), ID: "t" + upto, Time: logs.Moment(1), Conversation: storyConversation}, store.ContextTrimmed{Upto: upto, Window: 8000})
		if err != nil {
			t.Fatal(err)
		}
		return l.Append(ev)
	}
	first := trim(log, ends[20])
	before := messages(first, "m/a")
	if again := messages(first.Append(log.At(1)), "m/a"); !reflect.DeepEqual(again[:len(before)], before) {
		t.Error("what was sent before is sent in another way")
	}
	after := messages(trim(first, ends[30]), "m/a")
	same := 0
	for same < len(after) && reflect.DeepEqual(before[same], after[same]) {
		same++
	}
	if same < 20*5 || len(after) != len(before) {
		t.Errorf("of %d messages the first %d are the same", len(after), same)
	}
}

// Budget: a request of 10,000 events, trimmed, within 20 ms.
func BenchmarkTrimmedRequest10000(b *testing.B) {
	log := talk(b, 10_000)
	upto := ""
	for i, ev := range log.All() {
		if _, ok := ev.Body.(store.TurnEnd); ok && i < 9000 {
			upto = ev.ID
		}
	}
	ev, err := store.New(store.Head{V: store.Version, Seq: int64(log.Len() + 1), ID: "trim", Time: logs.Moment(1), Conversation: storyConversation}, store.ContextTrimmed{Upto: upto, Window: 32_000})
	if err != nil {
		b.Fatal(err)
	}
	log = log.Append(ev)
	a := window.Seen{Log: log, Placed: FoldAll(storyConversation, log).Placed}
	if len(a.Placed) != 1 {
		b.Fatal("nothing is trimmed")
	}
	for b.Loop() {
		if r := a.Request(Model{ID: "m/a", Name: "a"}); len(r.Messages) < 1000 {
			b.Fatal(len(r.Messages))
		}
	}
}

// Budget: a request of 10,000 events that was trimmed nine times, and the measuring that says
// whether another step is due, within 20 ms.
func BenchmarkMeasuredRequest10000(b *testing.B) {
	a, m := trimmedTalk(b, 10_000, 9)
	takes := 2 * tokens(weights(a.Request(m).Messages))
	for b.Loop() {
		if less := a.Lessen(m, a.Request(m), takes); less != (window.Lessened{}) {
			b.Fatal(less)
		}
	}
}

// Budget: a request that is found too large, with what a step of trimming would free, within 20 ms.
func BenchmarkTrimmingStep10000(b *testing.B) {
	a, m := trimmedTalk(b, 10_000, 1)
	takes := tokens(weights(a.Request(m).Messages)) * 3 / 2
	for b.Loop() {
		if less := a.Lessen(m, a.Request(m), takes); less.Trim == "" {
			b.Fatal(less)
		}
	}
}

// trimmedTalk is a conversation of n events in which results were left out in some steps of a tenth
// each, all since the server counted the last response.
func trimmedTalk(b testing.TB, n, steps int) (window.Seen, Model) {
	b.Helper()
	log := talk(b, n)
	add := func(body store.Body) {
		ev, err := store.New(store.Head{
			V: store.Version, Seq: int64(log.Len() + 1), ID: fmt.Sprint("x", log.Len()), Time: logs.Moment(1), Conversation: storyConversation, Turn: n,
		}, body)
		if err != nil {
			b.Fatal(err)
		}
		log = log.Append(ev)
	}
	m := Model{ID: "m/a", Name: "a"}
	add(store.TurnStart{})
	add(store.ChatRequest{Text: "And now?"})
	add(store.ResponseEnd{Response: responseID(n, 1), Model: "m/a", Finish: "stop", Usage: store.Usage{Input: tokens(weights((window.Seen{Log: log}).Request(m).Messages))}})
	for i, step := 0, 1; step <= steps; i++ {
		if _, ok := log.At(i).Body.(store.TurnEnd); ok && i >= step*n/10 {
			add(store.ContextTrimmed{Upto: log.At(i).ID, Window: 32_000})
			step++
		}
	}
	f := FoldAll(storyConversation, log)
	if len(f.Placed) != steps {
		b.Fatalf("%d of %d steps stand", len(f.Placed), steps)
	}
	return window.Seen{Log: log, Placed: f.Placed, Tools: storyTools(), Anchors: f.past.anchors.all, Rules: window.Rules{TrimAt: 60, SummariseAt: 85}}, m
}

// TestWindowsThatAreKnown: the reviewer's window decides.
func TestWindowsThatAreKnown(t *testing.T) {
	for window, want := range map[int]int{0: 4, 100_000: 4, 4096 + 2: 1} {
		s := questioned(t, "patcher", boolean(false, ""), toReviewer(false), true)
		r := &reviewer{t: t, window: window, says: []string{`{"reason":"ok","answer":true}`}}
		reviewing(t, s, t.Context(), r.open)
		if got := len(r.asked[0].Messages); got != want {
			t.Errorf("window %d: %d messages, want %d", window, got, want)
		}
	}
}

// messages is the conversation as a model sees it.
func messages(log store.Log, model string) []providers.Message {
	return window.Seen{Log: log, Placed: FoldAll("", log).Placed}.Request(Model{ID: model}).Messages
}
