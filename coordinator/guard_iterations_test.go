package coordinator

import (
	"fmt"
	"slices"
	"testing"

	"parley/coordinator/guards"
	"parley/coordinator/tool"
	"parley/providers"
)

// inIterations brings a story to the end of so many iterations.
func inIterations(t *testing.T, n int, l guards.Limits) *story {
	t.Helper()
	s := limited(t, l)
	for i := range n {
		s.iterate("", "reader", fmt.Sprintf(`{"path":"%d"}`, i), tool.Success{Content: "x"})
	}
	return s
}

// Ten iterations of ten, and then the response that says how it went: nothing is asked,
// whether or not somebody is there.
func TestTheLastIterationMayEndTheTask(t *testing.T) {
	for _, limit := range []int{1, 10} {
		for _, somebody := range []bool{true, false} {
			s := inIterations(t, limit, guards.Limits{Iterations: limit})
			s.state.Env.SomebodyThere = somebody
			n := len(s.disk)
			s.send(ModelDone{Key: s.effect("model"), Response: providers.Response{Text: "All tests pass."}})
			same(t, fmt.Sprint(limit, somebody), s.since(n), []string{"chat_response", "response_end", "turn_ending done", "turn_end done"})
		}
	}
}

// One more is asked about before anything in it begins, even calls that need no user or
// cannot be carried out.
func TestOneIterationTooManyIsHeld(t *testing.T) {
	for name, call := range map[string]providers.Call{
		"it runs alone":  {ID: "c", Name: "reader", Arguments: `{"path":"a"}`},
		"it needs a yes": {ID: "c", Name: "writer", Arguments: `{}`},
		"there is none":  {ID: "c", Name: "nothing", Arguments: `{}`},
	} {
		s := inIterations(t, 2, guards.Limits{Iterations: 2})
		n := len(s.disk)
		s.send(ModelDone{Key: s.effect("model"), Response: providers.Response{Calls: []providers.Call{call}}})
		if got := s.since(n); !slices.Equal(got[:3], []string{"tool_call_request", "response_end", "guard_tripped max_iterations"}) {
			t.Errorf("%s: %q", name, got)
		}
		if p, _ := s.state.Prompt(); p.Guard != guards.MaxIterations {
			t.Errorf("%s: before the user is %+v", name, p)
		}
	}
}

// A new approach leaves the held calls undone; they are not among the five more.
func TestANewApproachDoesNotCarryOutTheOldOne(t *testing.T) {
	s := at(t, guards.MaxIterations)
	s.choose(guards.ChoiceAnew)
	turn, _ := s.state.Folded.Current()
	if turn.Calls.At(0).Run != 0 || turn.History.Iterations != 2 || s.state.Busy() != Thinking {
		t.Fatalf("run %d, %d iterations, %v", turn.Calls.At(0).Run, turn.History.Iterations, s.state.Busy())
	}
	for i := range 5 {
		s.iterate("", "reader", fmt.Sprintf(`{"path":"%d"}`, i), tool.Success{Content: "x"})
		if p, asked := s.state.Prompt(); asked {
			t.Fatalf("%s asks after %d", p.Guard, i+1)
		}
	}
	s.further()
	if r, _ := s.inquiry(); r.ID != "guard-1.max_iterations.2" {
		t.Errorf("asked %q", r.ID)
	}
}

// The report of what debugging found is its last word, just as a response without calls
// is.
func TestAReportIsNoFurtherIteration(t *testing.T) {
	s := at(t, guards.LoopThreshold)
	s.choose(guards.ChoiceDebug)
	for i := range 2 { // its limit
		s.iterate("", "reader", fmt.Sprintf(`{"path":"%d"}`, i), tool.Success{Content: "x"})
	}
	s.iterate("", guards.ReportTool, `{"root_cause":"x"}`, tool.Success{Content: "Noted."})
	if turn, _ := s.state.Folded.Current(); turn.N != 1 || turn.Guard != nil || s.state.Busy() != Thinking {
		t.Errorf("turn %d, guard %+v, %v", turn.N, turn.Guard, s.state.Busy())
	}
}
