package coordinator

import (
	"encoding/json"
	"testing"
	"time"

	"parley/coordinator/guards"
	"parley/coordinator/tool"
	"parley/providers"
)

func TestWithNobodyThereTheTurnStops(t *testing.T) {
	s := limited(t, guards.Limits{Iterations: 1})
	s.state.Env.SomebodyThere = false
	n := len(s.disk)
	s.iterate("Half done.", "reader", `{"path":"a"}`, tool.Success{Content: "x"})
	s.further()
	got := s.since(n)
	same(t, "headless", got[len(got)-8:], []string{
		"guard_tripped max_iterations", "inquiry_request guard-1.max_iterations.1",
		"inquiry_response guard-1.max_iterations.1 cancelled no_prompt_backend", "guard_resolved max_iterations: stopped",
		"scratchpad_note Iteration limit (1) reached. Nobody was there to decide; the turn was stopped. Task completed with partial results due to max_iterations.",
		"turn_ending guard", "tool_call_response The turn ended before this was done. It was not carried out.", "turn_end guard",
	})
}

func TestTwoGuardsAtOnceAskOneAfterTheOther(t *testing.T) {
	s := limited(t, guards.Limits{Iterations: 2, Loop: 2, Errors: 2})
	for range 2 {
		s.iterate("", "reader", `{"path":"a"}`, tool.Failure{Message: "no"})
	}
	asks := func(guard, choice string) {
		t.Helper()
		if p, _ := s.state.Prompt(); p.Guard != guard {
			t.Fatalf("%q asks, want %q", p.Guard, guard)
		}
		s.choose(choice)
	}
	asks(guards.LoopThreshold, guards.ChoiceDifferent)
	asks(guards.MaxConsecutiveErrors, guards.ChoiceRetry)
	if s.state.Busy() != Thinking { // the next response may be the last
		t.Fatalf("then the turn is %v", s.state.Busy())
	}
	s.further()
	asks(guards.MaxIterations, guards.ChoiceMore)
	s.goesOn()
	if s.state.Busy() != Thinking {
		t.Errorf("at last the turn is %v", s.state.Busy())
	}
}

func TestLimitsOfEverySize(t *testing.T) {
	for name, c := range map[string]struct {
		limits guards.Limits
		trips  int // after so many equal failures, 0 never
		guard  string
	}{
		"off":                 {guards.Limits{}, 0, ""},
		"negative":            {guards.Limits{Iterations: -1, Runtime: -time.Second, Loop: -1, Errors: -1}, 0, ""},
		"one iteration":       {guards.Limits{Iterations: 1}, 1, guards.MaxIterations},
		"one is a loop":       {guards.Limits{Loop: 1}, 1, guards.LoopThreshold},
		"one error":           {guards.Limits{Errors: 1}, 1, guards.MaxConsecutiveErrors},
		"absurd":              {guards.Limits{Iterations: 1 << 60, Runtime: 1<<63 - 1, Loop: 1 << 60, Errors: 1 << 60}, 0, ""},
		"the most telling":    {guards.Limits{Iterations: 4, Loop: 4, Errors: 4}, 4, guards.LoopThreshold},
		"a loop of more than": {guards.Limits{Loop: 7}, 7, guards.LoopThreshold},
	} {
		s := limited(t, c.limits)
		n := 0
		for n < 12 {
			s.iterate("", "reader", `{"path":"a"}`, tool.Failure{Message: "no"})
			n++
			if c.guard == guards.MaxIterations && n == c.trips {
				s.further()
			}
			if _, asked := s.state.Prompt(); asked {
				break
			}
		}
		p, asked := s.state.Prompt()
		if asked != (c.trips > 0) || asked && n != c.trips || p.Guard != c.guard {
			t.Errorf("%s: %q asks after %d", name, p.Guard, n)
		}
	}
}

func TestALoopGoesOnOverTurnsOfTheSameTask(t *testing.T) {
	for text, want := range map[string]bool{
		"make the tests pass": true, "Make the  tests pass.": true, "continue": true, "Go on!": true,
		"now write the docs": false,
	} {
		s := limited(t, guards.Limits{Loop: 3})
		for range 2 {
			s.iterate("", "reader", `{"path":"a"}`, tool.Success{Content: "x"})
		}
		s.send(Interrupted{})
		s.send(Submitted{ID: "n", Text: text})
		s.iterate("", "reader", `{"path":"a"}`, tool.Success{Content: "x"})
		if p, _ := s.state.Prompt(); (p.Guard == guards.LoopThreshold) != want {
			t.Errorf("%q: %q asks", text, p.Guard)
		}
	}
}

func TestWhatTheUserTurnsDownIsNoError(t *testing.T) {
	s := limited(t, guards.Limits{Errors: 2})
	for range 3 {
		s.send(ModelDone{Key: s.effect("model"), Response: providers.Response{Calls: []providers.Call{{Name: "patcher", Arguments: `{"path":"a.go"}`}}}})
		s.send(ToolDone{Key: s.effect("tool"), Outcome: tool.NeedsInput{Form: mustForm(boolean(false, ""))}})
		p, _ := s.state.Prompt()
		s.send(Answered{Key: p.Key, Value: json.RawMessage("false")})
		s.send(ToolDone{Key: s.effect("tool"), Outcome: tool.Failure{Message: "refused", Refused: true}})
	}
	if p, asked := s.state.Prompt(); asked {
		t.Errorf("%q asks", p.Guard)
	}
	for range 2 {
		s.iterate("", "reader", `{}`, tool.Failure{Message: "broken"})
	}
	if p, _ := s.state.Prompt(); p.Guard != guards.MaxConsecutiveErrors {
		t.Errorf("%q asks after two errors", p.Guard)
	}
}
