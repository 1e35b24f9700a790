package record

import (
	"encoding/json"
	"testing"

	"parley/forms"
	"parley/store"
)

// TestCame is the table of how a call can end, and its words.
func TestCame(t *testing.T) {
	end := func(status int) *int { return &status }
	run := func(r store.PermissionResponse) Exchange {
		return Exchange{Permission: &store.PermissionRequest{Kind: store.PermitRun}, Permitted: &r}
	}
	deliver := func(r store.PermissionResponse) Exchange {
		return Exchange{Permission: &store.PermissionRequest{Kind: store.PermitDeliver}, Permitted: &r}
	}
	asked := func(answer string, by store.AnsweredBy) Exchange {
		return Exchange{
			Inquiry: &store.InquiryRequest{Question: forms.Question{AnswerType: forms.AnswerType{Kind: forms.Boolean}}},
			Answer:  &store.InquiryResponse{Outcome: store.Answered, Answer: json.RawMessage(answer), AnsweredBy: &by},
		}
	}
	left := func(tag string) Exchange {
		return Exchange{Inquiry: &store.InquiryRequest{}, Answer: &store.InquiryResponse{Outcome: store.Cancelled, Reason: tag}}
	}
	you, reviewer := store.AnsweredBy{By: store.ByUser}, store.AnsweredBy{By: store.ByReviewer, Model: "small"}
	for name, c := range map[string]struct {
		call ToolCall
		how  How
		you  string
	}{
		"not ended":                     {ToolCall{Runs: 1}, CameOpen, ""},
		"well":                          {ToolCall{Runs: 1, Result: &store.ToolCallResponse{}}, CameWell, ""},
		"a command, well":               {ToolCall{Runs: 1, Result: &store.ToolCallResponse{Exit: end(0)}}, CameWell, ""},
		"a command, badly":              {ToolCall{Runs: 1, Result: &store.ToolCallResponse{Exit: end(2), Fault: "exit status 2: no"}}, CameFailed, "exit 2"},
		"a record of before":            {ToolCall{Runs: 1, Result: &store.ToolCallResponse{Fault: "exit status 2: no"}}, CameFailed, "exit status 2"},
		"a signal":                      {ToolCall{Runs: 1, Result: &store.ToolCallResponse{Fault: "ended by a signal: killed"}}, CameFailed, "ended by a signal: killed"},
		"a tool's error":                {ToolCall{Runs: 1, Result: &store.ToolCallResponse{IsError: true}}, CameError, "error"},
		"a command that is an error":    {ToolCall{Runs: 1, Result: &store.ToolCallResponse{IsError: true, Exit: end(3)}}, CameFailed, "exit 3"},
		"bad arguments":                 {ToolCall{Result: &store.ToolCallResponse{IsError: true}}, CameError, "error"},
		"configured to skip":            {ToolCall{Result: &store.ToolCallResponse{}}, CameSkipped, "skipped, it did not run"},
		"no to the run":                 {ToolCall{Exchanges: []Exchange{run(store.PermissionResponse{Outcome: store.PermitDenied, By: store.ByUser})}, Result: &store.ToolCallResponse{}}, CameRefused, "refused by you"},
		"a no that is remembered":       {ToolCall{Exchanges: []Exchange{run(store.PermissionResponse{Outcome: store.PermitDenied, By: store.ByTurnCache})}, Result: &store.ToolCallResponse{}}, CameRefused, "refused by you, remembered this turn"},
		"nobody there for the run":      {ToolCall{Exchanges: []Exchange{run(store.PermissionResponse{Outcome: store.PermitDenied, By: store.ByPolicy})}, Result: &store.ToolCallResponse{IsError: true}}, CameDenied, "denied, you were not there"},
		"a yes to the run, and badly":   {ToolCall{Runs: 1, Exchanges: []Exchange{run(store.PermissionResponse{Outcome: store.PermitAllowed, By: store.ByUser})}, Result: &store.ToolCallResponse{Exit: end(1)}}, CameFailed, "exit 1"},
		"kept back":                     {ToolCall{Runs: 1, Exchanges: []Exchange{deliver(store.PermissionResponse{Outcome: store.PermitDenied, By: store.ByUser})}, Result: &store.ToolCallResponse{}}, CameWithheld, "result kept back by you"},
		"your no":                       {ToolCall{Runs: 2, Exchanges: []Exchange{asked("false", you)}, Result: &store.ToolCallResponse{IsError: true, Refused: true}}, CameRefused, "refused by you"},
		"a no, and the work was done":   {ToolCall{Runs: 2, Exchanges: []Exchange{asked("false", you)}, Result: &store.ToolCallResponse{}}, CameWell, ""},
		"a no that the result declares": {ToolCall{Runs: 2, Exchanges: []Exchange{asked("false", reviewer)}, Result: &store.ToolCallResponse{Refused: true}}, CameRefused, "refused by the reviewer small"},
		"a yes, and an error":           {ToolCall{Runs: 2, Exchanges: []Exchange{asked("true", you)}, Result: &store.ToolCallResponse{IsError: true}}, CameError, "error"},
		"a reply":                       {ToolCall{Runs: 1, Exchanges: []Exchange{left(store.CancelReply)}, Result: &store.ToolCallResponse{IsError: true}}, CameReplied, "you replied instead"},
		"nobody there to answer":        {ToolCall{Runs: 1, Exchanges: []Exchange{left(store.CancelPolicyDenied)}, Result: &store.ToolCallResponse{IsError: true}}, CameDenied, "denied, you were not there"},
		"a rule refuses the answer":     {ToolCall{Runs: 1, Exchanges: []Exchange{{Answer: &store.InquiryResponse{Outcome: store.Cancelled, Reason: store.CancelPolicyDenied, AnsweredBy: &store.AnsweredBy{By: store.ByRule}}}}, Result: &store.ToolCallResponse{IsError: true}}, CameRefused, "refused by a rule"},
		"only a person may":             {ToolCall{Runs: 1, Exchanges: []Exchange{left(store.CancelAssistantDenied)}, Result: &store.ToolCallResponse{IsError: true}}, CameDenied, "denied, as configured"},
		"the turn ended":                {ToolCall{Runs: 1, Stopped: true, Exchanges: []Exchange{left(store.CancelEndTurn)}, Result: &store.ToolCallResponse{IsError: true}}, CameStopped, "stopped, the turn ended"},
		"you ended the turn":            {ToolCall{Runs: 1, Stopped: true, Ending: store.ReasonUser, Result: &store.ToolCallResponse{IsError: true}}, CameStopped, "stopped by you"},
		"a limit ended the turn":        {ToolCall{Runs: 1, Stopped: true, Ending: store.ReasonGuard, Result: &store.ToolCallResponse{IsError: true}}, CameStopped, "stopped by a limit"},
		"the turn was paused":           {ToolCall{Runs: 1, Stopped: true, Ending: store.ReasonPaused, Result: &store.ToolCallResponse{IsError: true}}, CameStopped, "stopped, the turn was paused"},
	} {
		got := c.call.Came()
		if got.How != c.how || ToUser.Came(got) != c.you {
			t.Errorf("%s: %q, %q; want %q, %q", name, got.How, ToUser.Came(got), c.how, c.you)
		}
	}
	if got := ToStranger.Came(Came{How: CameRefused, By: store.ByUser}); got != "refused by the user" {
		t.Error(got)
	}
	if got := ToStranger.Came(Came{How: CameStopped, Detail: store.ReasonUser}); got != "stopped by the user" {
		t.Error(got)
	}
}

