package cli

import "parley/store"

// called notes a call. Of a hidden tool, whoever is asked sees the question
// instead, unless the tool fails without one.
func (o *printer) called(b store.ToolCallRequest) {
	note := b.Name + " " + clip(string(b.Arguments), 120)
	e, known := o.shell.State().Env.Tools.Get(b.Name)
	if !o.asks || !known || !e.Spec.Hidden {
		o.note("%s", note)
		return
	}
	if o.unsaid == nil {
		o.unsaid = make(map[string]string)
	}
	o.unsaid[b.ID] = note
}

// returned notes the call of a hidden tool that failed and asked nothing.
func (o *printer) returned(b store.ToolCallResponse) {
	if note, unsaid := o.unsaid[b.ID]; unsaid && b.IsError {
		o.note("%s", note)
	}
	delete(o.unsaid, b.ID)
}
