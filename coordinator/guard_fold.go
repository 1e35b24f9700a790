package coordinator

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"parley/coordinator/guards"
	"parley/forms"
	"parley/store"
)

// guardTripped takes in that a limit was reached. An unknown guard changes nothing.
func (t *Turn) guardTripped(b store.GuardTripped) bool {
	again := t.Guard != nil && t.Guard.Resolved && t.Guard.Report != nil
	if guards.Header(b.Guard) == "" {
		return true
	}
	if t.Guard != nil && !again || t.Ending != "" {
		return false
	}
	g := Tripped{Trip: guards.Trip{Name: b.Guard}, At: t.Responses}
	if json.Unmarshal(b.Evidence, &g.Evidence) != nil {
		g.Evidence = guards.Evidence{}
	}
	t.Guard = &g
	return true
}

// onGuard lets change modify a copy of the tripped guard, which is kept if the event
// applied.
func (t *Turn) onGuard(change func(*Tripped) bool) bool {
	if t.Guard == nil {
		return false
	}
	g := *t.Guard
	if !change(&g) {
		return false
	}
	t.Guard = &g
	return true
}

// remember lets change modify a copy of the turn's history.
func (t *Turn) remember(change func(*guards.History)) {
	h := *t.History
	change(&h)
	t.History = &h
}

func (t *Turn) guardInquired(b store.InquiryRequest) bool {
	name, _ := strings.CutPrefix(b.Source.Name, store.AuthorGuard)
	ok := t.onGuard(func(g *Tripped) bool {
		if g.Open != nil || g.Choice != "" || g.Name != name || b.Question.ID != name {
			return false
		}
		g.Open = &Inquiry{ID: b.ID, Question: b.Question}
		g.Walk = forms.Start(forms.Restore([]forms.Question{b.Question}))
		return true
	})
	if ok {
		t.Tripped = slices.Clone(t.Tripped)
		i := slices.IndexFunc(t.Tripped, func(n Count) bool { return n.Question == name })
		if i < 0 {
			t.Tripped = append(t.Tripped, Count{Question: name})
			i = len(t.Tripped) - 1
		}
		t.Tripped[i].Attempts++
	}
	return ok
}

// guardChosen takes in the answer to a guard's question; false if the answer
// belongs to another.
func (t *Turn) guardChosen(b store.InquiryResponse) bool {
	if g := t.Guard; g != nil && g.Strange && g.Open != nil && g.Open.ID == b.ID {
		t.Guard = nil // it trips here, if it does
		return true
	}
	return t.onGuard(func(g *Tripped) bool {
		if g.Open == nil || g.Open.ID != b.ID {
			return false
		}
		g.Open, g.Walk = nil, forms.Walk{}
		choice := ""
		switch {
		case b.Outcome == store.Cancelled && b.Reason == store.CancelNoPromptBackend:
			g.Choice = guards.ChoiceStopped
		case b.Outcome != store.Answered || json.Unmarshal(b.Answer, &choice) != nil:
		case choice == guards.ChoiceReview:
			g.Reviews++
		case g.Offers(choice):
			g.Choice = choice
		}
		return true
	})
}

// guardResolved takes in the choice and its immediate effects on counters and limits.
func (f *Folded) guardResolved(t *Turn, b store.GuardResolved) bool {
	if guards.Header(b.Guard) == "" {
		return true
	}
	if l, ok := t.Raised.Set(b.Guard, b.Limit); ok {
		t.Raised = l
	}
	if b.Choice == guards.ChoiceLimit {
		return b.Limit != ""
	}
	ok := t.onGuard(func(g *Tripped) bool {
		if g.Resolved || g.Name != b.Guard || g.Open != nil || b.Choice != guards.ChoiceStopped && !g.Offers(b.Choice) {
			return false
		}
		g.Choice, g.Resolved = b.Choice, true
		return true
	})
	if !ok {
		return false
	}
	switch b.Guard {
	case guards.LoopThreshold:
		f.Loop = guards.Loop{}
	case guards.MaxConsecutiveErrors:
		t.remember(func(h *guards.History) { h.Errors = 0 })
	}
	t.Anew = b.Choice == guards.ChoiceAnew
	if b.Choice == guards.ChoiceSkip {
		t.remember(func(h *guards.History) { h.Issues = append(slices.Clip(h.Issues), t.Guard.LastError()) })
	}
	return true
}

// followed notes that a consequence of a choice is on record.
func (t *Turn) followed(b store.Body) {
	if t.Guard == nil || !t.Guard.Resolved {
		return
	}
	all := t.Guard.Consequences(t.N, t.Parent != 0)
	if t.Guard.Steps >= len(all) || all[t.Guard.Steps].Type() != b.Type() {
		return
	}
	g := *t.Guard
	g.Steps++
	t.Guard = &g
	if t.settledGuard(g) {
		t.Guard = nil
	}
}

// noted takes in a scratchpad note.
func (t *Turn) noted(b store.ScratchpadNote) {
	t.remember(func(h *guards.History) { *h = h.Noted(b.Text) })
	t.followed(b)
	t.onGuard(func(g *Tripped) bool { g.Reviewed = g.Reviews; return true })
}

// requested takes in a message to the model: a user message that changes the task
// resets the loop counter.
func (f *Folded) requested(t *Turn, b store.ChatRequest) {
	t.Told = true
	if b.Author != "" {
		t.followed(b)
		return
	}
	f.asked++
	task := guards.TaskOf(b.Text)
	if !guards.SameTask(task, f.Task) {
		f.Loop, f.Task = guards.Loop{}, task
	}
}

