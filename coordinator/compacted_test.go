package coordinator

import (
	"fmt"
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
	if p == nil || len(w.events) != lines || w.shell.State().Compacting() {
		t.Fatalf("proposed is %+v, %d lines came", p, len(w.events)-lines)
	}
	asked := s.summed[0].Messages[0].Text
	if !strings.HasSuffix(asked, "Sum this up, in at most 204 words. The user says what matters most:\n````\nthe ``` parser\n````") {
		t.Errorf("asked is %q", asked)
	}
	w.send(Discarded{})
	if w.shell.State().Proposed != nil || len(w.events) != lines {
		t.Error("what was dropped stands")
	}
	w.send(Compacted{})
	edited := *w.shell.State().Proposed
	edited.Text = "In my own words."
	w.send(Accepted{Summary: edited})
	got := w.lastSummary()
	if got.By != store.ByUser || got.Text != "In my own words." || len(got.Carried) != 3 || got.Stands != 6 || w.shell.State().Proposed != nil {
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
	w.send(Interrupted{})
	if w.shell.State().Compacting() {
		t.Error("it is not stopped")
	}
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
