package record

import (
	"encoding/json"
	"testing"

	"parley/store"
)

// TestWhatIsToldOnce: the end of a turn has no line of its own if an entry says who
// stopped it, nor has the model that a conversation begins with.
func TestWhatIsToldOnce(t *testing.T) {
	set := func(keys ...string) store.ConfigDelta {
		d := store.ConfigDelta{Set: map[string]json.RawMessage{}}
		for _, key := range keys {
			d.Set[key] = json.RawMessage(`"x"`)
		}
		return d
	}
	end := func(reason string) store.TurnEnd { return store.TurnEnd{Reason: reason} }
	stopped := func(by string) store.ChatResponse {
		return store.ChatResponse{Response: "r", Text: "x", Partial: true, Stopped: by}
	}
	asked := store.InquiryRequest{ID: "q", Call: "c"}
	left := store.InquiryResponse{ID: "q", Outcome: store.Cancelled, Reason: store.CancelEndTurn}
	call := func(tool string) store.ToolCallRequest {
		return store.ToolCallRequest{ID: "c", Name: tool, Response: "r"}
	}
	tripped := store.GuardTripped{Guard: "loop_threshold"}
	chose := func(choice string) store.GuardResolved {
		return store.GuardResolved{Guard: "loop_threshold", Choice: choice}
	}
	for name, c := range map[string]struct {
		events []store.Body
		told   bool // the last of them
	}{
		"a turn that the user ended":            {[]store.Body{end(store.ReasonUser)}, false},
		"after a response that they stopped":    {[]store.Body{stopped(store.StoppedByUser), end(store.ReasonUser)}, true},
		"after one that a limit stopped":        {[]store.Body{stopped(store.StoppedByGuard), end(store.ReasonUser)}, false},
		"a limit, and what it stopped":          {[]store.Body{stopped(store.StoppedByGuard), end(store.ReasonGuard)}, true},
		"at a question":                         {[]store.Body{call("ask_user"), asked, left, end(store.ReasonUser)}, true},
		"at a change, whose row does not say":   {[]store.Body{call("fs_modify_file"), asked, left, end(store.ReasonUser)}, false},
		"at a question that went back":          {[]store.Body{call("ask_user"), asked, store.InquiryResponse{ID: "q", Outcome: store.Cancelled, Reason: store.CancelBack}, end(store.ReasonUser)}, false},
		"a limit":                               {[]store.Body{tripped, end(store.ReasonGuard)}, false},
		"a limit, accepted":                     {[]store.Body{tripped, chose(ChoiceAccept), end(store.ReasonGuard)}, true},
		"a limit, nobody there":                 {[]store.Body{tripped, chose(ChoiceStopped), end(store.ReasonGuard)}, true},
		"a limit, given up":                     {[]store.Body{tripped, chose(ChoiceCancel), end(store.ReasonCancelled)}, true},
		"a limit, gone on, then the user":       {[]store.Body{tripped, chose("Debug first"), end(store.ReasonUser)}, false},
		"done":                                  {[]store.Body{end(store.ReasonDone)}, false},
		"an error after a stop":                 {[]store.Body{stopped(store.StoppedByUser), end(store.ReasonError)}, false},
		"the first model":                       {[]store.Body{set("assistant.model.id")}, true},
		"the first model, and a setting":        {[]store.Body{set("assistant.model.id", "forms.text_prompt")}, false},
		"a setting":                             {[]store.Body{set("forms.text_prompt")}, false},
		"another model, later":                  {[]store.Body{store.ChatRequest{Text: "hi"}, set("assistant.model.id")}, false},
		"the same model again":                  {[]store.Body{set("assistant.model.id"), store.ChatRequest{Text: "hi"}, set("assistant.model.id")}, true},
		"the same model, and a setting":         {[]store.Body{set("assistant.model.id"), store.ChatRequest{Text: "hi"}, set("assistant.model.id", "forms.text_prompt")}, false},
		"a response that was stopped and spoke": {[]store.Body{store.ChatRequest{Text: "hi"}, stopped(store.StoppedByUser), end(store.ReasonUser)}, true},
	} {
		tr, at, ok := NewTranscript(store.Log{}), 0, false
		for _, e := range eventsOf(t, c.events...) {
			at, ok = tr.Add(e)
		}
		mark, is := tr.At(at).Item.(*Mark)
		if !ok || !is || mark.Told != c.told {
			t.Errorf("%s: %v %+v, want told %v", name, ok, tr.At(at).Item, c.told)
		}
	}
}
