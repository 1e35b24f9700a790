package coordinator

import (
	"slices"

	"parley/coordinator/tool"
	"parley/forms"
	"parley/store"
)

// admit says what a message amounts to. False means that it belongs to nothing
// that runs, or changes nothing.
func (w *writing) admit(in Input) ([]store.Body, bool) {
	switch m := in.(type) {
	case Opened:
		return w.opened(m)
	case Submitted:
		return w.submitted(m)
	case Withdrawn:
		w.state.Queue = slices.DeleteFunc(slices.Clone(w.state.Queue), func(q Queued) bool { return q.ID == m.ID })
		return nil, false
	case Continued:
		was := w.state.Held
		w.state.Held = false
		return nil, was
	case Interrupted:
		return w.interrupted()
	case Left:
		return w.left()
	case Revoked:
		return w.revoked(m)
	case Raised:
		return w.raised(m)
	case Unpaused:
		return []store.Body{store.TurnStart{}}, w.state.Folded.Paused && !w.state.Folded.Open()
	case Changed:
		if f := w.state.Folded; f.Workspace != "" || w.state.unplaced {
			return append(w.here(), m.Delta), true
		}
		return []store.Body{m.Delta}, true
	case Looked:
		w.state.calm, w.state.owing, w.state.files = nil, nil, nil
		return nil, true
	case Settling:
		return nil, w.state.more
	case ModelSaid:
		return w.retried(m)
	case RulesChanged:
		return w.ruled(m.Added, m.Revoked), len(m.Added)+len(m.Revoked) > 0
	case Titled:
		return []store.Body{store.Title{Title: m.Title}}, true
	}
	return w.result(in)
}

// result admits what answers an effect: its key must be running. A stopping
// effect that answers is gone.
func (w *writing) result(in Input) ([]store.Body, bool) {
	key, known := keyOf(in)
	i := slices.IndexFunc(w.state.Running, func(r *Running) bool { return r.Key == key })
	if !known || i < 0 {
		return nil, false
	}
	stopping := w.state.Running[i].Stopping
	if _, gone := in.(Gone); gone || stopping {
		if !stopping {
			return nil, false // a live effect ends with its result, not by going
		}
		w.over = key
		return nil, true // what is owed under this key may start now
	}
	said, ok := w.meaning(in)
	if !ok {
		return nil, false
	}
	switch in.(type) {
	case Answered, Replied, Permitted:
		w.state.Held = false // whoever answers wants the turn to go on
	}
	w.over = key
	return said, true
}

// keyOf returns the key that a result answers.
func keyOf(in Input) (Key, bool) {
	switch m := in.(type) {
	case ModelDone:
		return m.Key, true
	case ModelBroke:
		return m.Key, true
	case ToolDone:
		return m.Key, true
	case Answered:
		return m.Key, true
	case WentBack:
		return m.Key, true
	case Replied:
		return m.Key, true
	case EndedTurn:
		return m.Key, true
	case Permitted:
		return m.Key, true
	case Reviewed:
		return m.Key, true
	case ReviewBroke:
		return m.Key, true
	case ReviewStopped:
		return m.Key, true
	case Woke:
		return m.Key, true
	case Named:
		return m.Key, true
	case TitleBroke:
		return m.Key, true
	case Judged:
		return m.Key, true
	case Gone:
		return m.Key, true
	}
	return Key{}, false
}

// meaning turns the result of a running effect into events.
func (w *writing) meaning(in Input) ([]store.Body, bool) {
	switch m := in.(type) {
	case ModelDone:
		return w.responseDone(m.Response), true
	case ModelBroke:
		return w.responseBroke(m), true
	case ToolDone:
		return w.toolDone(m)
	case Permitted:
		return w.permitted(m)
	case EndedTurn:
		return []store.Body{store.TurnEnding{Reason: store.ReasonUser}}, true
	case Woke:
		if until, ok := waitedUntil(m.Key); ok {
			w.state.waited = until
			return nil, true
		}
		return w.woke(), true
	case Named:
		return []store.Body{store.Title{Title: m.Title, Author: m.Model}}, true
	case TitleBroke:
		w.state.Untitled = true
		return nil, true
	case Judged:
		w.judged(m)
		return nil, true
	}
	if t, _ := w.state.Folded.Current(); t.Guard != nil && t.Guard.Open != nil {
		if key, _ := keyOf(in); key == (AskUser{ID: t.Guard.Open.ID}).Key() {
			return w.guardAnswered(*t.Guard, in)
		}
	}
	c, ok := w.asked(in)
	if !ok {
		return nil, false
	}
	switch m := in.(type) {
	case Answered:
		return w.answered(c, m)
	case WentBack:
		return []store.Body{cancel(*c.Asking.Open, store.CancelBack)}, c.Asking.Walk.CanGoBack()
	case Replied:
		return []store.Body{store.InquiryResponse{
			Outcome: store.Cancelled, ID: c.Asking.Open.ID, Reason: store.CancelReply, Reply: m.Text,
		}}, true
	case Reviewed:
		return w.reviewed(c, m)
	case ReviewBroke:
		return w.reviewBroke(c, m), true
	case ReviewStopped:
		return w.reviewBroke(c, ReviewBroke{Key: m.Key, Error: reviewStoppedText, ByUser: true}), true
	}
	return nil, false
}

