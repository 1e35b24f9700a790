package coordinator

import (
	"slices"
	"sort"
)

// mostChanged is the number of changed calls up to which they are compared one by
// one.
const mostChanged = 8

// after are the running effects once one has ended, some are stopped and others
// start. It shares what did not change with the previous state, which may go on by
// itself, so it writes to nothing.
func after(all []*Running, ended Key, stop []Key, start []Effect) []*Running {
	i := slices.IndexFunc(all, func(r *Running) bool { return r.Key == ended })
	if len(stop) == 0 && len(start) == 0 {
		switch i {
		case -1:
			return slices.Clip(all)
		case 0:
			return slices.Clip(all[1:])
		case len(all) - 1:
			return slices.Clip(all[:i])
		}
	}
	stopped := make(map[Key]bool, len(stop))
	for _, k := range stop {
		stopped[k] = true
	}
	out := make([]*Running, 0, len(all)+len(start))
	for at, r := range all {
		if at != i {
			if stopped[r.Key] {
				r = &Running{Key: r.Key, Stopping: true}
			}
			out = append(out, r)
		}
	}
	for _, e := range start {
		out = append(out, &Running{Key: e.Key()})
	}
	return out
}

// reconcile compares what is owed with what runs, now that one effect has ended.
func (s State) reconcile(ended Key) (State, []Effect, []Key) {
	env := s.env()
	if env.unruled = nil; s.calm != nil && !s.more {
		env.unruled = &s.calm.unruled
	}
	t, open := s.Folded.Current()
	changed, few := s.changed(&t, env)
	before := s.owing
	if !open || t.Ending != "" || t.Failed != "" {
		few, s.owing = false, nil
	} else {
		s.owing = s.calm
	}
	if few {
		return s.compare(&t, before, changed, ended, env)
	}
	return s.compareAll(ended, env)
}

// changed are the indexes of the calls that may owe something different since the
// last comparison; false if any may.
func (s State) changed(t *Turn, env Env) ([]int, bool) {
	if s.more || s.calm == nil || !s.owing.of(t, env) {
		return nil, false
	}
	var places []int
	for i, c := range t.Calls.All() {
		if s.owing.calls.At(i) != c || !c.Done && (c.openPermission() != nil || c.Asking != nil && c.Asking.Open != nil) {
			if places = append(places, i); len(places) > mostChanged {
				return nil, false
			}
		}
	}
	return places, true
}

// compare examines a few calls, and what is owed besides calls. Before is the last
// comparison.
func (s State) compare(t *Turn, before *calm, changed []int, ended Key, env Env) (State, []Effect, []Key) {
	var owed []Effect
	var gone []Key
	for _, i := range changed {
		c := t.Calls.At(i)
		gone = append(gone, before.calls.At(i).keys(t)...)
		gone = append(gone, c.keys(t)...)
		if e := owedBy(t, c, env); e != nil {
			owed = append(owed, e)
		}
		if e := owedLive(t, c, env); e != nil {
			owed = append(owed, e)
		}
		if e := owedVisit(t, c, env); e != nil {
			owed = append(owed, e)
		}
	}
	owed = append(owed, owedBeside(t, s.Folded, env)...)
	for _, r := range s.Running {
		switch r.Key.Kind {
		case OfModel, OfClock, OfTitle, OfRules, OfCommand, OfSummary, OfUndo:
			gone = append(gone, r.Key)
		}
	}
	var start []Effect
	var cancel []Key
	for _, e := range owed {
		k := e.Key()
		gone = slices.DeleteFunc(gone, func(g Key) bool { return g == k })
		if k == ended || !s.running(k) {
			start = append(start, e)
		}
	}
	sort.Slice(gone, func(i, j int) bool { return gone[i].compare(gone[j]) < 0 })
	for _, k := range slices.Compact(gone) {
		if k != ended && s.runs(k) {
			cancel = append(cancel, k)
		}
	}
	s.Running = after(s.Running, ended, cancel, start)
	return s, start, cancel
}

// keys are the keys of everything that a call may have running.
func (c *Call) keys(t *Turn) []Key {
	if c.Done {
		return nil
	}
	var keys []Key
	if c.Running {
		keys = append(keys, RunTool{Turn: t.N, Response: c.Response, Call: c.ID, Run: c.Run}.Key(),
			WriteFiles{Turn: t.N, Response: c.Response, Call: c.ID, Run: c.Run}.Key())
		if c.asksLive() {
			keys = append(keys, t.telling(c).Key())
		}
	}
	if p := c.openPermission(); p != nil {
		keys = append(keys, AskUser{ID: p.ID}.Key())
	}
	if c.Asking != nil && c.Asking.Open != nil {
		keys = append(keys, AskUser{ID: c.Asking.Open.ID}.Key(), Review{Inquiry: c.Asking.Open.ID}.Key(),
			AwaitVisit{Inquiry: c.Asking.Open.ID}.Key())
	}
	return keys
}

// compareAll examines everything that is owed.
func (s State) compareAll(ended Key, env Env) (State, []Effect, []Key) {
	runs, owed := apart(s.Running, Owed(s.Folded, env), ended)
	due, known := make(map[Key]bool, len(owed)), make(map[Key]bool, len(runs))
	for _, e := range owed {
		due[e.Key()] = true
	}
	var start []Effect
	var cancel []Key
	for _, r := range runs {
		if r.Key == ended {
			continue
		}
		known[r.Key] = true
		if !r.Stopping && !due[r.Key] {
			cancel = append(cancel, r.Key)
		}
	}
	for _, e := range owed {
		if k := e.Key(); !known[k] { // otherwise it runs, or must be gone before it can restart
			known[k] = true
			start = append(start, e)
		}
	}
	s.Running = after(s.Running, ended, cancel, start)
	return s, start, cancel
}

// apart are the running and the owed effects from the first difference on, without
// the effect that has ended. Both are mostly in the order of the calls.
func apart(running []*Running, owed []Effect, ended Key) ([]*Running, []Effect) {
	for len(running) > 0 {
		if running[0].Key != ended {
			if len(owed) == 0 || owed[0].Key() != running[0].Key {
				break
			}
			owed = owed[1:]
		}
		running = running[1:]
	}
	return running, owed
}
