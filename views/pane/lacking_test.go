package pane

import (
	"testing"
	"time"

	"parley/store"
	"parley/store/record"
)

// TestHowFarACallIs: one that lacks its tool says so before it runs and between two runs of it, in
// a version of its own, and does not seem to run.
func TestHowFarACallIs(t *testing.T) {
	at := time.Unix(1_000_000, 0)
	answered := record.Exchange{Asked: at, Closed: at, Inquiry: &store.InquiryRequest{ID: "q"}, Answer: &store.InquiryResponse{ID: "q", Outcome: store.Answered}}
	open := record.Exchange{Asked: at, Inquiry: &store.InquiryRequest{ID: "q"}}
	allowed := record.Exchange{Asked: at, Closed: at, Permission: &store.PermissionRequest{ID: "p"}, Permitted: &store.PermissionResponse{ID: "p", Outcome: store.PermitAllowed, By: store.ByUser}}
	lacks := func(string) bool { return true }
	reviewed := record.Exchange{Asked: at, Inquiry: &store.InquiryRequest{ID: "r", Target: store.TargetReviewer}}
	later := Teller{Stands: lacks}.call(record.Entry{ID: "e", Version: 3}, &record.ToolCall{Runs: 1, Started: at, Exchanges: []record.Exchange{allowed, reviewed}})
	if later.State != CallPending || later.came(Look{}.Pulse) != "next" || later.Rev == 3 || later.moves() {
		t.Errorf("a reviewer will have its question: %+v", later)
	}
	for name, c := range map[string]struct {
		item    record.ToolCall
		lacks   func(string) bool
		unsaved func(string) bool
		state   CallState
		words   string
	}{
		"it was allowed":                       {record.ToolCall{Exchanges: []record.Exchange{allowed}}, nil, nil, CallPending, "next"},
		"it was allowed, and lacks its tool":   {record.ToolCall{Exchanges: []record.Exchange{allowed}}, lacks, nil, CallLacking, "waits for its tool"},
		"it runs":                              {record.ToolCall{Runs: 1, Started: at, Exchanges: []record.Exchange{allowed}}, nil, nil, CallRunning, "running"},
		"it asks":                              {record.ToolCall{Runs: 1, Exchanges: []record.Exchange{open}}, nil, nil, CallWaiting, "waits for you"},
		"it was answered, and lacks its tool":  {record.ToolCall{Runs: 1, Exchanges: []record.Exchange{answered}}, lacks, nil, CallLacking, "waits for its tool"},
		"it was answered, and its run goes on": {record.ToolCall{Runs: 2, Started: at, Exchanges: []record.Exchange{answered}}, nil, nil, CallRunning, "running"},
		"its start is not saved":               {record.ToolCall{Runs: 1, Started: at, Exchanges: []record.Exchange{allowed}}, nil, lacks, CallUnsaved, "not saved, so not run"},
	} {
		got := Teller{Lacks: c.lacks, Unsaved: c.unsaved}.call(record.Entry{ID: "e", Version: 3}, &c.item)
		if got.State != c.state || got.came(Look{}.Pulse) != c.words {
			t.Errorf("%s: %d, %q", name, got.State, got.came(Look{}.Pulse))
		}
		if other := got.Rev != 3; other != (c.lacks != nil || c.unsaved != nil) {
			t.Errorf("%s: its version is %d", name, got.Rev)
		}
		if got.moves() != (c.state == CallRunning) {
			t.Errorf("%s: it moves: %v", name, got.moves())
		}
	}
}
