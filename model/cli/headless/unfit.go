package headless

import (
	"fmt"

	"parley/coordinator"
	"parley/store"
)

// put records a question; whoever is asked sees it, so its call needs no note.
func (o *printer) put(b store.InquiryRequest) {
	if o.asks {
		delete(o.unsaid, b.Call)
	}
	if o.opened == nil {
		o.opened = make(map[string]store.InquiryRequest)
	}
	o.opened[b.ID] = b
}

// unfit reports an answer given ahead that does not fit its question.
func (o *printer) unfit(b store.InquiryResponse) {
	asked := o.opened[b.ID]
	delete(o.opened, b.ID)
	if b.Outcome != store.Cancelled || b.Reason != store.CancelInvalidStatic {
		return
	}
	o.misfit = true
	delete(o.unsaid, asked.Call)
	q := asked.Question
	static, _ := o.shell.State().Env.Rules.Question(o.toolOf(asked.Call), q.ID).Static(q)
	o.note("%s", unfitText(static, q.Text, q.Check(static.Value)))
}

// toolOf is the tool of a call.
func (o *printer) toolOf(call string) string {
	for _, ev := range o.shell.Log().All() {
		if b, ok := ev.Body.(store.ToolCallRequest); ok && b.ID == call {
			return b.Name
		}
	}
	return ""
}

func unfitText(a coordinator.Static, question string, why error) string {
	return fmt.Sprintf("%s does not fit the question %q: %v", a.Path, question, why)
}
