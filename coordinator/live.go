package coordinator

import (
	"context"
	"fmt"
	"sync"

	"parley/coordinator/tool"
	"parley/forms"
	"parley/store"
)

// A run can ask while it goes on: servers of earlier revisions ask in the middle of a
// call. Its form is like any other, but the call stays running, and what came of the
// form is told to the run. A run cannot survive the program, so neither can its form.

// ToolAsks is a form that a run asks for while it goes on.
type ToolAsks struct {
	Key  Key
	Form forms.Form
}

// RunTold says that a run was told what came of its form.
type RunTold struct{ Key Key }

func (ToolAsks) input() {}
func (RunTold) input()  {}

// TellRun tells a run what came of the form that it asked for last.
type TellRun struct {
	Turn     int
	Response string
	Call     string
	Run      int
	Form     int // the number of the form in its call
}

// Key names the form of the run.
func (e TellRun) Key() Key {
	return Key{Kind: OfTelling, Turn: int32(e.Turn), Response: e.Response, ID: fmt.Sprintf("%s/%d", e.Call, e.Run), N: int64(e.Form)}
}

// asksLive reports whether the run of the call goes on although it has asked.
func (c *Call) asksLive() bool { return c.Running && c.Asking != nil && c.Asking.Live }

// over reports whether nothing more of the form is asked.
func (a *Asking) over() bool { return a.Refused || a.Walk.Done() }

// telling is the effect that tells a run of its form.
func (t *Turn) telling(c *Call) TellRun {
	return TellRun{Turn: t.N, Response: c.Response, Call: c.ID, Run: c.Run, Form: c.Forms}
}

// owedLive is what a call owes besides its run, because the run asked.
func owedLive(t *Turn, c *Call, env Env) Effect {
	switch {
	case env.now.Held || !c.asksLive():
		return nil
	case c.Asking.over():
		if e := t.telling(c); !env.now.told.has(e.Key().String()) {
			return e
		}
		return nil
	}
	return owedAsking(t, c, env)
}

// meanwhile is what goes on record of what an effect says while it runs.
func (s State) meanwhile(in Input) ([]store.Body, bool) {
	switch b := in.(type) {
	case ModelSaid:
		return s.retried(b)
	case ToolAsks:
		return s.runAsks(b)
	}
	return nil, false
}

// runAsks records a form that a run asks for. There is one at a time.
func (s State) runAsks(m ToolAsks) ([]store.Body, bool) {
	t, _ := s.Folded.Current()
	c, ok := t.Call(m.Key.ID)
	run := RunTool{Turn: t.N, Response: c.Response, Call: c.ID, Run: c.Run}
	if !ok || !c.Running || m.Key != run.Key() || !s.runs(m.Key) || m.Form.IsZero() || c.Asking != nil && !c.Asking.over() {
		return nil, false
	}
	return []store.Body{store.ToolAsked{ID: c.ID, Run: c.Run, Form: m.Form.Questions(), Live: true}}, true
}

// unasked closes the question of a run that has ended meanwhile.
func (c *Call) unasked() []store.Body {
	if !c.asksLive() || c.Asking.Open == nil {
		return nil
	}
	return []store.Body{cancel(*c.Asking.Open, store.CancelCut)}
}

// lostLive ends a call whose run was asking when the program stopped.
func lostLive(c *Call) store.Body {
	if c.Asking.Open != nil {
		return cancel(*c.Asking.Open, store.CancelCut)
	}
	if c.Asking.Refused {
		return failure(c, interruptedNoText(c.Name))
	}
	return failure(c, interruptedText(c.Name))
}

// askers are the runs that can ask while they go on.
type askers struct{ runs sync.Map } // Key to *run

// ask puts a form to whoever answers it, and waits for what came of it.
func (r *run) ask(ctx context.Context, form forms.Form) (tool.Told, error) {
	select {
	case r.forms <- form:
	case <-ctx.Done():
		return tool.Told{}, ctx.Err()
	}
	select {
	case told := <-r.told:
		return told, nil
	case <-ctx.Done():
		return tool.Told{}, ctx.Err()
	}
}

// tells performs a TellRun.
func (s *Shell) tells(e TellRun) Performer {
	t, _ := s.state.Folded.Current()
	c, ok := t.Call(e.Call)
	found, runs := s.askers.runs.Load(RunTool{Turn: e.Turn, Response: e.Response, Call: e.Call, Run: e.Run}.Key())
	if !ok || c.Asking == nil || !runs {
		return result(RunTold{Key: e.Key()})
	}
	told := tool.Told{Declined: c.Asking.Refused}
	if !told.Declined {
		c.Answers = c.Asking.counted(c.Answers)
		told.Answers = s.state.answers(c)
	}
	return func(ctx context.Context) (Input, Performer) {
		select {
		case found.(*run).told <- told:
		case <-ctx.Done():
		}
		return RunTold{Key: e.Key()}, nil
	}
}
