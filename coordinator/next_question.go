package coordinator

import (
	"encoding/json"
	"slices"
	"strings"

	"parley/coordinator/route"
	"parley/coordinator/rules"
	"parley/coordinator/tool"
	"parley/forms"
	"parley/store"
)

// maxRepeats is how often a tool may ask the same question again after an
// answer, per call (docs/local-tools.md).
const maxRepeats = 5

// ask takes a form to its end: request, answer, next question, next run.
func ask(t *Turn, c *Call, env Env) store.Body {
	a := c.Asking
	if a.Denied != "" {
		return failure(c, deniedText(c, env))
	}
	if r, ok := a.Walk.Ended().(forms.Reply); ok {
		return replied(c, r.Text, env)
	}
	if e, ok := env.Tools.Get(c.Name); ok && !e.Off && !a.Live && another(a.Identity, e) {
		if a.Open != nil {
			return cancel(*a.Open, store.CancelAmiss)
		}
		return failure(c, replacedText(c.Name))
	}
	if a.over() {
		if a.Live {
			return nil // the run goes on
		}
		return start(t, c, env)
	}
	q, ok := a.Walk.Open()
	if !ok {
		return nil // the user ended it: the turn is ending
	}
	if a.Open == nil && a.Linked != nil && a.Linked.Failed && !env.SomebodyThere {
		return failure(c, reviewFailedText(c, *a.Linked))
	}
	if a.Open == nil {
		return put(t, c, q, env)
	}
	return resolve(t, c, env)
}

func replied(c *Call, text string, env Env) store.Body {
	if e, ok := env.Tools.Get(c.Name); ok {
		if r, ok := e.Tool.(tool.Replier); ok {
			return store.ToolCallResponse{ID: c.ID, Content: r.Replied(c.Asking.Walk.Form(), c.Asking.Walk.Given(), text)}
		}
	}
	return failure(c, repliedText(c.Asking.Declined, text))
}

// put records the request for the form's open question once its time has come: at
// once unless it is for the user, otherwise when the screen is free.
func put(t *Turn, c *Call, q forms.Question, env Env) store.Body {
	if c.count(q.ID).Repeats > maxRepeats && len(c.Asking.Among) == 0 {
		return failure(c, repeatedText(c.Name, q))
	}
	req := request(t, c, q, env)
	if t.pends(c, req.Question) {
		return nil
	}
	if id, ruled := t.ruledQuestion(c); ruled {
		r, known := env.rulingOn(c, id)
		if !known {
			return nil // the rules are being looked at
		}
		if r.Ground == rules.ByRule && r.Verdict == rules.Asked {
			req.Target, req.Escalate = store.TargetUser, false
		}
	}
	if routeOf(t, c, inquiryOf(req), env).ForUser() && !t.screenFree(c, env) {
		return nil
	}
	return req
}

// inquiryOf is the question of a request.
func inquiryOf(req store.InquiryRequest) Inquiry {
	return Inquiry{ID: req.ID, Question: req.Question, ToAssistant: req.Target == store.TargetReviewer, EscalatedFrom: req.EscalatedFrom}
}

// request is the request for the open question of a form, as the configuration has it.
func request(t *Turn, c *Call, q forms.Question, env Env) store.InquiryRequest {
	if len(c.Asking.Among) > 0 {
		return t.requestAmong(c, q, env)
	}
	set := env.Rules.Question(c.Name, q.ID)
	req := store.InquiryRequest{
		ID:   inquiryID(c, q.ID),
		Call: c.ID, Source: source(c.Name, env), Target: store.TargetUser,
		Escalate: set.ToAssistant && set.Escalate && q.AnswerType.Kind == forms.Boolean && !q.Personal,
		Question: recorded(q, set),
	}
	if set.ToAssistant && !q.Personal {
		req.Target = store.TargetReviewer
	}
	if was := c.Asking.Was; was != nil && req.Question.AnswerType.Kind != forms.Secret {
		req.Question.Context = askedAgain(was, req.Question)
	}
	if _, pending := t.pending(c, req.Question); pending || c.passed(q) >= 0 {
		req.Target, req.Escalate = store.TargetUser, false // a person has answered it, which counts or does not
	}
	if l := c.linked(q); l != nil {
		req.EscalatedFrom = l.From
	}
	return req
}

