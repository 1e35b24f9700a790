package openai

import (
	"encoding/json"
	"strings"
	"testing"

	"parley/providers"
)

func cached(r *providers.Request) { r.Limits.Cache = true }

// The key is the same in every request of a conversation, and different for another
// conversation.
func TestTheCacheHasAKeyOfTheConversation(t *testing.T) {
	s := serve(t, chat(hi, stop), chat(hi, stop), chat(hi, stop), named(completed), chat(hi, stop))
	p := s.provider(t, profile(providers.Profile{CacheKey: true}))
	answered(t, p, hello(cached))
	answered(t, p, hello(cached, func(r *providers.Request) {
		r.Messages = append(step(providers.Response{Text: "a"}).Messages, r.Messages...)
	}))
	answered(t, p, hello(cached, func(r *providers.Request) { r.Messages[0].Text = "other" }))
	answered(t, s.provider(t, profile(providers.Profile{CacheKey: true}), func(c *Config) { c.Protocol = "responses" }), hello(cached))
	answered(t, p, hello())
	const key = `,"prompt_cache_key":"parley-361e97b5dda3963e4677fc0c"`
	equal(t, s.seen()[0].body, `{"model":"m","messages":[`+user+`],"stream":true`+key+`}`)
	equal(t, strings.Contains(s.seen()[1].body, key), true)
	equal(t, strings.Contains(s.seen()[2].body, key), false)
	equal(t, strings.Contains(s.seen()[3].body, key), true)
	equal(t, s.seen()[4].body, `{"model":"m","messages":[`+user+`],"stream":true}`)
}

func TestARouterIsToldWhatToKeep(t *testing.T) {
	long := func(r *providers.Request) {
		r.System = "be brief"
		r.Messages = append(step(providers.Response{Calls: []providers.Call{{ID: "a", Name: "f"}, {ID: "b", Name: "f"}}}).Messages, providers.Message{Role: providers.User, Text: "more"})
	}
	s := serve(t, chat(hi, stop), chat(hi, stop))
	p := s.provider(t, profile(providers.Profile{CacheMarks: true}))
	answered(t, p, hello(cached, long, func(r *providers.Request) { r.Model = "anthropic/claude-opus-4.8" }))
	answered(t, p, hello(cached, long, func(r *providers.Request) { r.Model = "openai/gpt-4.1" }))
	marked := func(text string) string {
		return `"content":[{"type":"text","text":"` + text + `","cache_control":{"type":"ephemeral"}}]}`
	}
	equal(t, s.seen()[0].body, `{"model":"anthropic/claude-opus-4.8","messages":[{"role":"system",`+marked("be brief")+`,{"role":"user",`+marked("hi")+
		`,{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"b","type":"function","function":{"name":"f","arguments":"{}"}}]},`+
		`{"role":"tool","tool_call_id":"a","content":"ok"},{"role":"tool","tool_call_id":"b","content":"ok"},{"role":"user",`+marked("more")+`],"stream":true}`)
	equal(t, strings.Contains(s.seen()[1].body, "cache_control"), false)
}

func TestACacheThatIsNoneIsLearned(t *testing.T) {
	s := serve(t, reply{status: 400, kind: "application/json", chunks: []string{`{"error":{"message":"Unknown parameter: prompt_cache_key"}}`}}, chat(hi, stop))
	answered(t, s.provider(t, profile(providers.Profile{CacheKey: true})), hello(cached))
	equal(t, s.seen()[1].body, `{"model":"m","messages":[`+user+`],"stream":true}`)
}

// The phase of a text goes back with it.
func TestTheProtocolIsThatOfTheModel(t *testing.T) {
	for _, c := range []struct{ model, protocol, want string }{
		{"gpt-5", "", "/v1/responses"}, {"o3", "", "/v1/responses"}, {"gpt-6-luna", "", "/v1/responses"}, {"gpt-4.1", "", "/v1/chat/completions"},
		{"gpt-5", "chat", "/v1/chat/completions"}, {"gpt-4.1", "responses", "/v1/responses"},
	} {
		in := chat(hi, stop)
		if strings.HasSuffix(c.want, "responses") {
			in = named(`{"type":"response.output_text.delta","delta":"hi"}`, completed)
		}
		s := serve(t, in)
		answered(t, s.provider(t, onResponses, func(cfg *Config) { cfg.Protocol = c.protocol }), hello(func(r *providers.Request) { r.Model = c.model }))
		if got := s.seen()[0].path; got != c.want {
			t.Errorf("%s, told %q: asked at %s", c.model, c.protocol, got)
		}
	}
	// A proxy in front of OpenAI's models may have no Responses API.
	s := serve(t, reply{status: 404, kind: "text/plain", chunks: []string{"404 page not found"}}, chat(hi, stop), chat(hi, stop))
	p := s.provider(t, onResponses)
	for range 2 {
		answered(t, p, hello(func(r *providers.Request) { r.Model = "gpt-5" }))
	}
	equal(t, s.seen()[2].path, "/v1/chat/completions")
}

func TestPhasesGoBack(t *testing.T) {
	s := serve(t, named(`{"type":"response.output_text.delta","delta":"hi"}`,
		`{"type":"response.output_item.done","output_index":0,"item":{"type":"message","phase":"commentary"}}`, completed), named(completed))
	p := s.provider(t, onResponses)
	onGPT := func(r *providers.Request) { r.Model = "gpt-5" }
	a := answered(t, p, hello(onGPT))
	equal(t, a.Provider, json.RawMessage(`{"server":"testing","model":"gpt-5","phase":"commentary"}`))
	answered(t, p, hello(onGPT, func(r *providers.Request) {
		r.Messages = append(step(a).Messages, providers.Message{Role: providers.User, Text: "more"})
	}))
	equal(t, s.seen()[1].body, `{"model":"gpt-5","input":[`+user+`,{"role":"assistant","content":"hi","phase":"commentary"},{"role":"user","content":"more"}],`+
		`"stream":true,"store":false,"include":["reasoning.encrypted_content"],"reasoning":{"summary":"auto"}}`)
}
