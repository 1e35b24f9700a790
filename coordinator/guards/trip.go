// Package guards watches a turn for running away: how many iterations it took, how
// long it ran, what was repeated, what failed. What the guards see (Watch) is folded
// from the record as it grows, at the same small cost for the first call and the
// thousandth; whether a guard has tripped is a pure function of that and the limits.
// A tripped guard (Trip) knows its texts, its choices, and what each choice leads to.
// The turn itself, and asking, are the coordinator's business.
package guards

import (
	"encoding/json"
	"fmt"
	"time"

	"parley/store"
)

// Watch is what the guards see in a turn.
type Watch struct {
	History History
	Clock   Clock
	Loop    Loop
	Task    string // the beginning of the user's last message
}

// The four guards. Loops, errors and the runtime are checked between two responses,
// iterations when one more would begin. While a tool or the model is at work, a
// wake-up covers the runtime.

// IterationsReached reports whether one more iteration would be too many.
func (w Watch) IterationsReached(l Limits) bool {
	return l.Iterations > 0 && w.History.Iterations >= l.Iterations
}

// Tripped names the guard that trips between two responses, "" if none does. The
// guard of iterations does not, since the next response may be the last. If several
// trip, the most informative comes first; the others follow when it has been dealt
// with.
func (w Watch) Tripped(l Limits) string {
	switch {
	case l.Loop > 0 && w.Loop.rounds() >= l.Loop:
		return LoopThreshold
	case l.Errors > 0 && w.History.Errors >= l.Errors:
		return MaxConsecutiveErrors
	case l.Runtime > 0 && w.Clock.Spent >= l.Runtime:
		return MaxRuntime
	}
	return ""
}

// Evidence is what the turn looks like when a guard trips.
func (w Watch) Evidence(guard string, l Limits) Evidence {
	h, loop := w.History, w.Loop
	e := Evidence{
		Iterations: h.Iterations, MaxIterations: max(l.Iterations, 0), Runtime: spoken(w.Clock.Spent),
		Calls: h.Calls, Failed: h.Failed, Task: brief(w.Task, true), Said: lastSentence(h.Said), Output: brief(h.Output, false), Errors: h.errors(), Issues: h.Issues,
	}
	if l.Runtime > 0 {
		e.MaxRuntime = spoken(l.Runtime)
	}
	switch guard {
	case LoopThreshold:
		e.Count, e.Signature, e.Digest = loop.rounds(), loop.pattern(), fmt.Sprintf("%016x", loop.Last.Digest)
	case MaxConsecutiveErrors:
		e.Count = h.Errors
	}
	return e
}

func spoken(d time.Duration) string { return d.Round(time.Second).String() }

// Event records that a guard has tripped.
func (e Evidence) Event(guard string) store.Body {
	raw, err := json.Marshal(e)
	if err != nil {
		panic("guards: evidence does not encode: " + err.Error())
	}
	return store.GuardTripped{Guard: guard, Evidence: raw}
}
