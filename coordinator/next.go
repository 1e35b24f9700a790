package coordinator

import (
	"encoding/json"
	"fmt"
	"slices"

	"parley/coordinator/tool"
	"parley/forms"
	"parley/store"
)

// maxRepeats is how often a tool may ask the same question again after an
// answer, per call (SPEC.md section 2).
const maxRepeats = 5

// next returns what follows from the recorded events without anything more
// from outside, one event at a time, or nil when the state is settled.
func next(f Folded, env Env) store.Body {
	t, open := f.Current()
	if !open {
		return nil
	}
	if t.Ending != "" {
		return t.closing()
	}
	if t.Failed != "" {
		return store.TurnEnding{Reason: store.ReasonError}
	}
	if t.Parts {
		return store.ResponseDropped{Response: t.awaited()}
	}
	if t.Parent != 0 && !t.Told {
		return f.debugRequest(env)
	}
	held := env
	if t.Guard == nil {
		if b := t.tripFurther(f, env); b != nil {
			return b
		}
	} else {
		if b := t.guarded(env); b != nil {
			return b
		}
		held.Held = true // what runs goes on, nothing new is begun
	}
	for _, c := range t.Calls {
		if b := advance(t, c, held); b != nil {
			return b
		}
	}
	switch {
	case t.Complete && len(t.Calls) == 0, t.Report != nil && t.settled():
		return store.TurnEnding{Reason: store.ReasonDone}
	case t.Guard == nil:
		return t.trip(f, env)
	}
	return nil
}

// debugRequest begins the innermost turn, which is to find a root cause for the
// one that it serves.
func (f Folded) debugRequest(env Env) store.Body {
	g := Tripped{Name: GuardErrors} // where a damaged file lacks it
	if p := f.Stack[max(len(f.Stack)-2, 0)]; p.Guard != nil {
		g = *p.Guard
	}
	return store.ChatRequest{Author: guardAuthor(g.Name), Text: debugText(g, env.DebugSkill)}
}

// closing ends everything that is open, one event at a time, and then the turn.
func (t Turn) closing() store.Body {
	if t.Parts {
		return store.ResponseDropped{Response: t.awaited()}
	}
	if t.Guard != nil && t.Guard.Open != nil {
		return cancel(*t.Guard.Open, store.CancelEndTurn)
	}
	for _, c := range t.Calls {
		if c.Done {
			continue
		}
		if p := c.openPermission(); p != nil {
			return store.PermissionResponse{ID: p.ID, Outcome: store.PermitCancelled, Reason: store.CancelEndTurn, By: store.ByUser}
		}
		if c.Asking != nil && c.Asking.Open != nil {
			return store.InquiryResponse{Outcome: store.Cancelled, ID: c.Asking.Open.ID, Reason: store.CancelEndTurn}
		}
		return store.ToolCallResponse{ID: c.ID, Content: closingText(t.Ending, c), IsError: true}
	}
	return store.TurnEnd{Reason: t.Ending}
}

func (c Call) openPermission() *store.PermissionRequest {
	p := c.Permit
	if c.Result != nil {
		p = c.Deliver
	}
	if p.Asked != nil && p.Outcome == "" {
		return p.Asked
	}
	return nil
}

