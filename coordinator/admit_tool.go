package coordinator

import (
	"parley/coordinator/tool"
	"parley/store"
)

func (s State) toolDone(m ToolDone) (State, []store.Body, bool) {
	if next, is := s.changesBare(m); is {
		return next, nil, true
	}
	said, ok := s.ranOut(m)
	for i, b := range said {
		if f, is := b.(store.ToolFinished); is {
			f.Rests = m.Rests
			said[i] = f
		}
	}
	return s, append(said, s.Folded.told(m.Touched.Told)...), ok
}

// changesBare notes a run that is about to change something of which there are no bytes to keep,
// such as a link. Nothing more is put on record before: the write is owed from now on, and like any
// effect starts once what led to it is on disk.
func (s State) changesBare(m ToolDone) (State, bool) {
	w, is := m.Outcome.(tool.Writes)
	t, _ := s.Folded.Current()
	c, ok := t.Call(m.Key.ID)
	run := RunTool{Turn: t.N, Response: c.Response, Call: c.ID, Run: c.Run}
	if !is || len(w.Files) > 0 || !ok || !c.Running || c.Writes || m.Key != run.Key() {
		return s, false
	}
	s.changes, s.owing = s.changes.with(WriteFiles(run).Key().String(), struct{}{}), nil
	return s, true
}

func (s State) ranOut(m ToolDone) ([]store.Body, bool) {
	t, _ := s.Folded.Current()
	c, ok := t.Call(m.Key.ID)
	run := RunTool{Turn: t.N, Response: c.Response, Call: c.ID, Run: c.Run}
	if !ok || !c.Running || m.Key != run.Key() && m.Key != WriteFiles(run).Key() {
		return nil, false
	}
	switch o := m.Outcome.(type) {
	case tool.Writes:
		if !c.Writes && len(o.Files) > 0 {
			return keeps(c, o.Files), true
		}
	case tool.NeedsInput:
		if o.Form.IsZero() {
			return s.ended(c, failed(badFormText(c.Name))), true
		}
		if c.asksLive() && !c.Asking.over() {
			break
		}
		return []store.Body{store.ToolAsked{ID: c.ID, Run: c.Run, Form: o.Form.Questions(), State: o.State, Identity: s.identity(c.Name), Rests: m.Rests, Untold: o.Untold}}, true
	case tool.Success:
		return s.ended(c, store.Outcome{
			Type: store.OutcomeSuccess, Content: enrichedSuccess(&c, o), Exit: exitOf(o.Exit), Refused: o.Refused && c.toldNo(),
			Wrote: wroteOf(o.Wrote), Files: m.Files,
		}), true
	case tool.Failure:
		return s.ended(c, store.Outcome{
			Type: store.OutcomeError, Content: enrichedFailure(&c, o), Exit: exitOf(o.Exit), Refused: o.Refused && c.toldNo(),
		}), true
	}
	return s.ended(c, failed(badOutcomeText(c.Name))), true
}

// exitOf is an exit status as it is recorded.
func exitOf(e tool.Exit) *int {
	if !e.Known {
		return nil
	}
	return &e.Status
}

// wroteOf is a file that was put in place as it is recorded.
func wroteOf(w *tool.Wrote) *store.Wrote {
	if w == nil {
		return nil
	}
	return &store.Wrote{Path: w.Path, Digest: w.Digest}
}

func failed(text string) store.Outcome { return store.Outcome{Type: store.OutcomeError, Content: text} }

// ended delivers a result, or keeps it until the user has seen it.
func (s State) ended(c Call, o store.Outcome) []store.Body {
	return append(c.unasked(), s.handed(c, o)...)
}

func (s State) handed(c Call, o store.Outcome) []store.Body {
	mode := tool.Unattended
	if e, ok := s.Env.Tools.Get(c.Name); ok {
		mode = e.Spec.Result
	}
	switch mode {
	case tool.Ask, tool.Edit:
		return []store.Body{store.ToolFinished{ID: c.ID, Run: c.Run, Outcome: o}}
	case tool.Skip:
		return []store.Body{store.ToolCallResponse{ID: c.ID, Content: resultSkippedText, Exit: o.Exit, Wrote: o.Wrote}}
	}
	return []store.Body{response(&c, o)}
}

// response delivers what a run came to.
func response(c *Call, o store.Outcome) store.ToolCallResponse {
	return store.ToolCallResponse{
		ID: c.ID, Content: o.Content, IsError: o.Type == store.OutcomeError, Exit: o.Exit, Refused: o.Refused, Wrote: o.Wrote, Files: o.Files,
	}
}
