package record

import (
	"fmt"
	"strings"

	"parley/store"
)

// Came is the outcome of a call for readers of the record, derived from its response
// and from the decisions about it.
type Came struct {
	How    How
	Exit   *int   // the exit status of a command
	By     string // who decided, as the record names them, if anybody did
	Model  string // the model, if a reviewer decided
	Detail string // the tag of a question without an answer, why the turn ended, or what is wrong with a result
}

// How a call ended.
type How string

// The ways in which a call ends.
const (
	CameOpen     How = ""         // it has not ended
	CameWell     How = "ok"       // it did what was asked
	CameFailed   How = "failed"   // its command ended with another status than 0, or by a signal
	CameError    How = "error"    // it could not do it
	CameRefused  How = "refused"  // somebody said no to it
	CameDenied   How = "denied"   // nobody was there who may allow it
	CameSkipped  How = "skipped"  // it was not run: configured so, or another approach was wanted
	CameWithheld How = "withheld" // it ran, and its result was not given to the assistant
	CameReplied  How = "replied"  // the user answered in other words instead
	CameStopped  How = "stopped"  // the turn ended before it did
	CameNot      How = "left"     // it was not decided here, but by the program that asked or by nobody in time
)

// Came says what became of the call.
func (c *ToolCall) Came() Came {
	r := c.Result
	if r == nil {
		return Came{}
	}
	came := Came{How: CameWell, Exit: r.Exit, Detail: r.Fault}
	if c.Stopped && r.IsError {
		came.How, came.Detail = CameStopped, c.Ending
		return came
	}
	if d, ok := c.decided(); ok {
		d.Exit = r.Exit
		return d
	}
	switch {
	case r.Exit != nil && *r.Exit != 0, r.Fault != "":
		came.How = CameFailed
	case r.IsError:
		came.How = CameError
	case c.Runs == 0:
		came.How = CameSkipped
	}
	return came
}

// decided is the outcome that somebody's decision gave the call; false if there was
// no such decision.
func (c *ToolCall) decided() (Came, bool) {
	for i := len(c.Exchanges) - 1; i >= 0; i-- {
		x := c.Exchanges[i]
		switch {
		case x.Permitted != nil:
			return c.permitted(*x.Permitted, x.Permission)
		case x.Answer == nil:
		case x.Answer.Outcome == store.Cancelled:
			return c.unanswered(*x.Answer)
		case x.Inquiry != nil && x.Inquiry.Question.AnswerType.Kind == "boolean":
			if string(x.Answer.Answer) != "false" || !c.Result.IsError && !c.Result.Refused {
				return Came{}, false
			}
			by, model := x.By(), ""
			if x.Answer.AnsweredBy != nil {
				model = x.Answer.AnsweredBy.Model
			}
			return Came{How: CameRefused, By: by, Model: model}, true
		}
	}
	return Came{}, false
}

// permitted is the outcome that a permission gave the call.
func (c *ToolCall) permitted(p store.PermissionResponse, asked *store.PermissionRequest) (Came, bool) {
	if p.Outcome == store.PermitAllowed || p.Outcome == store.PermitEdited {
		return Came{}, false
	}
	came := Came{How: CameRefused, By: p.By}
	switch {
	case p.Reason == store.CancelElsewhere || p.Reason == store.CancelExpired:
		return Came{How: CameNot, Detail: p.Reason}, true
	case p.By == store.ByPolicy:
		came.How = CameDenied
	case asked != nil && asked.Kind == store.PermitDeliver:
		came.How = CameWithheld
	}
	return came, true
}

// unanswered is the outcome that an unanswered question gave the call.
func (c *ToolCall) unanswered(a store.InquiryResponse) (Came, bool) {
	if a.AnsweredBy != nil && refusedByRule(a.Reason, a.AnsweredBy.By) {
		return Came{How: CameRefused, By: store.ByRule}, c.Result.IsError
	}
	switch a.Reason {
	case store.CancelReply:
		return Came{How: CameReplied, By: store.ByUser}, true
	case store.CancelElsewhere, store.CancelExpired:
		return Came{How: CameNot, Detail: a.Reason}, c.Result.IsError
	case store.CancelPolicyDenied, store.CancelNoPromptBackend, store.CancelAssistantDenied, store.CancelInvalidStatic:
		return Came{How: CameDenied, Detail: a.Reason}, c.Result.IsError
	}
	return Came{}, false
}

// Came says how a call ended, in a few words for a reader; "" for one that ended
// well.
func (r Reader) Came(c Came) string {
	exit := ""
	if c.Exit != nil && *c.Exit != 0 {
		exit = fmt.Sprintf("exit %d", *c.Exit)
	}
	switch c.How {
	case CameFailed:
		if exit == "" {
			exit, _, _ = strings.Cut(c.Detail, ": ")
			if exit == "ended by a signal" {
				exit = c.Detail
			}
		}
		return exit
	case CameError:
		return strings.TrimSuffix("error, "+exit, ", ")
	case CameRefused:
		if c.By == "" {
			return "refused"
		}
		return "refused by " + r.By(c.By, c.Model)
	case CameDenied:
		if c.Detail == store.CancelAssistantDenied || c.Detail == store.CancelInvalidStatic {
			return "denied, as configured"
		}
		return "denied, " + wording{"you were not there", "nobody was there"}.to(r)
	case CameSkipped:
		return "skipped, it did not run"
	case CameWithheld:
		return "result kept back by " + r.By(c.By, c.Model)
	case CameReplied:
		return wording{"you replied instead", "the user replied instead"}.to(r)
	case CameStopped:
		switch c.Detail {
		case store.ReasonUser:
			return "stopped by " + r.By(store.ByUser, "")
		case store.ReasonGuard:
			return "stopped by a limit"
		case store.ReasonPaused:
			return "stopped, the turn was paused"
		}
		return "stopped, the turn ended"
	case CameNot:
		return r.Cancelled(c.Detail, "")
	}
	return ""
}
