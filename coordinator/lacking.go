package coordinator

import (
	"parley/coordinator/route"
	"parley/store"
)

// Nothing that a person was asked expires, nor what they answered. So where a tool is not
// offered, because the configuration is another one or its server is gone, a call of it that
// somebody was asked about waits until the tool is offered again: it is neither failed nor
// run. What needs no tool is still taken: a no, words instead of an answer, the end of the
// turn. A yes to a call is not: what it shows cannot be compared with what the tool would do.

// offers reports whether there is a tool to run.
func (e Env) offers(name string) bool {
	t, ok := e.Tools.Get(name)
	return ok && !t.Off
}

// lacks reports whether all that a call waits for is a tool which is not offered, now or once
// a person has answered.
func (c *Call) lacks(env Env) bool {
	if c.Done || c.Running || c.Lost || c.Result != nil || c.From.Root != "" || env.offers(c.Name) {
		return false
	}
	if a := c.Asking; a != nil {
		return a.Denied == "" && a.Walk.Ended() == nil
	}
	p := c.Permit
	return c.Run == 0 && (p.Asked != nil || p.Times > 0) && (p.Outcome == "" || store.Permits(p.Outcome))
}

// lacking is what follows for a call whose tool is not offered, and about which a person was
// asked whether it may run: nothing, unless the policy says no where nobody is there.
func lacking(c *Call, env Env) store.Body {
	p := c.openPermission()
	if p == nil || env.waits(c.Name, store.PermitRun) {
		return nil
	}
	if policy, _ := env.Rules.Detached(c.Name, store.PermitRun); policy == route.PolicyAuto {
		return nil
	}
	return store.PermissionResponse{ID: p.ID, Outcome: store.PermitDenied, By: store.ByPolicy, Reason: store.CancelPolicyDenied}
}

// stuck reports whether every call of the turn that has not ended lacks its tool.
func (t *Turn) stuck(env Env) bool {
	return t.Calls.open > 0 && t.Calls.where(func(c *Call) bool { return !c.Done && !c.lacks(env) }) < 0
}

// Lacks is the tool that is not offered and that a call waits for, because a person was asked
// about the call or has answered; "" if there is none.
func (s State) Lacks() string {
	t, open := s.Folded.Current()
	if !open || t.Ending != "" || s.Env.Mirrors {
		return ""
	}
	env := s.env()
	if i := t.Calls.where(func(c *Call) bool { return c.lacks(env) }); i >= 0 {
		return t.Calls.At(i).Name
	}
	return ""
}

// Lacking lists the calls that nobody is asked about any more, and that wait for a tool which is
// not offered.
func (s State) Lacking() (ids []string) {
	t, open := s.Folded.Current()
	if !open || t.Ending != "" || s.Env.Mirrors || t.Calls.open == 0 {
		return nil
	}
	env := s.env()
	for _, c := range t.Calls.All() {
		if asked := c.Asking != nil && c.Asking.Open != nil || c.openPermission() != nil; !asked && c.lacks(env) {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// Unreviewed lists the calls whose question a reviewer has when an interrupted turn goes on.
func (s State) Unreviewed() (ids []string) {
	t, open := s.Folded.Current()
	if !open || !s.Held {
		return nil
	}
	for _, c := range t.Calls.All() {
		if !c.Done && c.Asking != nil && c.Asking.Open != nil {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// fits reports whether a permission is one for a call to run, or for a result to be given: an
// edit has the arguments of the one or the text of the other, and nothing else has either.
func (m Permitted) fits(kind string) bool {
	if m.Outcome != store.PermitEdited {
		return m.Arguments == nil && m.Content == nil
	}
	return (m.Content != nil) == (kind == store.PermitDeliver) && (m.Arguments != nil) == (kind == store.PermitRun)
}
