package coordinator

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"parley/coordinator/route"
	"parley/coordinator/rules"
	"parley/coordinator/tool"
	"parley/store"
)

func (c *Call) openPermission() *store.PermissionRequest {
	p := &c.Permit
	if c.Result != nil {
		p = &c.Deliver
	}
	if p.Asked != nil && p.Outcome == "" {
		return p.Asked
	}
	return nil
}

// permit takes a call that was not refused through rules and run mode to its first run.
func permit(t *Turn, c *Call, e tool.Entry, env Env) store.Body {
	if c.Permit.Asked == nil && e.Spec.Run == tool.Skip {
		return store.ToolCallResponse{ID: c.ID, Content: skippedText("")}
	}
	if p := c.Permit; p.Asked != nil && store.Permits(p.Outcome) && another(p.Asked.Identity, e) {
		return store.MemoryRevoked{ID: p.Asked.ID, Reason: store.RevokedReplaced}
	}
	if c.bound(e, env) {
		if known, is := c.restsElse(env); !known {
			return nil // they are being looked at
		} else if is {
			return store.MemoryRevoked{ID: c.Permit.Asked.ID, Reason: c.Permit.changedFiles()}
		}
	}
	if b := amiss(c.Permit, func() store.PermissionRequest { return runRequest(c, e, e.Covers(c.Arguments), env) }); b != nil {
		return b
	}
	if c.Permit.Outcome == "" {
		return permitByRules(t, c, e, env)
	}
	return start(t, c, env)
}

// refused ends a call that may not run.
func refused(c *Call, env Env) store.Body {
	switch c.Permit.By {
	case store.ByRule:
		return failure(c, ruleDeniedText(c.Name, c.Permit.Why))
	case store.ByPolicy:
		if c.Permit.Why != "" {
			return failure(c, ruleAskedText(c.Name, c.Permit.Why))
		}
		return failure(c, permissionDeniedText(c.Name, env))
	}
	return store.ToolCallResponse{ID: c.ID, Content: refusedText(c.Permit)}
}

// personal is what only a person may allow, as they were told, and did allow.
func (p Permit) personal() string {
	if p.Asked == nil || p.By != store.ByUser || !store.Permits(p.Outcome) {
		return ""
	}
	return p.Asked.Personal
}

// changed is what a person was told of a changed tool when they were asked.
func (p Permit) changed() string {
	if p.Asked == nil {
		return ""
	}
	return p.Asked.Changed
}

// id is the id of the next request for a permission of a call.
func (p Permit) id(call, kind string) string {
	if p.Times == 0 {
		return call + "." + kind
	}
	return fmt.Sprintf("%s.%s.%d", call, kind, p.Times+1)
}

// permitByRules decides whether a call may run, or requests a decision.
func permitByRules(t *Turn, c *Call, e tool.Entry, env Env) store.Body {
	r, known := env.ruling(runID(c))
	if !known {
		return nil // the rules are being looked at
	}
	way := t.wayOf(c, e, r, env)
	if c.Strange && way.Unasked() {
		return strange(c)
	}
	if way == route.RunUnasked {
		return start(t, c, env)
	}
	if c.Permit.Asked == nil && r.Refused != "" && r.Verdict != rules.Denied {
		return failure(c, r.Refused)
	}
	if c.Permit.Asked == nil && way.ByUser() && !t.screenFree(c, env) {
		return nil
	}
	cover, personal := e.Covers(c.Arguments), cmp.Or(r.Personal, e.Guarded(env.Workspace, c.Arguments))
	if r.Ground == rules.Personal || personal != "" {
		cover = tool.Cover{} // a yes is for exactly this call
	}
	request := runRequest(c, e, cover, env)
	request.Personal, request.Changed, request.Rests, request.Rested = personal, r.told(), r.Rests, cmp.Or(rested(c.Permit, e, r.Rests), t.rested(c.Name, cover.Key, e, r.Rests))
	if c.Permit.Asked == nil {
		return request
	}
	if p := c.Permit.Asked; c.Permit.Outcome == "" && (p.Personal != personal || p.Changed != r.told() || p.Rests != r.Rests || p.Rested != request.Rested || personal != "" && p.CoversKey != "") {
		return store.PermissionResponse{ID: p.ID, Outcome: store.PermitCancelled, Reason: store.CancelAmiss, By: store.ByPolicy}
	}
	if env.AnswersOnly && (way == route.PermitByRule || way == route.PermitByTurn) {
		return nil // whoever answers it is about to
	}
	return permitted(t, c, way, r)
}

