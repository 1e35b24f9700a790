package openai

import (
	"encoding/json"
	"strings"
	"testing"

	"parley/providers"
)

func TestModelsThatWantTheirReasoningBack(t *testing.T) {
	for model, want := range map[string]bool{
		"kimi-k2.5": true, "moonshotai/Kimi-K2.5-Instruct": true, "accounts/fireworks/models/kimi-k2p5": true, "kimi-k3": true, "kimi-k2-thinking": true,
		"kimi-k2": false, "kimi-k2-0905-preview": false, "kimi-latest": false,
		"deepseek-v4": true, "deepseek/deepseek-v4-flash": true, "DeepSeek-V4.1": true, "deepseek-v4:671b-cloud": true,
		"deepseek-v3.2": false, "deepseek-chat": false, "gpt-6": false, "": false,
	} {
		if got := returnsReasoning(model); got != want {
			t.Errorf("%s: %v", model, got)
		}
	}
}

// step is a conversation after a first response with a call.
func step(a providers.Response) providers.Request {
	return hello(func(r *providers.Request) {
		r.Messages = append(r.Messages, providers.Message{Role: providers.Assistant, Text: a.Text, Reasoning: a.Reasoning, Provider: a.Provider, Calls: a.Calls})
		for _, c := range a.Calls {
			r.Messages = append(r.Messages, providers.Message{Role: providers.Tool, CallID: c.ID, Text: "ok"})
		}
	})
}

const aCall = `{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}`

// A model under another name says itself that it wants its reasoning back.
func TestThatReasoningGoesBackIsLearned(t *testing.T) {
	s := serve(t, chat(append([]string{`{"choices":[{"delta":{"reasoning_content":"hm"}}]}`}, tool(aCall)...)...),
		reply{status: 400, kind: "application/json", chunks: []string{`{"error":{"message":"thinking is enabled but reasoning_content is missing in assistant tool call message at index 2"}}`}},
		chat(hi, stop), chat(hi, stop))
	p := s.provider(t)
	a := answered(t, p, hello())
	answered(t, p, step(a))
	answered(t, p, step(a))
	without := `{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}]}`
	with := strings.Replace(without, `null,`, `null,"reasoning_content":"hm",`, 1)
	for i, want := range []string{without, with, with} {
		equal(t, s.seen()[i+1].body, `{"model":"m","messages":[`+user+`,`+want+`,{"role":"tool","tool_call_id":"a","content":"ok"}],"stream":true,"stream_options":{"include_usage":true}}`)
	}
}

// What came in pieces goes back in one, each entry as it was.
func TestReasoningDetailsGoBack(t *testing.T) {
	piece := func(details string) string {
		return `{"choices":[{"delta":{"reasoning":"x","reasoning_details":[` + details + `]}}]}`
	}
	events := append([]string{
		piece(`{"type":"reasoning.text","index":0,"text":"First ","format":"f","signature":null}`),
		piece(`{"type":"reasoning.text","index":0,"text":"<this>"}`),
		piece(`{"type":"reasoning.text","index":0,"text":"","signature":"c2ln"}`),
		piece(`{"type":"reasoning.summary","index":1,"summary":"so"},{"type":"reasoning.encrypted","index":1,"data":"YQ=="}`),
		piece(`{"type":"reasoning.encrypted","index":1,"data":"Yg=="}`), piece(`null,7`),
	}, tool(aCall)...)
	s := serve(t, chat(events...), chat(hi, stop))
	p := s.provider(t)
	answered(t, p, step(answered(t, p, hello())))
	equal(t, s.seen()[1].body, `{"model":"m","messages":[`+user+`,{"role":"assistant","content":null,"reasoning_details":[`+
		`{"format":"f","index":0,"signature":"c2ln","text":"First <this>","type":"reasoning.text"},{"index":1,"summary":"so","type":"reasoning.summary"},`+
		`{"data":"YQ==","index":1,"type":"reasoning.encrypted"},{"data":"Yg==","index":1,"type":"reasoning.encrypted"}],`+
		`"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"a","content":"ok"}],`+
		`"stream":true,"stream_options":{"include_usage":true}}`)
}

// A signature of the response itself goes back with it.
func TestTheSignatureOfATextGoesBack(t *testing.T) {
	s := serve(t, chat(`{"choices":[{"delta":{"content":"hi","extra_content":{"google":{"thought_signature":"c2ln"}}}}]}`, stop), chat(hi, stop))
	p := s.provider(t)
	next := step(answered(t, p, hello()))
	next.Messages = append(next.Messages, providers.Message{Role: providers.User, Text: "more"})
	answered(t, p, next)
	equal(t, s.seen()[1].body, `{"model":"m","messages":[`+user+`,{"role":"assistant","content":"hi","extra_content":{"google":{"thought_signature":"c2ln"}}},`+
		`{"role":"user","content":"more"}],"stream":true,"stream_options":{"include_usage":true}}`)
}

