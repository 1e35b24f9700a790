package coordinator

import (
	"reflect"
	"testing"

	"parley/store"
)

// TestWhatIsDelivered: what the assistant gets of a result about which somebody, or
// nobody, was asked.
func TestWhatIsDelivered(t *testing.T) {
	mine := "mine"
	for name, c := range map[string]struct {
		result store.Outcome
		permit Permit
		want   store.ToolCallResponse
	}{
		"released":          {store.Outcome{Type: store.OutcomeSuccess, Content: "raw"}, Permit{Outcome: store.PermitAllowed, By: store.ByUser}, store.ToolCallResponse{Content: "raw"}},
		"an error released": {store.Outcome{Type: store.OutcomeError, Content: "raw"}, Permit{Outcome: store.PermitAllowed, By: store.ByUser}, store.ToolCallResponse{Content: "raw", IsError: true}},
		"edited":            {store.Outcome{Type: store.OutcomeSuccess, Content: "raw"}, Permit{Outcome: store.PermitEdited, Content: &mine, By: store.ByUser}, store.ToolCallResponse{Content: "mine"}},
		"an error edited":   {store.Outcome{Type: store.OutcomeError, Content: "raw"}, Permit{Outcome: store.PermitEdited, Content: &mine, By: store.ByUser}, store.ToolCallResponse{Content: "mine", IsError: true}},
		"edited, and the text is lost": {store.Outcome{Type: store.OutcomeSuccess, Content: "raw"}, Permit{Outcome: store.PermitEdited, By: store.ByUser},
			store.ToolCallResponse{Content: "The tool ran. The user did not release its result."}},
		"kept back": {store.Outcome{Type: store.OutcomeSuccess, Content: "raw"}, Permit{Outcome: store.PermitDenied, By: store.ByUser, Reason: "private"},
			store.ToolCallResponse{Content: "The tool ran. The user did not release its result: private"}},
		"nobody there": {store.Outcome{Type: store.OutcomeSuccess, Content: "raw"}, Permit{Outcome: store.PermitDenied, By: store.ByPolicy},
			store.ToolCallResponse{Content: "The tool ran, but its result needs the user's approval and nobody is there to give it. Continue without it. (To allow it ahead: result = \"unattended\", or detached.deliver = \"auto\", under conversation.tools.sh.)", IsError: true}},
	} {
		c.want.ID = "c1"
		call := Call{ID: "c1", Name: "sh", Run: 1, Result: &store.ToolFinished{Outcome: c.result}, Deliver: c.permit}
		if got := deliver(&Turn{}, &call, Env{Rules: storyRules{}}); !reflect.DeepEqual(got, store.Body(c.want)) {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}
