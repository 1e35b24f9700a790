package coordinator

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/coordinator/guards"
	"parley/coordinator/tool"
	"parley/store"
)

// TestTheUserStopsASummary: Esc ends the turn, and nothing is lost; the next message
// continues.
func TestTheUserStopsASummary(t *testing.T) {
	s := talking(2000)
	w := newWindowed(t, s, func(tool.Call) string { return "" })
	w.stop = func(k Key) bool { return k.Kind == OfSummary }
	for n := 0; !w.shell.State().Summing(); n++ {
		if n == 40 {
			t.Fatal("no summary is wanted")
		}
		w.say(fmt.Sprintf("Message %d", n))
	}
	asked := len(s.requests)
	w.send(Interrupted{})
	for _, r := range w.shell.State().Running {
		w.send(Gone{Key: r.Key})
	}
	if w.shell.State().Folded.Open() || len(s.requests) != asked || w.count(store.ContextSummary{}) != 0 {
		t.Fatalf("it is not stopped: %+v", w.shell.State().Running)
	}
	w.stop = nil
	w.say("Go on.")
	if w.shell.State().Folded.Open() || w.count(store.ContextSummary{}) != 1 {
		t.Errorf("%d summaries", w.count(store.ContextSummary{}))
	}
}

// TestTheUserWantsASummary: it is shown first, and takes effect only once it is accepted,
// as the user left it. It can be dropped, stopped and revoked.
func TestTheUserWantsASummary(t *testing.T) {
	s := talking(0)
	w := newWindowed(t, s, func(tool.Call) string { return "" })
	w.send(Compacted{})
	if w.shell.State().Proposed != nil || w.shell.State().Compacting() || len(s.summed) != 0 {
		t.Error("nothing is summed up")
	}
	for n := range 3 {
		w.say(fmt.Sprintf("Message %d", n))
	}
	lines := len(w.events)
	w.send(Compacted{Matters: "the ``` parser"})
	p := w.shell.State().Proposed
	if p == nil || w.shell.State().Compacting() {
		t.Fatalf("proposed is %+v", p)
	}
	wish := func() string { return w.shell.State().Folded.Wish.ID }
	w.came(lines, store.SummaryAsked{ID: wish(), Matters: "the ``` parser"})
	asked := s.summed[0].Messages[0].Text
	if !strings.HasSuffix(asked, "Sum this up, in at most 204 words. The user says what matters most:\n````\nthe ``` parser\n````") {
		t.Errorf("asked is %q", asked)
	}
	first := wish()
	w.send(Discarded{})
	if w.shell.State().Proposed != nil || w.shell.State().Folded.Wish != nil {
		t.Error("what was dropped stands")
	}
	w.came(lines+1, store.SummaryDropped{ID: first, Reason: store.DropUser, Model: "m/a", Usage: p.Usage})
	w.send(Discarded{})
	w.came(lines + 2)
	w.send(Compacted{})
	edited := *w.shell.State().Proposed
	edited.Text = "In my own words."
	second := wish()
	w.send(Accepted{Summary: edited})
	got := w.lastSummary()
	w.came(lines+2, store.SummaryAsked{ID: second}, got)
	if got.Asked != second || w.shell.State().Folded.Wish != nil || got.By != store.ByUser || got.Text != "In my own words." || len(got.Carried) != 3 || got.Stands != 6 || w.shell.State().Proposed != nil {
		t.Errorf("the summary is %+v", got)
	}
	w.say("More.")
	if r := s.requests[len(s.requests)-1]; len(r.Messages) != 2 || !strings.Contains(all(r), "In my own words.") {
		t.Errorf("the request is\n%s", all(r))
	}
	w.send(TakenBack{Of: w.shell.State().Folded.Placed[0].Event})
	w.say("Again.")
	if r := s.requests[len(s.requests)-1]; len(r.Messages) != 9 || strings.Contains(all(r), "In my own words.") {
		t.Errorf("the request is\n%s", all(r))
	}
	w.stop = func(k Key) bool { return k.Kind == OfSummary }
	w.send(Compacted{})
	if !w.shell.State().Compacting() || w.shell.State().Busy() != SummingUp {
		t.Error("it is not being written")
	}
	third, lines := wish(), len(w.events)
	w.send(Interrupted{})
	if w.shell.State().Compacting() {
		t.Error("it is not stopped")
	}
	w.came(lines, store.SummaryDropped{ID: third, Reason: store.DropUser})
}

// came holds that these lines were written since a number of them.
func (w *windowed) came(since int, want ...store.Body) {
	w.t.Helper()
	var got []store.Body
	for _, ev := range w.events[since:] {
		got = append(got, ev.Body)
	}
	if !reflect.DeepEqual(got, want) {
		w.t.Errorf("written is\n%+v\nwant\n%+v", got, want)
	}
}

