package record

import (
	"bytes"
	"slices"

	"parley/forms"
	"parley/store"
)

// Which answers of a form count, no event says: it follows from what became of the form, by the
// rules of its walk. Wherever the record is shown, summed up or exported, it is known from here.

// Why an answer of a form counts no more.
const (
	RevokedBack       = "back"       // the user went back past it
	RevokedReply      = "reply"      // the user replied instead of answering the rest
	RevokedDecline    = "decline"    // the user declined the form
	RevokedAgain      = "again"      // it was asked again, since nothing had followed from it when the program ended
	RevokedUnfinished = "unfinished" // the form ended before all of it was answered, and its tool never had the answers
)

// Lapse is an answer that counts no more: the id of its inquiry, and why.
type Lapse struct{ ID, Reason string }

// Lapses finds the answers of forms that count no more, event by event. Its zero value is ready for use.
type Lapses struct {
	forms map[string]*walked // by call: the form whose answers its tool does not have yet
	of    map[string]string  // the call of each inquiry that is open
}

// walked is a form, and who asked for its answers.
type walked struct {
	walk  forms.Walk
	open  store.InquiryRequest
	given []reply // what was answered, the oldest first
}

type reply struct{ inquiry, question string }

// Add takes in an event, and returns the answers that count no more since then.
func (l *Lapses) Add(body store.Body) []Lapse {
	if l.forms == nil {
		l.forms, l.of = map[string]*walked{}, map[string]string{}
	}
	switch b := body.(type) {
	case store.ToolAsked:
		l.forms[b.ID] = &walked{walk: forms.Start(forms.Restore(b.Form))}
	case store.ToolStarted:
		delete(l.forms, b.ID)
	case store.InquiryRequest:
		if w := l.forms[b.Holder()]; w != nil {
			l.of[b.ID] = b.Holder()
			return w.ask(b)
		}
	case store.InquiryResponse:
		w := l.forms[l.of[b.ID]]
		delete(l.of, b.ID)
		if w != nil && w.open.ID == b.ID {
			return w.settle(b)
		}
	case store.ToolCallResponse:
		w := l.forms[b.ID]
		delete(l.forms, b.ID)
		if w != nil {
			return w.end()
		}
	}
	return nil
}

// ask takes in that a question is put. Where all had been answered, the form begins again.
func (w *walked) ask(b store.InquiryRequest) (gone []Lapse) {
	w.open = b
	if w.walk.Done() {
		gone, w.walk = w.drop(0, RevokedAgain), w.walk.Again()
	}
	if q, open := w.walk.Open(); !open || q.ID != b.Question.ID {
		w.open = store.InquiryRequest{}
	}
	return gone
}

// settle takes in what became of the open question.
func (w *walked) settle(b store.InquiryResponse) []Lapse {
	asked := w.open
	w.open = store.InquiryRequest{}
	switch {
	case b.Outcome != store.Cancelled:
		w.answer(asked, b)
	case b.Reason == store.CancelBack:
		return w.back()
	case b.Reason == store.CancelReply && asked.Source.Source == "assistant":
		w.given = nil // they go with the reply
	case b.Reason == store.CancelReply:
		return w.drop(0, RevokedReply)
	case b.Reason == store.CancelDecline:
		return w.drop(0, RevokedDecline)
	case b.Reason == store.CancelWithdrawn:
		return w.drop(0, RevokedUnfinished)
	}
	return nil
}

// answer takes in an answer, but for a reviewer's no with which the question passes to a person.
func (w *walked) answer(asked store.InquiryRequest, b store.InquiryResponse) {
	by := store.AnsweredBy{}
	if b.AnsweredBy != nil {
		by = *b.AnsweredBy
	}
	no := asked.Question.AnswerType.Kind == forms.Boolean && bytes.Equal(bytes.TrimSpace(b.Answer), []byte("false"))
	if no && by.By == store.ByReviewer && asked.Escalate {
		return
	}
	walk, err := w.walk.Apply(forms.Answer{Value: b.Answer, ByUser: by.By == store.ByUser, Redacted: b.Outcome == store.Redacted})
	if err == nil { // otherwise it was not an answer then either
		w.walk, w.given = walk, append(w.given, reply{asked.ID, asked.Question.ID})
	}
}

// back takes in a step back, and returns the answers that are no part of the walk since then.
func (w *walked) back() []Lapse {
	w.walk, _ = w.walk.Apply(forms.Back{}) // the walk refuses if there is nothing to go back to
	for i, g := range w.given {
		if _, counts := w.walk.Answer(g.question); !counts {
			return w.drop(i, RevokedBack)
		}
	}
	return nil
}

// end takes in that the call ended before its tool had the answers.
func (w *walked) end() []Lapse {
	if w.walk.Done() {
		return nil
	}
	return w.drop(0, RevokedUnfinished)
}

// drop returns the answers from one on, which count no more.
func (w *walked) drop(from int, reason string) (gone []Lapse) {
	for _, g := range w.given[from:] {
		gone = append(gone, Lapse{g.inquiry, reason})
	}
	w.given = w.given[:from]
	return gone
}

// Lapsed reports whether the answer counts no more because of what became of its form.
func (x Exchange) Lapsed() bool { return x.Forgotten && ofForm(x.Why) }

// Lapsed reports whether the answer counts no more because of what became of its form.
func (d Decided) Lapsed() bool { return d.Forgotten && ofForm(d.Revoked) }

// ofForm reports whether a reason is what became of a form.
func ofForm(reason string) bool {
	return slices.Contains([]string{RevokedBack, RevokedReply, RevokedDecline, RevokedAgain, RevokedUnfinished}, reason)
}

// Gone says in a word or two beside an answer that it lapsed, "" if it did not.
func (x Exchange) Gone() string {
	switch {
	case !x.Lapsed():
		return ""
	case x.Why == RevokedBack:
		return "taken back"
	}
	return "counts no more"
}
