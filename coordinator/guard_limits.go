package coordinator

import (
	"strconv"
	"time"

	"parley/store"
)

// Which limits are in force, and how they are raised: by a choice, or by the user
// without being asked.

// limits are those in force: of the configuration, as the user changed them.
func (t Turn) limits(env Env) Limits {
	if t.Parent != 0 {
		return env.DebugLimits.over(t.Raised)
	}
	return env.Limits.over(t.Raised)
}

// raisedTo is the new limit of a choice that raises one.
func (t Turn) raisedTo(g Tripped) string {
	switch g.Choice {
	case ChoiceMore, ChoiceAnew:
		return strconv.Itoa(t.History.Iterations + moreIterations)
	case ChoiceLonger:
		seen, _ := time.ParseDuration(g.Evidence.Runtime) // ours; 0 where a damaged file lacks it
		return (max(t.Clock.Spent, seen) + moreRuntime).String()
	}
	return ""
}

// raised records a limit that the user changed for the running turn.
func (w *writing) raised(m Raised) ([]store.Body, bool) {
	t, open := w.state.Folded.Current()
	if !open || t.Ending != "" {
		return nil, false
	}
	if _, ok := (Limits{}).set(m.Guard, m.Limit); !ok {
		return nil, false
	}
	return []store.Body{store.GuardResolved{Guard: m.Guard, Choice: ChoiceLimit, Limit: m.Limit}}, true
}

// set returns the limits with one changed; false for a guard or a value that is
// none.
func (l Limits) set(guard, value string) (Limits, bool) {
	if guard == GuardRuntime {
		d, err := time.ParseDuration(value)
		l.Runtime = d
		return l, err == nil && d > 0
	}
	n, err := strconv.Atoi(value)
	at := map[string]*int{GuardIterations: &l.Iterations, GuardLoop: &l.Loop, GuardErrors: &l.Errors}[guard]
	if err != nil || n <= 0 || at == nil {
		return l, false
	}
	*at = n
	return l, true
}