// callEnded takes in the response to a call, and, with the last one of a response,
// the end of the iteration.
func (f *Folded) callEnded(t *Turn, b store.ToolCallResponse) bool {
	var form *Asking
	var before []Answer // that were told to nobody
	ok := t.edit(b.ID, func(c *Call) bool {
		if form = c.Asking; c.Untold {
			before = c.Answers
		}
		c.Done, c.Running, c.Asking = true, false, nil
		if t.Ending == "" {
			c.Failed, c.Refused, c.Content = b.IsError, b.Refused, b.Content
			c.Signed, c.Fault = b.Signature, b.Fault
			c.Digest = c.ended().Sum()
			if c.Name == guards.ReportTool && t.Parent != 0 && c.Run > 0 && !b.IsError { // a skipped call reported nothing
				t.Report = guards.ReadReport(c.Arguments)
			}
		}
		return true
	})
	ok = ok && t.memoryMoves(b.ID)
	if ok && form != nil && !form.told() {
		t.lapse(append(slices.Clip(form.Given), before...))
	}
	if ok && t.Ending == "" && !t.Anew && t.settled() {
		var s guards.Signature
		t.remember(func(h *guards.History) { *h, s = h.Iterated(t.Calls.ended()) })
		f.Loop = f.Loop.With(s)
	}
	return ok
}

// turnEnded closes the innermost turn. A turn that served another passes on what it
// found.
func (f *Folded) turnEnded(t Turn, b store.TurnEnd, at time.Time) {
	f.Stack = f.Stack[:len(f.Stack)-1]
	clock := t.Clock.To(at)
	if len(f.Stack) == 0 {
		f.Over = clock
		f.times = f.times.with(strconv.Itoa(t.N), times{outer: t.N, began: f.begun(t.N), over: clock})
		f.Stack, f.Paused, f.Failed = nil, b.Reason == store.ReasonPaused, b.Reason == store.ReasonError
		return
	}
	f.Loop = guards.Loop{}
	parent := &f.Stack[len(f.Stack)-1]
	parent.Clock.At = at
	parent.Clock.Tells(clock)
	report := t.Report
	if report == nil {
		report = &guards.Report{Ended: b.Reason}
	}
	parent.onGuard(func(g *Tripped) bool { g.Report = report; return true })
}

// tick moves the turn's clock to an event.
func (t *Turn) tick(ev store.Event) {
	c := &t.Clock
	if _, ok := ev.Body.(store.Resumed); ok {
		asked := t.asksUser()
		if asked && c.Stands && ev.Time.After(c.At) { // the question waited, whether the program ran or not
			c.Waited += ev.Time.Sub(c.At)
		}
		c.At, c.Stands, c.While = ev.Time, true, guards.Unknown
		if asked {
			c.While = guards.OnlyAsks
		}
		return
	}
	*c = c.To(ev.Time)
	if c.Stands = t.asksUser(); c.Stands {
		c.While = guards.OnlyAsks
		if t.runsBeside() {
			c.While = guards.AlsoRuns
		}
	}
}

// Time is how long work has gone on in the turn that is open, or went on in the last one,
// with what was done within it, and how long the user was asked.
func (f Folded) Time(now time.Time) (took, waited time.Duration) {
	all := f.Over
	if f.Open() {
		all = f.Stack[len(f.Stack)-1].Clock.To(now)
		for _, t := range f.Stack[:len(f.Stack)-1] {
			all.Tells(t.Clock)
		}
	}
	return all.Spent + all.Beside, all.Waited
}

// times is when a turn began, and what it took once it is over.
type times struct {
	outer int // the turn that it is within, its own number if it is within none
	began time.Time
	over  guards.Clock
}

// begun is when a turn began.
func (f Folded) begun(n int) time.Time {
	t, _ := f.times.get(strconv.Itoa(n))
	return t.began
}

// TimeOf is when a turn that is over began, and how long work went on in it and the user was
// asked; of one that served another it is that one's. It is false while the turn is open.
func (f Folded) TimeOf(turn int) (began time.Time, took, waited time.Duration, ok bool) {
	t, ok := f.times.get(strconv.Itoa(turn))
	if ok {
		t, _ = f.times.get(strconv.Itoa(t.outer))
	}
	if !ok || f.Open() && f.Stack[0].N == t.outer {
		return began, 0, 0, false
	}
	return t.began, t.over.Spent + t.over.Beside, t.over.Waited, true
}

// runsBeside reports whether a call runs, or has a reviewer, beside what is before the
// user. A run that has asked itself waits for its answer.
func (t *Turn) runsBeside() bool {
	return t.Calls.open > 0 && t.Calls.where(func(c *Call) bool {
		return !c.Done && (c.Running && !c.asksLive() || c.Asking != nil && c.Asking.Open != nil && c.Asking.Open.toReviewer())
	}) >= 0
}

// asksUser reports whether something is before the user.
func (t *Turn) asksUser() bool {
	if t.Guard != nil && t.Guard.Open != nil {
		return true
	}
	return t.Calls.open > 0 && t.Calls.where(func(c *Call) bool {
		return !c.Done && (c.openPermission() != nil || c.Asking != nil && c.Asking.Open != nil && !c.Asking.Open.toReviewer())
	}) >= 0
}
