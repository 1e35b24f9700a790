package store

import (
	"encoding/json"
	"testing"
)

// TestWhatIsToldOnce: the end of a turn has no line of its own if an entry says who
// stopped it, nor has the model that a conversation begins with.
func TestWhatIsToldOnce(t *testing.T) {
	set := func(keys ...string) ConfigDelta {
		d := ConfigDelta{Set: map[string]json.RawMessage{}}
		for _, key := range keys {
			d.Set[key] = json.RawMessage(`"x"`)
		}
		return d
	}
	end := func(reason string) TurnEnd { return TurnEnd{Reason: reason} }
	stopped := func(by string) ChatResponse {
		return ChatResponse{Response: "r", Text: "x", Partial: true, Stopped: by}
	}
	asked := InquiryRequest{ID: "q", Call: "c"}
	left := InquiryResponse{ID: "q", Outcome: Cancelled, Reason: CancelEndTurn}
	call := func(tool string) ToolCallRequest { return ToolCallRequest{ID: "c", Name: tool, Response: "r"} }
	tripped := GuardTripped{Guard: "loop_threshold"}
	chose := func(choice string) GuardResolved { return GuardResolved{Guard: "loop_threshold", Choice: choice} }
	for name, c := range map[string]struct {
		events []Body
		told   bool // the last of them
	}{
		"a turn that the user ended":            {[]Body{end(ReasonUser)}, false},
		"after a response that they stopped":    {[]Body{stopped(StoppedByUser), end(ReasonUser)}, true},
		"after one that a limit stopped":        {[]Body{stopped(StoppedByGuard), end(ReasonUser)}, false},
		"a limit, and what it stopped":          {[]Body{stopped(StoppedByGuard), end(ReasonGuard)}, true},
		"at a question":                         {[]Body{call("ask_user"), asked, left, end(ReasonUser)}, true},
		"at a change, whose row does not say":   {[]Body{call("fs_modify_file"), asked, left, end(ReasonUser)}, false},
		"at a question that went back":          {[]Body{call("ask_user"), asked, InquiryResponse{ID: "q", Outcome: Cancelled, Reason: CancelBack}, end(ReasonUser)}, false},
		"a limit":                               {[]Body{tripped, end(ReasonGuard)}, false},
		"a limit, accepted":                     {[]Body{tripped, chose(ChoiceAccept), end(ReasonGuard)}, true},
		"a limit, nobody there":                 {[]Body{tripped, chose(ChoiceStopped), end(ReasonGuard)}, true},
		"a limit, given up":                     {[]Body{tripped, chose(ChoiceCancel), end(ReasonCancelled)}, true},
		"a limit, gone on, then the user":       {[]Body{tripped, chose("Debug first"), end(ReasonUser)}, false},
		"done":                                  {[]Body{end(ReasonDone)}, false},
		"an error after a stop":                 {[]Body{stopped(StoppedByUser), end(ReasonError)}, false},
		"the first model":                       {[]Body{set("assistant.model.id")}, true},
		"the first model, and a setting":        {[]Body{set("assistant.model.id", "forms.text_prompt")}, false},
		"a setting":                             {[]Body{set("forms.text_prompt")}, false},
		"another model, later":                  {[]Body{ChatRequest{Text: "hi"}, set("assistant.model.id")}, false},
		"the same model again":                  {[]Body{set("assistant.model.id"), ChatRequest{Text: "hi"}, set("assistant.model.id")}, true},
		"the same model, and a setting":         {[]Body{set("assistant.model.id"), ChatRequest{Text: "hi"}, set("assistant.model.id", "forms.text_prompt")}, false},
		"a response that was stopped and spoke": {[]Body{ChatRequest{Text: "hi"}, stopped(StoppedByUser), end(ReasonUser)}, true},
	} {
		tr, at, ok := NewTranscript(Log{}), 0, false
		for _, e := range newWriter(t, "a").events(c.events...) {
			at, ok = tr.Add(e)
		}
		mark, is := tr.At(at).Item.(*Mark)
		if !ok || !is || mark.Told != c.told {
			t.Errorf("%s: %v %+v, want told %v", name, ok, tr.At(at).Item, c.told)
		}
	}
}
