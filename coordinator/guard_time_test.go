package coordinator

import (
	"encoding/json"
	"testing"
	"time"

	"parley/coordinator/guards"
	"parley/coordinator/tool"
	"parley/providers"
	"parley/store"
)

// TestWhatATurnTook: work is counted whether the user is asked meanwhile or not, and so is
// how long they are asked. A limit counts neither.
func TestWhatATurnTook(t *testing.T) {
	const second = time.Second
	calls := func(s *story, all ...providers.Call) {
		s.send(ModelDone{Key: s.effect("model"), Response: providers.Response{Calls: all}})
	}
	reader, writer := providers.Call{ID: "r", Name: "reader", Arguments: `{}`}, providers.Call{ID: "w", Name: "writer", Arguments: `{}`}
	done := func(s *story) { s.send(ToolDone{Key: s.effect("tool"), Outcome: tool.Success{Content: "x"}}) }
	allowed := func(s *story) { s.send(Permitted{Key: s.effect("ask"), Outcome: store.PermitAllowed}) }
	ends := func(s *story) {
		s.send(ModelDone{Key: s.effect("model"), Response: providers.Response{Text: "Done."}})
	}
	type moment struct {
		after time.Duration
		does  func(*story)
	}
	for name, c := range map[string]struct {
		moments             []moment
		spent, took, waited time.Duration
	}{
		"nobody is asked": {[]moment{{second, func(s *story) { calls(s, reader) }}, {5 * second, done}, {2 * second, ends}}, 8 * second, 8 * second, 0},
		"only the user is waited for": {[]moment{{second, func(s *story) { calls(s, writer) }}, {12 * second, allowed}, {3 * second, done}, {2 * second, ends}},
			6 * second, 6 * second, 12 * second},
		"a call runs meanwhile": {[]moment{{second, func(s *story) { calls(s, writer, reader) }}, {5 * second, done}, {7 * second, allowed}, {3 * second, done}, {2 * second, ends}},
			6 * second, 11 * second, 12 * second},
		"it runs on after the answer": {[]moment{{second, func(s *story) { calls(s, writer, reader) }}, {7 * second, allowed}, {3 * second, done}, {4 * second, done}, {2 * second, ends}},
			10 * second, 17 * second, 7 * second},
		"a reviewer is at work meanwhile": {[]moment{ // a second more passes while a timer is taken back
			{second, func(s *story) { calls(s, providers.Call{ID: "p", Name: "patcher", Arguments: `{}`}, writer) }},
			{second, func(s *story) {
				s.send(ToolDone{Key: s.effect("tool"), Outcome: tool.NeedsInput{Form: mustForm(patcherForm().Questions()[0])}})
			}},
			{6 * second, func(s *story) {
				s.send(Reviewed{Key: s.effect("review"), Value: json.RawMessage("true"), Reason: "fine", Model: "small"})
			}},
			{second, done}, {9 * second, allowed}, {second, done}, {second, ends},
		}, 4 * second, 12 * second, 17 * second},
		"a restart while the user is asked": {[]moment{ // as the row of the question says
			{second, func(s *story) { calls(s, writer) }}, {5 * second, func(s *story) { s.kill(len(s.disk)) }},
			{time.Hour, allowed}, {3 * second, done}, {second, ends},
		}, 5 * second, 5 * second, time.Hour + 5*second},
		"a restart within the work, and nobody knows how long": {[]moment{
			{5 * second, func(s *story) { s.kill(len(s.disk)) }}, {time.Hour, func(s *story) { s.send(Continued{}) }}, {second, ends},
		}, 0, 0, 0},
	} {
		s := newStory(t, 1)
		s.send(Opened{})
		s.send(Submitted{ID: "m", Text: "go"})
		for _, m := range c.moments {
			s.after(m.after)
			m.does(s)
		}
		f := s.state.Folded
		if took, waited := f.Time(time.Time{}); f.Open() || f.Over.Spent != c.spent || took != c.took || waited != c.waited {
			t.Errorf("%s: open %v, %v for the limit, %v in all, %v waited; want %v, %v, %v", name, f.Open(), f.Over.Spent, took, waited, c.spent, c.took, c.waited)
		}
		if began, took, waited, ok := f.TimeOf(1); !ok || !began.Equal(f.begun(1)) || began.IsZero() || took != c.took || waited != c.waited {
			t.Errorf("%s: turn 1 began at %v, %v in all, %v waited, %v; want %v, %v", name, began, took, waited, ok, c.took, c.waited)
		}
	}
}

// TestDebuggingIsAPartOfWhatATurnTook, though not of its limit.
func TestDebuggingIsAPartOfWhatATurnTook(t *testing.T) {
	s := at(t, guards.LoopThreshold)
	now := func() time.Time { return time.Unix(1_800_000_000+int64(s.nonce), 0) }
	before, waited := s.state.Folded.Time(now())
	s.after(12 * time.Second)
	s.choose(guards.ChoiceDebug)
	s.after(5 * time.Second)
	if took, all := s.state.Folded.Time(now().Add(time.Second)); took != before+5*time.Second || all != waited+12*time.Second {
		t.Errorf("while it goes on: %v and %v, before %v and %v", took, all, before, waited)
	}
	s.iterate("I see it.", guards.ReportTool, `{"root_cause":"x","findings":[],"fix":"y"}`, tool.Success{Content: "Noted."})
	turn, _ := s.state.Folded.Current()
	if took, _ := s.state.Folded.Time(now()); turn.N != 1 || took != before+6*time.Second || turn.Clock.Spent != before {
		t.Errorf("turn %d: %v in all, %v for its limit; before %v", turn.N, took, turn.Clock.Spent, before)
	}
	if _, _, _, ok := s.state.Folded.TimeOf(2); ok {
		t.Error("the turn of the debugging is over before the one that it serves")
	}
	s.after(time.Second)
	s.send(Interrupted{})
	want, wait := s.state.Folded.Time(now())
	for _, n := range []int{1, 2} {
		if _, took, waited, ok := s.state.Folded.TimeOf(n); !ok || took != want || waited != wait {
			t.Errorf("turn %d took %v and %v, %v; want %v and %v", n, took, waited, ok, want, wait)
		}
	}
	if _, _, _, ok := s.state.Folded.TimeOf(3); ok {
		t.Error("there was no third turn")
	}
}
