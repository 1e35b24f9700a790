package store

import (
	"bytes"
	"strings"
	"testing"

	"parley/forms"
)

// TestALineIsKeptWithoutWhatTheEventSays, and is there byte for byte.
func TestALineIsKeptWithoutWhatTheEventSays(t *testing.T) {
	words := strings.Repeat("a\tword \"of\" mine\n\u202eand é ", 100)
	args := raw(`{"content":"` + strings.Repeat("x", 2000) + `"}`)
	for name, b := range map[string]Body{
		"a message": ChatRequest{Text: words}, "a response": ChatResponse{Response: "1.1", Text: words, Partial: true},
		"thoughts": Reasoning{Response: "1.1", Text: words, Provider: raw(`{"text":""}`)}, "a call": ToolCallRequest{Response: "1.1", ID: "c", Name: "n", Arguments: args},
		"a form":   ToolAsked{ID: "c", Run: 1, Form: []forms.Question{{ID: "a", Text: "a?", Context: "short"}, {ID: "b", Text: "b?", Context: words}}},
		"a run":    ToolFinished{ID: "c", Run: 1, Outcome: Outcome{Type: OutcomeSuccess, Content: words}},
		"a result": ToolCallResponse{ID: "c", Content: words}, "a permission": PermissionRequest{ID: "c.run", Call: "c", Kind: PermitRun, Tool: "n", Text: "Run?", Arguments: args},
		"a question": InquiryRequest{ID: "c.a.1", Question: forms.Question{ID: "a", Text: "a?", Context: words}},
		"little":     TurnStart{}, "a short text": ChatRequest{Text: "hello"},
	} {
		line, err := Encode(Head{V: Version, Seq: 7, ID: "e7", Time: epoch(), Conversation: convID, Turn: 2}, b)
		if err != nil {
			t.Fatal(err)
		}
		e, err := Decode(bytes.Clone(line))
		if err != nil || !bytes.Equal(e.Line(), line) {
			t.Errorf("%s: %s\nbecame %s (%v)", name, line, e.Line(), err)
		}
		if n := len(e.line.rest); n > 200 {
			t.Errorf("%s: %d bytes of %d are kept twice", name, n, len(line))
		}
		if n := e.Size(); n < len(line)*3/4 || n > len(line)*5/4+200 {
			t.Errorf("%s: the size of %d bytes is %d", name, len(line), n)
		}
	}
}

// TestALineOfAnotherHandIsKeptAsItIs, however it is spelled.
func TestALineOfAnotherHandIsKeptAsItIs(t *testing.T) {
	long := strings.Repeat("long words ", 20)
	for _, line := range []string{
		`{"v":1,"seq":1,"event":"e","time":"2026-01-02T15:04:05Z","conversation":"c","turn":1,"type":"chat_request","text":"` + long + `","new":{"text":"` + long + `"}}`,
		`{"text":"` + long + `","type":"chat_request","v":1,"seq":1,"event":"e","time":"2026-01-02T15:04:05Z","conversation":"c","turn":1}`,
		`{"v":1,"seq":1,"event":"e","time":"2026-01-02T17:04:05.5+02:00","conversation":"c","turn":1,"type":"chat_request","text":"` + long + `"}`,
		`{"v":1,"seq":1,"event":"\u0065","time":"2026-01-02T15:04:05Z","conversation":"c","turn":1,"type":"chat_request","text":"\u003c` + long + `"}`,
		`{"v":1,"seq":1,"event":"e","time":"2026-01-02T15:04:05Z","conversation":"c","turn":1,"type":"chat_request","seq":2,"text":"` + long + `","text":"` + long + `other"}`,
		`{"v":1,"seq":1,"event":"e","time":"2026-01-02T15:04:05Z","conversation":"c","turn":1,"type":"from_tomorrow","text":"` + long + `"}`,
		`{"v":9,"seq":1,"event":"e","time":"2026-01-02T15:04:05Z","conversation":"c","turn":1,"type":"chat_request","text":"` + long + `"}`,
		` { "v" : 1, "seq":1,"event":"e","time":"2026-01-02T15:04:05Z","conversation":"c","turn":1,"type":"tool_call_request","arguments":{"a": "` + long + `"} } `,
	} {
		given := []byte(line)
		e, err := Decode(given)
		if err != nil {
			t.Fatal(err)
		}
		clear(given) // nothing of it is shared
		if string(e.Line()) != line {
			t.Errorf("%s\nbecame %s", line, e.Line())
		}
	}
	if e := (Event{Head: Head{ID: "e"}, Body: ChatRequest{Text: long}}); len(e.Line()) != 0 {
		t.Errorf("an event that was never written has the line %s", e.Line())
	}
}
