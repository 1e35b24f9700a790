package coordinator

import (
	"slices"

	"parley/coordinator/guards"
	"parley/store"
)

// While nobody has a conversation open, other programs can write to its file. So an
// approval from which nothing has followed yet is not acted on when the conversation
// is opened again, but asked for once more, unless the program that took it kept account
// of it elsewhere. What had begun, and what was refused,
// stays as it is.

// askAgain revokes a yes to a call that nothing has followed from, and what it would
// have allowed for the rest of the turn.
func (t *Turn) askAgain(c *Call) {
	p := &c.Permit
	if c.Result != nil {
		p = &c.Deliver
	}
	if store.Permits(p.Outcome) && (c.Result != nil || c.Run == 0) {
		id := p.Asked.ID
		t.Grants = slices.DeleteFunc(slices.Clone(t.Grants), func(g Grant) bool { return g.Permission == id })
		*p = Permit{Before: p.Outcome, Times: p.Times + 1, Was: p.Asked.Identity, Rested: p.Asked.Rest(), From: askedFrom(p.Asked)}
		return
	}
	a := c.Asking
	if a == nil || a.Live || a.Open != nil || !a.Walk.Done() || len(a.Given) == 0 {
		return
	}
	t.lapse(a.Given)
	c.Asking = &Asking{Run: a.Run, Walk: a.Walk.Again(), Was: a, Identity: a.Identity, Rests: a.Rests}
}

// holdsBy reports whether what a call was allowed last is among the answers that hold. The
// last answer of a form vouches for those before it: its line holds their digest.
func (c *Call) holdsBy(answered []string) bool {
	if len(answered) == 0 {
		return false
	}
	if a := c.Asking; a != nil && c.Result == nil {
		return len(a.Given) > 0 && slices.Contains(answered, a.Given[len(a.Given)-1].Inquiry)
	}
	p := c.Permit
	if c.Result != nil {
		p = c.Deliver
	}
	return p.Asked != nil && slices.Contains(answered, p.Asked.ID)
}

// askAgain revokes a choice after which the turn would go on.
func (g *Tripped) askAgain() bool {
	if g.Choice == "" || g.Choice == guards.ChoiceStopped || g.Resolved {
		return false
	}
	g.Choice = ""
	return true
}
