package coordinator

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"time"

	"parley/forms"
	"parley/store"
)

// What an event does to one call of a turn: its permission, its runs, its form,
// its answers, its end.

// inCall applies an event that names a call, or a permission or inquiry of one.
func (t *Turn) inCall(ev store.Event) bool {
	switch b := ev.Body.(type) {
	case store.ToolStarted:
		return t.edit(b.ID, func(c *Call) bool { return c.started(b, ev.Time) }) && t.memoryMoves(b.ID)
	case store.ToolAsked:
		return t.edit(b.ID, func(c *Call) bool { return c.askedFor(b, ev.Seq) }) && t.memoryMoves(b.ID)
	case store.ToolFinished:
		return t.edit(b.ID, func(c *Call) bool { return c.finished(b, ev.Seq) }) && t.memoryMoves(b.ID)
	case store.PermissionRequest:
		return t.edit(b.Call, func(c *Call) bool { return c.permissionAsked(b) })
	case store.PermissionResponse:
		return t.permissionGiven(b)
	case store.InquiryRequest:
		if b.Holder() == "" {
			return t.guardInquired(b)
		}
		return t.edit(b.Holder(), func(c *Call) bool { return c.inquired(b) })
	case store.InquiryResponse:
		return t.inquiryAnswered(b)
	}
	return false
}

// edit lets change modify a copy of the call, which is kept if the event applied.
func (t *Turn) edit(id string, change func(*Call) bool) bool {
	i, ok := t.Calls.find(id)
	if !ok || t.Calls.At(i).Done {
		return false
	}
	c := *t.Calls.At(i)
	if c.Asking != nil {
		a := *c.Asking
		c.Asking = &a
	}
	if !change(&c) {
		return false
	}
	t.Calls = t.Calls.set(i, c)
	return true
}

func (c *Call) started(b store.ToolStarted, at time.Time) bool {
	if c.Running || b.Run != c.Run+1 {
		return false
	}
	if a := c.Asking; a != nil {
		if a.Open == nil && !a.over() && a.Was != nil && len(a.Given) == 0 {
			a = a.Was // written by a program that did not ask again
		}
		if a.Open != nil || !a.over() {
			return false
		}
		c.Declined, c.Answers, c.Asking, c.Formed, c.Rests = a.Refused, a.counted(c.Answers), nil, true, a.Rests
	}
	c.Run, c.Running, c.Lost, c.Writes, c.Strange, c.Since = b.Run, true, false, false, false, at
	return true
}

// counted adds the answers of a finished walk to those of earlier forms; of a
// question of this one no older answer counts. Of a form that was declined or withdrawn
// no answer counts.
func (a *Asking) counted(before []Answer) []Answer {
	if a.Refused || a.Withdrawn {
		return before
	}
	all := slices.DeleteFunc(slices.Clone(before), func(x Answer) bool { _, again := a.Walk.Form().Question(x.Question.ID); return again })
	for _, g := range a.Walk.Given() {
		i := slices.IndexFunc(a.Given, func(x Answer) bool { return x.Question.ID == g.ID })
		if i < 0 {
			continue
		}
		for j, x := range a.Given {
			if x.Question.ID == g.ID {
				i = j // the last one given counts
			}
		}
		all = append(all, a.Given[i])
	}
	return all
}

func (c *Call) askedFor(b store.ToolAsked, seq int64) bool {
	if !c.Running || b.Run != c.Run || len(b.Form) == 0 {
		return false
	}
	if a := c.Asking; a != nil { // of the run that goes on
		if a.Open != nil || !a.over() {
			return false
		}
		if len(a.Among) == 0 {
			c.Answers = a.counted(c.Answers)
		}
	}
	c.Counts = slices.Clone(c.Counts)
	for _, q := range b.Form {
		if len(b.Among) == 0 && slices.ContainsFunc(c.Answers, func(a Answer) bool { return a.Question.ID == q.ID && a.Question.Text == q.Text }) {
			c.counter(q.ID).Repeats++
		}
	}
	c.Running, c.Writes, c.Arrival = b.Live, false, seq
	c.State, c.Forms, c.Untold = b.State, c.Forms+1, b.Untold
	c.Asking = &Asking{Run: b.Run, Walk: forms.Start(forms.Restore(b.Form)), Live: b.Live, Identity: b.Identity, Rests: b.Rests, Among: b.Among}
	return true
}

