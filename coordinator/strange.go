package coordinator

import (
	"slices"

	"parley/coordinator/guards"
	"parley/store"
)

// A conversation is a file, and whoever wrote it wrote what was allowed in it. Where the turn that
// is open was not recorded by this installation, nothing that its record says lets anything run:
// what was allowed or answered for the rest of it, and limits that were raised, count no more, a
// call that had begun ends, and one that had not runs only if a person says so here: no model here made
// it. An approval from which nothing has followed is asked again anyway.

// estrange takes in that the open turns were not recorded here. It changes the stack as it is: the event
// that says so is being applied to the turn at its end.
func (f *Folded) estrange() {
	for i := range f.Stack {
		t := &f.Stack[i]
		t.Memory, t.Grants, t.Raised = nil, nil, guards.Limits{}
		if t.Guard != nil && t.Guard.Open == nil && !t.Guard.Resolved {
			t.Guard = nil // what it saw was not seen here
		}
		t.onGuard(func(g *Tripped) bool { g.Strange, g.Evidence = g.Open != nil, guards.Evidence{}; return true })
		t.Calls = t.Calls.each(func(c *Call) {
			c.Strange = !c.Done && c.Result == nil && !c.closing()
		})
	}
}

// foldHere folds a log of which the first theirs lines may be another hand's. What these say that calls wrote is no reason
// to take a file for ours, which is then changed or deleted without being asked about. Nor were instructions given: those
// that the user has are given anew.
func foldHere(conversation string, log store.Log, theirs int) Folded {
	f := FoldAll(conversation, log.Prefix(theirs))
	if theirs > 0 {
		f.disown()
		f.past.kept = nil // a run of here keeps what it replaces itself
		f.past.instructed, f.past.instructedBytes, f.past.leftOut, f.past.told, f.past.skilled, f.past.anew = nil, 0, nil, false, false, true
	}
	for _, ev := range log.From(theirs) {
		f = Fold(f, ev)
	}
	return f
}

// disown forgets what calls wrote, also those whose results were not delivered yet.
func (f *Folded) disown() {
	f.wrote, f.made = nil, nil
	f.Stack = slices.Clone(f.Stack)
	for i := range f.Stack {
		t := &f.Stack[i]
		t.Calls = t.Calls.each(func(c *Call) {
			if c.Result != nil && c.Result.Outcome.Wrote != nil {
				result := *c.Result
				result.Outcome.Wrote = nil
				c.Result = &result
			}
		})
	}
}

// strange is what follows for a call that was not recorded here, and runs no more, or not at all.
func strange(c *Call) store.Body {
	if c.Asking != nil && c.Asking.Open != nil {
		return cancel(*c.Asking.Open, store.CancelStrange)
	}
	if p := c.openPermission(); p != nil {
		return store.PermissionResponse{ID: p.ID, Outcome: store.PermitCancelled, Reason: store.CancelStrange, By: store.ByPolicy}
	}
	return failure(c, strangeText(c))
}