// TestATurnThatEndsStopsItsCalls: the transcript knows what ended because its turn
// did.
func TestATurnThatEndsStopsItsCalls(t *testing.T) {
	tr := NewTranscript(logOf(t,
		store.TurnStart{}, store.ChatRequest{Text: "go"}, store.ToolCallRequest{Response: "1.1", ID: "a", Name: "x", Arguments: raw(`{}`)},
		store.ToolCallRequest{Response: "1.1", ID: "b", Name: "x", Arguments: raw(`{}`)}, store.ResponseEnd{Response: "1.1", Calls: 2},
		store.ToolStarted{ID: "a", Run: 1}, store.ToolStarted{ID: "b", Run: 1}, store.ToolCallResponse{ID: "a", Content: "no", IsError: true},
		store.TurnEnding{Reason: store.ReasonUser}, store.ToolCallResponse{ID: "b", Content: "ended", IsError: true}, store.TurnEnd{Reason: store.ReasonUser},
	))
	for id, want := range map[string]Came{"a": {How: CameError}, "b": {How: CameStopped, Detail: store.ReasonUser}} {
		at, _ := tr.Call(id)
		if got := tr.At(at).Item.(*ToolCall).Came(); got != want {
			t.Errorf("%s: %+v, want %+v", id, got, want)
		}
	}
}
