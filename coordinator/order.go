package coordinator

import (
	"slices"
	"strings"
	"time"
)

// The order of calls of one response: of what waits for the user, what stands first
// in the response comes first, and calls that change the same file run one after
// the other.

// patience is how long a prompt waits for calls that stand before it in the response
// and are still starting, from when they were started.
const patience = 300 * time.Millisecond

// starting says whether a call began by itself and may still come to ask
// something.
func (c *Call) starting() bool { return c.Running && c.Run == 1 && c.Permit.Asked == nil }

// files is which calls of a response change which file.
type files struct {
	turn, responses int
	paths           [][]string       // of each call
	calls           map[string][]int // by path, the calls that change it, in their order
}

// filesOf looks at the calls of a response.
func filesOf(t *Turn, env Env) *files {
	fs := &files{turn: t.N, responses: t.Responses, paths: make([][]string, t.Calls.n), calls: map[string][]int{}}
	for i, c := range t.Calls.All() {
		e, ok := env.Tools.Get(c.Name)
		if !ok || e.Off || env.Tools.Sound(c.Name, c.Arguments) != nil || e.Refused(env.Workspace, c.Arguments) != "" {
			continue // it changes nothing
		}
		fs.paths[i] = e.Changes(env.Workspace, c.Arguments)
		for _, p := range fs.paths[i] {
			fs.calls[p] = append(fs.calls[p], i)
		}
	}
	return fs
}

// of says whether the files are those of the turn's answer.
func (fs *files) of(t *Turn) bool {
	return fs != nil && fs.turn == t.N && fs.responses == t.Responses && len(fs.paths) == t.Calls.n
}

// shared says whether another call of the response changes a file of this one.
func (fs *files) shared(i int) bool {
	for _, p := range fs.paths[i] {
		if len(fs.calls[p]) > 1 {
			return true
		}
	}
	return false
}

// behind says whether a call that has not begun must wait for one before it that
// changes the same file.
func (t *Turn) behind(c *Call, env Env) bool {
	if t.Calls.n < 2 || c.begun() || c.Lost {
		return false
	}
	i, ok := t.Calls.find(c.ID)
	fs := env.files
	if !fs.of(t) {
		fs = filesOf(t, env)
	}
	if !ok || !fs.shared(i) {
		return false
	}
	for _, p := range fs.paths[i] {
		before, _ := slices.BinarySearch(fs.calls[p], i)
		for _, j := range slices.Backward(fs.calls[p][:before]) { // whoever waits, waits mostly for the one just before
			if !t.Calls.At(j).Done {
				return true
			}
		}
	}
	return false
}

// change is the place of a call among those of its response that change the same
// file, zeros if it is the only one.
func (t *Turn) change(c *Call, env Env) (n, of int) {
	i, ok := t.Calls.find(c.ID)
	fs := env.files
	if !fs.of(t) {
		fs = filesOf(t, env)
	}
	if !ok || !fs.shared(i) {
		return 0, 0
	}
	all := fs.calls[fs.paths[i][0]]
	for _, p := range fs.paths[i][1:] {
		if len(fs.calls[p]) > len(all) {
			all = fs.calls[p]
		}
	}
	for _, j := range all {
		if j <= i {
			n++
		}
	}
	return n, len(all)
}

// expects says until when whoever would come before the user next waits for a call
// before it that is still starting; the zero time if nobody waits so.
func (t *Turn) expects(env Env) time.Time {
	var until time.Time
	if t.Guard != nil || !env.SomebodyThere {
		return until
	}
	for _, c := range t.Calls.All() {
		switch {
		case c.Done:
		case c.holds():
			return time.Time{}
		case c.starting():
			if due := c.Since.Add(patience); due.After(until) && due.After(env.now.waited) {
				until = due
			}
		case !until.IsZero() && t.needsUser(c, env):
			if _, taken := t.holder(); taken {
				return time.Time{}
			}
			return until
		}
	}
	return time.Time{}
}

// orderWake is the name of the wake-up that ends a wait for earlier calls.
const orderWake = "order"

// waitedUntil is the time that such a wake-up stands for, false for another one.
func waitedUntil(k Key) (time.Time, bool) {
	name, _, _ := strings.Cut(k.ID, "/")
	if k.Kind != OfClock || name != orderWake {
		return time.Time{}, false
	}
	return time.Unix(0, k.N).UTC(), true
}
