package coordinator

import (
	"slices"

	"parley/coordinator/guards"
	"parley/store"
)

// A conversation is a file, and whoever wrote it wrote what was allowed in it. Where the turn that
// is open was not recorded by this installation, nothing that its record says lets anything run:
// what was allowed or answered for the rest of it, and limits that were raised, count no more, and
// a call that had begun ends. An approval from which nothing has followed is asked again
// anyway.

// estrange takes in that the open turns were not recorded here.
func (f *Folded) estrange() {
	f.Stack = slices.Clone(f.Stack)
	for i := range f.Stack {
		t := &f.Stack[i]
		t.Memory, t.Grants, t.Raised = nil, nil, guards.Limits{}
		t.Calls = t.Calls.each(func(c *Call) {
			c.Strange = !c.Done && c.Run > 0 && c.Result == nil && !c.closing()
		})
	}
}

// strange is what follows for a call whose run is on record, but was not recorded here.
func strange(c *Call) store.Body {
	if c.Asking != nil && c.Asking.Open != nil {
		return cancel(*c.Asking.Open, store.CancelStrange)
	}
	return failure(c, strangeText(c.Name))
}
