package bridge

import (
	"parley/model/cli/bridge/hook"
	"parley/store"
)

// refusal is the no that stands on record of a request, nothing if there is none. A yes is
// handed back by the run that follows from it.
func refusal(log store.Log) hook.Decision {
	var d hook.Decision
	for _, ev := range log.All() {
		switch b := ev.Body.(type) {
		case store.PermissionResponse:
			d = refusedBy(b)
		case store.InquiryResponse:
			d = unanswered(b)
		}
	}
	return d
}

func no(message string) hook.Decision { return hook.Decision{Verdict: hook.No, Message: message} }

func refusedBy(b store.PermissionResponse) hook.Decision {
	switch b.Outcome {
	case store.PermitDenied, store.PermitSkipped:
		if b.By == store.ByRule {
			return no(hook.Ruled(b.Why))
		}
		return no(hook.Refused(b.Reason))
	case store.PermitCancelled:
		if b.Reason == store.CancelEndTurn && b.By == store.ByUser {
			return hook.Decision{Verdict: hook.No, Message: hook.Stopped(), Stop: true}
		}
	}
	return hook.Decision{}
}

func unanswered(b store.InquiryResponse) hook.Decision {
	switch {
	case b.Outcome == store.Cancelled && b.Reason == store.CancelReply:
		return no(hook.Replied(b.Reply))
	case b.Outcome == store.Cancelled && b.Reason == store.CancelEndTurn:
		return hook.Decision{Verdict: hook.No, Message: hook.Stopped(), Stop: true}
	case b.Outcome == store.Answered && string(b.Answer) == "false" && b.AnsweredBy != nil:
		switch b.AnsweredBy.By {
		case store.ByReviewer:
			return no(hook.Reviewed(b.Reason))
		case store.ByRule:
			return no(hook.Ruled(b.Reason))
		}
		return no(hook.Refused(b.Reason))
	}
	return hook.Decision{}
}