// askedAgain is the context of a question that was answered before the program ended,
// with the earlier answer. One that was no more than the wish to be asked again is none.
func askedAgain(was *Asking, q forms.Question) string {
	for _, a := range was.counted(nil) {
		if a.Question.ID == q.ID && !a.Redacted && !a.Again {
			return strings.TrimSuffix(askedAgainText(q, a.Value)+"\n\n"+q.Context, "\n\n")
		}
	}
	return q.Context
}

// recorded is the question as changed by the configuration, without its `when`, which
// has been decided and belongs to the form.
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

// routeOf looks up the route of an inquiry.
func routeOf(t *Turn, c *Call, i Inquiry, env Env) route.Route {
	if i.Reopened && env.SomebodyThere {
		return route.PutToUser
	}
	q := i.Question
	set := t.configured(c, q, env)
	static, fits := set.Static(q)
	policy := t.detached(c, env)
	passed := c.passed(q)
	look := route.Question{
		Personal: q.Personal,
		Static:   static.Value, StaticFits: fits,
		Secret: q.AnswerType.Kind == forms.Secret, Exclusive: q.Exclusive,
		Memorable: q.Remembered(), ToAssistant: i.ToAssistant,
		SomebodyThere: env.SomebodyThere, Policy: policy, HasDefault: q.Default != nil && (passed < 0 || !c.Passed[passed].Answered),
		Escalated: i.EscalatedFrom != "" || passed >= 0,
	}
	if look.Policy == route.PolicyPark && c.Asking != nil && c.Asking.Live {
		look.Policy = route.PolicyDeny // its run cannot wait for somebody to come
	}
	if look.Escalated && look.Policy == route.PolicyAuto {
		look.Policy = route.PolicyDeny // no policy overrides a reviewer's no, or finishes what a person began
	}
	if i.EscalatedFrom != "" {
		look.Static, look.Memorable = nil, false
	}
	if r, ok := t.remembered(c, q); ok {
		look.Remembered = r.Value
	}
	if id, ruled := t.ruledQuestion(c); ruled && id == i.ID {
		r, known := env.rulingOn(c, id)
		look.Rule, look.Unruled = r.verdict(), !known
	}
	return route.Of(look)
}

// linked is why a question passed to a person, nil if it did not. What a reviewer said of another change
// than is asked about now is none of its business.
func (c *Call) linked(q forms.Question) *Linked {
	i := c.passed(q)
	if i < 0 {
		return c.Asking.Linked
	}
	p := c.Passed[i]
	if was := p.Reviewed; was.Text != q.Text || was.Digest != q.Digest || q.Digest == "" && was.Context != q.Context {
		return nil
	}
	return p.Linked
}

// remembered finds an answer to exactly the same question that a call asks: tool, what stands behind its
// name, id, title, text, context and what a yes is bound to.
func (t *Turn) remembered(c *Call, q forms.Question) (Remembered, bool) {
	r, found := t.keeps(c, q)
	return r, found && t.given(r)
}

// pending is an answer for the turn to a question that a call asks, given in another call, which may still be
// taken back there.
func (t *Turn) pending(c *Call, q forms.Question) (Remembered, bool) {
	r, found := t.keeps(c, q)
	return r, found && r.Call != c.ID && q.Remembered() && !t.given(r)
}

// pends reports whether a question waits until such an answer is settled. It is asked at once where the other call
// may have to wait for this one: it has the screen, or its run goes on; and where the other one waits itself.
func (t *Turn) pends(c *Call, q forms.Question) bool {
	r, found := t.pending(c, q)
	if !found || c.holds() || c.asksLive() {
		return false
	}
	other, _ := t.Call(r.Call)
	return !t.awaitsAnswer(&other)
}

// awaitsAnswer reports whether a call's next question could wait for what was said for the turn in another.
func (t *Turn) awaitsAnswer(c *Call) bool {
	q, asks := c.asksNext()
	if !asks || c.holds() || c.asksLive() {
		return false
	}
	_, found := t.pending(c, q)
	return found
}

