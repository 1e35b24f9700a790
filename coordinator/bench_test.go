package coordinator

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"parley/coordinator/window"
	"parley/providers"
	"parley/store"
)

// talk makes a conversation of at least n events: turns of a message, a response with two
// calls, their results and a last response.
func talk(b testing.TB, n int) store.Log {
	b.Helper()
	var log store.Log
	seq, decision := int64(0), ""
	add := func(turn int, body store.Body) {
		seq++
		ev, err := store.New(store.Head{
			V: store.Version, Seq: seq, ID: fmt.Sprintf("e%d", seq), Time: time.Unix(1_800_000_000+seq, 0),
			Conversation: storyConversation, Turn: turn,
		}, store.Chained(body, decision))
		if err != nil {
			b.Fatal(err)
		}
		if _, ok := store.Decides(ev.Body); ok {
			decision = store.Digest(ev.Line())
		}
		log = log.Append(ev)
	}
	for turn := 1; log.Len() < n; turn++ {
		add(turn, store.TurnStart{})
		add(turn, store.ChatRequest{Text: "please do the thing number " + fmt.Sprint(turn)})
		first := responseID(turn, 1)
		add(turn, store.ChatResponse{Response: first, Text: strings.Repeat("some words ", 20)})
		for i := range 2 {
			add(turn, store.ToolCallRequest{Response: first, ID: fmt.Sprintf("c%d-%d", turn, i), Name: "reader", Arguments: json.RawMessage(`{"path":"a.go"}`)})
		}
		add(turn, store.ResponseEnd{Response: first, Calls: 2, Model: "m/a", Finish: "tool_calls"})
		for i := range 2 {
			id := fmt.Sprintf("c%d-%d", turn, i)
			add(turn, store.ToolStarted{ID: id, Run: 1})
			add(turn, store.ToolCallResponse{ID: id, Content: strings.Repeat("line of a file\n", 20)})
		}
		last := responseID(turn, 2)
		add(turn, store.ChatResponse{Response: last, Text: strings.Repeat("some words ", 40)})
		add(turn, store.ResponseEnd{Response: last, Model: "m/a", Finish: "stop"})
		add(turn, store.TurnEnding{Reason: store.ReasonDone})
		add(turn, store.TurnEnd{Reason: store.ReasonDone})
	}
	return log
}

func TestTheBenchmarksConversationIsSound(t *testing.T) {
	log := talk(t, 500)
	f := FoldAll(storyConversation, log)
	if f.Ignored != 0 || f.Open() || f.Seq != int64(log.Len()) {
		t.Errorf("ignored %d, open %v, seq %d of %d", f.Ignored, f.Open(), f.Seq, log.Len())
	}
}

// Budget: 50,000 folds below 100 ms.
func BenchmarkFold50000(b *testing.B) {
	log := talk(b, 50_000)
	b.ResetTimer()
	for b.Loop() {
		FoldAll(storyConversation, log)
	}
}

// Budget: a delta below 20 µs, however long the response is.
func BenchmarkDelta(b *testing.B) {
	s := newBenchState(b)
	key := s.Running[0].Key
	msg := Msg{Time: time.Unix(1, 0), Nonce: "n", Body: ModelSaid{Key: key, Delta: providers.TextDelta{Text: "token "}}}
	b.ReportAllocs()
	for b.Loop() {
		s, _ = Step(s, msg)
	}
}

// A message that records something, in a long conversation.
func BenchmarkStep(b *testing.B) {
	s := newBenchState(b)
	s.Folded.used = FoldAll(storyConversation, talk(b, 50_000)).used
	key := s.Running[0].Key
	msg := Msg{Time: time.Unix(1, 0), Nonce: "n", Body: ModelDone{Key: key, Response: providers.Response{
		Text: "done", Calls: []providers.Call{{ID: "x1", Name: "reader", Arguments: `{"path":"a"}`}},
	}}}
	for b.Loop() {
		if _, did := Step(s, msg); did.Err != nil || len(did.Events) == 0 {
			b.Fatal("nothing was recorded")
		}
	}
}

func newBenchState(b *testing.B) State {
	b.Helper()
	s := State{
		Folded: Folded{Conversation: storyConversation},
		Env:    Env{Tools: storyTools(), Rules: escalating(), SomebodyThere: true},
	}
	s, did := Step(s, Msg{Time: time.Unix(1, 0), Nonce: "a", Body: Submitted{ID: "m", Text: "go"}})
	if did.Err != nil || len(s.Running) != 1 {
		b.Fatalf("%v, running %v", did.Err, s.Running)
	}
	return s
}

// Budget: the request of a 5,000-event conversation within 20 ms.
func BenchmarkRequest5000(b *testing.B) {
	log := talk(b, 5_000)
	env := Env{Tools: storyTools(), Rules: escalating()}
	for b.Loop() {
		if r := (window.Seen{Log: log, Tools: env.Tools}).Request(Model{ID: "m/a", Name: "a"}); len(r.Messages) < 1000 {
			b.Fatal(len(r.Messages))
		}
	}
}
