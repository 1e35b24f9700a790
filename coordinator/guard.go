package coordinator

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"

	"parley/coordinator/guards"
	"parley/forms"
	"parley/store"
)

// Tripped is the guard that a turn is dealing with, and how far that is recorded.
type Tripped struct {
	guards.Trip
	At       int // responses in the turn when it tripped
	Open     *Inquiry
	Walk     forms.Walk // of the open question
	Strange  bool       // the open question was not asked here
	Reviewed int        // number of recorded reviews of the history
	Resolved bool       // the choice is on record, and its consequences are in progress
	Steps    int        // number of recorded consequences
}

// watch is what the guards see in the turn.
func (t Turn) watch(f Folded) guards.Watch {
	return guards.Watch{History: *t.History, Clock: t.Clock, Loop: f.Loop, Task: f.Task}
}

// tripFurther returns the event of the iterations guard, nil if it has not tripped.
// It trips when one more iteration is about to begin: the response has calls, and
// none of them has begun. A response without calls ends the task and is not an
// iteration, nor is the report of debugging.
func (t Turn) tripFurther(f Folded, env Env) store.Body {
	l := t.limits(env)
	if !t.Complete || t.Calls.Len() == 0 || t.Anew || !t.watch(f).IterationsReached(l) {
		return nil
	}
	for _, c := range t.Calls.All() {
		if c.begun() || c.Name == guards.ReportTool && t.Parent != 0 {
			return nil
		}
	}
	return t.watch(f).Evidence(guards.MaxIterations, l).Event(guards.MaxIterations)
}

// begun reports whether anything has happened with a call yet.
func (c *Call) begun() bool { return c.Done || c.Run > 0 || c.Permit.Asked != nil }

// trip returns the event of a guard that has tripped between two responses, nil if
// none has.
func (t Turn) trip(f Folded, env Env) store.Body {
	if !t.Complete || t.Calls.Len() == 0 || !t.settled() {
		return nil
	}
	l := t.limits(env)
	name := t.watch(f).Tripped(l)
	if name == "" {
		return nil
	}
	return t.watch(f).Evidence(name, l).Event(name)
}

// woke trips the runtime guard, whose time has come.
func (s State) woke(now time.Time) []store.Body {
	t, open := s.Folded.Current()
	if !open || t.Guard != nil || t.Ending != "" {
		return nil
	}
	l := t.limits(s.Env)
	t.Clock = t.Clock.To(now)
	t.Clock.Spent = max(t.Clock.Spent, l.Runtime)
	e := t.watch(s.Folded).Evidence(guards.MaxRuntime, l)
	e.Asking = t.settled()
	return []store.Body{e.Event(guards.MaxRuntime)}
}

// guarded returns what a tripped guard needs next. Nil means that it waits: for the
// screen, the user, or the debugging.
func (t Turn) guarded(env Env) store.Body {
	g := *t.Guard
	switch {
	case g.Resolved:
		return t.follows(g)
	case g.Choice != "":
		return store.GuardResolved{Guard: g.Name, Choice: g.Choice, Limit: g.Raised(t.History.Iterations, t.Clock.Spent)}
	case t.Parent != 0: // the user is not asked about debugging alone
		return store.GuardResolved{Guard: g.Name, Choice: guards.ChoiceStopped}
	case g.Reviewed < g.Reviews:
		return store.ScratchpadNote{Text: g.Note(false)}
	case g.Open == nil:
		if _, taken := t.holder(); taken && env.guardWaits() {
			return nil
		}
		return t.guardRequest(g)
	case g.Strange:
		return cancel(*g.Open, store.CancelStrange)
	case !asIs(g.Open.Question, g.Question(*t.History)): // another hand wrote it
		return cancel(*g.Open, store.CancelAmiss)
	case !env.guardWaits():
		return cancel(*g.Open, store.CancelNoPromptBackend)
	}
	return nil
}

// asIs reports whether a question is what it is to be, as both stand on record. What it tells of the turn is as of when
// it was asked: calls may run on meanwhile.
func asIs(asked, should forms.Question) bool {
	asked.Context = should.Context
	a, err := json.Marshal(asked)
	b, err2 := json.Marshal(should)
	return err == nil && err2 == nil && bytes.Equal(a, b)
}