// counter returns the counter of a question; c.Counts must be ready to be changed.
func (c *Call) counter(question string) *Count {
	i := slices.IndexFunc(c.Counts, func(n Count) bool { return n.Question == question })
	if i < 0 {
		c.Counts = append(c.Counts, Count{Question: question})
		i = len(c.Counts) - 1
	}
	return &c.Counts[i]
}

func (c *Call) finished(b store.ToolFinished, seq int64) bool {
	if !c.Running || b.Run != c.Run {
		return false
	}
	c.Running, c.Result, c.Arrival = false, &b, seq
	return true
}

func (c *Call) permissionAsked(b store.PermissionRequest) bool {
	p := c.permit(b.Kind)
	if p == nil || p.Asked != nil || b.ID != p.id(c.ID, b.Kind) { // by another id it could be answered for another call
		return false
	}
	p.Asked = &b
	return true
}

func (c *Call) permit(kind string) *Permit {
	switch {
	case kind == store.PermitRun && c.Run == 0:
		return &c.Permit
	case kind == store.PermitDeliver && c.Result != nil:
		return &c.Deliver
	}
	return nil
}

func (t *Turn) permissionGiven(b store.PermissionResponse) bool {
	i := t.Calls.where(func(c *Call) bool { return c.waitsFor(b.ID) })
	if i < 0 {
		return false
	}
	var asked store.PermissionRequest
	ok := t.edit(t.Calls.At(i).ID, func(c *Call) bool {
		p := &c.Permit
		if c.Result != nil {
			p = &c.Deliver
		}
		asked = *p.Asked
		if b.Outcome == store.PermitCancelled && b.Reason == store.CancelAmiss {
			*p = Permit{Before: p.Before, Times: p.Times + 1, Was: asked.Identity, Rested: asked.Rest(), From: cmp.Or(c.From, askedFrom(&asked))} // it is asked properly now
			c.From = Place{}
			return true
		}
		p.Outcome, p.Reason, p.By, p.Why, p.Content = b.Outcome, b.Reason, b.By, b.Why, b.Content
		c.Reopened = false
		if asked.Kind == store.PermitRun {
			c.Arguments = b.Instead(c.Arguments)
		}
		return true
	})
	if ok && b.Scope == store.ScopeTurn && b.By == store.ByUser {
		t.Grants = slices.DeleteFunc(slices.Clone(t.Grants), func(g Grant) bool {
			return g.Tool == asked.Tool && g.Key == asked.CoversKey && (g.Identity != asked.Identity || g.Rests != asked.Rests)
		})
		t.Grants = append(t.Grants, Grant{
			Permission: b.ID, Tool: asked.Tool, Key: asked.CoversKey, Covers: asked.Covers, Identity: asked.Identity, Rests: asked.Rests,
			Allow: b.Outcome == store.PermitAllowed,
		})
	}
	return ok
}

// waitsFor reports whether the permission with this id is open in the call.
func (c *Call) waitsFor(permission string) bool {
	p := &c.Permit
	if c.Result != nil {
		p = &c.Deliver
	}
	return !c.Done && p.Asked != nil && p.Outcome == "" && p.Asked.ID == permission
}

func (c *Call) inquired(b store.InquiryRequest) bool {
	if b.ID != inquiryID(c, b.Question.ID) {
		return false
	}
	a := c.Asking
	if a == nil || a.Open != nil || a.Denied != "" || !slices.Equal(a.Among, b.Among) {
		return false
	}
	q, ok := a.Walk.Open()
	if !ok || q.ID != b.Question.ID {
		return false
	}
	c.Counts = slices.Clone(c.Counts)
	c.counter(q.ID).Attempts++
	a.Open = &Inquiry{
		ID: b.ID, Question: b.Question, Escalate: b.Escalate, EscalatedFrom: b.EscalatedFrom,
		ToAssistant: b.Target == store.TargetReviewer && c.passed(b.Question) < 0,
	}
	return true
}

