package openai

import (
	"encoding/json"
	"testing"

	"parley/providers"
)

func bodies(t *testing.T, model, prof string, p providers.Profile, r providers.Request, want string) {
	t.Helper()
	s := serve(t, chat(hi, stop))
	r.Model = model
	answered(t, s.provider(t, profile(p)), r)
	got := s.seen()[0]
	equal(t, got.path, "/v1/chat/completions")
	if got.body != want {
		t.Errorf("%s: got\n%s\nwant\n%s", prof, got.body, want)
	}
	if !json.Valid([]byte(got.body)) {
		t.Errorf("%s: not JSON", prof)
	}
}

// conversation has everything that a body can hold.
func conversation() providers.Request {
	zero, half := 0.0, 0.5
	return providers.Request{
		System: "be <brief>",
		Messages: []providers.Message{
			{Role: providers.User, Text: "a \"b\"\n\x01\xff"},
			{Role: providers.Assistant, Text: "", Calls: []providers.Call{
				{ID: "c1", Name: "f", Arguments: ""},
				{ID: "c2", Name: "g", Arguments: `{"x": 1}`},
				{ID: "c3", Name: "g", Arguments: `{"x`},
			}},
			{Role: providers.Tool, CallID: "c1", Text: ""},
			{Role: providers.Tool, CallID: "c2", Text: "two", IsError: true},
			{Role: providers.Tool, CallID: "c3", Text: "3"},
			{Role: providers.Assistant, Text: ""},
			{Role: providers.Assistant, Text: "ok"},
		},
		Tools: []providers.ToolSpec{
			{Name: "f", Description: "does <f>"},
			{Name: "g", Parameters: json.RawMessage(`{ "z":1, "a":"<b>" }`)},
		},
		Parameters: providers.Parameters{MaxTokens: 10, Temperature: &zero, TopP: &half, Reasoning: "low"},
	}
}

const wireMessages = `"messages":[{"role":"system","content":"be <brief>"},{"role":"user","content":"a \"b\"\n\u0001�"},` +
	`{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}},` +
	`{"id":"c2","type":"function","function":{"name":"g","arguments":"{\"x\": 1}"}},` +
	`{"id":"c3","type":"function","function":{"name":"g","arguments":"{\"invalid_arguments\":\"{\\\"x\"}"}}]},` +
	`{"role":"tool","tool_call_id":"c1","content":""},{"role":"tool","tool_call_id":"c2","content":"two"},` +
	`{"role":"tool","tool_call_id":"c3","content":"3"},{"role":"assistant","content":"ok"}]`

const wireTools = `"tools":[{"type":"function","function":{"name":"f","description":"does <f>","parameters":{"type":"object","properties":{}}}},` +
	`{"type":"function","function":{"name":"g","parameters":{ "z":1, "a":"<b>" }}}]`

func TestRequestsAreTheseBytes(t *testing.T) {
	plain := `{"model":"m",` + wireMessages + `,"stream":true,"max_tokens":10,"temperature":0,"top_p":0.5,"reasoning_effort":"low",` + wireTools + `}`
	bodies(t, "m", "plain", providers.Profile{}, conversation(), plain)
	full := `{"model":"m",` + wireMessages + `,"stream":true,"stream_options":{"include_usage":true},"max_completion_tokens":10,` +
		`"temperature":0,"top_p":0.5,"reasoning_effort":"low",` + wireTools + `}`
	bodies(t, "m", "full", providers.Profile{CompletionTokens: true, StreamUsage: true}, conversation(), full)
	bodies(t, "openai/o4-mini", "a model that reasons, elsewhere", providers.Profile{}, hello(func(r *providers.Request) { r.Parameters.MaxTokens = 5 }),
		`{"model":"openai/o4-mini","messages":[{"role":"user","content":"hi"}],"stream":true,"max_completion_tokens":5}`)
	bodies(t, "m", "least", providers.Profile{}, hello(), `{"model":"m","messages":[{"role":"user","content":"hi"}],"stream":true}`)
}