// runRequest asks whether a call may run. It shows the arguments as the run gets them, with the defaults
// of its tool; what the model wrote stands in the call.
func runRequest(c *Call, e tool.Entry, cover tool.Cover, env Env) store.PermissionRequest {
	return c.Permit.from(store.PermissionRequest{
		ID: runID(c), Before: c.Permit.Before, Call: c.ID, Kind: store.PermitRun, Tool: c.Name,
		Text: e.Describe(c.Arguments), Arguments: e.Completed(c.Arguments), Edit: e.Spec.Run == tool.Edit,
		CoversKey: cover.Key, Covers: cover.Text, Identity: e.Identity(), Was: was(c.Permit.Was, e),
	}, env)
}

// deliverRequest asks whether the result of a call may be delivered to the model. What is said for the turn
// is for the results of that very tool.
func deliverRequest(c *Call, e tool.Entry) store.PermissionRequest {
	return store.PermissionRequest{
		ID: c.Deliver.id(c.ID, store.PermitDeliver), Before: c.Deliver.Before, Call: c.ID, Kind: store.PermitDeliver, Tool: c.Name,
		Text: deliverText(c.Name), Edit: e.Tool != nil && e.Spec.Result == tool.Edit, CoversKey: strings.Join(strings.Fields("deliver "+e.Identity()+" "+c.Result.Rests), " "), Covers: deliverCoversText(c.Name),
	}
}

// amiss closes an open permission that shows something other than what it stands for:
// other programs can write to a conversation's file while it is closed, and a yes
// applies only to what was seen.
func amiss(p Permit, request func() store.PermissionRequest) store.Body {
	if p.Asked == nil || p.Outcome != "" {
		return nil
	}
	asked, should := *p.Asked, request()
	covers := asked.Covers == should.Covers && asked.CoversKey == should.CoversKey || asked.Covers == "" && asked.CoversKey == ""
	same := asked.Identity == should.Identity && asked.Was == should.Was && asked.From == should.From && asked.FromWas == should.FromWas
	if covers && same && asked.Before == should.Before && asked.Tool == should.Tool && asked.Text == should.Text && bytes.Equal(asked.Arguments, should.Arguments) {
		return nil
	}
	return store.PermissionResponse{ID: asked.ID, Outcome: store.PermitCancelled, Reason: store.CancelAmiss, By: store.ByPolicy}
}

// permitted answers an open permission if no person has to.
func permitted(t *Turn, c *Call, way route.Way, r Ruling) store.Body {
	p := c.Permit.Asked
	switch way {
	case route.PermitByRule, route.DenyByRule:
		b := store.PermissionResponse{ID: p.ID, Outcome: outcomeOf(way == route.PermitByRule), By: store.ByRule}
		if way == route.DenyByRule {
			b.Why = r.Why
		}
		if len(r.Rules) > 0 {
			b.RuleAt, b.Also = r.Rules[0], r.Rules[1:]
		}
		return b
	case route.PermitByTurn:
		g, _ := t.granted(c.Name, p.CoversKey)
		return store.PermissionResponse{ID: p.ID, Outcome: outcomeOf(g.Allow), By: store.ByTurnCache, Reason: g.Permission}
	case route.PermitByPolicy:
		return store.PermissionResponse{ID: p.ID, Outcome: store.PermitAllowed, By: store.ByPolicy}
	case route.DenyByPolicy:
		b := store.PermissionResponse{ID: p.ID, Outcome: store.PermitDenied, By: store.ByPolicy, Reason: store.CancelPolicyDenied}
		if r.Ground == rules.Always || r.Ground == rules.ByRule || r.Ground == rules.Personal {
			b.Why = r.Why
		}
		return b
	}
	return nil
}

