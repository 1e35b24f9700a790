package kit

import (
	"testing"

	"parley/coordinator"
	"parley/store"
	"parley/views/pane"
)

// TestLiveOutputIsOfTheRunThatGoesOn: the output of the previous run, which ended in a
// question, is not shown while the call runs again.
func TestLiveOutputIsOfTheRunThatGoesOn(t *testing.T) {
	var e Entries
	key := coordinator.Key{Kind: coordinator.OfTool, ID: "c"}
	shown := func(runs int) string {
		t.Helper()
		call := &store.ToolCall{ID: "c", Name: "deploy", Runs: runs}
		inside, _ := e.View(store.Entry{ID: "e1", Item: call}, pane.Teller{}).(pane.Call)
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
