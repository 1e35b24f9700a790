package coordinator

import (
	"parley/coordinator/tool"
	"parley/store"
)

// The screen shows one question at a time. A call that has the screen keeps it; next
// comes the earliest call in the response (order.go).

// holder returns the call whose permission or form has the screen.
func (t *Turn) holder() (*Call, bool) {
	for _, c := range t.Calls.All() {
		if c.holds() {
			return c, true
		}
	}
	return nil, false
}

func (c *Call) holds() bool {
	if c.Done {
		return false
	}
	if c.openPermission() != nil {
		return true
	}
	a := c.Asking
	if a == nil || a.Denied != "" || a.over() || a.Walk.Ended() != nil {
		return false
	}
	return a.Shown || a.Open != nil && !a.Open.toReviewer()
}

// screenFree reports whether the call may come before the user now: nobody has the
// screen, and no earlier call needs it.
func (t *Turn) screenFree(c *Call, env Env) bool {
	s := env.seat
	if s == nil {
		s = &seat{}
	}
	if !s.known {
		s.known, s.call = true, t.seated(env)
	}
	return s.call != nil && s.call.ID == c.ID
}

// seated returns the call that has the screen or would get it, nil if there is
// none.
func (t *Turn) seated(env Env) *Call {
	for _, c := range t.Calls.All() {
		if c.holds() {
			return c
		}
	}
	if t.Guard != nil {
		return nil // its question comes first
	}
	if !t.expects(env).IsZero() {
		return nil
	}
	for _, c := range t.Calls.All() {
		if t.needsUser(c, env) {
			return c
		}
		if _, waits := t.subject(c, env); waits {
			return nil // the rules decide whether its question comes first
		}
	}
	return nil
}

// waiting counts the calls that need the user and do not have the screen.
func (s State) waiting(t *Turn) int {
	env := s.env()
	if s.calm.of(t, env) && sameSlice(s.calm.calls.pieces, t.Calls.pieces) {
		return s.calm.waiting
	}
	n := 0
	for _, c := range t.Calls.All() {
		if !c.holds() && t.needsUser(c, env) {
			n++
		}
	}
	return n
}

// needsUser reports whether the call would ask the user if the screen were free.
func (t *Turn) needsUser(c *Call, env Env) bool {
	if c.Done || c.Running && !c.asksLive() || c.Lost {
		return false
	}
	switch {
	case c.Result != nil:
		return c.Deliver.Asked == nil && env.waits(c.Name, store.PermitDeliver)
	case c.Asking != nil:
		return t.questionForUser(c, env)
	}
	e, ok := env.Tools.Get(c.Name)
	if !ok || e.Off || c.Run > 0 || c.Permit.Asked != nil {
		return false
	}
	r, known := env.ruling(runID(c))
	if !known || e.Spec.Run == tool.Skip || !t.wayOf(c, e, r, env).ByUser() {
		return false
	}
	return env.Tools.Sound(c.Name, c.Arguments) == nil && !t.behind(c, env)
}

func (t *Turn) questionForUser(c *Call, env Env) bool {
	q, ok := c.asksNext()
	if !ok {
		return false
	}
	req := request(t, c, q, env)
	return !t.pends(c, req.Question) && routeOf(t, c, inquiryOf(req), env).ForUser()
}
