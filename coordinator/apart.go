package coordinator

import (
	"parley/coordinator/rules"
	"parley/coordinator/tool"
	"parley/store"
)

// A rule allows a command because of what its words lead to, and a yes to a tool of the user's own
// holds for its files as they were. Both are looked at once more just before the run, and stay
// true only while nothing else changes files. So such a call and one that may change files do not
// run at the same time: the one that could begin later waits until the other has ended. Nor does
// such a call overtake an earlier one that may change files, unless that waits for a person: whoever
// edits and then tests wants to test the edit.

// mostAtOnce is how many calls of a response run at once; those after them begin as these end. Each
// that runs takes processors from the others and from whoever presses a key, and of each that was
// begun and is stopped nobody knows what it did. One that asks a person while it runs does not
// count.
const mostAtOnce = 64

// afoot is what runs of a response, looked up once and valid until something is recorded.
type afoot struct {
	known    bool
	changing bool         // a call that may change files runs
	relying  bool         // a call that relies on what files are runs
	first    int          // the first call that may change files and has not ended, and waits for no person
	waiting  map[int]bool // calls that could begin, and wait for those
}

// of looks it up.
func (a *afoot) of(t *Turn, env Env) {
	if a.known {
		return
	}
	a.known, a.changing, a.first = true, env.stopping, t.firstChange(env)
	for _, c := range t.Calls.All() {
		if c.Running && !c.Done {
			a.changing = a.changing || c.mayChange(env)
			a.relying = a.relying || c.relies(env)
		}
	}
}

// apart reports whether a call that could begin must wait for another to end.
func (t *Turn) apart(c *Call, env Env) bool {
	return t.Calls.atWork >= mostAtOnce || t.besides(c, env)
}

// besides reports whether something runs, or runs first, that a call may not run beside.
func (t *Turn) besides(c *Call, env Env) bool {
	if t.Calls.n < 2 && !env.stopping || !env.Ruled {
		return false
	}
	relies, changes := c.relies(env), c.mayChange(env)
	if !relies && !changes {
		return false
	}
	a := env.afoot
	if a == nil {
		a = &afoot{}
	}
	a.of(t, env)
	i, _ := t.Calls.find(c.ID)
	return (a.changing || a.first < i) && relies || a.relying && changes
}

// waitsApart notes that a call waits until others have ended.
func (t *Turn) waitsApart(c *Call, env Env) {
	if env.afoot != nil && env.afoot.waiting != nil {
		i, _ := t.Calls.find(c.ID)
		env.afoot.waiting[i] = true
	}
}

// firstChange is the first call that may change files and has not ended, the number of calls if
// there is none. One that waits for a person, or what one said, or for its tool, does not count.
func (t *Turn) firstChange(env Env) int {
	for i, c := range t.Calls.All() {
		if !c.Done && c.willChange(env) && !c.holds() && !c.lacks(env) && !t.needsUser(c, env) && !t.awaitsAnswer(c) {
			return i
		}
	}
	return t.Calls.n
}

// willChange reports whether a call may change files, in this run or another.
func (c *Call) willChange(env Env) bool {
	switch {
	case rules.Runs(c.Name) && c.Permit.Outcome == "" && c.Run == 0:
		r, known := env.now.rulings.get(runID(c))
		return !known || r.Changes
	case rules.Writes(c.Name):
		return true
	}
	return c.mayChange(env)
}

// relies reports whether a call that may run does so because of what files are.
func (c *Call) relies(env Env) bool {
	p := c.Permit
	switch byRule := p.By == store.ByRule; {
	case !store.Permits(p.Outcome):
		return false
	case byRule && rules.Runs(c.Name):
		return true
	case byRule, p.Asked != nil && p.Asked.Rests != "":
		e, ok := env.Tools.Get(c.Name)
		return ok && e.Spec.Server == "" && somebodysOwn(e)
	}
	return false
}

// mayChange reports whether a call may change files, or the names of files, while it runs. Of a
// command a ruling says that, if a rule allows it: what a person allowed may do anything. A
// tool that asks about each change writes only once it was answered.
func (c *Call) mayChange(env Env) bool {
	e, ok := env.Tools.Get(c.Name)
	switch {
	case rules.Runs(c.Name):
		r, known := env.now.rulings.get(runID(c))
		return c.Permit.By != store.ByRule || !known || r.Changes
	case rules.Writes(c.Name):
		p, shows := e.Tool.(tool.Patcher)
		first := c.Run == 0 || c.Run == 1 && c.Running
		return !shows || !p.Patches(applyQuestion) || !first || len(c.Answers) > 0 || c.Writes
	}
	return ok && (e.Spec.Server != "" || somebodysOwn(e))
}

// somebodysOwn reports whether a tool is not the program's own.
func somebodysOwn(e tool.Entry) bool {
	_, is := e.Tool.(tool.Identified)
	return is
}