// asked finds the call whose open inquiry a result is about.
func (w *writing) asked(in Input) (Call, bool) {
	key, _ := keyOf(in)
	t, _ := w.state.Folded.Current()
	i := t.Calls.where(func(c *Call) bool {
		return !c.Done && c.Asking != nil && c.Asking.Open != nil && c.Asking.Open.ID == key.ID
	})
	if i < 0 || key.Kind != OfUser && key.Kind != OfReviewer {
		return Call{}, false
	}
	return *t.Calls.At(i), true
}

func (w *writing) opened(m Opened) ([]store.Body, bool) {
	w.state.calm, w.state.owing = nil, nil
	if !w.state.Folded.Open() {
		return nil, true
	}
	w.state.Held = !m.Continue
	return append([]store.Body{store.Resumed{}}, w.recovered(m.Arrived)...), true
}

func (w *writing) submitted(m Submitted) ([]store.Body, bool) {
	if w.state.Folded.Open() {
		w.state.Queue = append(slices.Clip(w.state.Queue), Queued(m))
		return nil, false
	}
	w.begin(m.Text, m.ID)
	return nil, true
}

func (w *writing) revoked(m Revoked) ([]store.Body, bool) {
	t, ok := w.state.Folded.Current()
	if !ok {
		return nil, false
	}
	known := slices.ContainsFunc(t.Memory, func(r Remembered) bool { return r.Inquiry == m.ID }) ||
		slices.ContainsFunc(t.Grants, func(g Grant) bool { return g.Permission == m.ID })
	return []store.Body{store.MemoryRevoked{ID: m.ID}}, known
}

// interrupted keeps what arrived of the response and records the wish to end.
func (w *writing) interrupted() ([]store.Body, bool) {
	t, ok := w.state.Folded.Current()
	if !ok {
		titling := len(entitled(w.state.Folded, w.state.env())) > 0
		w.state.Untitled = w.state.Untitled || titling // nothing else can be stopped
		return nil, titling
	}
	if t.Ending != "" {
		return nil, false
	}
	return append(w.partial(t, store.StoppedByUser), store.TurnEnding{Reason: store.ReasonUser}), true
}

// left keeps what arrived of the response that nobody waits for any more.
func (w *writing) left() ([]store.Body, bool) {
	t, ok := w.state.Folded.Current()
	if !ok || t.Ending != "" {
		return nil, false
	}
	said := w.partial(t, "")
	return said, len(said) > 0
}

func (w *writing) toolDone(m ToolDone) ([]store.Body, bool) {
	t, _ := w.state.Folded.Current()
	c, ok := t.Call(m.Key.ID)
	if !ok || !c.Running || m.Key != (RunTool{Turn: t.N, Response: c.Response, Call: c.ID, Run: c.Run}).Key() {
		return nil, false
	}
	switch o := m.Outcome.(type) {
	case tool.NeedsInput:
		if o.Form.IsZero() {
			return w.ended(c, failed(badFormText(c.Name))), true
		}
		return []store.Body{store.ToolAsked{ID: c.ID, Run: c.Run, Form: o.Form.Questions()}}, true
	case tool.Success:
		return w.ended(c, store.Outcome{
			Type: store.OutcomeSuccess, Content: enrichedSuccess(&c, o), Exit: exitOf(o.Exit), Refused: o.Refused && c.toldNo(),
			Wrote: wroteOf(o.Wrote),
		}), true
	case tool.Failure:
		return w.ended(c, store.Outcome{
			Type: store.OutcomeError, Content: enrichedFailure(&c, o), Exit: exitOf(o.Exit), Refused: o.Refused && c.toldNo(),
		}), true
	}
	return w.ended(c, failed(badOutcomeText(c.Name))), true
}

// exitOf is an exit status as it is recorded.
func exitOf(e tool.Exit) *int {
	if !e.Known {
		return nil
	}
	return &e.Status
}