// advance says what a call needs next. Nil means that it waits: for its run, its
// user, its reviewer, the screen or a key.
func advance(t Turn, c Call, env Env) store.Body {
	switch {
	case c.Done || c.Running:
		return nil
	case t.Anew:
		return store.ToolCallResponse{ID: c.ID, Content: anewText}
	case c.Result != nil:
		return deliver(t, c, env)
	case c.Asking != nil:
		return ask(t, c, env)
	}
	spec, ok := env.Tools.Get(c.Name)
	if p := c.openPermission(); p != nil && (!ok || spec.Off) {
		return store.PermissionResponse{ID: p.ID, Outcome: store.PermitCancelled, Reason: store.CancelPolicyDenied, By: byPolicy}
	}
	switch {
	case c.Lost && (!ok || !spec.Spec.Repeatable):
		return failure(c, interruptedText(c.Name))
	case !ok, c.Name == ReportTool && t.Parent == 0:
		known := slices.DeleteFunc(env.Tools.Names(), func(n string) bool { return n == ReportTool })
		return failure(c, unknownToolText(c.Name, known))
	case spec.Off:
		return failure(c, offText(c.Name))
	case c.Run > 0:
		return start(c, env)
	}
	if _, err := env.Tools.Check(c.Name, c.Arguments); err != nil && c.openPermission() == nil {
		return failure(c, err.Error())
	}
	return permit(t, c, spec, env)
}

func failure(c Call, text string) store.Body {
	return store.ToolCallResponse{ID: c.ID, Content: text, IsError: true}
}

func start(c Call, env Env) store.Body {
	if env.Held {
		return nil
	}
	return store.ToolStarted{ID: c.ID, Run: c.Run + 1}
}

// permit takes a call through its run mode to its first run.
func permit(t Turn, c Call, e tool.Entry, env Env) store.Body {
	if c.Permit.Asked == nil { // else it was asked for, whatever the mode is now
		switch e.Spec.Run {
		case tool.Skip:
			return store.ToolCallResponse{ID: c.ID, Content: skippedText("")}
		case tool.Ask, tool.Edit:
		default:
			return start(c, env)
		}
	}
	if c.Permit.Outcome == "" {
		return permission(t, c, env, c.Permit, func() store.PermissionRequest {
			return store.PermissionRequest{
				ID: c.ID + "." + store.PermitRun, Call: c.ID, Kind: store.PermitRun, Tool: c.Name,
				Text: e.Describe(c.Arguments), Arguments: c.Arguments, Edit: e.Spec.Run == tool.Edit,
				CoversKey: e.Covers(c.Arguments).Key, Covers: e.Covers(c.Arguments).Text,
			}
		})
	}
	switch c.Permit.Outcome {
	case store.PermitAllowed, store.PermitEdited:
		return start(c, env)
	}
	if c.Permit.By == byPolicy {
		return failure(c, permissionDeniedText(c.Name))
	}
	return store.ToolCallResponse{ID: c.ID, Content: skippedText(c.Permit.Reason)}
}

// byPolicy says that the configuration answered a permission since nobody was
// there.
const byPolicy = store.ByPolicy

// permission asks for one, or answers it at once where it can.
func permission(t Turn, c Call, env Env, p Permit, request func() store.PermissionRequest) store.Body {
	if p.Asked == nil {
		r := request()
		if _, granted := t.granted(c.Name, r.CoversKey); granted || !env.SomebodyThere || t.screenFree(c.ID, env) {
			return r
		}
		return nil
	}
	if g, ok := t.granted(c.Name, p.Asked.CoversKey); ok && !(c.Reopened && env.SomebodyThere) {
		return store.PermissionResponse{ID: p.Asked.ID, Outcome: outcomeOf(g.Allow), By: store.ByTurnCache, Reason: g.Permission}
	}
	if env.SomebodyThere {
		return nil
	}
	allow := env.Rules.Detached(c.Name, p.Asked.Kind) == PolicyAuto
	r := store.PermissionResponse{ID: p.Asked.ID, Outcome: outcomeOf(allow), By: byPolicy}
	if !allow {
		r.Reason = store.CancelPolicyDenied
	}
	return r
}

func outcomeOf(allow bool) string {
	if allow {
		return store.PermitAllowed
	}
	return store.PermitDenied
}

func (t Turn) granted(name, key string) (Grant, bool) {
	for _, g := range t.Grants {
		if g.Tool == name && g.Key == key && key != "" {
			return g, true
		}
	}
	return Grant{}, false
}