// asksNext is the question of a call's form that is to be put next.
func (c *Call) asksNext() (forms.Question, bool) {
	a := c.Asking
	if a == nil || c.Done || a.over() || a.Open != nil || a.Denied != "" || a.Walk.Ended() != nil {
		return forms.Question{}, false
	}
	return a.Walk.Open()
}

// keeps finds such an answer, whether it holds yet or not.
func (t *Turn) keeps(c *Call, q forms.Question) (Remembered, bool) {
	if len(c.Asking.Among) > 0 {
		return Remembered{}, false // it may be the question of another tool
	}
	for i := len(t.Memory) - 1; i >= 0; i-- {
		r := t.Memory[i]
		if r.Tool == c.Name && r.Identity == c.Asking.Identity && r.Rests == c.Asking.Rests && r.Question.ID == q.ID && r.Question.Header == q.Header && r.Question.Text == q.Text &&
			r.Question.Context == q.Context && r.Question.Digest == q.Digest {
			return r, true
		}
	}
	return Remembered{}, false
}

// given reports whether an answer for the turn cannot be taken back any more: whoever gave it has gone on
// from its form, to what the form was for.
func (t *Turn) given(r Remembered) bool {
	c, _ := t.Call(r.Call)
	a := c.Asking
	if !c.Done && (c.Untold || c.State != "" && c.Running && c.Formed) {
		return false // its server may want to know more before it is told of that
	}
	return a == nil || a.Live && a.over() || !slices.ContainsFunc(a.Given, func(x Answer) bool { return x.Inquiry == r.Inquiry })
}

// resolve answers the open inquiry if neither a person nor a model is needed.
func resolve(t *Turn, c *Call, env Env) store.Body {
	open := *c.Asking.Open
	set := t.configured(c, open.Question, env)
	way := routeOf(t, c, open, env)
	if env.AnswersOnly && (way == route.UseRule || way == route.UseRemembered || way == route.UseStatic) {
		return nil // whoever answers it is about to
	}
	switch way {
	case route.UseRule:
		return ruledAnswer(open, env)
	case route.DenyRule:
		r, _ := env.ruling(open.ID)
		b := store.InquiryResponse{Outcome: store.Cancelled, ID: open.ID, Reason: store.CancelPolicyDenied, Reply: r.Why, AnsweredBy: &store.AnsweredBy{By: store.ByRule}}
		if len(r.Rules) > 0 {
			b.AnsweredBy.RuleAt = r.Rules[0]
		}
		return b
	case route.UseRemembered:
		r, _ := t.remembered(c, open.Question)
		return answer(open, r.Value, store.ByTurnCache)
	case route.UseStatic:
		static, _ := set.Static(open.Question)
		return answer(open, open.Question.Canonical(static.Value), store.ByStatic)
	case route.UseDefault:
		return answer(open, open.Question.Default, store.ByDefault)
	case route.DenyStatic:
		return cancel(open, store.CancelInvalidStatic)
	case route.DenyAssistant:
		return cancel(open, store.CancelAssistantDenied)
	case route.DenyNobody:
		return cancel(open, store.CancelNoPromptBackend)
	case route.DenyPolicy:
		return cancel(open, store.CancelPolicyDenied)
	}
	return nil
}

// ruledAnswer is the yes of a rule.
func ruledAnswer(i Inquiry, env Env) store.Body {
	r, _ := env.ruling(i.ID)
	by := &store.AnsweredBy{By: store.ByRule}
	if len(r.Rules) > 0 {
		by.RuleAt = r.Rules[0]
	}
	return store.InquiryResponse{Outcome: store.Answered, ID: i.ID, Answer: json.RawMessage("true"), AnsweredBy: by}
}

func answer(i Inquiry, value json.RawMessage, by string) store.Body {
	r := store.InquiryResponse{Outcome: store.Answered, ID: i.ID, Answer: value, AnsweredBy: &store.AnsweredBy{By: by}}
	if i.Question.KeptNowhere(value) {
		r.Outcome, r.Answer = store.Redacted, nil
	}
	return r
}

func cancel(i Inquiry, tag string) store.Body {
	return store.InquiryResponse{Outcome: store.Cancelled, ID: i.ID, Reason: tag}
}
