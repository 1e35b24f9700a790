package replay

import (
	"parley/forms"
	"parley/store"
)

// place is the position of a question in its form, from 1, and how many earlier
// questions were skipped; zeros if unknown.
func (r *reel) place(i int) (at, of, skipped int) {
	d := r.decisions[i]
	asked, ok := r.bodyAt(d.form).(store.ToolAsked)
	question, inquiry := r.bodyAt(d.asked).(store.InquiryRequest)
	if !ok || !inquiry {
		return 0, 0, 0
	}
	for k, q := range asked.Form {
		if q.ID == question.Question.ID {
			return k + 1, len(asked.Form), r.skipped(i, asked)
		}
	}
	return 0, 0, 0
}

// skipped walks the form of a decision again up to its question.
func (r *reel) skipped(i int, asked store.ToolAsked) int {
	w := forms.Start(forms.Restore(asked.Form))
	for k := range i {
		d := r.decisions[k]
		if d.form != r.decisions[i].form || d.answered == 0 || d.answered > r.decisions[i].asked {
			continue
		}
		request, _ := r.bodyAt(d.asked).(store.InquiryRequest)
		response, _ := r.bodyAt(d.answered).(store.InquiryResponse)
		open, _ := w.Open()
		if move := moveOf(request, response); move != nil && open.ID == request.Question.ID {
			if next, err := w.Apply(move); err == nil { // otherwise it was not an answer then either
				w = next
			}
		}
	}
	request, _ := r.bodyAt(r.decisions[i].asked).(store.InquiryRequest)
	if open, ok := w.Open(); !ok || open.ID != request.Question.ID {
		return 0
	}
	return w.Skipped()
}

// moveOf is what a response does to its form: a valid answer or a step back, nil for
// anything else.
func moveOf(request store.InquiryRequest, b store.InquiryResponse) forms.Move {
	by := store.AnsweredBy{}
	if b.AnsweredBy != nil {
		by = *b.AnsweredBy
	}
	switch {
	case b.Outcome == store.Cancelled && b.Reason == store.CancelBack:
		return forms.Back{}
	case b.Outcome == store.Cancelled:
		return nil
	case request.Escalate && by.By == store.ByReviewer && string(b.Answer) == "false":
		return nil // the question then goes to the user
	}
	return forms.Answer{Value: b.Answer, ByUser: by.By == store.ByUser, Redacted: b.Outcome == store.Redacted}
}
