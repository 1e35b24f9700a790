package record

import (
	"strings"
	"testing"
	"time"

	"parley/store"
)

// TestLacksInWords compares every way in which a response is incomplete with its words,
// for both readers.
func TestLacksInWords(t *testing.T) {
	for _, c := range []struct{ finish, said, user, stranger string }{
		{"", "", "", ""},
		{"stop", "", "", ""},
		{"STOP", "", "", ""},
		{"tool_calls", "", "", ""},
		{"end_turn", "", "", ""},
		{"length", "", "The response was cut: it reached the limit of tokens for one response. Ask to go on, or raise assistant.model.parameters.max_tokens.",
			"The response was cut: it reached the limit of tokens for one response."},
		{"MAX_TOKENS", SaidReasoning, "The response was cut: it reached the limit of tokens for one response. Ask to go on, or raise assistant.model.parameters.max_tokens. " +
			"There is no text of it, only reasoning.",
			"The response was cut: it reached the limit of tokens for one response. There is no text of it, only reasoning."},
		{"model_context_window_exceeded", "", "The response was cut: the model's window is full. Choose a model with a larger window. On the screen, /compact sums the conversation up.",
			"The response was cut: the model's window is full."},
		{"content_filter", "", "The server's content filter ended the response. Ask in another way.", "The server's content filter ended the response."},
		{"SAFETY", SaidNothing, "The server's content filter ended the response. Ask in another way. There is no text of it.",
			"The server's content filter ended the response. There is no text of it."},
		{"refusal", "", "The server's content filter ended the response. Ask in another way.", "The server's content filter ended the response."},
		{"network_error", "", "The response was cut: the server lost its connection to the model. Ask again.", "The response was cut: the server lost its connection to the model."},
		{"insufficient_system_resource", "", "The response was cut: the server ran out of resources. Ask again later.", "The response was cut: the server ran out of resources."},
		{"input_cut", "", "The server cut the conversation to fit its window: the model did not see all of it. Give it a larger window. On the screen, /compact sums the conversation up.",
			"The server cut the conversation to fit its window: the model did not see all of it."},
		{"missing", "", "The response may be cut: the server did not say that it is complete.", "The response may be cut: the server did not say that it is complete."},
		{"no_calls", "", "The response ended in order to call a tool, and no call came with it. Ask again.", "The response ended in order to call a tool, and no call came with it."},
		{"incomplete", "", "The response was cut: the server says that it is incomplete. Ask again.", "The response was cut: the server says that it is incomplete."},
		{"pause_turn, length", "", "The response was cut: it reached the limit of tokens for one response. Ask to go on, or raise assistant.model.parameters.max_tokens.",
			"The response was cut: it reached the limit of tokens for one response."},
		{" length\n", "", "The response was cut: it reached the limit of tokens for one response. Ask to go on, or raise assistant.model.parameters.max_tokens.",
			"The response was cut: it reached the limit of tokens for one response."},
		{"stop,content_filter", "", "The server's content filter ended the response. Ask in another way.", "The server's content filter ended the response."},
		{"content-filter", "", "The server's content filter ended the response. Ask in another way.", "The server's content filter ended the response."},
		{"length.", "", "The response was cut: it reached the limit of tokens for one response. Ask to go on, or raise assistant.model.parameters.max_tokens.",
			"The response was cut: it reached the limit of tokens for one response."},
		{"truncated", "", "The response was cut: the server says that it is incomplete. Ask again.", "The response was cut: the server says that it is incomplete."},
		{"pause_turn", "", `The response ended in a way that is not known ("pause_turn"); part of it may be missing.`,
			`The response ended in a way that is not known ("pause_turn"); part of it may be missing.`},
		{"\x1b[31m\u202e" + strings.Repeat("x", 50), "", `The response ended in a way that is not known ("\x1b[31m\u202exxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…"); part of it may be missing.`,
			`The response ended in a way that is not known ("\x1b[31m\u202exxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…"); part of it may be missing.`},
		{"stop", SaidReasoning, "The model only thought, and said nothing. Ask again.", "The model only thought, and said nothing."},
		{"", SaidNothing, "The response is empty. Ask again.", "The response is empty."},
	} {
		end := store.ResponseEnd{Finish: c.finish, Said: c.said}
		if got := ToUser.Lack(end); got != c.user {
			t.Errorf("%q %q, to the user:\n%s\nwant\n%s", c.finish, c.said, got, c.user)
		}
		if got := ToStranger.Lack(end); got != c.stranger {
			t.Errorf("%q %q, to a stranger:\n%s\nwant\n%s", c.finish, c.said, got, c.stranger)
		}
		if got, want := IsWhole(end), c.user == ""; got != want {
			t.Errorf("%q %q: whole is %v", c.finish, c.said, got)
		}
	}
}

// TestShortfallsAreEntries checks that what is missing stands after the response, once,
// and in a replay too.
func TestShortfallsAreEntries(t *testing.T) {
	var log store.Log
	for i, b := range []store.Body{
		store.TurnStart{}, store.ChatRequest{Text: "a"},
		store.Reasoning{Response: "r1", Text: "hm"}, store.ChatResponse{Response: "r1", Text: "cut he"}, store.ResponseEnd{Response: "r1", Finish: "length"},
		store.ResponseEnd{Response: "r1", Finish: "length"}, // a second end says nothing
		store.ResponseEnd{Response: "r2", Finish: "stop", Said: SaidNothing},
		store.ChatResponse{Response: "r3", Text: "whole"}, store.ResponseEnd{Response: "r3", Finish: "stop"},
		store.ChatResponse{Response: "r4", Text: "x"}, store.ResponseDropped{Response: "r4"}, store.ResponseEnd{Response: "r4", Finish: "length"},
	} {
		ev, err := store.New(store.Head{V: store.Version, Seq: int64(i + 1), ID: strings.Repeat("e", i+1), Time: time.Unix(int64(i), 0), Conversation: "c", Turn: 1}, b)
		if err != nil {
			t.Fatal(err)
		}
		log = log.Append(ev)
	}
	told := func(e Entry) string {
		if s, ok := e.Item.(*Shortfall); ok {
			return ToStranger.Lack(s.End)
		}
		return ""
	}
	var got, replayed []string
	tr, h := NewTranscript(log), NewHistory(log)
	for i, e := range tr.All() {
		if text := told(e); text != "" {
			got = append(got, text)
		}
		if text := told(h.Entry(i, h.Len())); text != "" {
			replayed = append(replayed, text)
		}
	}
	want := "The response was cut: it reached the limit of tokens for one response.|The response is empty."
	if strings.Join(got, "|") != want || strings.Join(replayed, "|") != want {
		t.Errorf("got %q, in a replay %q", got, replayed)
	}
}
