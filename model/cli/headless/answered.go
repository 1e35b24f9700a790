package headless

import (
	"errors"
	"fmt"
	"strconv"

	"parley/coordinator"
	"parley/model/cli/process"
	"parley/model/cli/session"
	"parley/store"
	"parley/store/inbox"
	"parley/store/record"
	"parley/store/text/clean"
	cells "parley/views/text"
)

// elsewhere says who answered what stands on the terminal, where another process did, or that its
// server took it back.
func (o *printer) elsewhere(in coordinator.Input, events []store.Event) {
	text := sentText(o.shell.Log(), in, events)
	if text == "" {
		text = withdrawnText(o.stands, events)
	}
	if text != "" && o.asks {
		fmt.Fprintln(o.prog.Err) // the line on which the answer was asked ends here
		o.note("%s", text)
	}
	o.stands = ""
	if x, is := o.shell.State().Prompt(); is && x.Inquiry != nil {
		o.stands = x.Inquiry.ID
	}
}

// withdrawnText says that the server took back the question that stands, or ended the call that asked it; "" if it
// did not.
func withdrawnText(stands string, events []store.Event) string {
	for _, ev := range events {
		if b, is := ev.Body.(store.InquiryResponse); is && b.ID == stands && (b.Reason == store.CancelWithdrawn || b.Reason == store.CancelCut) {
			return AnsweredText(record.Exchange{Answer: &b}) + "; what was typed there was not sent"
		}
	}
	return ""
}

// sentText says what another process answered, "" if none did.
func sentText(log store.Log, in coordinator.Input, events []store.Event) string {
	sent, is := in.(coordinator.Sent)
	if !is {
		return ""
	}
	for _, ev := range events {
		switch ev.Body.(type) {
		case store.PermissionResponse, store.InquiryResponse:
			if r, known := coordinator.RequestOf(log, sent.Digest); known && r.Answer != nil {
				return AnsweredText(r.Exchange())
			}
		}
	}
	return ""
}

// sinceParked says of what a run left open that it was answered since, by what notify.command
// started, for which the run waits; "" if it was not.
func sinceParked(id string, then, now store.Log) string {
	waited := inbox.Of(id, "", "", then)
	if len(waited) == 0 {
		return ""
	}
	_, digest, err := inbox.SplitRef(waited[len(waited)-1].Ref)
	if err != nil {
		return "" // the list makes none that is faulty
	}
	r, known := coordinator.RequestOf(now, digest)
	if !known || r.Answer == nil {
		return ""
	}
	return fmt.Sprintf("%s; `parley resume %s --park --non-interactive` goes on, if nobody did", AnsweredText(r.Exchange()), id)
}

// closed closes a session, and adds its error to that of what was done in it.
func closed(p *process.Program, x *session.Session, err error) error {
	var status process.StatusError
	parked := errors.As(err, &status) && status.Status == process.ExitParked
	err = errors.Join(err, x.Close())
	session.TellUntold(p, x)
	if !parked {
		return err
	}
	c, _, fault := x.Store.OpenRead(x.Saved.ID())
	if fault != nil {
		return errors.Join(err, fault)
	}
	if text := sinceParked(x.Saved.ID(), x.Shell.Log(), c.Log()); text != "" {
		process.Say(p.Err, text)
	}
	return err
}

// AnsweredText says what was answered, and by whom.
func AnsweredText(x record.Exchange) string {
	text := "it was answered already: " + givenWords(x)
	model := ""
	if x.Answer != nil && x.Answer.AnsweredBy != nil {
		model = x.Answer.AnsweredBy.Model
	}
	switch by := record.ToUser.By(x.By(), model); {
	case x.Cancelled():
		text = "it is not asked any more: " + clean.Reveal(record.ToUser.Cancelled(x.Reason(), x.By()))
		if x.Answer != nil && x.Answer.Reply != "" {
			text += ": " + quoted(x.Answer.Reply)
		}
	case by != "":
		text += ", by " + clean.Reveal(by)
	}
	if words := record.ToUser.Who(x.Via()); words != "" {
		text += " (" + clean.Reveal(words) + ")"
	}
	if reason := record.InOwnWords(x.By(), x.Reason()); reason != "" && !x.Cancelled() {
		text += ": " + quoted(reason)
	}
	return text
}

// givenWords are an answer as people say it.
func givenWords(x record.Exchange) string {
	if x.Permitted != nil {
		return record.PermitWords(x.Permitted.Outcome)
	}
	if x.Answer == nil || x.Answer.Outcome == store.Redacted {
		return "a secret"
	}
	var asked store.InquiryRequest
	if x.Inquiry != nil {
		asked = *x.Inquiry
	}
	words, own := record.Given(asked.Question.AnswerType, x.Answer.Answer)
	if own {
		words = quoted(words)
	}
	return record.Gave(*x.Answer, words)
}

// mostQuoted is how many cells of somebody's words are told.
const mostQuoted = 200

// quoted are words of somebody's, on one line.
func quoted(words string) string { return strconv.Quote(cells.Subject(words, mostQuoted)) }
