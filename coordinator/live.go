package coordinator

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"parley/coordinator/tool"
	"parley/forms"
	"parley/store"
)

// A run can ask while it goes on: servers of earlier revisions ask in the middle of a
// call. Its form is like any other, but the call stays running, and what came of the
// form is told to the run, unless the run withdraws it. A run cannot survive the program,
// so neither can its form.

// ToolAsks is a form that a run asks for while it goes on, or one of several calls, of which it is not known
// which: those in Among.
type ToolAsks struct {
	Key   Key
	Form  forms.Form
	Among []string

	to chan<- tool.Told // takes what came of it, once
}

// ToolWithdraws says that a run wants no answer any more to the form that it asked for last.
type ToolWithdraws struct{ Key Key }

// RunTold says that a run was told what came of its form.
type RunTold struct{ Key Key }

func (ToolAsks) input()      {}
func (ToolWithdraws) input() {}
func (RunTold) input()       {}

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
func (a *Asking) over() bool { return a.Refused || a.Withdrawn || a.Walk.Done() }

// telling is the effect that tells a run of its form.
func (t *Turn) telling(c *Call) TellRun {
	return TellRun{Turn: t.N, Response: c.Response, Call: c.ID, Run: c.Run, Form: c.Forms}
}

// owedLive is what a call owes besides its run, because the run asked.
func owedLive(t *Turn, c *Call, env Env) Effect {
	switch {
	case env.now.Held || !c.asksLive() || c.Asking.Withdrawn:
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
	case ToolWithdraws:
		return s.runWithdraws(b)
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
	return []store.Body{store.ToolAsked{ID: c.ID, Run: c.Run, Form: m.Form.Questions(), Live: true, Identity: s.identity(c.Name), Among: among(c.ID, m.Among)}}, true
}

// runWithdraws closes the question of a form that is not wanted any more. One that waited for
// the screen was not asked yet; it goes on record with that, so that the record says what became
// of the form.
func (s State) runWithdraws(m ToolWithdraws) ([]store.Body, bool) {
	t, _ := s.Folded.Current()
	c, ok := t.Call(m.Key.ID)
	run := RunTool{Turn: t.N, Response: c.Response, Call: c.ID, Run: c.Run}
	if !ok || m.Key != run.Key() || !s.runs(m.Key) || !c.asksLive() || c.closing() || c.Asking.over() {
		return nil, false
	}
	if open := c.Asking.Open; open != nil {
		return []store.Body{cancel(*open, store.CancelWithdrawn)}, true
	}
	q, ok := c.Asking.Walk.Open()
	if !ok {
		return nil, false
	}
	asked := request(&t, &c, q, s.env())
	return []store.Body{asked, cancel(Inquiry{ID: asked.ID}, store.CancelWithdrawn)}, true
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
	if c.Asking.Refused && len(c.Asking.Among) == 0 {
		return failure(c, interruptedNoText(c.Name))
	}
	return failure(c, interruptedText(c.Name))
}

// askers are the runs that can ask while they go on.
type askers struct{ runs sync.Map } // Key to *run

// ask puts a form to whoever answers it, and waits for what came of it. What comes of it later
// reaches nobody: each form has a channel of its own.
func (r *run) ask(ctx context.Context, m tool.Meanwhile) (tool.Told, error) {
	to := make(chan tool.Told, 1)
	select {
	case r.asks <- ToolAsks{Key: r.key, Form: m.Form, Among: m.Among, to: to}:
	case <-ctx.Done():
		return tool.Told{}, ctx.Err()
	}
	select {
	case told := <-to:
		return told, nil
	case <-ctx.Done():
	}
	if errors.Is(context.Cause(ctx), tool.ErrWithdrawn) {
		select {
		case r.asks <- ToolWithdraws{Key: r.key}: // before the next form
		case <-r.over:
		}
	}
	return tool.Told{}, ctx.Err()
}

// heeds notes who is to be told of a form that is about to be asked.
func (s *Shell) heeds(m ToolAsks) {
	found, runs := s.askers.runs.Load(m.Key)
	if _, asks := s.state.runAsks(m); asks && runs {
		found.(*run).to = m.to
	}
}

// tells performs a TellRun.
func (s *Shell) tells(e TellRun) Performer {
	t, _ := s.state.Folded.Current()
	c, ok := t.Call(e.Call)
	found, runs := s.askers.runs.Load(RunTool{Turn: e.Turn, Response: e.Response, Call: e.Call, Run: e.Run}.Key())
	if !ok || c.Asking == nil || c.Forms != e.Form || !runs {
		return result(RunTold{Key: e.Key()})
	}
	told := tool.Told{Declined: c.Asking.Refused}
	if !told.Declined {
		c.Answers = c.Asking.counted(c.Answers)
		told.Answers = s.state.answers(c)
	}
	to := found.(*run).to
	return func(context.Context) (Input, Performer) {
		select {
		case to <- told:
		default: // it was told before
		}
		return RunTold{Key: e.Key()}, nil
	}
}
