package openai

import (
	"encoding/json"
	"testing"

	"parley/providers"
)

const schema = `{"type":"object","properties":{"reason":{"type":"string"},"answer":{"type":"boolean"}}}`

func wantObject(r *providers.Request) {
	r.Output = &providers.Output{Name: "decision", Schema: json.RawMessage(schema)}
}

const (
	asSchema = `,"response_format":{"type":"json_schema","json_schema":{"name":"decision","strict":true,"schema":` + schema + `}}}`
	asTool   = `,"tools":[{"type":"function","function":{"name":"decision","description":"Give your answer by calling this tool.","parameters":` + schema +
		`}}],"tool_choice":{"type":"function","function":{"name":"decision"}}}`
	asWords = `{"role":"system","content":"Answer with one JSON object and nothing else: no text before or after it, no code fence. It must fit this JSON Schema:\n` +
		`{\"type\":\"object\",\"properties\":{\"reason\":{\"type\":\"string\"},\"answer\":{\"type\":\"boolean\"}}}"}`
	user = `{"role":"user","content":"hi"}`
)

func TestAnObjectIsAskedForAsTheServerCan(t *testing.T) {
	object := `{"reason":"r","answer":true}`
	quoted, err := json.Marshal(object)
	if err != nil {
		t.Fatal(err)
	}
	text := `{"choices":[{"delta":{"content":` + string(quoted) + `}}]}`
	forced := `{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"decision","arguments":` + string(quoted) + `}}]}}]}`
	want := []providers.Delta{
		providers.TextDelta{Text: object}, providers.Finished{Response: providers.Response{Text: object, Model: "m", Finish: "stop"}},
	}
	end := `{"choices":[{"delta":{},"finish_reason":"stop"}]}`
	for _, c := range []struct {
		name    string
		support providers.OutputSupport
		in      reply
		body    string
	}{
		{"schema", providers.OutputSchema, chat(text, end), `{"model":"m","messages":[` + user + `],"stream":true` + asSchema},
		{"tool", providers.OutputTool, chat(forced, done), `{"model":"m","messages":[` + user + `],"stream":true` + asTool},
		{"tool ending with stop", providers.OutputTool, chat(forced, end), `{"model":"m","messages":[` + user + `],"stream":true` + asTool},
		{"words", providers.OutputPrompted, chat(text, end), `{"model":"m","messages":[` + asWords + `,` + user + `],"stream":true}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := serve(t, c.in)
			p := s.provider(t, profile(providers.Profile{Output: c.support}))
			got, err := ask(t, p, hello(wantObject))
			equal(t, err, nil)
			equal(t, got, want)
			equal(t, s.seen()[0].body, c.body)
			equal(t, p.Capabilities("m").Output, c.support)
		})
	}
}

// A server that refuses one form is asked with the next, now and from then on.
func TestAServerThatCannotIsAskedInAnotherWay(t *testing.T) {
	no := func(text string) reply {
		return reply{status: 400, kind: "application/json", chunks: []string{`{"error":{"message":"` + text + `"}}`}}
	}
	s := serve(t, no("response_format is not supported"), no("tool_choice is not supported"), chat(hi, stop), chat(hi, stop))
	p := s.provider(t, profile(providers.Profile{Output: providers.OutputSchema}))
	for range 2 {
		got, err := ask(t, p, hello(wantObject))
		equal(t, err, nil)
		equal(t, len(got), 2) // not reported: nothing has failed for the user
	}
	equal(t, p.Capabilities("m").Output, providers.OutputPrompted)
	words := `{"model":"m","messages":[` + asWords + `,` + user + `],"stream":true}`
	equal(t, s.seen()[0].body, `{"model":"m","messages":[`+user+`],"stream":true`+asSchema)
	equal(t, s.seen()[1].body, `{"model":"m","messages":[`+user+`],"stream":true`+asTool)
	equal(t, s.seen()[2].body, words)
	equal(t, s.seen()[3].body, words)
}

func TestFieldsThatAServerRefusesAreLeftOut(t *testing.T) {
	s := serve(t,
		reply{status: 400, chunks: []string{`{"error":{"message":"unknown","param":"stream_options"}}`}},
		reply{status: 422, chunks: []string{`{"detail":"max_tokens is not supported, use max_completion_tokens"}`}},
		reply{status: 400, chunks: []string{`{"error":{"message":"max_completion_tokens is too large"}}`}})
	_, err := ask(t, s.provider(t), hello(func(r *providers.Request) { r.Parameters.MaxTokens = 5 }))
	equal(t, err.Error(), "testing refused the request (400): max_completion_tokens is too large. Change assistant.model.parameters.max_tokens.")
	equal(t, s.seen()[2].body, `{"model":"m","messages":[`+user+`],"stream":true,"max_completion_tokens":5}`)
}