// What a model thought at the start of a text is reasoning, in whichever way the text
// arrives.
func TestReasoningAtTheStartOfATextIsReasoning(t *testing.T) {
	s := serve(t, chat(`{"choices":[{"delta":{"content":"<thi"}}]}`, `{"choices":[{"delta":{"content":"nk>hm</think>hi"}}]}`, stop))
	got := answered(t, s.provider(t), hello())
	equal(t, got.Reasoning+"|"+got.Text, "hm|hi")
	const item = `{"type":"message","content":[{"type":"output_text","text":"<think>hm</think>\n\nhi"}]}`
	last := `{"type":"response.completed","response":{"status":"completed","output":[` + item + `]}}`
	piece := func(text string) string {
		return `{"type":"response.output_text.delta","output_index":0,"content_index":0,"delta":"` + text + `"}`
	}
	for name, in := range map[string]reply{
		"pieces":     named(piece("<thi"), piece("nk>h"), piece("m</think>\\n"), piece("\\nhi"), last),
		"no output":  named(piece("<think>hm</think>hi"), `{"type":"response.completed","response":{"status":"completed"}}`),
		"an item":    named(`{"type":"response.output_item.done","output_index":0,"item":`+item+`}`, last),
		"last event": named(last),
		"whole":      {kind: "application/json", chunks: []string{`{"object":"response","status":"completed","output":[` + item + `]}`}},
	} {
		got := answered(t, serve(t, in).provider(t, func(c *Config) { c.Protocol = "responses" }), hello())
		equal(t, name+": "+got.Reasoning+"|"+got.Text, name+": hm|hi")
	}
	got = answered(t, serve(t, named(piece("<thi"), `{"type":"response.completed","response":{"status":"completed"}}`)).
		provider(t, func(c *Config) { c.Protocol = "responses" }), hello())
	equal(t, got.Reasoning+"|"+got.Text, "|<thi")
}

func FuzzDetails(f *testing.F) {
	f.Add(`{"type":"reasoning.text","text":"a"}`, `{"type":"reasoning.text","text":7}`)
	f.Add(`null`, `[]`)
	f.Fuzz(func(t *testing.T, a, b string) {
		if !json.Valid([]byte(a)) || !json.Valid([]byte(b)) {
			return
		}
		var d details
		d.add([]json.RawMessage{json.RawMessage(a), json.RawMessage(b), json.RawMessage(a)})
		for _, raw := range d.entries() {
			if !json.Valid(raw) {
				t.Fatalf("no JSON: %s", raw)
			}
		}
	})
}

// A server that knows no reasoning field is sent none, under whatever name it came.
func TestReasoningThatIsRefusedStaysAway(t *testing.T) {
	called := func(r *providers.Request) {
		r.Model = "kimi-k2.5"
		r.Messages = append(r.Messages,
			providers.Message{Role: providers.Assistant, Calls: []providers.Call{{ID: "c", Name: "f", Arguments: "{}"}}},
			providers.Message{Role: providers.Tool, CallID: "c", Text: "x"})
	}
	for _, refusal := range []string{
		`{"error":{"message":"'messages.1' : for 'role:assistant' the following must be satisfied[('messages.1' : property 'reasoning_content' is unsupported)]"}}`,
		`{"error":{"message":"property 'reasoning' is unsupported"}}`,
		`{"error":{"message":"messages[1].reasoning: reasoning is not supported with this model"}}`,
	} {
		s := serve(t, refused(400, refusal), chat(hi, stop), chat(hi, stop))
		p := s.provider(t)
		equal(t, answered(t, p, hello(called)).Text, "hi")
		equal(t, answered(t, p, hello(called)).Text, "hi")
		equal(t, strings.Contains(s.seen()[0].body, `"reasoning_content":""`), true)
		equal(t, strings.Contains(s.seen()[1].body, "reasoning"), false)
		equal(t, strings.Contains(s.seen()[2].body, "reasoning"), false)
	}
	// A refused effort is a different matter.
	s := serve(t, refused(400, `{"error":{"message":"reasoning_effort is not supported with this model"}}`))
	_, err := ask(t, s.provider(t), hello(called))
	equal(t, err.Error(), "testing refused the request (400): reasoning_effort is not supported with this model.")
}
