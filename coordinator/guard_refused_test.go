package coordinator

import (
	"testing"

	"parley/coordinator/guards"
	"parley/store"
)

// TestARefusedCallIsNoError: what the user refused, themselves or by an answer remembered
// for the turn, is not counted among the errors of a turn; what a policy or a reviewer
// refused is.
func TestARefusedCallIsNoError(t *testing.T) {
	no := func(by string) Call { return Call{Run: 2, Failed: true, Judged: &Judgement{No: true, By: by}} }
	for name, c := range map[string]struct {
		call Call
		want int // errors in a row
	}{
		"no by the user":             {no(store.ByUser), 0},
		"no by what is remembered":   {no(store.ByTurnCache), 0},
		"no by the reviewer":         {no(store.ByReviewer), 1},
		"no by a configured answer":  {no(store.ByStatic), 1},
		"yes, and then it failed":    {Call{Run: 2, Failed: true, Judged: &Judgement{By: store.ByUser}}, 1},
		"not allowed to run":         {Call{Failed: true, Permit: Permit{Outcome: store.PermitDenied, By: store.ByUser}}, 0},
		"not allowed by a policy":    {Call{Failed: true, Permit: Permit{Outcome: store.PermitDenied, By: store.ByPolicy}}, 1},
		"allowed, and then it fails": {Call{Run: 1, Failed: true, Permit: Permit{Outcome: store.PermitAllowed, By: store.ByUser}}, 1},
	} {
		h, _ := guards.History{}.Iterated([]guards.Ended{c.call.ended()})
		if h.Errors != c.want {
			t.Errorf("%s: %d errors, want %d", name, h.Errors, c.want)
		}
	}
}
