package coordinator

import (
	"time"

	"parley/store"
)

// calm is the state in which every call of the response had been examined and needed
// nothing. While nothing changes that calls have in common, only changed calls have
// to be examined again, so that a response with a thousand calls is not gone through
// a thousand times.
type calm struct {
	turn, responses int
	calls           Calls
	memory          []Remembered
	grants          []Grant
	ended           []ended
	guard           *Tripped
	anew            bool
	held, there     bool
	waited          time.Time
	judgings        int
	ruled           bool
	unruled         int    // calls that wait for the rules
	waits           []bool // by call: it waits for the rules
	needs           []bool // by call: it would ask the user if the screen were free
	waiting         int    // number of those
	apart           []bool // by call: it waits until others have ended
}

// of reports whether what the calls of a turn have in common is unchanged.
func (c *calm) of(t *Turn, env Env) bool {
	return c != nil && c.turn == t.N && c.responses == t.Responses && c.calls.n == t.Calls.n &&
		c.held == env.now.Held && c.there == env.SomebodyThere && c.anew == t.Anew && c.guard == t.Guard && c.waited.Equal(env.now.waited) &&
		c.judgings == env.now.judgings && c.ruled == env.Ruled &&
		sameSlice(c.memory, t.Memory) && sameSlice(c.grants, t.Grants) && sameSlice(c.ended, t.Ended)
}

// sameSlice reports whether two slices, which are never changed, are the same.
func sameSlice[T any](a, b []T) bool { return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0]) }

// rest is the calm of a state in which nothing follows. apart are the calls that were seen to wait
// until others have ended.
func (c *calm) rest(f Folded, env Env, apart map[int]bool) *calm {
	turn, open := f.Current()
	if !open {
		return nil
	}
	t := &turn
	was := c.of(t, env)
	now := &calm{
		turn: t.N, responses: t.Responses, calls: t.Calls, memory: t.Memory, grants: t.Grants, ended: t.Ended, guard: t.Guard, anew: t.Anew,
		held: env.now.Held, there: env.SomebodyThere, waited: env.now.waited, needs: make([]bool, t.Calls.n),
		judgings: env.now.judgings, ruled: env.Ruled, waits: make([]bool, t.Calls.n), apart: make([]bool, t.Calls.n),
	}
	for i, call := range t.Calls.All() {
		if was && c.calls.At(i) == call && !(env.files.of(t) && env.files.shared(i)) {
			now.needs[i], now.waits[i] = c.needs[i], c.waits[i]
		} else {
			now.needs[i] = t.needsUser(call, env)
			_, now.waits[i] = t.subject(call, env)
		}
		now.apart[i] = !call.Running && !call.Done && (apart[i] || was && c.calls.At(i) == call && c.apart[i])
		if now.waits[i] {
			now.unruled++
		}
		if now.needs[i] && !call.holds() {
			now.waiting++
		}
	}
	return now
}

// look is how far settling has gone through the calls.
type look struct {
	calm  *calm
	files *files
	seat  seat
	afoot afoot
	at    int          // the call to look at next
	turn  int          // the turn that it belongs to
	again bool         // something was recorded since the first call was examined
	apart map[int]bool // calls that were seen to wait until others have ended
}

// seat is who has the screen, or would get it. It is looked up once, and valid until
// something is recorded.
type seat struct {
	known bool
	call  *Call // who has it or would get it, nil if none
}

// next returns what follows from the recorded events without further input, one event
// at a time, or nil when the state is settled.
func (l *look) next(f Folded, env Env) store.Body {
	t, open := f.Current()
	if !open {
		return nil
	}
	if b, ok := beforeCalls(&t, f, env); ok {
		l.at, l.again = 0, true
		return b
	}
	if l.turn != t.N {
		l.turn, l.at, l.again = t.N, 0, false
	}
	l.seat = seat{}
	l.afoot = afoot{waiting: l.apart}
	quiet := l.calm.of(&t, env)
	env.now.Held = env.now.Held || t.Guard != nil // running work goes on, but nothing new begins
	env.seat, env.afoot = &l.seat, &l.afoot
	if t.Calls.open > 0 && !l.files.of(&t) {
		l.files = filesOf(&t, env)
	}
	env.files = l.files
	for {
		for i, c := range t.Calls.from(l.at) {
			if c.Done || quiet && l.calm.calls.At(i) == c && !l.files.shared(i) && !(l.calm.needs[i] && t.screenFree(c, env)) && !(l.calm.apart[i] && !t.apart(c, env)) {
				continue
			}
			if b := advance(&t, c, env); b != nil {
				l.at, l.again = i, true
				return b
			}
		}
		if !l.again {
			break
		}
		l.at, l.again = 0, false
	}
	switch {
	case t.Complete && t.Calls.n == 0, t.Report != nil && t.settled(), f.Observed && t.Complete && t.settled():
		return store.TurnEnding{Reason: store.ReasonDone}
	case t.Guard == nil:
		return t.trip(f, env)
	}
	return nil
}

// next searches all calls for what follows.
func next(f Folded, env Env) store.Body { return (&look{}).next(f, env) }
