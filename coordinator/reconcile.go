package coordinator

import (
	"slices"
	"strings"
)

// mostChanged is up to how many changed calls are compared one by one.
const mostChanged = 8

// without are the effects that run when one has ended, in a slice of their own with
// room for more.
func without(all []Running, ended Key, more int) []Running {
	out := make([]Running, 0, len(all)+more)
	for _, r := range all {
		if r.Key != ended {
			out = append(out, r)
		}
	}
	return out
}

// reconcile compares what is owed with what runs, now that one effect has ended.
func (s State) reconcile(ended Key) (State, []Effect, []Key) {
	env := s.Env
	env.files = s.files
	s.Env = env
	t, open := s.Folded.Current()
	changed, few := s.changed(&t)
	if !open || t.Ending != "" || t.Failed != "" {
		few, s.owing = false, nil
	} else {
		s.owing = s.calm
	}
	if few {
		return s.compare(&t, changed, ended)
	}
	return s.compareAll(ended)
}

// changed are the places of the calls that may owe something else than when last
// it was looked; false if that may be any.
func (s State) changed(t *Turn) ([]int, bool) {
	if s.more || s.calm == nil || !s.owing.of(t, s.Env) {
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

// compare looks at a few calls, and at what is owed beside calls.
func (s State) compare(t *Turn, changed []int, ended Key) (State, []Effect, []Key) {
	var owed []Effect
	var gone []Key
	for _, i := range changed {
		c := t.Calls.At(i)
		gone = append(gone, s.owing.calls.At(i).keys(t)...)
		gone = append(gone, c.keys(t)...)
		if e := owedBy(t, c, s.Env); e != nil {
			owed = append(owed, e)
		}
	}
	owed = append(owed, owedBeside(t, s.Folded, s.Env)...)
	for _, r := range s.Running {
		if k := string(r.Key); strings.HasPrefix(k, "model/") || strings.HasPrefix(k, "wake/") || r.Key == (Entitle{}).Key() {
			gone = append(gone, r.Key)
		}
	}
	var start []Effect
	var cancel []Key
	running := without(s.Running, ended, len(owed))
	for _, e := range owed {
		k := e.Key()
		gone = slices.DeleteFunc(gone, func(g Key) bool { return g == k })
		if k == ended || !s.running(k) {
			running, start = append(running, Running{Key: k}), append(start, e)
		}
	}
	slices.Sort(gone)
	for _, k := range slices.Compact(gone) {
		if i := slices.IndexFunc(running, func(r Running) bool { return r.Key == k && !r.Stopping }); i >= 0 {
			running[i].Stopping = true
			cancel = append(cancel, k)
		}
	}
	s.Running = running
	return s, start, cancel
}

// keys are those of all that a call may have running.
func (c *Call) keys(t *Turn) []Key {
	if c.Done {
		return nil
	}
	var keys []Key
	if c.Running {
		keys = append(keys, RunTool{Turn: t.N, Response: c.Response, Call: c.ID, Run: c.Run}.Key())
	}
	if p := c.openPermission(); p != nil {
		keys = append(keys, AskUser{ID: p.ID}.Key())
	}
	if c.Asking != nil && c.Asking.Open != nil {
		keys = append(keys, AskUser{ID: c.Asking.Open.ID}.Key(), Review{Inquiry: c.Asking.Open.ID}.Key())
	}
	return keys
}

// compareAll looks at everything that is owed.
func (s State) compareAll(ended Key) (State, []Effect, []Key) {
	owed := Owed(s.Folded, s.Env)
	keys := make([]Key, len(owed))
	due := make(map[Key]bool, len(owed))
	for i, e := range owed {
		keys[i] = e.Key()
		due[keys[i]] = true
	}
	var start []Effect
	var cancel []Key
	running := without(s.Running, ended, len(owed))
	runs := make(map[Key]bool, len(running))
	for i, r := range running {
		runs[r.Key] = true
		if !r.Stopping && !due[r.Key] {
			running[i].Stopping = true
			cancel = append(cancel, r.Key)
		}
	}
	for i, e := range owed {
		if runs[keys[i]] {
			continue // runs, or must be gone before it can start again
		}
		runs[keys[i]] = true
		running = append(running, Running{Key: keys[i]})
		start = append(start, e)
	}
	s.Running = running
	return s, start, cancel
}