func TestHeaders(t *testing.T) {
	s := serve(t, chat(hi, stop), chat(hi, stop))
	answered(t, s.provider(t, func(c *Config) { c.Headers = map[string]string{"X-Team": "blue"} }), hello())
	anthropic, _ := providers.Lookup("anthropic")
	answered(t, s.provider(t, profile(anthropic.Profile)), hello())
	for i, want := range []map[string]string{
		{"Authorization": "Bearer sk-test-0123456789", "X-Team": "blue", "X-Api-Key": "", "Anthropic-Version": ""},
		{"Authorization": "Bearer sk-test-0123456789", "X-Team": "", "X-Api-Key": "sk-test-0123456789", "Anthropic-Version": "2023-06-01"},
	} {
		for k, v := range want {
			equal(t, s.seen()[i].header.Get(k), v)
		}
		equal(t, s.seen()[i].header.Get("User-Agent"), "parley")
		equal(t, s.seen()[i].header.Get("Accept"), "text/event-stream")
		equal(t, s.seen()[i].header.Get("Content-Type"), "application/json")
	}
}

// What a server wants back with a call returns to the model that wrote it, and to no
// other.
func TestWhatBelongsToACallReturnsToItsModel(t *testing.T) {
	call := `{"index":0,"id":"a","function":{"name":"f","arguments":"{}"},"extra_content":{"google":{"thought_signature":"c2ln"}}}`
	s := serve(t, chat(append([]string{`{"choices":[{"delta":{"reasoning_content":"hm"}}]}`}, tool(call)...)...),
		chat(hi, stop), chat(hi, stop), chat(hi, stop))
	p := s.provider(t, profile(providers.Profile{ReturnReasoning: true}))
	next := hello(func(r *providers.Request) {
		a := answered(t, p, hello())
		r.Messages = []providers.Message{{Role: providers.Assistant, Reasoning: a.Reasoning, Provider: a.Provider, Calls: a.Calls}}
	})
	answered(t, p, next)
	next.Model = "other"
	answered(t, p, next)
	answered(t, s.provider(t, func(c *Config) { c.Name = "elsewhere" }), hello(func(r *providers.Request) { r.Messages = next.Messages }))
	bare := `"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}]}],"stream":true`
	equal(t, s.seen()[1].body, `{"model":"m","messages":[{"role":"assistant","content":null,"reasoning_content":"hm","tool_calls":[{"id":"a","type":"function",`+
		`"function":{"name":"f","arguments":"{}"},"extra_content":{"google":{"thought_signature":"c2ln"}}}]}],"stream":true}`)
	equal(t, s.seen()[2].body, `{"model":"other","messages":[{"role":"assistant","content":null,"reasoning_content":"","tool_calls":[{"id":"a","type":"function",`+
		`"function":{"name":"f","arguments":"{}"}}]}],"stream":true}`)
	equal(t, s.seen()[3].body, `{"model":"m",`+bare+`,"stream_options":{"include_usage":true}}`)
}

func TestBadSchemasAreToldBeforeAnythingIsSent(t *testing.T) {
	s := serve(t)
	_, err := ask(t, s.provider(t), hello(func(r *providers.Request) {
		r.Tools = []providers.ToolSpec{{Name: "f", Parameters: json.RawMessage(`{`)}}
	}))
	equal(t, err.Error(), `The schema of "f" is not JSON.`)
	equal(t, len(s.seen()), 0)
}

func TestImagesFollowTheirText(t *testing.T) {
	r := providers.Request{Messages: []providers.Message{
		{Role: providers.User, Text: "hi", Images: []providers.Image{{Type: "image/png", Data: []byte{0xff, 0, 1}}, {Type: "image/jpeg", Data: []byte("ab")}}},
	}}
	bodies(t, "m", "any", providers.Profile{}, r, `{"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"hi"},`+
		`{"type":"image_url","image_url":{"url":"data:image/png;base64,/wAB"}},{"type":"image_url","image_url":{"url":"data:image/jpeg;base64,YWI="}}]}],"stream":true}`)
}