// deliver takes a finished result to its response.
func deliver(t Turn, c Call, env Env) store.Body {
	if c.Deliver.Outcome == "" {
		edit := false
		if e, ok := env.Tools.Get(c.Name); ok {
			edit = e.Spec.Result == tool.Edit
		}
		return permission(t, c, env, c.Deliver, func() store.PermissionRequest {
			return store.PermissionRequest{
				ID: c.ID + "." + store.PermitDeliver, Call: c.ID, Kind: store.PermitDeliver, Tool: c.Name,
				Text: deliverText(c.Name), Edit: edit, CoversKey: "deliver", Covers: deliverCoversText(c.Name),
			}
		})
	}
	switch c.Deliver.Outcome {
	case store.PermitAllowed:
		return store.ToolCallResponse{ID: c.ID, Content: c.Result.Outcome.Content, IsError: c.Result.Outcome.Type == store.OutcomeError}
	case store.PermitEdited:
		if c.Deliver.Content != nil {
			return store.ToolCallResponse{ID: c.ID, Content: *c.Deliver.Content, IsError: c.Result.Outcome.Type == store.OutcomeError}
		}
	}
	return store.ToolCallResponse{ID: c.ID, Content: withheldText(c.Deliver), IsError: c.Deliver.By == byPolicy}
}

// ask takes a form to its end: request, answer, next question, next run.
func ask(t Turn, c Call, env Env) store.Body {
	a := c.Asking
	if a.Denied != "" {
		return failure(c, deniedText(c, env))
	}
	if r, ok := a.Walk.Ended().(forms.Reply); ok {
		return replied(c, r.Text, env)
	}
	if a.Walk.Done() {
		return start(c, env)
	}
	q, ok := a.Walk.Open()
	if !ok {
		return nil // ended by the user: the turn is ending
	}
	if a.Linked != nil && a.Linked.Failed && !env.SomebodyThere {
		return failure(c, reviewFailedText(c, *a.Linked))
	}
	if a.Open == nil {
		return put(t, c, q, env)
	}
	return resolve(t, c, env)
}

func replied(c Call, text string, env Env) store.Body {
	if e, ok := env.Tools.Get(c.Name); ok {
		if r, ok := e.Tool.(tool.Replier); ok {
			return store.ToolCallResponse{ID: c.ID, Content: r.Replied(c.Asking.Walk.Form(), c.Asking.Walk.Given(), text)}
		}
	}
	return failure(c, repliedText(c.Asking.Declined, text))
}

// put writes the request for the form's open question once its time has come:
// at once for whoever is not the user, else when the screen is free.
func put(t Turn, c Call, q forms.Question, env Env) store.Body {
	if c.count(q.ID).Repeats > maxRepeats {
		return failure(c, repeatedText(c.Name, q))
	}
	rules := env.Rules.Question(c.Name, q.ID)
	req := store.InquiryRequest{
		ID:   fmt.Sprintf("%s.%s.%d", c.ID, q.ID, c.count(q.ID).Attempts+1),
		Call: c.ID, Source: source(c.Name, env), Target: store.TargetUser,
		Escalate: rules.ToAssistant && rules.Escalate && q.AnswerType.Kind == forms.Boolean,
		Question: recorded(q, rules),
	}
	if rules.ToAssistant {
		req.Target = store.TargetReviewer
	}
	if l := c.Asking.Linked; l != nil {
		req.EscalatedFrom, req.Target, req.Escalate = l.From, store.TargetUser, false
	}
	inquiry := Inquiry{Question: req.Question, ToAssistant: req.Target == store.TargetReviewer, EscalatedFrom: req.EscalatedFrom}
	if routeOf(t, c, inquiry, env) == PutToUser && !t.screenFree(c.ID, env) {
		return nil
	}
	return req
}

