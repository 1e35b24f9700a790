package coordinator

import (
	"testing"

	"parley/store"
)

// The reason of a remembered answer is an id of ours, which no model is told.
func TestARefusalNamesNoIDAsItsReason(t *testing.T) {
	for _, c := range []struct {
		name             string
		p                Permit
		refused, witheld string
	}{
		{"without words", Permit{By: store.ByUser}, "Tool skipped by user.", "The tool ran. The user did not release its result."},
		{"with words", Permit{By: store.ByUser, Reason: "not now"}, "Tool skipped by user: not now", "The tool ran. The user did not release its result: not now"},
		{"remembered", Permit{By: store.ByTurnCache, Reason: "call_1.run"}, "Tool skipped by user, who said no to such calls for the rest of this turn.",
			"The tool ran. The user did not release its result, nor such results for the rest of this turn."},
	} {
		if got := refusedText(c.p); got != c.refused {
			t.Errorf("%s: %q, want %q", c.name, got, c.refused)
		}
		if got := withheldText(c.p); got != c.witheld {
			t.Errorf("%s: %q, want %q", c.name, got, c.witheld)
		}
	}
}
