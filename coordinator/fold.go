package coordinator

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"parley/coordinator/guards"
	"parley/store"
	"parley/store/record"
)

// Fold adds one recorded event to what is known. It accepts every event: one that
// refers to nothing, or repeats, only changes their count.
func Fold(f Folded, ev store.Event) Folded {
	next := f
	known := next.apply(ev)
	if !known {
		next = f
		next.Ignored++
		next.avoid(ev.Body)
	}
	if known {
		next.anchor(ev)
		if id := requested(ev.Body); id != "" {
			next.lines = next.lines.with(id, store.Digest(ev.Line()))
		}
	}
	if ev.Seq > f.Seq {
		next.Seq = ev.Seq
	}
	if r, ok := ev.Body.(store.ToolCallResponse); ok && known && r.Wrote != nil {
		next.wrote = next.wrote.with(r.Wrote.Path, r.Wrote.Digest)
	}
	if _, ok := store.Decides(ev.Body); ok {
		next.Decision = store.Digest(ev.Line())
	}
	return next
}

// requested is the id of the permission or the inquiry that a line asks for, "" for none.
func requested(b store.Body) string {
	switch b := b.(type) {
	case store.PermissionRequest:
		return b.ID
	case store.InquiryRequest:
		return b.ID
	}
	return ""
}

// avoid keeps the ids of an ignored line from being used again: the line is still in
// the file, where a request to a model would find them.
func (f *Folded) avoid(b store.Body) {
	response := ""
	switch b := b.(type) {
	case store.ToolCallRequest:
		response = b.Response
		if !f.used.has(b.ID) {
			f.used = f.used.with(b.ID, struct{}{})
		}
	case store.ChatResponse:
		response = b.Response
	case store.Reasoning:
		response = b.Response
	case store.ResponseEnd:
		response = b.Response
	}
	var turn, number int
	if n, err := fmt.Sscanf(response, "%d.%d", &turn, &number); err != nil || n != 2 || number > math.MaxInt32 {
		return
	}
	if highest, _ := f.stale.get(strconv.Itoa(turn)); number > highest {
		f.stale = f.stale.with(strconv.Itoa(turn), number)
	}
	if len(f.Stack) > 0 && f.Stack[len(f.Stack)-1].N == turn && !f.Stack[len(f.Stack)-1].Parts {
		t := f.turn(turn)
		t.Responses = max(t.Responses, number)
	}
}

// FoldAll folds a whole log.
func FoldAll(conversation string, log store.Log) Folded {
	f := Folded{Conversation: conversation}
	for _, ev := range log.All() {
		f = Fold(f, ev)
	}
	return f
}

// Deltas are the configuration changes in a log, the same that FoldAll finds.
func Deltas(log store.Log) []store.ConfigDelta {
	var all []store.ConfigDelta
	for _, ev := range log.All() {
		if b, ok := ev.Body.(store.ConfigDelta); ok {
			all = append(all, b)
		}
	}
	return all
}

// apply changes f, which shares slices with an older value: it clones whatever it
// writes to. It reports whether the event referred to something.
func (f *Folded) apply(ev store.Event) bool {
	switch b := ev.Body.(type) {
	case store.TurnStart:
		return f.startTurn(ev.Turn, b, ev.Time)
	case store.Title:
		f.Title = b.Title
		return true
	case store.Workspace:
		f.moved(Place(b))
		return true
	case store.ConfigDelta:
		f.Deltas = append(slices.Clip(f.Deltas), b)
		return true
	case store.ForkedFrom:
		f.reopen()
		return true
	case store.Repaired, store.Unknown, store.Unchained, store.RuleAdded, store.RuleRevoked:
		return true // a rule holds where it is kept, not where it was made
	}
	if known, is := f.beside(ev); is {
		return known
	}
	t := f.turn(ev.Turn)
	if t == nil {
		return outsideTurns(ev.Body)
	}
	if b, ok := ev.Body.(store.TurnEnd); ok {
		f.turnEnded(*t, b, ev.Time)
		return true
	}
	known := f.inTurn(t, ev)
	t.tick(ev)
	return known
}

// outsideTurns reports whether an event means something while no turn is open.
func outsideTurns(b store.Body) bool {
	switch b.(type) {
	case store.ScratchpadNote, store.GuardTripped, store.GuardResolved:
		return true
	}
	return false
}

// mostSkipped is how many turns may be missing from a record before the next one of it.
const mostSkipped = 1 << 20

func (f *Folded) startTurn(n int, b store.TurnStart, at time.Time) bool {
	if n <= f.Turns || (b.Parent == 0) != (len(f.Stack) == 0) {
		return false
	}
	if n-f.Turns > mostSkipped {
		return false // what comes after it could not be numbered
	}
	if b.Parent != 0 && !f.debugs(b.Parent) {
		f.Turns = n // no more than its number counts
		return true
	}
	f.Turns, f.Paused, f.Failed = n, false, false
	if b.Parent != 0 {
		f.Loop = guards.Loop{}
		f.turn(b.Parent).followed(b)
	}
	t := Turn{N: n, Parent: b.Parent, History: &guards.History{}, Clock: guards.Clock{At: at}}
	t.Responses, _ = f.stale.get(strconv.Itoa(n))
	f.Stack = append(slices.Clip(f.Stack), t)
	f.times = f.times.with(strconv.Itoa(n), times{outer: f.Stack[0].N, began: at})
	return true
}

