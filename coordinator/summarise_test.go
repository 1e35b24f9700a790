package coordinator

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"parley/coordinator/tool"
	"parley/coordinator/window"
	"parley/providers"
	"parley/store"
)

// TestEachDecisionStandsAfter400Turns on a server with a window of 32k: word for word, in
// the last request, though most of what was said is summed up, and with a restart after
// every fiftieth turn; and each request begins as the one before.
func TestEachDecisionStandsAfter400Turns(t *testing.T) {
	if testing.Short() {
		return // nothing in it runs side by side
	}
	for _, restarts := range []bool{true, false} {
		w := turns(t, 32_000, func(w *windowed, turn int) {
			if restarts && turn%50 == 0 {
				w.again()
			}
		})
		last := all(w.server.requests[len(w.server.requests)-1])
		for n := 1; n <= 60; n++ {
			for _, words := range []string{decisionText(n), decidedText(n)} {
				if !strings.Contains(last, words) {
					t.Fatalf("the last request lacks %q", words)
				}
			}
		}
		if n := w.count(store.ContextSummary{}); n < 1 || n > 10 {
			t.Errorf("%d summaries", n)
		}
		if w.server.refused > 0 {
			t.Errorf("the server refused %d requests", w.server.refused)
		}
		if n := w.count(store.ContextTrimmed{}); n < 5 || n > 40 {
			t.Errorf("%d steps of trimming", n)
		}
		w.checkBeginnings(t)
	}
}

// TestASmallWindowShortensByTheRule: the same on a server with a window of 8k. Of the
// oldest of what is carried over, first only the beginning stays, then only the number; it
// never takes more than there is room for, and all of it follows from the events.
func TestASmallWindowShortensByTheRule(t *testing.T) {
	if testing.Short() {
		return // nothing in it runs side by side
	}
	w := turns(t, 8000, func(w *windowed, turn int) {
		if turn%90 == 0 {
			w.again()
		}
	})
	s := w.lastSummary()
	log := store.Log{}.Append(w.events...)
	at := 0
	for log.At(at).ID != s.Upto {
		at++
	}
	alone := window.Seen{Log: log}.CarriedAlone(at, 8000)
	want, leftOut := alone.Carried, alone.LeftOut
	if !reflect.DeepEqual(s.Carried, want) || s.LeftOut != leftOut {
		t.Errorf("carried are %d and %d left out, want %d and %d", len(s.Carried), s.LeftOut, len(want), leftOut)
	}
	words := 0
	for _, c := range s.Carried {
		words += len(c.Text)
	}
	if words > 8000 || s.LeftOut == 0 || s.LeftOut+len(s.Carried) < 400 {
		t.Errorf("%d bytes are carried in %d pieces, %d are left out", words, len(s.Carried), s.LeftOut)
	}
	last := all(w.server.requests[len(w.server.requests)-1])
	if !strings.Contains(last, decidedText(60)) || !strings.Contains(last, fmt.Sprintf("%d more pieces like these had no room here.", s.LeftOut)) {
		t.Error("the last request lacks the last decision, or how much is left out")
	}
	if w.server.refused > 0 {
		t.Errorf("the server refused %d requests", w.server.refused)
	}
}

// TestOneTurnOf200Responses continues in windows of both sizes, with a restart in the
// middle: the message that it serves stays word for word.
func TestOneTurnOf200Responses(t *testing.T) {
	if testing.Short() {
		return // nothing in it runs side by side
	}
	for _, window := range []int{32_000, 8000} {
		const task = "Bring every part to its place, one after the other."
		s := &windowServer{window: window, told: window}
		s.answer = func(n int, r providers.Request) providers.Response {
			if n >= 200 {
				return providers.Response{Text: "All of it is done."}
			}
			a := callOf("teller", n)
			a.Calls[0].Arguments = "{}"
			return a
		}
		w := newWindowed(t, s, func(c tool.Call) string { return strings.Repeat("line "+c.ID+" of a file\n", 30) })
		w.stop = func(k Key) bool {
			return k.Kind == OfModel && len(s.requests) == 100 || k.Kind == OfSummary && len(s.summed) == 1
		}
		w.say(task)
		for range 2 { // killed before a summary, and before a response
			w.stop = func(k Key) bool { return k.Kind == OfModel && len(s.requests) == 150 }
			w.again()
		}
		w.stop = nil
		w.again()
		if w.shell.State().Folded.Open() || len(s.requests) != 200 || s.refused > 0 {
			t.Fatalf("window %d: open %v, %d requests, %d refused", window, w.shell.State().Folded.Open(), len(s.requests), s.refused)
		}
		for n, r := range s.requests {
			if !strings.Contains(all(r), task) {
				t.Fatalf("window %d: request %d lacks the message that the turn serves", window, n)
			}
		}
		if w.count(store.ContextSummary{}) < 1 || w.count(store.ContextTrimmed{}) != 0 {
			t.Errorf("window %d: %d summaries, %d trimmings", window, w.count(store.ContextSummary{}), w.count(store.ContextTrimmed{}))
		}
	}
}

