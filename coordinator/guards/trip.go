// Package guards watches a turn for running away: how many iterations it took, how
// long it ran, what was repeated, what failed. What the guards see (Watch) is
// folded from the record as it grows, in the same small steps for the first call
// and the thousandth; whether one has tripped is a pure function of that and of the
// limits. One that has (Trip) knows its words, its choices, and what each of them
// leads to. The turn itself, and the asking, are the coordinator's.
package guards

import (
	"encoding/json"
	"fmt"
	"time"

	"parley/store"
)

// Watch is what the guards see of a turn.
type Watch struct {
	History History
	Clock   Clock
	Loop    Loop
	Task    string // how the user's last message begins
}

// The four guards. Between two responses those of loops, errors and the runtime are
// looked at; that of the iterations when one more would begin; while a tool or the
// model is at work, a wake-up stands for that of the runtime.

// IterationsReached says whether one more iteration would be one too many.
func (w Watch) IterationsReached(l Limits) bool {
	return l.Iterations > 0 && w.History.Iterations >= l.Iterations
}

// Tripped names the guard that trips between two responses, "" if none does:
// that of the iterations does not, since the next response may be the last. Of
// several the most telling is the first; the others follow when it was dealt
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

// Evidence is what there is to see of the turn when a guard trips.
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
