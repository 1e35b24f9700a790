package coordinator

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"parley/coordinator/guards"
	"parley/coordinator/tool"
	"parley/providers"
	"parley/store"
)

// after advances the story's clock; the next message comes a second later.
func (s *story) after(d time.Duration) { s.nonce += int(d/time.Second) - 1 }

func (s *story) wakes() []time.Duration {
	turn, _ := s.state.Folded.Current()
	var out []time.Duration
	for _, e := range Owed(s.state.Folded, s.state.env()) {
		if w, ok := e.(Wake); ok {
			out = append(out, w.Due.Sub(turn.Clock.At))
		}
	}
	return out
}

func TestTheClockStandsWhileTheUserIsAsked(t *testing.T) {
	s := limited(t, guards.Limits{Runtime: time.Hour})
	check := func(what string, spent time.Duration, left ...time.Duration) {
		t.Helper()
		turn, _ := s.state.Folded.Current()
		if got := s.wakes(); turn.Clock.Spent != spent || !slices.Equal(got, left) {
			t.Errorf("%s: %v spent, wakes in %v; want %v, %v", what, turn.Clock.Spent, got, spent, left)
		}
	}
	check("begun", 0, time.Hour)
	s.after(10 * time.Minute)
	s.send(ModelDone{Key: s.effect("model"), Response: providers.Response{Calls: []providers.Call{{ID: "w", Name: "writer", Arguments: `{}`}}}})
	check("a permission is open", 10*time.Minute)
	s.after(24 * time.Hour)
	s.send(Permitted{Key: s.effect("ask"), Outcome: store.PermitAllowed})
	check("it was given", 10*time.Minute, 50*time.Minute)
	s.after(20 * time.Minute)
	s.send(ToolDone{Key: s.effect("tool"), Outcome: tool.Success{Content: "x"}})
	check("the tool ran", 30*time.Minute, 30*time.Minute)
	s.after(30 * time.Minute)
	s.send(Woke{Key: s.effect("wake")})
	check("the guard asks", time.Hour)
	s.after(time.Hour)
	s.choose(guards.ChoiceLonger)
	check("ten minutes more", time.Hour, 10*time.Minute)
	turn, _ := s.state.Folded.Current()
	if turn.Raised.Runtime != 70*time.Minute {
		t.Errorf("raised to %v", turn.Raised.Runtime)
	}
}

func TestTheRuntimeIsLookedAtBetweenAnswersToo(t *testing.T) {
	s := limited(t, guards.Limits{Runtime: time.Hour})
	s.send(ModelDone{Key: s.effect("model"), Response: providers.Response{Calls: []providers.Call{{ID: "r", Name: "reader", Arguments: `{}`}}}})
	s.after(time.Hour)
	s.send(ToolDone{Key: s.effect("tool"), Outcome: tool.Success{Content: "x"}})
	if p, _ := s.state.Prompt(); p.Guard != guards.MaxRuntime || len(s.state.Running) != 1 {
		t.Errorf("%q asks, %v runs", p.Guard, s.state.Running)
	}
	s.choose(guards.ChoiceLonger)
	s.effect("model")
}

func TestTheClockStandsFromARestartToTheNextEvent(t *testing.T) {
	s := limited(t, guards.Limits{Runtime: time.Hour})
	s.after(10 * time.Minute)
	s.kill(len(s.disk))
	if got := s.wakes(); got != nil {
		t.Errorf("held, and wakes in %v", got)
	}
	s.after(24 * time.Hour)
	s.send(Continued{})
	s.after(time.Minute)
	s.send(ModelDone{Key: s.effect("model"), Response: providers.Response{Calls: []providers.Call{{ID: "r", Name: "reader", Arguments: `{}`}}}})
	if got := s.wakes(); !slices.Equal(got, []time.Duration{time.Hour}) {
		t.Errorf("wakes in %v", got)
	}
}

func TestCancelStopsWhatRuns(t *testing.T) {
	s := at(t, guards.MaxRuntime)
	key := s.effect("tool")
	p, _ := s.state.Prompt()
	state, did := Step(s.state, Msg{Time: time.Unix(1_900_000_000, 0), Nonce: "z", Body: Answered{Key: p.Key, Value: []byte(`"Cancel"`)}})
	if did.Err != nil || !slices.Equal(did.Cancel, []Key{key}) || state.Folded.Open() {
		t.Errorf("%v, cancelled %v, open %v", did.Err, did.Cancel, state.Folded.Open())
	}
}

func TestALimitCanBeRaisedForTheTurn(t *testing.T) {
	s := limited(t, guards.Limits{Iterations: 2, Runtime: time.Hour})
	n := len(s.disk)
	for _, r := range []Raised{
		{guards.MaxIterations, "4"}, {guards.MaxRuntime, "2h"}, {guards.MaxIterations, "many"}, {guards.MaxIterations, "0"}, {guards.MaxIterations, "-3"},
		{guards.MaxRuntime, "5"}, {"round_trips", "5"}, {guards.MaxRuntime, "-2h"},
	} {
		s.send(r)
	}
	same(t, "raised", s.since(n), []string{"guard_resolved max_iterations: limit 4", "guard_resolved max_runtime: limit 2h"})
	if got := s.wakes(); !slices.Equal(got, []time.Duration{2*time.Hour - 2*time.Second}) {
		t.Errorf("wakes in %v", got)
	}
	for i := range 4 {
		if _, asked := s.state.Prompt(); asked {
			t.Fatalf("asked after %d", i)
		}
		s.iterate("", "reader", fmt.Sprintf(`{"path":"%d"}`, i), tool.Success{Content: "x"})
	}
	s.further()
	if p, _ := s.state.Prompt(); p.Guard != guards.MaxIterations {
		t.Errorf("%q asks", p.Guard)
	}
	s.choose(guards.ChoiceCancel)
	s.send(Raised{guards.MaxIterations, "9"})
	s.send(Submitted{ID: "n", Text: "something else"})
	if turn, _ := s.state.Folded.Current(); turn.Raised != (guards.Limits{}) {
		t.Errorf("the next turn has %+v", turn.Raised)
	}
}
