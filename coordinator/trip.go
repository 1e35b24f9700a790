package coordinator

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

// The four guards. Between two answers those of loops, errors and the runtime are
// looked at; that of the iterations when one more would begin; while a tool or the
// model is at work, a wake-up stands for that of the runtime.

// iterationsReached says whether one more iteration would be one too many.
func (w Watch) iterationsReached(l Limits) bool {
	return l.Iterations > 0 && w.History.Iterations >= l.Iterations
}

// tripped names the guard that trips between two answers, "" if none does:
// that of the iterations does not, since the next answer may be the last. Of
// several the most telling is the first; the others follow when it was dealt
// with.
func (w Watch) tripped(l Limits) string {
	switch {
	case l.Loop > 0 && w.Loop.rounds() >= l.Loop:
		return GuardLoop
	case l.Errors > 0 && w.History.Errors >= l.Errors:
		return GuardErrors
	case l.Runtime > 0 && w.Clock.Spent >= l.Runtime:
		return GuardRuntime
	}
	return ""
}

// evidence is what there is to see of the turn when a guard trips.
func (w Watch) evidence(guard string, l Limits) Evidence {
	h, loop := w.History, w.Loop
	e := Evidence{
		Iterations: h.Iterations, MaxIterations: max(l.Iterations, 0), Runtime: spoken(w.Clock.Spent),
		Calls: h.Calls, Failed: h.Failed, Task: brief(w.Task, true), Said: lastSentence(h.Said), Output: brief(h.Output, false), Errors: h.errors(), Issues: h.Issues,
	}
	if l.Runtime > 0 {
		e.MaxRuntime = spoken(l.Runtime)
	}
	switch guard {
	case GuardLoop:
		e.Count, e.Signature, e.Digest = loop.rounds(), loop.pattern(), fmt.Sprintf("%016x", loop.Last.Digest)
	case GuardErrors:
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