// debugs reports whether a turn waits for another one that looks for the root cause of its trouble. Nothing of it is
// under way then, and it serves no other.
func (f *Folded) debugs(n int) bool {
	t := f.Stack[len(f.Stack)-1]
	return len(f.Stack) == 1 && t.N == n && t.settled() && t.Guard != nil && t.Guard.Resolved && t.Guard.Choice == guards.ChoiceDebug
}

// turn returns the innermost turn, ready to be changed, if n is its number.
func (f *Folded) turn(n int) *Turn {
	if len(f.Stack) == 0 || f.Stack[len(f.Stack)-1].N != n {
		return nil
	}
	f.Stack = slices.Clone(f.Stack)
	return &f.Stack[len(f.Stack)-1]
}

// inTurn applies an event to the innermost turn. It is a flat table of types.
func (f *Folded) inTurn(t *Turn, ev store.Event) bool {
	switch b := ev.Body.(type) {
	case store.TurnEnding:
		if t.Ending != "" {
			return false
		}
		t.Ending = b.Reason
		t.followed(b)
	case store.Resumed:
		for i := range f.Stack {
			f.Stack[i].resume(b.Answered)
		}
		if b.Strange {
			f.estrange()
		}
	case store.ChatRequest:
		f.requested(t, b)
	case store.ScratchpadNote:
		t.noted(b)
	case store.GuardTripped:
		return t.guardTripped(b)
	case store.GuardResolved:
		return f.guardResolved(t, b)
	case store.ToolCallResponse:
		return f.callEnded(t, b)
	case store.ChatResponse:
		return b.Partial || t.said(b)
	case store.Reasoning:
		return b.Partial || t.part(b.Response)
	case store.ToolCallRequest:
		return f.callRequested(t, b)
	case store.ResponseEnd:
		return t.responseEnded(b, ev.Seq)
	case store.ResponseDropped:
		return t.responseDropped(b)
	case store.ModelFailed:
		return f.modelFailed(t, b)
	case store.MemoryRevoked:
		unbound := t.unbind(b)
		return t.revoke(b.ID) || unbound
	default:
		return t.inCall(ev)
	}
	return true
}

// resume takes in that another process goes on. Answered are the answers that hold although
// nothing has followed from them.
func (t *Turn) resume(answered []string) {
	t.Calls = t.Calls.each(func(c *Call) {
		c.Lost = c.Lost || c.Running
		c.Running, c.Writes = false, false // what was not written then never is
		if !c.Done && !c.holdsBy(answered) {
			t.askAgain(c)
		}
	})
	t.onGuard((*Tripped).askAgain)
}

// part records a part of the response that is being recorded.
func (t *Turn) part(response string) bool {
	if t.Ending != "" || response != t.awaited() || !t.settled() {
		return false
	}
	t.Parts = true
	return true
}

// said records a text of the response that is being recorded.
func (t *Turn) said(b store.ChatResponse) bool {
	if !t.part(b.Response) {
		return false
	}
	t.remember(func(h *guards.History) { h.Said = b.Text })
	return true
}

func (f *Folded) callRequested(t *Turn, b store.ToolCallRequest) bool {
	if f.used.has(b.ID) || !t.part(b.Response) {
		return false
	}
	f.used = f.used.with(b.ID, struct{}{})
	t.parts = t.parts.with(Call{ID: b.ID, Name: b.Name, Response: b.Response, Arguments: b.Arguments})
	return true
}

func (t *Turn) responseEnded(b store.ResponseEnd, seq int64) bool {
	if t.Ending != "" || b.Response != t.awaited() || !t.settled() {
		return false
	}
	t.Responses++
	t.Complete, t.Parts, t.Failures, t.Tries = true, false, 0, 0
	t.Calls, t.LeftOut, t.parts, t.Anew = callsOf(t.parts, seq), max(b.LeftOut, 0), nil, false
	if t.Cut = ""; record.Breaks(b.Finish) {
		t.Cut = b.Finish
	}
	return true
}

func (t *Turn) responseDropped(b store.ResponseDropped) bool {
	if b.Response != t.awaited() || !t.Parts {
		return false
	}
	t.Responses++
	t.Parts, t.parts, t.Failures, t.Tries = false, nil, 0, 0
	return true
}

func (f *Folded) modelFailed(t *Turn, b store.ModelFailed) bool {
	if b.Response != t.awaited() || b.Try <= t.Failures {
		return false
	}
	t.Failures = b.Try
	if !b.Retried {
		t.Tries++
	}
	if b.Final {
		t.Failed = b.Error
	}
	f.tooLong(t, b)
	return true
}

func (t *Turn) revoke(id string) bool {
	memory := slices.DeleteFunc(slices.Clone(t.Memory), func(r Remembered) bool { return r.Inquiry == id })
	grants := slices.DeleteFunc(slices.Clone(t.Grants), func(g Grant) bool { return g.Permission == id })
	found := len(memory) != len(t.Memory) || len(grants) != len(t.Grants)
	t.Memory, t.Grants = orNil(memory), orNil(grants)
	return found
}

func orNil[T any](s []T) []T {
	if len(s) == 0 {
		return nil
	}
	return s
}
