package record

import (
	"encoding/json"
	"strings"

	"parley/store"
)

// Choices of a guard_resolved that matter to a reader of the record: the turn ended
// with what there was, the task was given up, nobody was there to choose, and the user
// changed a limit without being asked.
const (
	ChoiceAccept  = "Accept current"
	ChoiceCancel  = "Cancel"
	ChoiceStopped = "stopped"
	ChoiceLimit   = "limit"
)

// ReportTool is the tool whose call ends debugging; its arguments are what was
// found.
const ReportTool = "report_findings"

// guard takes in a limit that was reached, or the choice about the latest one with
// its name. A limit that the user changed gets an entry of its own.
func (t *Transcript) guard(e store.Event) (int, bool) {
	switch b := e.Body.(type) {
	case store.GuardTripped:
		at, ok := t.begin(e, &Guard{Guard: b.Guard, Evidence: b.Evidence})
		t.guards[b.Guard] = at
		return at, ok
	case store.GuardResolved:
		if b.Choice == ChoiceLimit {
			return t.begin(e, &Mark{Body: b})
		}
		at, g, ok := t.guardOf(b.Guard)
		if !ok || g.Choice != "" {
			return 0, false
		}
		g.Choice, g.Limit = b.Choice, b.Limit
		switch b.Choice {
		case ChoiceAccept, ChoiceStopped:
			t.told[e.Turn] = store.ReasonGuard
		case ChoiceCancel:
			t.told[e.Turn] = store.ReasonCancelled
		}
		return t.change(at, e)
	default:
		return 0, false
	}
}

func (t *Transcript) guardOf(name string) (int, *Guard, bool) {
	at, ok := t.guards[name]
	if !ok {
		return 0, nil, false
	}
	g, ok := t.entries[at].Item.(*Guard)
	return at, g, ok
}

// askedByGuard puts a guard's question under its entry.
func (t *Transcript) askedByGuard(e store.Event, b store.InquiryRequest, x Exchange) (int, bool) {
	name, is := strings.CutPrefix(b.Source.Name, store.AuthorGuard)
	at, g, ok := t.guardOf(name)
	if !is || b.Source.Source != "other" || !ok || g.Choice != "" {
		return 0, false
	}
	t.exchanges[b.ID] = place{entry: at, index: len(g.Exchanges)}
	g.Exchanges = append(g.Exchanges, x)
	return t.change(at, e)
}

// Debugging is the index of the entry of a debugging turn.
func (t *Transcript) Debugging(turn int) (int, bool) {
	at, ok := t.debugging[turn]
	return at, ok
}

// debug keeps the entry of a debugging turn in step with its events.
func (t *Transcript) debug(e store.Event) (int, bool) {
	at, ok := t.debugging[e.Turn]
	if !ok {
		return 0, false
	}
	d, ok := t.entries[at].Item.(*Debugging)
	if !ok || d.Ended != "" {
		return 0, false
	}
	switch b := e.Body.(type) {
	case store.ToolCallRequest:
		d.Last = b.Name
	case store.ToolCallResponse:
		c, called := t.callOf(b.ID)
		if !called || c.Name != ReportTool || c.Runs == 0 || b.IsError { // one that was skipped or refused reported nothing
			return 0, false
		}
		d.report(c.Ran())
	case store.ResponseEnd:
		d.Steps++
	case store.TurnEnd:
		d.Ended = b.Reason
	default:
		return 0, false
	}
	return t.change(at, e)
}

func (t *Transcript) callOf(id string) (*ToolCall, bool) {
	at, ok := t.calls[id]
	if !ok {
		return nil, false
	}
	c, ok := t.entries[at].Item.(*ToolCall)
	return c, ok
}

func (d *Debugging) report(arguments json.RawMessage) {
	var r struct {
		RootCause *string  `json:"root_cause"`
		Findings  []string `json:"findings"`
		Fix       *string  `json:"fix"`
	}
	if json.Unmarshal(arguments, &r) != nil {
		return // the call is answered with what is wrong with it
	}
	d.Findings, d.RootCause, d.Fix = r.Findings, "", ""
	if r.RootCause != nil {
		d.RootCause = strings.TrimSpace(*r.RootCause)
	}
	if r.Fix != nil {
		d.Fix = strings.TrimSpace(*r.Fix)
	}
}