func (t *Turn) inquiryAnswered(b store.InquiryResponse) bool {
	i := t.Calls.where(func(c *Call) bool {
		return !c.Done && c.Asking != nil && c.Asking.Open != nil && c.Asking.Open.ID == b.ID
	})
	if i < 0 {
		return t.guardChosen(b)
	}
	var answered Remembered
	ok := t.edit(t.Calls.At(i).ID, func(c *Call) bool {
		answered = Remembered{Inquiry: b.ID, Call: c.ID, Tool: c.Name, Identity: c.Asking.Identity, Rests: c.Asking.Rests, Question: c.Asking.Open.Question, Value: b.Answer}
		return c.answered(b)
	})
	if ok && b.Remember != "" && b.Outcome == store.Answered && b.AnsweredBy != nil && b.AnsweredBy.By == store.ByUser {
		t.Memory = append(slices.Clip(t.Memory), answered)
	}
	if ok && b.Outcome == store.Cancelled {
		t.forget(t.Calls.At(i).Asking)
		t.amongEnds(t.Calls.At(i).Asking)
	}
	return ok && t.memoryMoves(answered.Call)
}

// forget forgets the answers for the turn that count no more in a form.
func (t *Turn) forget(a *Asking) {
	t.Memory = slices.DeleteFunc(slices.Clone(t.Memory), func(r Remembered) bool {
		return slices.ContainsFunc(a.Given, func(x Answer) bool { return x.Inquiry == r.Inquiry && !a.counts(x.Question.ID) })
	})
}

// memoryMoves notes that what was answered for the turn in a call may hold for others from here on, or no
// longer. It is true.
func (t *Turn) memoryMoves(call string) bool {
	if slices.ContainsFunc(t.Memory, func(r Remembered) bool { return r.Call == call }) {
		t.Memory = slices.Clone(t.Memory)
	}
	return true
}

// told reports whether the run that goes on was told what was answered in its form. No other run is told of
// a form before it begins, which ends the form.
func (a *Asking) told() bool { return a.Live && a.Walk.Done() && !a.Refused && !a.Withdrawn }

// lapse forgets what was answered for the turn and told to no tool.
func (t *Turn) lapse(given []Answer) {
	t.Memory = slices.DeleteFunc(slices.Clone(t.Memory), func(r Remembered) bool {
		return slices.ContainsFunc(given, func(x Answer) bool { return x.Inquiry == r.Inquiry })
	})
}

// counts reports whether a question of the form has an answer that the person has not taken back: neither
// by going back, nor by what they said instead of an answer.
func (a *Asking) counts(question string) bool {
	_, replied := a.Walk.Ended().(forms.Reply)
	_, given := a.Walk.Answer(question)
	return given && !replied && !a.Refused && !a.Withdrawn
}

// answered applies a response to the open inquiry of the call's form.
func (c *Call) answered(b store.InquiryResponse) bool {
	a, open := c.Asking, *c.Asking.Open
	by := store.AnsweredBy{}
	if b.AnsweredBy != nil {
		by = *b.AnsweredBy
	}
	switch b.Outcome {
	case store.Answered, store.Redacted:
		return c.took(b, open, by)
	case store.Cancelled:
		a.Open = nil
		a.cancelled(b, open)
		for c.Judged != nil && c.Judged.Form == c.Forms && !a.counts(c.Judged.Question.ID) && a.Linked == nil {
			c.Judged = c.Judged.Before
		}
		if l := a.Linked; l != nil && l.From == open.ID {
			c.reviewed(open.Question, l)
		}
		return true
	}
	return false
}

