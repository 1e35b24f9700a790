package store

import (
	"encoding/json"
	"testing"

	"parley/forms"
)

// TestCame is the table of how a call can end, and its words.
func TestCame(t *testing.T) {
	end := func(status int) *int { return &status }
	run := func(r PermissionResponse) Exchange {
		return Exchange{Permission: &PermissionRequest{Kind: PermitRun}, Permitted: &r}
	}
	deliver := func(r PermissionResponse) Exchange {
		return Exchange{Permission: &PermissionRequest{Kind: PermitDeliver}, Permitted: &r}
	}
	asked := func(answer string, by AnsweredBy) Exchange {
		return Exchange{
			Inquiry: &InquiryRequest{Question: forms.Question{AnswerType: forms.AnswerType{Kind: forms.Boolean}}},
			Answer:  &InquiryResponse{Outcome: Answered, Answer: json.RawMessage(answer), AnsweredBy: &by},
		}
	}
	left := func(tag string) Exchange {
		return Exchange{Inquiry: &InquiryRequest{}, Answer: &InquiryResponse{Outcome: Cancelled, Reason: tag}}
	}
	you, reviewer := AnsweredBy{By: ByUser}, AnsweredBy{By: ByReviewer, Model: "small"}
	for name, c := range map[string]struct {
		call ToolCall
		how  How
		you  string
	}{
		"not ended":                     {ToolCall{Runs: 1}, CameOpen, ""},
		"well":                          {ToolCall{Runs: 1, Result: &ToolCallResponse{}}, CameWell, ""},
		"a command, well":               {ToolCall{Runs: 1, Result: &ToolCallResponse{Exit: end(0)}}, CameWell, ""},
		"a command, badly":              {ToolCall{Runs: 1, Result: &ToolCallResponse{Exit: end(2), Fault: "exit status 2: no"}}, CameFailed, "exit 2"},
		"a record of before":            {ToolCall{Runs: 1, Result: &ToolCallResponse{Fault: "exit status 2: no"}}, CameFailed, "exit status 2"},
		"a signal":                      {ToolCall{Runs: 1, Result: &ToolCallResponse{Fault: "ended by a signal: killed"}}, CameFailed, "ended by a signal: killed"},
		"a tool's error":                {ToolCall{Runs: 1, Result: &ToolCallResponse{IsError: true}}, CameError, "error"},
		"a command that is an error":    {ToolCall{Runs: 1, Result: &ToolCallResponse{IsError: true, Exit: end(3)}}, CameFailed, "exit 3"},
		"bad arguments":                 {ToolCall{Result: &ToolCallResponse{IsError: true}}, CameError, "error"},
		"configured to skip":            {ToolCall{Result: &ToolCallResponse{}}, CameSkipped, "skipped, it did not run"},
		"no to the run":                 {ToolCall{Exchanges: []Exchange{run(PermissionResponse{Outcome: PermitDenied, By: ByUser})}, Result: &ToolCallResponse{}}, CameRefused, "refused by you"},
		"a no that is remembered":       {ToolCall{Exchanges: []Exchange{run(PermissionResponse{Outcome: PermitDenied, By: ByTurnCache})}, Result: &ToolCallResponse{}}, CameRefused, "refused by you, remembered this turn"},
		"nobody there for the run":      {ToolCall{Exchanges: []Exchange{run(PermissionResponse{Outcome: PermitDenied, By: ByPolicy})}, Result: &ToolCallResponse{IsError: true}}, CameDenied, "denied, you were not there"},
		"a yes to the run, and badly":   {ToolCall{Runs: 1, Exchanges: []Exchange{run(PermissionResponse{Outcome: PermitAllowed, By: ByUser})}, Result: &ToolCallResponse{Exit: end(1)}}, CameFailed, "exit 1"},
		"kept back":                     {ToolCall{Runs: 1, Exchanges: []Exchange{deliver(PermissionResponse{Outcome: PermitDenied, By: ByUser})}, Result: &ToolCallResponse{}}, CameWithheld, "result kept back by you"},
		"your no":                       {ToolCall{Runs: 2, Exchanges: []Exchange{asked("false", you)}, Result: &ToolCallResponse{IsError: true, Refused: true}}, CameRefused, "refused by you"},
		"a no, and the work was done":   {ToolCall{Runs: 2, Exchanges: []Exchange{asked("false", you)}, Result: &ToolCallResponse{}}, CameWell, ""},
		"a no that the result declares": {ToolCall{Runs: 2, Exchanges: []Exchange{asked("false", reviewer)}, Result: &ToolCallResponse{Refused: true}}, CameRefused, "refused by the reviewer small"},
		"a yes, and an error":           {ToolCall{Runs: 2, Exchanges: []Exchange{asked("true", you)}, Result: &ToolCallResponse{IsError: true}}, CameError, "error"},
		"a reply":                       {ToolCall{Runs: 1, Exchanges: []Exchange{left(CancelReply)}, Result: &ToolCallResponse{IsError: true}}, CameReplied, "you replied instead"},
		"nobody there to answer":        {ToolCall{Runs: 1, Exchanges: []Exchange{left(CancelPolicyDenied)}, Result: &ToolCallResponse{IsError: true}}, CameDenied, "denied, you were not there"},
		"only a person may":             {ToolCall{Runs: 1, Exchanges: []Exchange{left(CancelAssistantDenied)}, Result: &ToolCallResponse{IsError: true}}, CameDenied, "denied, as configured"},
		"the turn ended":                {ToolCall{Runs: 1, Stopped: true, Exchanges: []Exchange{left(CancelEndTurn)}, Result: &ToolCallResponse{IsError: true}}, CameStopped, "stopped, the turn ended"},
		"you ended the turn":            {ToolCall{Runs: 1, Stopped: true, Ending: ReasonUser, Result: &ToolCallResponse{IsError: true}}, CameStopped, "stopped by you"},
		"a limit ended the turn":        {ToolCall{Runs: 1, Stopped: true, Ending: ReasonGuard, Result: &ToolCallResponse{IsError: true}}, CameStopped, "stopped by a limit"},
		"the turn was paused":           {ToolCall{Runs: 1, Stopped: true, Ending: ReasonPaused, Result: &ToolCallResponse{IsError: true}}, CameStopped, "stopped, the turn was paused"},
	} {
		got := c.call.Came()
		if got.How != c.how || ToUser.Came(got) != c.you {
			t.Errorf("%s: %q, %q; want %q, %q", name, got.How, ToUser.Came(got), c.how, c.you)
		}
	}
	if got := ToStranger.Came(Came{How: CameRefused, By: ByUser}); got != "refused by the user" {
		t.Error(got)
	}
	if got := ToStranger.Came(Came{How: CameStopped, Detail: ReasonUser}); got != "stopped by the user" {
		t.Error(got)
	}
}

// TestATurnThatEndsStopsItsCalls: the transcript knows what ended because its turn
// did.
func TestATurnThatEndsStopsItsCalls(t *testing.T) {
	w := newWriter(t, convID)
	tr := NewTranscript(logOf(w.events(
		TurnStart{}, ChatRequest{Text: "go"}, ToolCallRequest{Response: "1.1", ID: "a", Name: "x", Arguments: raw(`{}`)},
		ToolCallRequest{Response: "1.1", ID: "b", Name: "x", Arguments: raw(`{}`)}, ResponseEnd{Response: "1.1", Calls: 2},
		ToolStarted{ID: "a", Run: 1}, ToolStarted{ID: "b", Run: 1}, ToolCallResponse{ID: "a", Content: "no", IsError: true},
		TurnEnding{Reason: ReasonUser}, ToolCallResponse{ID: "b", Content: "ended", IsError: true}, TurnEnd{Reason: ReasonUser},
	)))
	for id, want := range map[string]Came{"a": {How: CameError}, "b": {How: CameStopped, Detail: ReasonUser}} {
		at, _ := tr.Call(id)
		if got := tr.At(at).Item.(*ToolCall).Came(); got != want {
			t.Errorf("%s: %+v, want %+v", id, got, want)
		}
	}
}
