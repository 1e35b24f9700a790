package headless

import "parley/store"

// call is a call that nothing was said of so far.
type call struct {
	note   string
	hidden bool // what it asks is seen instead
	ran    bool
}

// called remembers a call until it is known whether it runs.
func (o *printer) called(b store.ToolCallRequest) {
	e, known := o.shell.State().Env.Tools.Get(b.Name)
	if o.unsaid == nil {
		o.unsaid = make(map[string]call)
	}
	o.unsaid[b.ID] = call{note: b.Name + " " + clip(string(b.Arguments), 120), hidden: known && e.Spec.Hidden}
}

// started notes a call that runs, unless its tool is hidden.
func (o *printer) started(b store.ToolStarted) {
	c, unsaid := o.unsaid[b.ID]
	switch {
	case !unsaid:
	case c.hidden:
		c.ran = true
		o.unsaid[b.ID] = c
	default:
		o.note("%s", c.note)
		delete(o.unsaid, b.ID)
	}
}

// returned notes a call that never ran, and one of a hidden tool that failed and
// asked nothing.
func (o *printer) returned(b store.ToolCallResponse) {
	switch c, unsaid := o.unsaid[b.ID]; {
	case unsaid && !c.ran:
		o.note("%s", notRunText(c.note))
	case unsaid && b.IsError:
		o.note("%s", c.note)
	}
	delete(o.unsaid, b.ID)
}