// wayOf looks up who decides whether a call may run.
func (t *Turn) wayOf(c *Call, e tool.Entry, r Ruling, env Env) route.Way {
	mode, granted := e.Spec.Run, false
	if t.grantedAny(c.Name) && !(c.Reopened && env.SomebodyThere) {
		key := e.Covers(c.Arguments).Key
		if p := c.Permit.Asked; p != nil {
			key = p.CoversKey
		}
		g, is := t.granted(c.Name, key)
		granted = is && !(g.Allow && (r.Changed != "" || g.Rests != r.Rests || another(g.Identity, e)))
	}
	if (c.Permit.Asked != nil || c.Permit.Times > 0) && mode != tool.Edit {
		mode = tool.Ask // it was asked, whatever the mode is now
	}
	var policy route.Policy // only for when nobody is there: it is looked up for each call of each step
	if !env.SomebodyThere {
		policy, _ = env.Rules.Detached(c.Name, store.PermitRun)
	}
	return route.WayOf(route.Wish{
		Verdict: r.Verdict, Ground: r.Ground, Unread: r.Unread, Command: rules.Runs(c.Name), Mode: mode,
		Granted: granted, Reopened: c.Reopened, Asks: r.Asks && c.Permit.Asked == nil && c.Permit.Times == 0, SomebodyThere: env.SomebodyThere, Policy: policy,
	})
}

// permission requests one, or answers it at once if possible.
func permission(t *Turn, c *Call, env Env, p Permit, request func() store.PermissionRequest) store.Body {
	if p.Asked == nil {
		if !env.waits(c.Name, store.PermitDeliver) || t.screenFree(c, env) {
			return request()
		}
		if !t.grantedAny(c.Name) {
			return nil
		}
		if r := request(); t.covered(c.Name, r.CoversKey) {
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
	policy, _ := env.Rules.Detached(c.Name, p.Asked.Kind)
	if policy == route.PolicyPark {
		return nil
	}
	allow := policy == route.PolicyAuto
	r := store.PermissionResponse{ID: p.Asked.ID, Outcome: outcomeOf(allow), By: store.ByPolicy}
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

// grantedAny reports whether anything was granted or refused to a tool for the turn.
func (t *Turn) grantedAny(name string) bool {
	return slices.ContainsFunc(t.Grants, func(g Grant) bool { return g.Tool == name })
}

func (t *Turn) covered(name, key string) bool {
	_, ok := t.granted(name, key)
	return ok
}

func (t *Turn) granted(name, key string) (Grant, bool) {
	for _, g := range t.Grants {
		if g.Tool == name && g.Key == key && key != "" {
			return g, true
		}
	}
	return Grant{}, false
}

// deliver takes a finished result to its response.
func deliver(t *Turn, c *Call, env Env) store.Body {
	if c.Deliver.Outcome == "" {
		e, _ := env.Tools.Get(c.Name)
		request := func() store.PermissionRequest { return deliverRequest(c, e) }
		if b := amiss(c.Deliver, request); b != nil {
			return b
		}
		return permission(t, c, env, c.Deliver, request)
	}
	r := response(c, c.Result.Outcome)
	switch {
	case c.Deliver.Outcome == store.PermitAllowed:
	case c.Deliver.Outcome == store.PermitEdited && c.Deliver.Content != nil:
		r.Content = *c.Deliver.Content
	default:
		r.Content, r.IsError, r.Files = withheldText(c, env), c.Deliver.By == store.ByPolicy, nil
	}
	return r
}
