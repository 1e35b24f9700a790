package coordinator

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"parley/coordinator/guards"
	"parley/coordinator/tool"
	"parley/providers"
)

func words(meters []guards.Meter) (all, near []string) {
	for _, m := range meters {
		all = append(all, m.Guard+" "+m.Of())
		if m.Near {
			near = append(near, m.Words()+" | "+m.Short())
		}
	}
	return all, near
}

func TestMetersSayHowFarTheTurnIs(t *testing.T) {
	s := limited(t, guards.Limits{Iterations: 5, Runtime: 30 * time.Minute, Loop: 3})
	now := func() time.Time {
		turn, _ := s.state.Folded.Current()
		return turn.Clock.At
	}
	check := func(what string, at time.Time, all, near []string) {
		t.Helper()
		gotAll, gotNear := words(s.state.Meters(at))
		if !reflect.DeepEqual(gotAll, all) || !reflect.DeepEqual(gotNear, near) {
			t.Errorf("%s: got %q, near %q\nwant %q, near %q", what, gotAll, gotNear, all, near)
		}
	}
	check("begun", now(), []string{"max_iterations 0 of 5", "max_runtime 0 s of 30 min", "loop_threshold 0 of 3", "max_consecutive_errors 0, no limit"}, nil)
	s.after(10 * time.Minute)
	for range 2 {
		s.iterate("", "reader", `{"path":"a"}`, tool.Failure{Message: "no"})
	}
	check("in a loop", now(), []string{"max_iterations 2 of 5", "max_runtime 10 of 30 min", "loop_threshold 2 of 3", "max_consecutive_errors 2, no limit"}, []string{"same step 2 of 3 | same 2/3"})
	for i := range 2 {
		s.iterate("", "reader", fmt.Sprintf(`{"path":"%d"}`, i), tool.Success{Content: "x"})
	}
	check("later", now().Add(15*time.Minute), []string{"max_iterations 4 of 5", "max_runtime 25 of 30 min", "loop_threshold 1 of 3", "max_consecutive_errors 0, no limit"},
		[]string{"iteration 4 of 5 | iter 4/5", "25 of 30 min | time 25/30"})
	s.send(ModelDone{Key: s.effect("model"), Response: providers.Response{Calls: []providers.Call{{ID: "w", Name: "writer", Arguments: `{}`}}}})
	before := s.state.Meters(now())
	if after := s.state.Meters(now().Add(time.Hour)); !reflect.DeepEqual(after, before) {
		t.Errorf("the clock goes on while the user is asked: %+v, then %+v", before, after)
	}
	s.send(Raised{guards.MaxRuntime, "90s"})
	check("another limit", now(), []string{"max_iterations 4 of 5", "max_runtime 10 min of 90 s", "loop_threshold 1 of 3", "max_consecutive_errors 0, no limit"},
		[]string{"iteration 4 of 5 | iter 4/5", "10 min of 90 s | time 10 min/90 s"})
	s.send(Interrupted{})
	check("between turns", now(), []string{"max_iterations 0 of 5", "max_runtime 0 s of 30 min", "loop_threshold 0 of 3", "max_consecutive_errors 0, no limit"}, nil)
}

func TestALimitThatIsRaisedIsKnownAfterARestart(t *testing.T) {
	s := limited(t, guards.Limits{Iterations: 2})
	s.send(Raised{guards.MaxIterations, "40"})
	s.kill(len(s.disk))
	if got := s.state.Meters(time.Time{})[0].Of(); got != "0 of 40" {
		t.Errorf("after a restart the limit is %q", got)
	}
}
