package store

import (
	"slices"
	"testing"
)

func visible(l Log) []string {
	var out []string
	for e := range l.Visible() {
		switch b := e.Body.(type) {
		case ChatRequest:
			out = append(out, "request "+b.Text)
		case ChatResponse:
			out = append(out, "response "+b.Text)
		case ToolCallRequest:
			out = append(out, "call "+b.ID)
		case ToolCallResponse:
			out = append(out, "result "+b.ID+" "+b.Content)
		case Reasoning:
			out = append(out, "thought "+b.Text)
		case Instructions, Undone, ContextTrimmed, ContextSummary:
			out = append(out, b.Type())
		case UserCommandEnd:
			out = append(out, "command "+b.ID)
		default:
			out = append(out, "LEAK "+b.Type())
		}
	}
	return out
}

func TestVisible(t *testing.T) {
	end := func(id string) Body { return ResponseEnd{Response: id} }
	for _, tc := range []struct {
		name   string
		bodies []Body
		want   []string
	}{
		{"nothing", nil, nil},
		{"the program's own message", []Body{ChatRequest{Text: "a", Author: "scratchpad"}}, []string{"request a"}},
		{"an answer without its end", []Body{ChatResponse{Response: "r", Text: "a"}, ToolCallRequest{Response: "r", ID: "c"}, ToolCallResponse{ID: "c"}}, nil},
		{"a completed answer", []Body{Reasoning{Response: "r", Text: "t"}, ChatResponse{Response: "r", Text: "a"}, ToolCallRequest{Response: "r", ID: "c"}, end("r"), ToolCallResponse{ID: "c", Content: "x"}},
			[]string{"response a", "call c", "result c x"}},
		{"reasoning that goes back", []Body{Reasoning{Response: "r", Text: "t", Provider: raw(`{}`)}, end("r"), Reasoning{Response: "s", Text: "u", Provider: raw(`{}`)},
			Reasoning{Response: "r", Text: "p", Partial: true, Provider: raw(`{}`)}}, []string{"thought t"}},
		{"a part that was replaced", []Body{ChatResponse{Response: "r", Text: "a", Partial: true}, ChatResponse{Response: "r", Text: "b"}, end("r")}, []string{"response b"}},
		{"what was stopped", []Body{ChatResponse{Response: "r", Text: "a", Partial: true, Stopped: StoppedByUser}, ChatResponse{Response: "s", Text: "b", Stopped: StoppedByGuard}}, []string{"response a"}},
		{"dropped, then its end", []Body{ChatResponse{Response: "r", Text: "a"}, ResponseDropped{Response: "r"}, end("r")}, nil},
		{"an end, then dropped", []Body{ChatResponse{Response: "r", Text: "a"}, end("r"), ResponseDropped{Response: "r"}}, []string{"response a"}},
		{"a result without a call", []Body{ToolCallResponse{ID: "c"}}, nil},
		{"a result before its call", []Body{ToolCallResponse{ID: "c"}, ToolCallRequest{Response: "r", ID: "c"}, end("r")}, []string{"call c"}},
		{"two results, two calls of an id", []Body{ToolCallRequest{Response: "r", ID: "c"}, ToolCallRequest{Response: "r", ID: "c"}, end("r"), ToolCallResponse{ID: "c", Content: "1"}, ToolCallResponse{ID: "c", Content: "2"}},
			[]string{"call c", "result c 1"}},
		{"commands of the user's", []Body{UserCommandEnd{ID: "u"}, UserCommand{ID: "u"}, UserCommand{ID: "u"}, UserCommandEnd{ID: "u"}, UserCommand{ID: "u"}, UserCommandEnd{ID: "u"}}, []string{"command u"}},
		{"what happens beside the turns", besideTurns(), []string{"command u1", "command u2", "instructions", "request What is <shown>?", "call b1", "result b1 It was changed.",
			"context_trimmed", "context_summary", "context_summary", "undone"}},
		{"the story", story(), []string{
			"request Change it,\nplease: \x1b[31m ünïcödé 🙂 \u2028", "thought A change, then.", "response I will change it.", "call c1", "call c2",
			"result c1 two\n", "result c2 The arguments are not valid JSON.", "response Done.", "request And now?", "call c3",
		}},
	} {
		l := logOf(newWriter(t, "c").events(tc.bodies...))
		if got := visible(l); !slices.Equal(got, tc.want) {
			t.Errorf("%s: got %q, want %q", tc.name, got, tc.want)
		}
	}
}

func TestVisibleIsAnAllowList(t *testing.T) {
	allowed := []string{"chat_request", "chat_response", "tool_call_request", "tool_call_response", "instructions", "undone", "context_trimmed", "context_summary"}
	for _, b := range append(bodies(), Unknown{Name: "new"}) {
		l := Log{}.Append(Event{Body: ToolCallRequest{}}, Event{Body: b}, Event{Body: ResponseEnd{}})
		shown := 0
		for e := range l.Visible() {
			if e.Body.Type() == b.Type() {
				shown++
			}
		}
		if want := slices.Contains(allowed, b.Type()); want != (shown > 0) {
			t.Errorf("%s: shown %d times", b.Type(), shown)
		}
	}
}

func TestVisibleStops(t *testing.T) {
	n := 0
	for range logOf(storyEvents(t)).Visible() {
		n++
		break
	}
	if n != 1 {
		t.Errorf("went on to %d", n)
	}
}
