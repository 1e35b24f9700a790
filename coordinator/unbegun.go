package coordinator

import "slices"

// Nothing that was decided begins before it is on disk. While the conversation cannot be saved,
// what would run does not, whatever was folded; once it can be saved again, it begins.

// Unbegun are the runs of calls, and the user's commands, that do not begin because the
// conversation cannot be saved.
func (s *Shell) Unbegun() []Key {
	if s.failed == 0 {
		return nil
	}
	return s.outbox.unbegun()
}

// unbegun are the runs that wait until what led to them is on disk.
func (o Outbox) unbegun() []Key {
	var keys []Key
	for _, s := range o.starting {
		switch s.key.Kind {
		case OfTool, OfFiles, OfCommand:
			keys = append(keys, s.key)
		}
	}
	return keys
}

// begun reports whether the run of a call that is recorded as running may have done something.
func (t *Turn) begun(c *Call, env Env) bool {
	run := RunTool{Turn: t.N, Response: c.Response, Call: c.ID, Run: c.Run}.Key()
	return c.Running && !slices.Contains(env.now.unbegun, run)
}
