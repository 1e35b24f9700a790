package coordinator

import "parley/coordinator/tool"

// The screen holds one question at a time. Who has it keeps it; who comes next is
// the call that needed the user first.

// holder returns the call whose permission or form has the screen.
func (t Turn) holder() (Call, bool) {
	for _, c := range t.Calls {
		if c.holds() {
			return c, true
		}
	}
	return Call{}, false
}

func (c Call) holds() bool {
	if c.Done {
		return false
	}
	if c.openPermission() != nil {
		return true
	}
	a := c.Asking
	if a == nil || a.Denied != "" || a.Walk.Done() || a.Walk.Ended() != nil {
		return false
	}
	return a.Shown || a.Open != nil && !a.Open.toReviewer()
}

// screenFree says whether the call may come before the user now: nobody has the
// screen, and no other call that needs it arrived before.
func (t Turn) screenFree(id string, env Env) bool {
	if h, ok := t.holder(); ok {
		return h.ID == id
	}
	if t.Guard != nil {
		return false // what it asks comes first
	}
	first := t.waiting(env)
	return len(first) > 0 && first[0] == id
}

// waiting lists the calls that need the user and do not have the screen, in
// order of arrival.
func (t Turn) waiting(env Env) []string {
	var ids []string
	var at []int64
	for _, c := range t.Calls {
		if c.holds() || !t.needsUser(c, env) {
			continue
		}
		i := len(ids)
		for i > 0 && at[i-1] > c.Arrival {
			i--
		}
		ids, at = insert(ids, i, c.ID), insert(at, i, c.Arrival)
	}
	return ids
}

func insert[T any](s []T, i int, v T) []T {
	s = append(s, v)
	copy(s[i+1:], s[i:])
	s[i] = v
	return s
}

// needsUser says whether the call would put something to the user if the screen
// were free.
func (t Turn) needsUser(c Call, env Env) bool {
	if c.Done || c.Running || c.Lost || !env.SomebodyThere {
		return false
	}
	switch {
	case c.Result != nil:
		return c.Deliver.Asked == nil
	case c.Asking != nil:
		return t.questionForUser(c, env)
	}
	e, ok := env.Tools.Get(c.Name)
	if !ok || e.Off || c.Run > 0 || c.Permit.Asked != nil {
		return false
	}
	if e.Spec.Run != tool.Ask && e.Spec.Run != tool.Edit {
		return false
	}
	_, err := env.Tools.Check(c.Name, c.Arguments)
	return err == nil
}

func (t Turn) questionForUser(c Call, env Env) bool {
	a := c.Asking
	q, ok := a.Walk.Open()
	if !ok || a.Open != nil || a.Denied != "" || a.Walk.Ended() != nil {
		return false
	}
	rules := env.Rules.Question(c.Name, q.ID)
	i := Inquiry{Question: recorded(q, rules), ToAssistant: rules.ToAssistant}
	if a.Linked != nil {
		i.EscalatedFrom, i.ToAssistant = a.Linked.From, false
	}
	return routeOf(t, c, i, env) == PutToUser
}
