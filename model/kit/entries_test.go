package kit

import (
	"testing"
	"time"

	"parley/coordinator"
	"parley/store"
	"parley/store/record"
	"parley/views/pane"
)

// TestLiveOutputIsOfTheRunThatGoesOn: the output of the previous run, which ended in a
// question, is not shown while the call runs again.
func TestLiveOutputIsOfTheRunThatGoesOn(t *testing.T) {
	var e Entries
	key := coordinator.Key{Kind: coordinator.OfTool, ID: "c"}
	shown := func(runs int) string {
		t.Helper()
		call := &record.ToolCall{ID: "c", Name: "deploy", Runs: runs}
		inside, _ := e.View(record.Entry{ID: "e1", Item: call}, pane.Teller{}).(pane.Call)
		return inside.Output
	}
	for _, step := range []struct {
		run         int
		writes, own string
	}{
		{1, "", ""},
		{1, `{"type":`, `{"type":`},
		{1, `"needs_input"}`, `{"type":"needs_input"}`},
		{2, "", ""},
		{2, "copies\n", "copies\n"},
		{2, "done", "copies\ndone"},
		{3, "", ""},
	} {
		if step.writes != "" {
			e.Output(coordinator.ToolSaid{Key: key, Text: step.writes})
		}
		if got := shown(step.run); got != step.own {
			t.Errorf("run %d, after %q: %q is shown, want %q", step.run, step.writes, got, step.own)
		}
	}
}

// TestWhatAStoppedCallWroteStays as it was read, since its result does not have it; what
// another one wrote is in its result.
func TestWhatAStoppedCallWroteStays(t *testing.T) {
	for _, c := range []struct {
		stopped bool
		want    string
	}{{true, "line 1\nline 2"}, {false, ""}} {
		var e Entries
		e.View(record.Entry{ID: "e1", Item: &record.ToolCall{ID: "c", Name: "run_command", Runs: 1}}, pane.Teller{})
		e.Output(coordinator.ToolSaid{Key: coordinator.Key{Kind: coordinator.OfTool, ID: "c"}, Text: "line 1\nline 2"})
		call := &record.ToolCall{ID: "c", Name: "run_command", Runs: 1, Started: time.Unix(9, 0), Stopped: c.stopped, Result: &store.ToolCallResponse{IsError: true, Content: "why"}}
		for range 2 { // it is drawn again
			got, _ := e.View(record.Entry{ID: "e1", Item: call}, pane.Teller{}).(pane.Call)
			if got.Output != c.want {
				t.Errorf("stopped %v: %q is shown, want %q", c.stopped, got.Output, c.want)
			}
		}
	}
}