// passed is the place of a question among those that are for a person, -1 if it is not. A change of a file
// may have other words when it is asked about again; of any other question these are other questions.
func (c *Call) passed(q forms.Question) int {
	return slices.IndexFunc(c.Passed, func(p Passed) bool {
		return p.Question.ID == q.ID && (p.Question.Text == q.Text || p.Question.Digest != "" && q.Digest != "")
	})
}

// pass notes that a question is for a person, and returns what is known of that, to be changed.
func (c *Call) pass(q forms.Question) *Passed {
	i := c.passed(q)
	if c.Passed = slices.Clone(c.Passed); i < 0 {
		c.Passed, i = append(c.Passed, Passed{}), len(c.Passed)
	}
	c.Passed[i].Question = q
	return &c.Passed[i]
}

// reviewed notes that a question passes to a person, and why.
func (c *Call) reviewed(q forms.Question, why *Linked) {
	p := c.pass(q)
	p.Linked, p.Reviewed = why, q
}

func (c *Call) took(b store.InquiryResponse, open Inquiry, by store.AnsweredBy) bool {
	a := c.Asking
	no := open.Question.AnswerType.Kind == forms.Boolean && bytes.Equal(bytes.TrimSpace(b.Answer), []byte("false"))
	if open.Question.AnswerType.Kind == forms.Boolean && len(a.Among) == 0 {
		c.Judged = &Judgement{Before: c.Judged, Form: c.Forms, Question: open.Question, No: no, By: by.By, Model: by.Model, Reason: b.Reason, Edited: b.Edited}
	}
	if no && by.By == store.ByReviewer && open.Escalate {
		a.Open, a.Linked = nil, &Linked{From: open.ID, Model: by.Model, Reason: b.Reason}
		c.reviewed(open.Question, a.Linked)
		return true
	}
	walk, err := a.Walk.Apply(forms.Answer{
		Value: b.Answer, ByUser: by.By == store.ByUser, Redacted: b.Outcome == store.Redacted,
	})
	if err != nil {
		return false
	}
	a.Walk, a.Open, a.Linked = walk, nil, nil
	if by.By == store.ByUser {
		a.Shown, c.pass(open.Question).Answered = true, true
	}
	a.Given = append(slices.Clip(a.Given), Answer{
		Question: open.Question, Inquiry: open.ID, Value: b.Answer,
		Redacted: b.Outcome == store.Redacted, By: by.By, Edited: b.Edited, Again: b.Again,
	})
	return true
}

func (a *Asking) cancelled(b store.InquiryResponse, open Inquiry) {
	linked := a.Linked
	a.Linked = nil
	if a.Live && b.Reason == store.CancelWithdrawn {
		a.Withdrawn = true
		return
	}
	switch b.Reason {
	case store.CancelBack:
		a.Walk, _ = a.Walk.Apply(forms.Back{}) // the walk refuses if there is nothing to go back to
	case store.CancelReply:
		a.Walk, _ = a.Walk.Apply(forms.Reply{Text: b.Reply})
		a.Declined = open.Question.Text
	case store.CancelDecline:
		a.Refused, a.Shown = true, true
	case store.CancelEndTurn:
		a.Walk, _ = a.Walk.Apply(forms.EndTurn{})
	case store.CancelBackendError, store.CancelUser:
		model := ""
		if b.AnsweredBy != nil {
			model = b.AnsweredBy.Model
		}
		a.Linked = &Linked{From: open.ID, Model: model, Reason: b.Reply, Failed: true}
	default:
		if a.declines(b.Reason) {
			return
		}
		a.Denied, a.Detail = b.Reason, open.ID
		if b.AnsweredBy != nil && b.AnsweredBy.By == store.ByRule {
			a.Ruled = b.Reply
		}
		a.Linked = linked
	}
}

// awaited is the id of the response that the turn requests now.
func (t Turn) awaited() string { return responseID(t.N, t.Responses+1) }

// Result returns the walk's answers as the tool sees them, for tests and views.
func (a Asking) Result() json.RawMessage { return a.Walk.Result() }
