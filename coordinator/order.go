package coordinator

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"time"
)

// The order of the calls of one response: the earliest call that needs the user comes
// first, and calls that change the same file run one after the other.

// patience is how long a prompt waits, from the start of their run, for earlier calls of the
// response that are still starting, or that the next change of their file waits for.
const patience = 300 * time.Millisecond

// starting reports whether a call started without asking and may still ask something.
func (c *Call) starting() bool { return c.Running && c.Run == 1 && c.Permit.Asked == nil }

// leads reports whether a call runs on what was answered, and a later one that changes the
// same file begins as soon as it has ended.
func (t *Turn) leads(c *Call, env Env) bool {
	if t.Calls.n < 2 || !c.Running || c.Done {
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
	for _, name := range fs.names[i] {
		before, _ := slices.BinarySearch(fs.likely[name], i)
		for _, j := range fs.likely[name][before+1:] { // mostly it is the next one
			if !t.Calls.At(j).Done {
				return true
			}
		}
	}
	return false
}

// files says which calls of a response change which files. Another path may lead to the same file, by a link to a
// folder within the workspace: so calls that change files of the same last name run one after the other.
type files struct {
	turn, responses int
	paths           [][]string       // of each call
	calls           map[string][]int // by path, the calls that change it, in their order
	names           [][]string       // of each call, the last names of its paths
	likely          map[string][]int // by last name, the calls that may change the same file, in their order
}

// filesOf examines the calls of a response.
func filesOf(t *Turn, env Env) *files {
	fs := &files{turn: t.N, responses: t.Responses, paths: make([][]string, t.Calls.n), calls: map[string][]int{}, names: make([][]string, t.Calls.n), likely: map[string][]int{}}
	for i, c := range t.Calls.All() {
		e, ok := env.Tools.Get(c.Name)
		if !ok || e.Off || env.Tools.Sound(c.Name, c.Arguments) != nil || e.Refused(env.Workspace, c.Arguments) != "" {
			continue // it changes nothing
		}
		fs.paths[i] = e.Changes(env.Workspace, c.Arguments)
		for _, p := range fs.paths[i] {
			fs.calls[p] = append(fs.calls[p], i)
			if name := strings.ToLower(path.Base(p)); !slices.Contains(fs.names[i], name) {
				fs.names[i] = append(fs.names[i], name)
				fs.likely[name] = append(fs.likely[name], i)
			}
		}
	}
	return fs
}

// of reports whether the files are those of the turn's response.
func (fs *files) of(t *Turn) bool {
	return fs != nil && fs.turn == t.N && fs.responses == t.Responses && len(fs.paths) == t.Calls.n
}

// shared reports whether another call of the response may change one of this call's
// files.
func (fs *files) shared(i int) bool {
	return slices.ContainsFunc(fs.names[i], func(name string) bool { return len(fs.likely[name]) > 1 })
}

// behind reports whether a call that has not begun must wait for an earlier one that
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
	for _, name := range fs.names[i] {
		before, _ := slices.BinarySearch(fs.likely[name], i)
		for _, j := range slices.Backward(fs.likely[name][:before]) { // mostly it is the previous one that has to be waited for
			if !t.Calls.At(j).Done {
				return true
			}
		}
	}
	return false
}

// which says which of the calls of its tool in one response a call is, "" if it is the only one.
func (t *Turn) which(c *Call) string {
	n, of := 0, 0
	for _, other := range t.Calls.All() {
		if other.Name == c.Name {
			of++
		}
		if other.ID == c.ID {
			n = of
		}
	}
	if of < 2 {
		return ""
	}
	return fmt.Sprintf("call %d of %d", n, of)
}

// change is the position of a call among those that change the same file, zeros if it
// is the only one.
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
	if len(all) == 1 { // the others change files of the same name, which may be this one
		return 0, 0
	}
	for _, j := range all {
		if j <= i {
			n++
		}
	}
	return n, len(all)
}

// expects returns until when the next call that needs the user waits for an earlier
// call that is still starting, or leads to one; the zero time if there is no such wait.
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
		case c.starting(), t.leads(c, env):
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

// waitedUntil is the end of that wait, false for another wake-up.
func waitedUntil(k Key) (time.Time, bool) {
	name, _, _ := strings.Cut(k.ID, "/")
	if k.Kind != OfClock || name != orderWake {
		return time.Time{}, false
	}
	return time.Unix(0, k.N).UTC(), true
}
