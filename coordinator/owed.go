package coordinator

import (
	"fmt"

	"parley/coordinator/guards"
	"parley/coordinator/route"
)

// Owed says what must be running now, derived from the recorded events alone: what is
// owed and not running is started, what is running and not owed is cancelled.
func Owed(f Folded, env Env) []Effect {
	t, open := f.Current()
	if !open || t.Ending != "" || t.Failed != "" {
		return owedAnyway(f, env)
	}
	var owed []Effect
	for _, c := range t.Calls.All() {
		if e := owedBy(&t, c, env); e != nil {
			owed = append(owed, e)
		}
		if e := owedLive(&t, c, env); e != nil {
			owed = append(owed, e)
		}
		if e := owedVisit(&t, c, env); e != nil {
			owed = append(owed, e)
		}
	}
	return append(owed, owedBeside(&t, f, env)...)
}

// owedBeside is what an open turn owes besides its calls.
func owedBeside(t *Turn, f Folded, env Env) []Effect {
	owed := owedAnyway(f, env)
	switch {
	case !t.asksModel() || env.now.Held || f.Observed:
	case t.sums(env):
		owed = append(owed, Summarise{Turn: t.N, Try: t.summaryTry(env)})
	default:
		owed = append(owed, CallModel{Turn: t.N, Response: t.awaited(), Try: t.Tries + 1})
	}
	if t.waitsForRules(env) {
		owed = append(owed, Judge{N: env.now.judgings + 1})
	}
	if g := t.Guard; g != nil && g.Open != nil && env.guardWaits() {
		owed = append(owed, AskUser{ID: g.Open.ID})
	}
	if until := t.expects(env); !until.IsZero() && !env.now.Held {
		owed = append(owed, Wake{Name: fmt.Sprintf("%s/%d", orderWake, t.N), Due: until})
	}
	if l := t.limits(env); l.Runtime > 0 && t.Guard == nil && !t.Clock.Stands && !env.now.Held && !t.stuck(env) {
		owed = append(owed, Wake{Name: fmt.Sprintf("%s/%d", guards.MaxRuntime, t.N), Due: t.Clock.Due(l.Runtime)})
	}
	return owed
}

// owedAnyway is what is owed whether a turn is open or not.
func owedAnyway(f Folded, env Env) []Effect {
	owed := entitled(f, env)
	if env.now.Undoing.ID != "" {
		owed = append(owed, env.now.Undoing)
	}
	for _, c := range f.Commands {
		if e := RunCommand(c); !env.now.before.has(e.Key().String()) {
			owed = append(owed, e)
		}
	}
	return append(owed, compactionOwed(f, env)...)
}

// asksModel reports whether the turn waits for a response of the model. A response in
// progress when a guard tripped is still awaited; no other is requested.
func (t *Turn) asksModel() bool {
	if !t.settled() || t.Complete && t.Calls.Len() == 0 {
		return false
	}
	return t.Guard == nil || t.Guard.Evidence.Asking && t.Guard.At == t.Responses
}

// begun are the runs and commands that stand as begun in a record. Whoever opens it did not begin them, and they are
// not begun again, whatever else is sent before it is opened for going on.
func begun(f Folded) (keys idSet) {
	for i := range f.Stack {
		for _, c := range f.Stack[i].Calls.All() {
			if c.Running {
				keys = keys.with(runOf(&f.Stack[i], c).Key().String(), struct{}{})
			}
		}
	}
	for _, c := range f.Commands {
		keys = keys.with(RunCommand(c).Key().String(), struct{}{})
	}
	return keys
}

func runOf(t *Turn, c *Call) RunTool {
	return RunTool{Turn: t.N, Response: c.Response, Call: c.ID, Run: c.Run}
}

func owedBy(t *Turn, c *Call, env Env) Effect {
	if c.Done {
		return nil
	}
	if c.Running {
		if env.now.Held {
			return nil
		}
		run := runOf(t, c)
		if env.now.before.has(run.Key().String()) {
			return nil
		}
		if c.Writes || len(env.now.changes) > 0 && env.now.changes.has(WriteFiles(run).Key().String()) {
			return WriteFiles(run)
		}
		return run
	}
	if p := c.openPermission(); p != nil {
		if !t.hasScreen(c.ID) || t.unseen(c, env) {
			return nil
		}
		return AskUser{ID: p.ID}
	}
	return owedAsking(t, c, env)
}

// owedAsking is what the open question of a call owes.
func owedAsking(t *Turn, c *Call, env Env) Effect {
	if c.Asking == nil || c.Asking.Open == nil || c.Asking.Denied != "" {
		return nil
	}
	switch routeOf(t, c, *c.Asking.Open, env) {
	case route.PutToUser, route.ParkForUser:
		if !t.hasScreen(c.ID) {
			return nil // a fork may open several at once
		}
		return AskUser{ID: c.Asking.Open.ID}
	case route.AskReviewer:
		if env.now.Held {
			return nil
		}
		return Review{Inquiry: c.Asking.Open.ID}
	}
	return nil
}
