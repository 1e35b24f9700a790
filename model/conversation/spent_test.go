package conversation

import (
	"testing"

	"parley/store"
)

// TestASummaryCostsToo: the call that wrote it counts for the cost, but not for the share
// of the window.
func TestASummaryCostsToo(t *testing.T) {
	d := newDesk(t)
	m := modelOf(d)
	show := func(b store.Body) {
		ev, err := store.New(store.Head{V: store.Version, Seq: 1, ID: "s", Time: m.o.Now(), Conversation: "c"}, b)
		if err != nil {
			t.Fatal(err)
		}
		if cmd := m.show(ev); cmd != nil {
			d.Send(cmd())
		}
	}
	show(store.ContextSummary{Upto: "x", Text: "much", Model: "fake/small", By: store.ByPolicy, Usage: &store.Usage{Input: 1_000_000, Output: 100_000}})
	if cost, share := m.meter.cost(), m.share(); cost != "$4.50" || share != "" {
		t.Errorf("cost %q, share %q", cost, share)
	}
	show(store.ContextSummary{Upto: "y", By: store.ByPolicy})
	if cost := m.meter.cost(); cost != "$4.50" {
		t.Errorf("with one that no model wrote it is %q", cost)
	}
}