// guardRequest is the guard's question. Its form has one question that only the user
// may answer.
func (t Turn) guardRequest(g Tripped) store.Body {
	return store.InquiryRequest{
		ID:     fmt.Sprintf("%s%d.%s.%d", guardID, t.N, g.Name, t.asked(g.Name)+1),
		Source: store.Source{Source: "other", Name: guards.Author(g.Name)}, Target: store.TargetUser, Question: g.Question(*t.History),
	}
}

func (t Turn) asked(guard string) int {
	for _, n := range t.Tripped {
		if n.Question == guard {
			return n.Attempts
		}
	}
	return 0
}

// follows returns the next consequence of a choice that is not yet on record.
func (t Turn) follows(g Tripped) store.Body {
	all := g.Consequences(t.N, t.Parent != 0)
	if g.Steps < len(all) {
		return all[g.Steps]
	}
	if r := g.Report; r != nil && r.RootCause == "" {
		if r.Ended == store.ReasonUser || r.Ended == store.ReasonCancelled {
			return store.TurnEnding{Reason: r.Ended}
		}
		e := g.Evidence
		e.Findings = r.Words()
		return e.Event(g.Name)
	}
	return nil
}

// settledGuard reports whether everything that a choice leads to is on record.
func (t Turn) settledGuard(g Tripped) bool {
	if g.Choice == guards.ChoiceDebug && (g.Report == nil || g.Report.RootCause == "") {
		return false
	}
	return g.Steps >= len(g.Consequences(t.N, t.Parent != 0))
}

// guardAnswered records what the user chose; anything but a choice changes nothing.
func guardAnswered(g Tripped, in Input) ([]store.Body, bool) {
	m, ok := in.(Answered)
	if !ok || g.Open.Question.Check(m.Value) != nil {
		return nil, false
	}
	return []store.Body{store.InquiryResponse{
		Outcome: store.Answered, ID: g.Open.ID, Answer: g.Open.Question.Canonical(m.Value), Reason: m.Note,
		AnsweredBy: &store.AnsweredBy{By: store.ByUser},
	}}, true
}

// limits are the limits in force: the configured ones, as changed by the user.
func (t Turn) limits(env Env) guards.Limits {
	if t.Parent != 0 {
		return env.DebugLimits.Over(t.Raised)
	}
	return env.Limits.Over(t.Raised)
}

// raised records a limit that the user changed for the running turn.
func (s State) raised(m Raised) ([]store.Body, bool) {
	t, open := s.Folded.Current()
	if !open || t.Ending != "" {
		return nil, false
	}
	if _, ok := (guards.Limits{}).Set(m.Guard, m.Limit); !ok {
		return nil, false
	}
	return []store.Body{store.GuardResolved{Guard: m.Guard, Choice: guards.ChoiceLimit, Limit: m.Limit}}, true
}

// ended is the call as the guards see it.
func (c *Call) ended() guards.Ended {
	return guards.Ended{
		Name: c.Name, Arguments: c.Arguments, Content: c.Content, Failed: c.Failed, Refused: c.refused(),
		Fault: c.Fault, Signed: c.Signed, Digest: c.Digest,
	}
}

// refused reports whether the user refused the call.
func (c Call) refused() bool {
	if c.toldNo() && (c.Failed || c.Refused) && (c.Judged.By == store.ByUser || c.Judged.By == store.ByTurnCache) {
		return true
	}
	return c.Run == 0 && c.Permit.Outcome != "" && c.Permit.By != store.ByPolicy
}

// Meters returns how far the running turn has come, in the order of the keys of
// the configuration. Between turns the values are 0.
func (s State) Meters(now time.Time) []guards.Meter {
	t, open := s.Folded.Current()
	if !open {
		t.History = &guards.History{}
	}
	w := t.watch(s.Folded)
	if !open {
		w.Loop = guards.Loop{} // it outlives the turn, but a meter does not
	} else if !s.Held {
		w.Clock = w.Clock.To(now)
	}
	return w.Meters(t.limits(s.Env))
}
