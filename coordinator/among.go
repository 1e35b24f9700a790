package coordinator

import (
	"cmp"
	"fmt"
	"slices"

	"parley/coordinator/route"
	"parley/forms"
	"parley/store"
)

// A server of an earlier revision asks on its connection, and not always says for which of the calls that run there.
// Such a form is kept with the first of these calls, since something has to be told what came of it; nothing else is
// claimed of that call. It is a question of the tool if they are all of one, else of the server. What is configured
// for a tool, or remembered, answers for no other tool; and no call ends for it, but all that still run if the user replies.
// So it stays where calls of them end meanwhile: one that ended may have asked.

// among are the calls of which one asks, the one that keeps the form first; nil if that is the only one.
func among(own string, all []string) []string {
	out := []string{own}
	for _, id := range all {
		if id != "" && !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	if len(out) < 2 {
		return nil
	}
	return out
}

// sole is the tool of the calls that may have asked, "" if they are of several.
func (t *Turn) sole(c *Call) string {
	for _, id := range c.Asking.Among {
		if i, found := t.Calls.find(id); !found || t.Calls.At(i).Name != c.Name {
			return ""
		}
	}
	return c.Name
}

// configured is what is configured for a question of a call.
func (t *Turn) configured(c *Call, q forms.Question, env Env) QuestionRules {
	if len(c.Asking.Among) == 0 {
		return env.Rules.Question(c.Name, q.ID)
	}
	if t.sole(c) == "" {
		return QuestionRules{}
	}
	set := env.Rules.Question(c.Name, q.ID)
	set.ToAssistant, set.Escalate = false, false // a model would be told that one of the calls asks
	return set
}

// detached is what becomes of a question of a call where nobody is there.
func (t *Turn) detached(c *Call, env Env) route.Policy {
	policy, _ := env.Rules.Detached(c.Name, "tool")
	if len(c.Asking.Among) > 0 && (policy == route.PolicyAuto || t.sole(c) == "") {
		return route.PolicyDeny
	}
	return policy
}

// requestAmong is the request for a question of one of several calls. It can be remembered for none of them.
func (t *Turn) requestAmong(c *Call, q forms.Question, env Env) store.InquiryRequest {
	q = recorded(q, t.configured(c, q, env))
	q.Persistence = forms.PersistNone
	return store.InquiryRequest{ID: inquiryID(c, q.ID), Among: c.Asking.Among, Source: t.sourceAmong(c, env), Target: store.TargetUser, Question: q}
}

func (t *Turn) sourceAmong(c *Call, env Env) store.Source {
	if t.sole(c) != "" {
		return source(c.Name, env)
	}
	e, _ := env.Tools.Get(c.Name)
	return store.Source{Source: store.SourceServer, Name: cmp.Or(e.Spec.Server, c.Name)}
}

// among says of a prompt that it is not known which of several calls asks.
func (p Prompt) among(t *Turn, c *Call, env Env) Prompt {
	n := len(c.Asking.Among)
	if n == 0 {
		return p
	}
	p.Among, p.Which = n, fmt.Sprintf("one of its %d calls", n)
	if t.sole(c) == "" {
		p.Label = t.sourceAmong(c, env).Name
	}
	return p
}

// declines takes in that nobody answers one of several calls, which ends none of them: their server is told.
func (a *Asking) declines(reason string) bool {
	switch reason {
	case store.CancelNoPromptBackend, store.CancelPolicyDenied, store.CancelInvalidStatic, store.CancelAssistantDenied:
		a.Refused = a.Refused || len(a.Among) > 0
		return len(a.Among) > 0
	}
	return false
}

// ended is why a call ends, in words for the model.
type ended struct{ call, why string }

// amongEnds notes which calls end since the user replied to one of them: those that still run, since what one of them has
// ended with already is what it did.
func (t *Turn) amongEnds(a *Asking) {
	r, replied := a.Walk.Ended().(forms.Reply)
	if !replied || len(a.Among) == 0 {
		return
	}
	t.Ended = slices.Clip(t.Ended)
	for _, id := range a.Among {
		if i, found := t.Calls.find(id); found && t.Calls.At(i).Running {
			t.Ended = append(t.Ended, ended{id, repliedAmongText(len(a.Among), repliedText(a.Declined, r.Text))})
		}
	}
}

// ended is why a call ends with others of its server, "" if it does not.
func (t *Turn) ended(c *Call) string {
	for _, e := range t.Ended {
		if e.call == c.ID {
			return e.why
		}
	}
	return ""
}

// endedAmong ends such a call, and before that what it asks itself.
func endedAmong(c *Call, why string) store.Body {
	if c.Asking != nil && c.Asking.Open != nil {
		return cancel(*c.Asking.Open, store.CancelCut)
	}
	return failure(c, why)
}

func repliedAmongText(of int, replied string) string {
	return fmt.Sprintf("The server asked the user a question while %d of its calls ran, this one among them, and did not say for which. Those of them that still ran were stopped and may have taken effect in part. %s", of, replied)
}
