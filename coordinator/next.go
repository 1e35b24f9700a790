package coordinator

import (
	"slices"

	"parley/coordinator/guards"
	"parley/store"
)

// beforeCalls returns what follows before any call is examined; nil and true mean
// that nothing follows without outside input.
func beforeCalls(t *Turn, f Folded, env Env) (store.Body, bool) {
	switch {
	case t.Ending != "":
		return t.closing(env), true
	case t.Failed != "":
		return store.TurnEnding{Reason: store.ReasonError}, true
	case t.Parts:
		return store.ResponseDropped{Response: t.awaited()}, true
	case t.Parent != 0 && !t.Told:
		return f.debugRequest(env), true
	}
	b := store.Body(nil)
	if t.Guard == nil {
		b = t.tripFurther(f, env)
	} else {
		b = t.guarded(env)
	}
	return b, b != nil
}

// debugRequest opens the innermost turn, which looks for the root cause of trouble in
// its parent.
func (f Folded) debugRequest(env Env) store.Body {
	g := guards.Trip{Name: guards.MaxConsecutiveErrors} // if a damaged file lacks it
	if p := f.Stack[max(len(f.Stack)-2, 0)]; p.Guard != nil {
		g = p.Guard.Trip
	}
	return store.ChatRequest{Author: guards.Author(g.Name), Text: g.DebugText(env.DebugSkill)}
}

// closing ends everything that is open, one event at a time, and then the turn.
func (t Turn) closing(env Env) store.Body {
	if t.Parts {
		return store.ResponseDropped{Response: t.awaited()}
	}
	reason, by := t.ender()
	if t.Guard != nil && t.Guard.Open != nil {
		return cancel(*t.Guard.Open, reason)
	}
	for _, c := range t.Calls.All() {
		if c.Done {
			continue
		}
		if p := c.openPermission(); p != nil {
			return store.PermissionResponse{ID: p.ID, Outcome: store.PermitCancelled, Reason: reason, By: by}
		}
		if c.Asking != nil && c.Asking.Open != nil {
			return store.InquiryResponse{Outcome: store.Cancelled, ID: c.Asking.Open.ID, Reason: reason}
		}
		return store.ToolCallResponse{ID: c.ID, Content: closingText(t.Ending, *c, t.begun(c, env)), IsError: true}
	}
	return store.TurnEnd{Reason: t.Ending}
}

// ender is why what is open when a turn ends gets no answer, and who caused that, as the record names them. Where a limit or an
// error ended it, nobody did.
func (t Turn) ender() (reason, by string) {
	switch t.Ending {
	case store.ReasonUser, store.ReasonCancelled, store.ReasonPaused:
		return store.CancelEndTurn, store.ByUser
	}
	return store.CancelCut, store.ByPolicy
}

// advance returns what a call needs next. Nil means that it waits: for its run, its
// user, its reviewer, the screen or a key.
func advance(t *Turn, c *Call, env Env) store.Body {
	switch {
	case !c.Done && t.ended(c) != "":
		return endedAmong(c, t.ended(c))
	case c.Done || c.Running && !c.asksLive():
		return nil
	case c.Lost && c.Asking != nil && c.Asking.Live:
		return lostLive(c)
	case t.Anew:
		return store.ToolCallResponse{ID: c.ID, Content: guards.AnewText}
	case t.LeftOut > 0:
		return failure(c, tooManyText(t, c))
	case t.Cut != "" && c.Run == 0 && c.openPermission() == nil:
		return failure(c, cutText(t, c))
	case c.Result != nil:
		return deliver(t, c, env)
	case c.From.Root != "":
		return elsewhere(c, env)
	case c.Strange && (c.Run > 0 || c.Permit.Outcome == store.PermitCancelled):
		return strange(c)
	case c.Asking != nil:
		return ask(t, c, env)
	}
	spec, ok := env.Tools.Get(c.Name)
	switch {
	case c.Run == 0 && c.Permit.Outcome != "" && !store.Permits(c.Permit.Outcome):
		return refused(c, env)
	case c.lacks(env):
		return lacking(c, env)
	case c.Lost && (!ok || !spec.Spec.Repeatable):
		return failure(c, interruptedText(c.Name))
	case !ok, c.Name == guards.ReportTool && t.Parent == 0:
		known := slices.DeleteFunc(env.Tools.Names(), func(n string) bool { return n == guards.ReportTool })
		return failure(c, unknownToolText(c.Name, known))
	case spec.Off:
		return failure(c, offText(c.Name))
	case c.Run > 0:
		return start(t, c, env)
	}
	if err := env.Tools.Sound(c.Name, c.Arguments); err != nil && c.openPermission() == nil {
		return failure(c, err.Error())
	}
	if t.behind(c, env) {
		return nil
	}
	if c.openPermission() == nil {
		if why := spec.Refused(env.Workspace, c.Arguments); why != "" {
			return failure(c, why)
		}
	}
	return permit(t, c, spec, env)
}

//go:noinline
func failure(c *Call, text string) store.Body {
	return store.ToolCallResponse{ID: c.ID, Content: text, IsError: true}
}

// start begins a run, or waits until that can be done.
func start(t *Turn, c *Call, env Env) store.Body {
	if env.now.Held || !env.offers(c.Name) {
		return nil
	}
	if t.apart(c, env) {
		t.waitsApart(c, env)
		return nil
	}
	return store.ToolStarted{ID: c.ID, Run: c.Run + 1}
}