// recorded is the question with what the configuration changed about it; its
// `when` was decided already, and belongs to the form.
func recorded(q forms.Question, rules QuestionRules) forms.Question {
	if rules.Exclusive != nil {
		q.Exclusive = *rules.Exclusive
	}
	return q
}

func source(name string, env Env) store.Source {
	if e, ok := env.Tools.Get(name); ok && e.Spec.Assistant {
		return store.Source{Source: "assistant"}
	}
	return store.Source{Source: "tool", Name: name}
}

// routeOf looks the table up for an inquiry of a call.
func routeOf(t Turn, c Call, i Inquiry, env Env) Route {
	if i.Reopened && env.SomebodyThere {
		return PutToUser
	}
	q := i.Question
	rules := env.Rules.Question(c.Name, q.ID)
	static, fits := staticAnswer(q, rules)
	look := Question{
		Static: static.Value, StaticFits: fits,
		Secret: q.AnswerType.Kind == forms.Secret, Exclusive: q.Exclusive,
		Memorable: q.Persistence != forms.PersistNone, ToAssistant: i.ToAssistant,
		SomebodyThere: env.SomebodyThere, Policy: env.Rules.Detached(c.Name, "tool"), HasDefault: q.Default != nil,
	}
	if i.EscalatedFrom != "" {
		if look.Policy == PolicyAuto {
			look.Policy = PolicyDeny // nobody approves over a reviewer's no
		}
		look.Static, look.Memorable = nil, false
	}
	if r, ok := t.remembered(c.Name, q); ok {
		look.Remembered = r.Value
	}
	return RouteOf(look)
}

// staticAnswer returns the configured answer that decides, and whether it fits.
func staticAnswer(q forms.Question, rules QuestionRules) (Static, bool) {
	for _, a := range rules.Statics {
		fits := q.Check(a.Value) == nil
		if fits || !a.OnlyIfFits {
			return a, fits
		}
	}
	return Static{}, false
}

// remembered finds an answer to the very same question: tool, id, text, context
// and what a yes is bound to.
func (t Turn) remembered(name string, q forms.Question) (Remembered, bool) {
	for i := len(t.Memory) - 1; i >= 0; i-- {
		r := t.Memory[i]
		if r.Tool == name && r.Question.ID == q.ID && r.Question.Text == q.Text &&
			r.Question.Context == q.Context && r.Question.Digest == q.Digest {
			return r, true
		}
	}
	return Remembered{}, false
}

// resolve answers the open inquiry where no person and no model is needed.
func resolve(t Turn, c Call, env Env) store.Body {
	open := *c.Asking.Open
	rules := env.Rules.Question(c.Name, open.Question.ID)
	switch routeOf(t, c, open, env) {
	case UseRemembered:
		r, _ := t.remembered(c.Name, open.Question)
		return answer(open, r.Value, store.ByTurnCache)
	case UseStatic:
		static, _ := staticAnswer(open.Question, rules)
		return answer(open, open.Question.Canonical(static.Value), store.ByStatic)
	case UseDefault:
		return answer(open, open.Question.Default, store.ByDefault)
	case DenyStatic:
		return cancel(open, store.CancelInvalidStatic)
	case DenyAssistant:
		return cancel(open, store.CancelAssistantDenied)
	case DenyNobody:
		return cancel(open, store.CancelNoPromptBackend)
	case DenyPolicy:
		return cancel(open, store.CancelPolicyDenied)
	}
	return nil
}

func answer(i Inquiry, value json.RawMessage, by string) store.Body {
	r := store.InquiryResponse{Outcome: store.Answered, ID: i.ID, Answer: value, AnsweredBy: &store.AnsweredBy{By: by}}
	if i.Question.AnswerType.Kind == forms.Secret {
		r.Outcome, r.Answer = store.Redacted, nil
	}
	return r
}

func cancel(i Inquiry, tag string) store.Body {
	return store.InquiryResponse{Outcome: store.Cancelled, ID: i.ID, Reason: tag}
}

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
