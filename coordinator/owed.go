package coordinator

// Owed says what must be running now, derived from the recorded events alone:
// whatever is owed and does not run is started, whatever runs and is not owed
// is cancelled.
func Owed(f Folded, env Env) []Effect {
	t, open := f.Current()
	if !open || t.Ending != "" || t.Failed != "" {
		return nil
	}
	var owed []Effect
	for _, c := range t.Calls {
		if e := owedBy(t, c, env); e != nil {
			owed = append(owed, e)
		}
	}
	if t.settled() && !(t.Complete && len(t.Calls) == 0) && !env.Held {
		owed = append(owed, CallModel{Turn: t.N, Response: t.awaited(), Try: t.Tries + 1})
	}
	return owed
}

func owedBy(t Turn, c Call, env Env) Effect {
	if c.Done {
		return nil
	}
	if c.Running {
		if env.Held {
			return nil
		}
		return RunTool{Turn: t.N, Response: c.Response, Call: c.ID, Run: c.Run}
	}
	if p := c.openPermission(); p != nil {
		return AskUser{ID: p.ID}
	}
	if c.Asking == nil || c.Asking.Open == nil || c.Asking.Denied != "" {
		return nil
	}
	switch routeOf(t, c, *c.Asking.Open, env) {
	case PutToUser:
		return AskUser{ID: c.Asking.Open.ID}
	case AskReviewer:
		if env.Held {
			return nil
		}
		return Review{Inquiry: c.Asking.Open.ID}
	}
	return nil
}
