package coordinator

// reopen says of the questions and permissions that are open where a
// conversation was forked that a person who is there answers them, whoever would
// otherwise: that is what the fork is for.
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

// toReviewer says that the open question is not before the user.
func (i Inquiry) toReviewer() bool { return i.ToAssistant && !i.Reopened }

// hasScreen says whether what the call asks is before the user.
func (t *Turn) hasScreen(id string) bool {
	h, ok := t.holder()
	return ok && h.ID == id && (t.Guard == nil || t.Guard.Open == nil)
}
