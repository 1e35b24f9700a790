package coordinator

import (
	"fmt"
	"slices"

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

// permit takes a call through its run mode to its first run.
func permit(t *Turn, c *Call, e tool.Entry, env Env) store.Body {
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
				ID: c.Permit.id(c.ID, store.PermitRun), Before: c.Permit.Before, Call: c.ID, Kind: store.PermitRun, Tool: c.Name,
				Text: e.Describe(c.Arguments), Arguments: c.Arguments, Edit: e.Spec.Run == tool.Edit,
				CoversKey: e.Covers(c.Arguments).Key, Covers: e.Covers(c.Arguments).Text,
			}
		})
	}
	switch c.Permit.Outcome {
	case store.PermitAllowed, store.PermitEdited:
		return start(c, env)
	}
	if c.Permit.By == store.ByPolicy {
		return failure(c, permissionDeniedText(c.Name, env))
	}
	return store.ToolCallResponse{ID: c.ID, Content: refusedText(c.Permit)}
}

// id is that of the next request for a permission of a call.
func (p Permit) id(call, kind string) string {
	if p.Times == 0 {
		return call + "." + kind
	}
	return fmt.Sprintf("%s.%s.%d", call, kind, p.Times+1)
}

// permission asks for one, or answers it at once where it can.
func permission(t *Turn, c *Call, env Env, p Permit, request func() store.PermissionRequest) store.Body {
	if p.Asked == nil {
		if !env.SomebodyThere || t.screenFree(c, env) {
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
	allow := policy == PolicyAuto
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

// grantedAny says whether anything was granted or refused to a tool for the turn.
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
		edit := false
		if e, ok := env.Tools.Get(c.Name); ok {
			edit = e.Spec.Result == tool.Edit
		}
		return permission(t, c, env, c.Deliver, func() store.PermissionRequest {
			return store.PermissionRequest{
				ID: c.Deliver.id(c.ID, store.PermitDeliver), Before: c.Deliver.Before, Call: c.ID, Kind: store.PermitDeliver, Tool: c.Name,
				Text: deliverText(c.Name), Edit: edit, CoversKey: "deliver", Covers: deliverCoversText(c.Name),
			}
		})
	}
	r := response(c, c.Result.Outcome)
	switch {
	case c.Deliver.Outcome == store.PermitAllowed:
	case c.Deliver.Outcome == store.PermitEdited && c.Deliver.Content != nil:
		r.Content = *c.Deliver.Content
	default:
		r.Content, r.IsError = withheldText(c, env), c.Deliver.By == store.ByPolicy
	}
	return r
}