// wroteOf is a file that was put in place as it is recorded.
func wroteOf(w *tool.Wrote) *store.Wrote {
	if w == nil {
		return nil
	}
	return &store.Wrote{Path: w.Path, Digest: w.Digest}
}

func failed(text string) store.Outcome { return store.Outcome{Type: store.OutcomeError, Content: text} }

// ended delivers a result, or keeps it until the user has seen it.
func (w *writing) ended(c Call, o store.Outcome) []store.Body {
	mode := tool.Unattended
	if e, ok := w.state.Env.Tools.Get(c.Name); ok {
		mode = e.Spec.Result
	}
	switch mode {
	case tool.Ask, tool.Edit:
		return []store.Body{store.ToolFinished{ID: c.ID, Run: c.Run, Outcome: o}}
	case tool.Skip:
		return []store.Body{store.ToolCallResponse{ID: c.ID, Content: resultSkippedText, Exit: o.Exit, Wrote: o.Wrote}}
	}
	return []store.Body{response(&c, o)}
}

// response delivers what a run came to.
func response(c *Call, o store.Outcome) store.ToolCallResponse {
	return store.ToolCallResponse{
		ID: c.ID, Content: o.Content, IsError: o.Type == store.OutcomeError, Exit: o.Exit, Refused: o.Refused, Wrote: o.Wrote,
	}
}

func (w *writing) permitted(m Permitted) ([]store.Body, bool) {
	t, _ := w.state.Folded.Current()
	for _, c := range t.Calls.All() {
		p := c.openPermission()
		if p == nil || c.Done || m.Key != (AskUser{ID: p.ID}).Key() {
			continue
		}
		if m.Arguments != nil {
			w.state.files = nil // it may be another file now
		}
		scope := m.Scope
		if p.CoversKey == "" || scope == "" {
			scope = store.ScopeOnce
		}
		return append(w.ruled(m.Rules, nil), store.PermissionResponse{
			ID: p.ID, Outcome: m.Outcome, Scope: scope, Reason: m.Reason, By: store.ByUser,
			Arguments: m.Arguments, Content: m.Content,
		}), true
	}
	return nil, false
}

// answered records the user's answer if it fits; one that does not changes
// nothing, and the question stays open. Another text than the proposed one goes
// with a yes to this very proposal only, and is not remembered.
func (w *writing) answered(c Call, m Answered) ([]store.Body, bool) {
	open := *c.Asking.Open
	q := open.Question
	if q.Check(m.Value) != nil || m.Edited != nil && (string(m.Value) != "true" || m.Edited.Digest != q.Digest) {
		return nil, false
	}
	r := store.InquiryResponse{
		Outcome: store.Answered, ID: open.ID, Answer: q.Canonical(m.Value), Reason: m.Note, Edited: m.Edited,
		AnsweredBy: &store.AnsweredBy{By: store.ByUser},
	}
	switch {
	case q.AnswerType.Kind == forms.Secret:
		w.state.secrets = append(slices.Clip(w.state.secrets), secret{open.ID, m.Value})
		r.Outcome, r.Answer, r.Reason = store.Redacted, nil, ""
	case m.Remember && m.Edited == nil && q.AnswerType.Kind == forms.Boolean && q.Remembered() && open.EscalatedFrom == "":
		r.Remember = "no"
		if string(r.Answer) == "true" {
			r.Remember = "yes"
		}
	}
	return append(w.ruled(m.Rules, nil), r), true
}

func (w *writing) reviewed(c Call, m Reviewed) ([]store.Body, bool) {
	open := *c.Asking.Open
	if err := open.Question.Check(m.Value); err != nil {
		return w.reviewBroke(c, ReviewBroke{Key: m.Key, Error: err.Error(), Model: m.Model}), true
	}
	return []store.Body{store.InquiryResponse{
		Outcome: store.Answered, ID: open.ID, Answer: open.Question.Canonical(m.Value), Reason: m.Reason,
		AnsweredBy: &store.AnsweredBy{By: store.ByReviewer, Model: m.Model},
	}}, true
}

func (w *writing) reviewBroke(c Call, m ReviewBroke) []store.Body {
	r := store.InquiryResponse{
		Outcome: store.Cancelled, ID: c.Asking.Open.ID, Reason: store.CancelBackendError, Reply: m.Error,
		AnsweredBy: &store.AnsweredBy{By: store.ByReviewer, Model: m.Model},
	}
	if m.ByUser {
		r.Reason = store.CancelUser
	}
	return []store.Body{r}
}
