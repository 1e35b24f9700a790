package coordinator

import (
	"slices"
	"time"

	"parley/store"
)

// The guards watch a turn for running away (SPEC.md section 8). What they look
// at is folded from the record as it grows, in the same small steps for the
// first call and the thousandth; whether one has tripped is a pure function of
// that and of the limits.

// Names of the guards, as in the configuration and on record.
const (
	GuardIterations = "max_iterations"
	GuardRuntime    = "max_runtime"
	GuardLoop       = "loop_threshold"
	GuardErrors     = "max_consecutive_errors"
)

// Limits are the limits of a turn; one that is not above 0 is off.
type Limits struct {
	Iterations int           // answers of the model, each with its tools
	Runtime    time.Duration // waiting for the user not counted
	Loop       int           // equal iterations in a row, or rounds of two that alternate
	Errors     int           // iterations in a row in which every call failed
}

// over returns the limits with those of more that are set put over them.
func (l Limits) over(more Limits) Limits {
	if more.Iterations > 0 {
		l.Iterations = more.Iterations
	}
	if more.Runtime > 0 {
		l.Runtime = more.Runtime
	}
	if more.Loop > 0 {
		l.Loop = more.Loop
	}
	if more.Errors > 0 {
		l.Errors = more.Errors
	}
	return l
}

// History is what the guards look at of a turn.
type History struct {
	Iterations int // answers whose calls have all ended
	Calls      int
	Failed     int
	Errors     int        // iterations in a row that failed
	Last       []string   // the last three errors as they were, the newest last
	Said       string     // the last text of the assistant
	Output     string     // the last result
	Issues     []string   // known issues that the user wants passed over
	Past       *Iteration // the last iteration, nil before the first
	Notes      []string   // the scratchpad of the turn
}

// Iteration is one as the guards remember it, with those before it. It is never
// changed, so that older values of a history share it.
type Iteration struct {
	N         int
	Signature Signature
	Failed    bool
	Before    *Iteration
}

// How much of the past a review shows.
const (
	lastErrors = 3
	shownSteps = 200
	keptNotes  = 20
)

// Loop counts repetitions. It outlives a turn, until the user changes the task.
type Loop struct {
	Last, Before Signature
	Same         int // equal ones in a row, at the end
	Alternating  int // length of the run at the end in which two take turns
}

// with adds an iteration.
func (l Loop) with(s Signature) Loop {
	switch {
	case s.IsZero():
		return l
	case s.Digest == l.Last.Digest && l.Same > 0:
		l.Same++
		l.Alternating = 1
	case s.Digest == l.Before.Digest && l.Alternating > 1:
		l.Same = 1
		l.Alternating++
	default:
		l.Alternating = 1 + min(l.Same, 1)
		l.Same = 1
	}
	l.Last, l.Before = s, l.Last
	return l
}

// rounds says how often the pattern at the end was repeated.
func (l Loop) rounds() int { return max(l.Same, l.Alternating/2) }

// pattern is what was repeated, to be read.
func (l Loop) pattern() string {
	if l.Alternating/2 > l.Same {
		return l.Before.Text() + " / " + l.Last.Text()
	}
	return l.Last.Text()
}

// Clock is the runtime of a turn by the times of its events. It stands while the
// user is asked, and from a restart to the next thing that happens.
type Clock struct {
	Spent  time.Duration
	At     time.Time // the last event
	Stands bool      // from At on nothing is counted
}

// to moves the clock to an event.
func (c Clock) to(at time.Time) Clock {
	if d := at.Sub(c.At); !c.Stands && !c.At.IsZero() && d > 0 {
		c.Spent += d
	}
	c.At, c.Stands = at, false
	return c
}

// Due is when the runtime reaches a limit, if nothing stops the clock before.
func (c Clock) Due(limit time.Duration) time.Time { return c.At.Add(limit - c.Spent) }

// The four guards. Between two answers those of loops, errors and the runtime are
// looked at; that of the iterations when one more would begin; while a tool or the
// model is at work, a wake-up stands for that of the runtime.
func iterationsReached(h History, l Limits) bool {
	return l.Iterations > 0 && h.Iterations >= l.Iterations
}

func loopReached(loop Loop, l Limits) bool { return l.Loop > 0 && loop.rounds() >= l.Loop }

func errorsReached(h History, l Limits) bool { return l.Errors > 0 && h.Errors >= l.Errors }

func runtimeReached(c Clock, l Limits) bool { return l.Runtime > 0 && c.Spent >= l.Runtime }

// trippedGuard names the guard that trips between two answers, "" if none does:
// that of the iterations does not, since the next answer may be the last. Of
// several the most telling is the first; the others follow when it was dealt
// with.
func trippedGuard(h History, c Clock, loop Loop, l Limits) string {
	switch {
	case loopReached(loop, l):
		return GuardLoop
	case errorsReached(h, l):
		return GuardErrors
	case runtimeReached(c, l):
		return GuardRuntime
	}
	return ""
}

// iterated adds an iteration whose calls have all ended.
func (h History) iterated(calls []Call) (History, Signature) {
	h.Iterations++
	failed, counts := 0, 0
	h.Last = slices.Clone(h.Last)
	for _, c := range calls {
		h.Calls++
		h.Output = c.Content
		if c.refused() {
			continue // the user said no, which is no fault of the turn
		}
		counts++
		if problem, ok := c.problem(); ok {
			failed++
			h.Failed++
			h.Last = append(h.Last, problem)
		}
	}
	h.Last = orNil(h.Last[max(len(h.Last)-lastErrors, 0):])
	switch {
	case counts == 0:
	case failed == counts:
		h.Errors++
	default:
		h.Errors = 0
	}
	s := together(calls)
	h.Past = &Iteration{N: h.Iterations, Signature: s, Failed: counts > 0 && failed == counts, Before: h.Past}
	return h, s
}

// problem is what went wrong in a call that has ended, if anything did.
func (c Call) problem() (string, bool) {
	if c.Fault != "" {
		return c.Fault, true
	}
	return c.Content, c.Failed
}

// refused says whether the user turned the call down.
func (c Call) refused() bool {
	if c.toldNo() && (c.Failed || c.Refused) && (c.Judged.By == store.ByUser || c.Judged.By == store.ByTurnCache) {
		return true
	}
	return c.Run == 0 && c.Permit.Outcome != "" && c.Permit.By != store.ByPolicy
}
