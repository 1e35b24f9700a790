package server_test

import (
	"strings"
	"testing"

	"parley/teatest/fakeserver/server"
)

// TestStrictness: what the fake accepts and refuses, according to the servers'
// documentation.
func TestStrictness(t *testing.T) {
	const (
		text    = `{"type":"text","text":"I look."}`
		call    = `{"type":"tool_use","id":"a","name":"f","input":{}}`
		result  = `{"type":"tool_result","tool_use_id":"a","content":"x"}`
		again   = `{"type":"tool_use","id":"b","name":"f","input":{}}`
		second  = `{"type":"tool_result","tool_use_id":"b","content":"x"}`
		more    = `{"type":"text","text":"go on"}`
		think   = `{"type":"thinking","thinking":"hm","signature":"r5oGZ/VR/ZdR"}`
		broken  = `{"type":"thinking","thinking":"hm","signature":"c2ln"}`
		wanting = "When `thinking` is enabled, a final `assistant` message must start with a thinking block."
	)
	budget, free := `{"type":"enabled","budget_tokens":1024}`, `{"type":"adaptive"}`
	// turns are what is said, the user's first.
	messages := func(thinking string, turns ...string) string {
		var all []string
		for i, content := range turns {
			all = append(all, `{"role":"`+[]string{"user", "assistant"}[i%2]+`","content":[`+content+`]}`)
		}
		return `{"model":"claude","max_tokens":4096,"stream":true,"thinking":` + thinking + `,"messages":[` + strings.Join(all, ",") + `]}`
	}
	responses := func(items ...string) string {
		return `{"model":"gpt","stream":true,"store":false,"input":[{"role":"user","content":"hi"},` + strings.Join(items, ",") + `{"role":"user","content":"go on"}]}`
	}
	s := server.Start(t, parse(t, "claude.toml", "server = 'anthropic'\n[[answer]]\ntext='one'\n[[answer]]\ntext='two'\n[[answer]]\ntext='three'"),
		parse(t, "gpt.toml", "server = 'openai'\n[[answer]]\ntext='one'\n[[answer]]\ntext='two'"),
		parse(t, "other.toml", "server = 'openai'\n[[answer]]\ntext='of the other'"))
	for _, c := range []struct{ name, path, body, want string }{
		{"a budget and no thought", "messages", messages(budget, more, call, result), wanting},
		{"a text before a thought", "messages", messages(budget, more, text+","+think+","+call, result), wanting},
		{"words beside the result", "messages", messages(budget, more, call, result+","+more), wanting},
		{"a thought", "messages", messages(budget, more, think+","+text+","+call, result+","+more), ""},
		{"a thought for the whole turn", "messages", messages(budget, more, think+","+call, result, again, second), ""},
		{"a thought only later", "messages", messages(budget, more, call, result, think+","+again, second), wanting},
		{"a turn that is over", "messages", messages(budget, more, call, result, text, more), ""},
		{"a thought that is not its own", "messages", messages(free, more, broken+","+call, result), "Invalid `signature` in `thinking` block"},
		{"adaptive", "messages", messages(free, more, call, result), ""},
		{"adaptive, words beside the result", "messages", messages(free, more, text+","+call, result+","+more), ""},
		{"a phase", "responses", responses(`{"role":"assistant","content":"one","phase":"final_answer"},`), ""},
		{"no phase", "responses", responses(`{"role":"assistant","content":"one"},`), "an assistant message lost its phase"},
		{"no phase of another of its models", "responses", responses(`{"role":"assistant","content":"of the other"},`), "an assistant message lost its phase"},
		{"a text of another server", "responses", responses(`{"role":"assistant","content":"from elsewhere"},`), ""},
		{"a phase that there is not", "responses", responses(`{"role":"assistant","content":"one","phase":"moon"},`), "invalid value: 'moon'; supported values are: 'commentary' and 'final_answer'"},
		{"a phase of the user's", "responses", responses(`{"role":"user","content":"one","phase":"commentary"},`), `a phase in a message of the role \"user\"`},
	} {
		status, got, err := post(t, s.URL+"/"+c.path, c.body)
		if err != nil {
			t.Fatal(err)
		}
		if ok := c.want == "" && status == 200 || c.want != "" && status == 400 && strings.Contains(got, c.want); !ok {
			t.Errorf("%s: %d %s", c.name, status, got)
		}
	}
}

// TestEndsOfResponses: each finish is reported in the words of its protocol, and Mistral
// counts unasked.
func TestEndsOfResponses(t *testing.T) {
	for finish, want := range map[string]string{
		"stop": `"status":"completed"`, "length": `"incomplete_details":{"reason":"max_output_tokens"}`,
		"content_filter": `"incomplete_details":{"reason":"content_filter"}`, "safety": `"incomplete_details":{"reason":"safety"}`, "cancelled": `"status":"cancelled"`,
	} {
		s := server.Start(t, parse(t, "gpt.toml", "server = 'openai'\n[[answer]]\ntext='one'\nfinish='"+finish+"'"))
		_, got, err := post(t, s.URL+"/responses", `{"model":"gpt","stream":true,"store":false,"input":"hi"}`)
		if err != nil || !strings.Contains(got[strings.LastIndex(got, "event:"):], want) {
			t.Errorf("%q: %v %s", finish, err, got)
		}
	}
	s := server.Start(t, parse(t, "m.toml", "server = 'mistral'\n[[answer]]\ntext='one'"))
	if _, got, err := post(t, s.URL+"/chat/completions", `{"model":"m","stream":true,"messages":[{"role":"user","content":"x"}]}`); err != nil || !strings.Contains(got, `"finish_reason":"stop"}],"usage":{"prompt_tokens":`) {
		t.Errorf("%v %s", err, got)
	}
}