// TestAFinishedTurnDoesNotBeginAnew: however long its last response or result is, the
// message of a turn that is over is carried over like the earlier ones. Were it to stay
// without what answered it, a model would do again what is done.
func TestAFinishedTurnDoesNotBeginAnew(t *testing.T) {
	if testing.Short() {
		return // nothing in it runs side by side
	}
	for name, tc := range map[string]struct{ response, result int }{
		"long response": {6000, 20}, "long result": {20, 6000}, "both long": {6000, 6000}, "both short": {600, 600},
	} {
		s := &windowServer{told: 8000}
		s.answer = func(n int, _ providers.Request) providers.Response {
			if n%2 == 1 {
				return callOf("teller", n)
			}
			return providers.Response{Text: strings.Repeat("a", tc.response)}
		}
		w := newWindowed(t, s, func(tool.Call) string { return strings.Repeat("b", tc.result) })
		for n := range 60 {
			w.say(fmt.Sprintf("Do task %d.", n))
		}
		if w.count(store.ContextSummary{}) < 2 {
			t.Fatalf("%s: %d summaries", name, w.count(store.ContextSummary{}))
		}
		for n, r := range s.requests {
			for i := 2; i < len(r.Messages); i++ {
				if before := r.Messages[i-1]; before.Role == providers.User && r.Messages[i].Role == providers.User {
					t.Fatalf("%s: in request %d nothing follows %q; it begins\n%s", name, n, before.Text, r.Messages[0].Text)
				}
			}
		}
	}
}

// summedOften is a conversation in which results are left out and what was said is summed up
// several times.
func summedOften(t *testing.T) *windowed {
	w := newWindowed(t, &windowServer{told: 3000}, func(tool.Call) string { return strings.Repeat("line of a file\n", 60) })
	w.server.answer = func(n int, r providers.Request) providers.Response {
		if n%2 == 1 {
			return callOf([]string{"teller", "ask_user"}[n/2%2], n)
		}
		return providers.Response{Text: strings.Repeat("It is done. ", 20)}
	}
	for turn := range 40 {
		w.say(fmt.Sprintf("Go on with %d.", turn))
	}
	if w.count(store.ContextSummary{}) < 2 || w.count(store.ContextTrimmed{}) < 2 {
		t.Fatalf("%d summaries, %d trimmings", w.count(store.ContextSummary{}), w.count(store.ContextTrimmed{}))
	}
	return w
}

// TestAKillAtEveryEventGoesOn: whatever was being done to the window then, the turn comes to its
// end, each call and each question has one end, and no request is too long.
func TestAKillAtEveryEventGoesOn(t *testing.T) {
	w := summedOften(t)
	all := slices.Clone(w.events)
	w.server.window = 3000
	step := 1
	if testing.Short() {
		step = 7
	}
	for n := 0; n <= len(all); n += step {
		w.events = slices.Clone(all[:n])
		w.open(w.shell.State().Env, store.Log{}.Append(w.events...))
		w.send(Opened{Continue: true})
		w.say("And on.")
		if f := w.shell.State().Folded; f.Open() || f.Failed || f.Ignored != 0 || w.server.refused > 0 || len(w.shell.State().Queue) > 0 {
			t.Fatalf("killed after %d events: open %v, failed %v, %d events ignored, %d requests refused", n, f.Open(), f.Failed, f.Ignored, w.server.refused)
		}
		checkLog(t, w.events)
		if t.Failed() {
			t.Fatalf("killed after %d events", n)
		}
	}
}

// TestAKillAtEveryEventBuildsTheSameRequest: whether resumed, forked or replayed up to any
// event, the next request depends only on the events and the model.
func TestAKillAtEveryEventBuildsTheSameRequest(t *testing.T) {
	if testing.Short() {
		return // nothing in it runs side by side
	}
	w := summedOften(t)
	m := Model{ID: "m/a", Name: "a"}
	live := Folded{Conversation: storyConversation}
	var log store.Log
	for n, ev := range w.events {
		live, log = Fold(live, ev), log.Append(ev)
		again := FoldAll(storyConversation, store.Log{}.Append(w.events[:n+1]...))
		one := window.Seen{Log: log, Placed: live.Placed}.Request(m).Request
		two := window.Seen{Log: store.Log{}.Append(w.events[:n+1]...), Placed: again.Placed}.Request(m).Request
		if !reflect.DeepEqual(one, two) {
			t.Fatalf("after event %d the requests differ", n+1)
		}
	}
}

// checkBeginnings checks that between the steps of trimming at least nine tenths of a
// request, in bytes, equal the beginning of the previous one.
func (w *windowed) checkBeginnings(t *testing.T) {
	t.Helper()
	steps, fewest := 0, 1.0
	for i := 1; i < len(w.server.requests); i++ {
		before, after := w.server.requests[i-1].Messages, w.server.requests[i].Messages
		same := 0
		for same < len(before) && same < len(after) && reflect.DeepEqual(before[same], after[same]) {
			same++
		}
		if same < len(before) {
			steps++
			continue
		}
		if size := weights(before); size > 4000 {
			fewest = min(fewest, float64(weights(after[:same]))/float64(size))
		}
	}
	if want := w.count(store.ContextSummary{}) + w.count(store.ContextTrimmed{}); steps > want || steps == 0 {
		t.Errorf("%d requests begin in another way than the one before, with %d steps on record", steps, want)
	}
	if fewest < 0.9 {
		t.Errorf("of a request only %.0f %% stayed", fewest*100)
	}
}

// talking is a server that answers every message with a text.
func talking(window int) *windowServer {
	return &windowServer{told: window, answer: func(n int, _ providers.Request) providers.Response {
		return providers.Response{Text: fmt.Sprintf("Answer %d. %s", n, strings.Repeat("so it is. ", 30))}
	}}
}

// failures are what the user was told about requests that failed.
func (w *windowed) failures() (out []store.ModelFailed) {
	for _, ev := range w.events {
		if b, ok := ev.Body.(store.ModelFailed); ok {
			out = append(out, b)
		}
	}
	return out
}
