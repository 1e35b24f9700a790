package coordinator

import (
	"parley/coordinator/tool"
	"parley/store"
)

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
	if c.Permit.By == store.ByPolicy {
		return failure(c, permissionDeniedText(c.Name))
	}
	return store.ToolCallResponse{ID: c.ID, Content: refusedText(c.Permit)}
}

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
	return store.ToolCallResponse{ID: c.ID, Content: withheldText(c.Deliver), IsError: c.Deliver.By == store.ByPolicy}
}
