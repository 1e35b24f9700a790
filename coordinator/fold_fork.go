package coordinator

// reopen notes about questions and permissions that were open at a fork that a person
// who is there answers them, whatever the routing: that is what the fork is for.
func (f *Folded) reopen() {
	if len(f.Stack) == 0 {
		return
	}
	t := f.turn(f.Stack[len(f.Stack)-1].N)
	t.Calls = t.Calls.each(func(c *Call) {
		if c.Done {
			return
		}
		if c.openPermission() != nil {
			c.Reopened = true
		}
		if c.Asking != nil && c.Asking.Open != nil {
			asking, open := *c.Asking, *c.Asking.Open
			open.Reopened = true
			asking.Open = &open
			c.Asking = &asking
		}
	})
}

// toReviewer reports whether the open question is with the reviewer and not before
// the user.
func (i Inquiry) toReviewer() bool { return i.ToAssistant && !i.Reopened }

// Reopened reports whether a fork opened a question again, so that it is before whoever is there.
func (s State) Reopened(inquiry string) bool {
	c, ok := s.inquired(inquiry)
	return ok && c.Asking.Open.Reopened
}

// hasScreen reports whether what the call asks is before the user.
func (t *Turn) hasScreen(id string) bool {
	h, ok := t.holder()
	return ok && h.ID == id && (t.Guard == nil || t.Guard.Open == nil)
}
