package window

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"parley/providers"
	"parley/store"
	"parley/teatest/logs"
)

func TestMessagesAreAnAllowListInTheOrderOfTheRequest(t *testing.T) {
	raw := json.RawMessage(`{"path":"a"}`)
	signature := json.RawMessage(`{"signature":"s"}`)
	log := logs.Of(t,
		store.TurnStart{},
		store.ChatRequest{Text: "hello"},
		store.Reasoning{Response: "1.1", Text: "hm", Partial: true, Provider: signature},
		store.ChatResponse{Response: "1.1", Text: "cut off", Partial: true},
		store.ModelFailed{Response: "1.1", Try: 1, Error: "x"},
		store.Reasoning{Response: "1.1", Text: "let me think", Provider: signature},
		store.ChatResponse{Response: "1.1", Text: "let me see"},
		store.ToolCallRequest{Response: "1.1", ID: "a", Name: "reader", Arguments: raw, Provider: signature},
		store.ToolCallRequest{Response: "1.1", ID: "b", Name: "reader", Arguments: json.RawMessage(`"{\"path\":"`)},
		store.ResponseEnd{Response: "1.1", Calls: 2, Model: "m/a"},
		store.ToolStarted{ID: "a", Run: 1},
		store.ToolCallResponse{ID: "b", Content: "second", IsError: true},
		store.InquiryRequest{ID: "a.q.1", Call: "a", Target: "user"},
		store.ToolCallResponse{ID: "a", Content: "first"},
		store.ToolCallResponse{ID: "a", Content: "again"},
		store.ToolCallResponse{ID: "nobody", Content: "stray"},
		store.Unknown{Name: "brand_new"},
		store.ScratchpadNote{Text: "note"},
		store.ChatRequest{Text: "Try a different approach than previous iterations.", Author: "guard.loop"},
		store.ChatResponse{Response: "1.2", Text: "never ended"},
		store.ToolCallRequest{Response: "1.2", ID: "c", Name: "reader", Arguments: raw},
		store.ResponseDropped{Response: "1.2"},
		store.Reasoning{Response: "1.3", Text: "no server wants this back"},
		store.ChatResponse{Response: "1.3", Text: "done"},
		store.ResponseEnd{Response: "1.3", Model: "m/a"},
		store.ResponseEnd{Response: "1.4", Model: "m/a"},
		store.ChatResponse{Response: "1.5", Text: "half a", Partial: true, Stopped: store.StoppedByUser},
		store.ChatRequest{Text: "go on"},
		store.ChatResponse{Response: "1.6", Text: "half b\n", Partial: true, Stopped: store.StoppedByGuard},
		store.ChatResponse{Response: "1.7", Text: " \n", Partial: true, Stopped: store.StoppedByUser},
		store.ChatResponse{Response: "1.8", Text: "by nobody known", Partial: true, Stopped: "moon"},
		store.ChatRequest{Text: "and now?"},
		store.ChatResponse{Response: "1.8", Text: "the last", Partial: true, Stopped: store.StoppedByUser},
		store.ChatResponse{Response: "1.9", Text: "still arriving"},
	)
	want := []providers.Message{
		{Role: providers.User, Text: "hello"},
		{Role: providers.Assistant, Text: "let me see", Reasoning: "let me think", Provider: signature, Calls: []providers.Call{
			{ID: "a", Name: "reader", Arguments: `{"path":"a"}`, Provider: signature},
			{ID: "b", Name: "reader", Arguments: `{"path":`},
		}},
		{Role: providers.Tool, CallID: "a", Text: "first"},
		{Role: providers.Tool, CallID: "b", Text: "second", IsError: true},
		{Role: providers.User, Text: "Try a different approach than previous iterations."},
		{Role: providers.Assistant, Text: "done"},
		{Role: providers.Assistant, Text: "half a\n\n[stopped by the user]"},
		{Role: providers.User, Text: "go on"},
		{Role: providers.Assistant, Text: "half b\n\n[stopped by a limit]"},
		{Role: providers.User, Text: "and now?"},
	}
	if got := sentOf(log, "m/a"); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	want[1].Reasoning, want[1].Calls[0].Provider = "", nil
	if got := sentOf(log, "m/other"); !reflect.DeepEqual(got, want) {
		t.Errorf("to another model of the server:\ngot  %+v\nwant %+v", got, want)
	}
	want[1].Provider = nil
	if got := sentOf(log, "other/a"); !reflect.DeepEqual(got, want) {
		t.Errorf("to another server:\ngot  %+v\nwant %+v", got, want)
	}
}

func TestACallWithoutAResponseOnRecordGetsOneThatSaysSo(t *testing.T) {
	log := logs.Of(t,
		store.ToolCallRequest{Response: "1.1", ID: "a", Name: "reader", Arguments: json.RawMessage(`{}`)},
		store.ResponseEnd{Response: "1.1", Calls: 1},
	)
	want := []providers.Message{
		{Role: providers.Assistant, Calls: []providers.Call{{ID: "a", Name: "reader", Arguments: `{}`}}},
		{Role: providers.Tool, CallID: "a", Text: "The result of this call was not recorded.", IsError: true},
	}
	if got := sentOf(log, ""); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
}

func TestAConversationWhoseBeginningIsLostStartsWithAMessageOfTheUsers(t *testing.T) {
	log := logs.Of(t,
		store.ChatResponse{Response: "1.1", Text: "an answer to nothing"},
		store.ToolCallRequest{Response: "1.1", ID: "a", Name: "reader", Arguments: json.RawMessage(`{}`)},
		store.ResponseEnd{Response: "1.1", Calls: 1},
		store.ToolCallResponse{ID: "a", Content: "ok"},
		store.ChatRequest{Text: "go on"},
	)
	want := []providers.Message{{Role: providers.User, Text: "go on"}}
	if got := sentOf(log, ""); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
}

// TestACallOfAnImpossibleNameGoesBackUnderOneThatServersTake, since they would refuse the
// whole conversation for it, then and ever after.
func TestACallOfAnImpossibleNameGoesBackUnderOneThatServersTake(t *testing.T) {
	for name, want := range map[string]string{
		"reader": "reader", "A-z_09": "A-z_09", "functions.run_command": "functions_run_command", "": "_", "a b": "a_b", "\x1b[31m": "__31m",
		"schön\xff": "sch_n_", strings.Repeat("x", 64): strings.Repeat("x", 64), strings.Repeat("ü", 100): strings.Repeat("_", 64),
	} {
		log := logs.Of(t,
			store.TurnStart{},
			store.ChatRequest{Text: "hello"},
			store.ToolCallRequest{Response: "1.1", ID: "a", Name: name, Arguments: json.RawMessage(`{}`)},
			store.ResponseEnd{Response: "1.1", Calls: 1, Model: "m/a"},
			store.ToolCallResponse{ID: "a", Content: "there is none", IsError: true},
		)
		got := sentOf(log, "m/a")
		if len(got) != 3 || len(got[1].Calls) != 1 || got[1].Calls[0].Name != want {
			t.Errorf("%q goes back as %+v, want %q", name, got, want)
		}
	}
}