// TestASummaryThatIsAskedForAgain drops the one that was shown, and so does one that comes too
// late; words that are changed of one that stands leave it as it is.
func TestASummaryThatIsAskedForAgain(t *testing.T) {
	w := newWindowed(t, talking(0), func(tool.Call) string { return "" })
	w.say("One")
	w.send(Compacted{})
	w.send(Accepted{Summary: *w.shell.State().Proposed})
	stands := w.lastSummary()
	w.say("Two")
	w.send(Compacted{})
	wish, lines := w.shell.State().Folded.Wish.ID, len(w.events)
	stands.Text = "In other words."
	w.send(Accepted{Summary: stands})
	if got := w.lastSummary(); got.Text != stands.Text || got.Asked != "" || w.shell.State().Proposed == nil {
		t.Errorf("%+v stands, proposed is %+v", got, w.shell.State().Proposed)
	}
	usage := w.shell.State().Proposed.Usage
	w.send(Compacted{Matters: "all"})
	next := w.shell.State().Folded.Wish.ID
	w.came(lines+1, store.SummaryDropped{ID: wish, Reason: store.DropUser, Model: "m/a", Usage: usage}, store.SummaryAsked{ID: next, Matters: "all"})

	late := *w.shell.State().Proposed
	late.Upto, late.Asked = w.events[0].ID, next // before what stands
	lines = len(w.events)
	w.send(Accepted{Summary: late})
	w.came(lines, store.SummaryDropped{ID: next, Reason: store.DropLate, Model: "m/a", Usage: w.lastUsage()})
}

// lastUsage is what the last summary took that was written.
func (w *windowed) lastUsage() *store.Usage {
	r := w.server.summed[len(w.server.summed)-1]
	return &store.Usage{Input: (overhead(r) + weights(r.Messages)) / 4, Output: len(fmt.Sprintf("So far so good, part %d.", len(w.server.summed))) / 4}
}

// TestASummaryIsLostByAKill at no event: what was asked for is ended as interrupted, once, nothing
// stands in its place, and no model is asked for it again.
func TestASummaryIsLostByAKill(t *testing.T) {
	s := talking(0)
	w := newWindowed(t, s, func(tool.Call) string { return "" })
	w.say("One")
	w.send(Compacted{Matters: "the parser"})
	w.send(Compacted{})
	w.send(Discarded{})
	w.say("Two")
	w.send(Compacted{})
	w.send(Accepted{Summary: *w.shell.State().Proposed})
	all := w.events
	for n := range len(all) + 1 {
		w.events = slices.Clone(all[:n])
		asked, open := len(s.summed), ""
		if f := foldEvents(w.events); f.Wish != nil {
			open = f.Wish.ID
		}
		w.open(w.shell.state.Env, store.Log{}.Append(w.events...))
		w.send(Opened{})
		var ends []store.Body
		for _, ev := range w.events[n:] {
			if b, is := ev.Body.(store.SummaryDropped); is {
				ends = append(ends, b)
			}
		}
		var want []store.Body
		if open != "" {
			want = append(want, store.SummaryDropped{ID: open, Reason: store.DropInterrupted})
		}
		if !reflect.DeepEqual(ends, want) || len(s.summed) != asked || w.shell.State().Compacting() {
			t.Errorf("killed after %d events: ended are %+v, want %+v", n, ends, want)
		}
		checkWishes(t, w.events)
	}
}

// TestNoModelForASummary: the user hears why, and what was asked for is over.
func TestNoModelForASummary(t *testing.T) {
	w := newWindowed(t, talking(0), func(tool.Call) string { return "" })
	w.say("One")
	w.shell.World.Model = func(context.Context) (Model, error) { return Model{}, errors.New("no key is set") }
	lines := len(w.events)
	w.send(Compacted{})
	w.came(lines, w.events[lines].Body, store.SummaryDropped{ID: w.events[lines].Body.(store.SummaryAsked).ID, Reason: store.DropFailed})
}

// TestASummaryCountsForTheRuntime and for no other guard.
func TestASummaryCountsForTheRuntime(t *testing.T) {
	s := talking(2000)
	w := newWindowed(t, s, func(tool.Call) string { return "" })
	env := w.shell.State().Env
	env.Limits = guards.Limits{Runtime: time.Hour, Iterations: 3}
	w.shell.SetEnv(env)
	w.stop = func(k Key) bool { return k.Kind == OfSummary }
	for !w.shell.State().Summing() {
		w.say("Message")
	}
	var wake Key
	for _, r := range w.shell.State().Running {
		if r.Key.Kind == OfClock {
			wake = r.Key
		}
	}
	if wake == (Key{}) {
		t.Fatal("the time of the turn is not watched")
	}
	w.asked = func(p Prompt) Input { return EndedTurn{Key: p.Key} }
	w.send(Woke{Key: wake})
	if w.count(store.GuardTripped{}) != 1 {
		t.Error("the guard did not trip")
	}
}
