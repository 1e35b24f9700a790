package pane

import (
	"encoding/json"
	"strings"

	"parley/store"
	"parley/store/record"
)

// Decision tells a permission or a question that was closed.
func (t Teller) Decision(x record.Exchange) Decision {
	d := Decision{Question: x.Put(), Gone: x.Gone()}
	switch {
	case x.Permission != nil:
		d.permission(x)
	case x.Inquiry != nil:
		d.inquiry(x)
	}
	if t.Took && !x.Open() {
		d.Took = Took(x.Closed.Sub(x.Asked).Seconds())
	}
	if revoked := x.Revoked(); revoked != "" && d.Gone == "" {
		d.Answer += " (" + revoked + ")"
	}
	return d
}

func (d *Decision) permission(x record.Exchange) {
	d.Arguments = x.Permission.Arguments
	if x.Permitted == nil {
		return
	}
	d.Answer, d.Who, d.Reason = record.PermitWords(x.Permitted.Outcome), record.Beside(x.Permitted.By, ""), record.InOwnWords(x.Permitted.By, x.Permitted.Reason)
	switch d.Turn = x.Permitted.Scope == store.ScopeTurn; {
	case !d.Turn:
	case x.Permitted.Outcome == store.PermitAllowed:
		d.Answer = textAllowedTurn
	default:
		d.Answer += textThisTurn
	}
	if x.Permitted.Outcome == store.PermitCancelled {
		d.Answer, d.Reason = record.ToUser.Cancelled(x.Permitted.Reason, x.Permitted.By), ""
		if x.Permitted.Reason == store.CancelLost || x.Permitted.Reason == store.CancelAmiss {
			d.Who = "" // By names who closed it
		}
	}
}

// context is what the decision was about. Arguments may be long and are told with each event of
// their call, so they are laid out only where somebody sees them.
func (d Decision) context() string { return d.Context + fenced(d.Arguments) }

// fenced puts JSON into a fence that nothing in it can close.
func fenced(raw json.RawMessage) string {
	if len(raw) == 0 {
		return ""
	}
	fence := "```"
	for strings.Contains(string(raw), fence) {
		fence += "`"
	}
	return fence + "json\n" + record.IndentJSON(raw) + "\n" + fence + "\n"
}

func (d *Decision) inquiry(x record.Exchange) {
	q := x.Inquiry.Question
	d.Context = q.Context
	if x.Answer == nil {
		return
	}
	switch x.Answer.Outcome {
	case store.Cancelled:
		d.Answer, d.Reason = record.ToUser.Cancelled(x.Answer.Reason, x.By()), x.Answer.Reply
		return
	case store.Redacted:
		d.Answer = "given, not kept"
	default:
		d.Answer, d.Reason = record.With(record.AnswerInLine(q.AnswerType, x.Answer.Answer), x.Answer.Files), x.Answer.Reason
		d.Value = q.AnswerType.Value(x.Answer.Answer)
		if whole := record.With(record.AnswerWords(q.AnswerType, x.Answer.Answer), x.Answer.Files); whole != d.Answer {
			d.Whole = whole
		}
		d.Answer = record.Gave(*x.Answer, d.Answer)
	}
	if by := x.Answer.AnsweredBy; by != nil {
		d.Who = record.Beside(by.By, by.Model)
		d.Yes = by.By == store.ByReviewer
	}
	d.Turn = x.Answer.Remember == "yes"
}
