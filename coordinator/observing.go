package coordinator

import (
	"cmp"
	"slices"

	"parley/store"
)

// A request of another program is a conversation of its own with one turn and one call. It
// is asked about as a call of ours is; what is decided goes back to that program, which does
// what it asked about itself. No model is asked for anything, and nothing goes on here.

// Observe puts a request of another program on record, in a conversation that is empty.
type Observe struct {
	Of        store.Observed
	Text      string // what is asked, in a line
	Tool      string
	Arguments string // JSON
}

// Closed says that what is asked needs no answer here any more: it was decided in the
// program that asked (store.CancelElsewhere), or nobody decided (store.CancelExpired): the time
// is over, unless Why says what else ended the wait. It is nobody's decision.
type Closed struct{ Reason, Why string }

func (Observe) input() {}
func (Closed) input()  {}

// observedCall is the id of the one call of such a conversation.
const observedCall = "call_1_1_1"

// foreign admits what another program says.
func (s State) foreign(in Input) ([]store.Body, bool) {
	if m, is := in.(Observe); is {
		return s.observe(m)
	}
	return s.closed(in.(Closed))
}

// observe puts the request on record, whole, so that no reader ever finds a part of it.
func (s State) observe(m Observe) ([]store.Body, bool) {
	if s.Folded.Seq != 0 {
		return nil, false
	}
	t := Turn{N: 1}
	id := t.awaited()
	return slices.Concat([]store.Body{m.Of}, s.here(), []store.Body{
		store.TurnStart{},
		store.ChatRequest{Text: m.Text, Author: store.AuthorBridge + m.Of.Program},
		store.ToolCallRequest{Response: id, ID: observedCall, Name: m.Tool, Arguments: recordedArguments(m.Arguments)},
		store.ResponseEnd{Response: id, Calls: 1},
	}), true
}

// closed ends the request without a decision, unless it was decided by now.
func (s State) closed(m Closed) ([]store.Body, bool) {
	t, open := s.Folded.Current()
	if !s.Folded.Observed || !open || t.Ending != "" {
		return nil, false
	}
	by := store.ByPolicy
	if m.Reason == store.CancelElsewhere {
		by = store.ByProgram
	}
	var said []store.Body
	for _, c := range t.Calls.All() {
		if c.Done {
			continue
		}
		if c.Running {
			return nil, false // the answer is on its way back
		}
		if p := c.openPermission(); p != nil {
			said = append(said, store.PermissionResponse{ID: p.ID, Outcome: store.PermitCancelled, Reason: m.Reason, By: by})
		}
		if c.Asking != nil && c.Asking.Open != nil {
			said = append(said, cancel(*c.Asking.Open, m.Reason))
		}
		said = append(said, failure(c, cmp.Or(m.Why, closedText(m.Reason))))
	}
	return append(said, store.TurnEnding{Reason: store.ReasonDone}), true
}
