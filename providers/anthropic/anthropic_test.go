package anthropic

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"parley/providers"
	"parley/providers/sse"
	"parley/providers/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func equal(t testing.TB, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n\t%+v\nwant\n\t%+v", got, want)
	}
}

// reply is one response of a test server.
type answer struct {
	status int // 0 is 200
	kind   string
	header map[string]string
	body   string
}

// events is a stream of events, each with its type.
func events(all ...string) answer {
	var b strings.Builder
	for _, e := range all {
		var t struct{ Type string }
		if err := json.Unmarshal([]byte(e), &t); err != nil {
			t.Type = "message" // what is not JSON is not an event of theirs
		}
		fmt.Fprintf(&b, "event: %s\ndata: %s\n\n", t.Type, e)
	}
	return answer{kind: "text/event-stream", body: b.String()}
}

type server struct {
	*httptest.Server
	t       *testing.T
	answers []answer
	bodies  []string
	headers []http.Header
	paths   []string
}

func serve(t *testing.T, answers ...answer) *server {
	s := &server{t: t, answers: answers}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || len(s.answers) == 0 {
			t.Errorf("an unexpected request: %s %v", r.URL, err)
			return
		}
		s.bodies, s.headers, s.paths = append(s.bodies, string(body)), append(s.headers, r.Header), append(s.paths, r.URL.String())
		a := s.answers[0]
		s.answers = s.answers[1:]
		w.Header().Set("Content-Type", a.kind)
		for k, v := range a.header {
			w.Header().Set(k, v)
		}
		w.WriteHeader(max(a.status, 200))
		_, _ = io.WriteString(w, a.body) // a client that has left needs nothing
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *server) provider() *Provider {
	p := New(Config{
		Name: "anthropic", BaseURL: s.URL + "/v1?beta=true", APIKey: "sk-ant-0123456789", HTTP: s.Client(),
		Sleep: func(context.Context, time.Duration) error { return nil }, Jitter: func() float64 { return 0 },
		NewID: func() string { return "made" },
	}).(*Provider)
	return p
}

// ask streams a request and returns everything that came.
func ask(t *testing.T, p *Provider, r providers.Request) (all []providers.Delta, err error) {
	t.Helper()
	s := p.Stream(t.Context(), r)
	defer func() { equal(t, s.Close(), nil) }()
	for {
		d, err := s.Next(t.Context())
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return all, err
		}
		all = append(all, d)
	}
}

func answered(t *testing.T, p *Provider, r providers.Request) providers.Response {
	t.Helper()
	all, err := ask(t, p, r)
	if err != nil {
		t.Fatal(err)
	}
	return all[len(all)-1].(providers.Finished).Response
}

func hello(change ...func(*providers.Request)) providers.Request {
	r := providers.Request{Model: "claude-opus-4-8", Messages: []providers.Message{{Role: providers.User, Text: "hi"}}}
	for _, c := range change {
		c(&r)
	}
	return r
}

const (
	start = `{"type":"message_start","message":{"id":"m","model":"claude-x","usage":{"input_tokens":3,"cache_creation_input_tokens":2,"cache_read_input_tokens":10,"output_tokens":1}}}`
	ended = `{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":7}}`
	over  = `{"type":"message_stop"}`
)

func text(index int, pieces ...string) []string {
	out := []string{fmt.Sprintf(`{"type":"content_block_start","index":%d,"content_block":{"type":"text","text":""}}`, index)}
	for _, p := range pieces {
		out = append(out, fmt.Sprintf(`{"type":"content_block_delta","index":%d,"delta":{"type":"text_delta","text":%q}}`, index, p))
	}
	return append(out, fmt.Sprintf(`{"type":"content_block_stop","index":%d}`, index))
}

func good(blocks ...string) answer {
	return events(append(append([]string{start}, blocks...), ended, over)...)
}

// thoughtful is a response with everything: thinking, a redacted thought, text between,
// two calls whose arguments come interleaved, a ping and an event of another kind.
func thoughtful() []string {
	return append([]string{
		`{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}`,
		`{"type":"ping"}`,
		`{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"I <look> "}}`,
		`{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"first."}}`,
		`{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"c2ln"}}`,
		`{"type":"content_block_stop","index":0}`,
		`{"type":"content_block_start","index":1,"content_block":{"type":"redacted_thinking","data":"YQ=="}}`,
		`{"type":"brand_new"}`,
	}, append(text(2, "I will ", "look."),
		`{"type":"content_block_start","index":3,"content_block":{"type":"tool_use","id":"toolu_1","name":"f","input":{}}}`,
		`{"type":"content_block_start","index":4,"content_block":{"type":"tool_use","id":"toolu_2","name":"g","input":{}}}`,
		`{"type":"content_block_delta","index":3,"delta":{"type":"input_json_delta","partial_json":"{\"x\":"}}`,
		`{"type":"content_block_delta","index":3,"delta":{"type":"input_json_delta","partial_json":"1}"}}`,
		`{"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":7}}`)...)
}

const keptThought = `{"server":"anthropic","model":"claude-opus-4-8","blocks":[{"thought":{"type":"thinking","thinking":"I <look> first.","signature":"c2ln"}},` +
	`{"thought":{"type":"redacted_thinking","data":"YQ=="}},{"text":12},{},{}]}`

func TestAnswersAreReadAsTheyAreMeant(t *testing.T) {
	usage := providers.Usage{Input: 15, Output: 7, Cached: 10}
	for _, c := range []struct {
		name string
		in   answer
		want providers.Response
	}{
		{"text", good(text(0, "hi ", "you")...), providers.Response{Text: "hi you", Model: "claude-x", Finish: "stop", Usage: usage}},
		{"everything", events(append([]string{start}, thoughtful()...)...), providers.Response{
			Text: "I will look.", Reasoning: "I <look> first.", Provider: json.RawMessage(keptThought), Model: "claude-x", Finish: "tool_calls", Usage: usage,
			Calls: []providers.Call{{ID: "toolu_1", Name: "f", Arguments: `{"x":1}`}, {ID: "toolu_2", Name: "g"}},
		}},
		{"cut", events(start, text(0, "hi")[0], text(0, "hi")[1], `{"type":"message_delta","delta":{"stop_reason":"max_tokens"}}`, over),
			providers.Response{Text: "hi", Model: "claude-x", Finish: "length", Usage: providers.Usage{Input: 15, Output: 1, Cached: 10}}},
		{"cut, then said to be whole", events(start, text(0, "hi")[0], text(0, "hi")[1], `{"type":"message_delta","delta":{"stop_reason":"max_tokens"}}`,
			`{"type":"message_delta","delta":{"stop_reason":"end_turn"}}`, over),
			providers.Response{Text: "hi", Model: "claude-x", Finish: "length", Usage: providers.Usage{Input: 15, Output: 1, Cached: 10}}},
		{"no reason to stop", events(start, text(0, "hi")[0], text(0, "hi")[1], over),
			providers.Response{Text: "hi", Model: "claude-x", Finish: "missing", Usage: providers.Usage{Input: 15, Output: 1, Cached: 10}}},
		{"over in the words of others", events(start, text(0, "hi")[0], text(0, "hi")[1], "[DONE]"),
			providers.Response{Text: "hi", Model: "claude-x", Finish: "missing", Usage: providers.Usage{Input: 15, Output: 1, Cached: 10}}},
		{"counts below nothing", events(start, text(0, "hi")[0], text(0, "hi")[1], `{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"input_tokens":100,"cache_read_input_tokens":-90,"output_tokens":-3}}`, over),
			providers.Response{Text: "hi", Model: "claude-x", Finish: "stop", Usage: providers.Usage{Input: 15, Output: 1, Cached: 10}}},
		{"a block that was not opened", events(start, `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"hi"}}`,
			`{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":" you"}}`,
			`{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{}"}}`, ended, over),
			providers.Response{Text: "hi you", Model: "claude-x", Finish: "stop", Usage: usage}},
		{"pieces of another kind than their block", events(start, text(0, "")[0],
			`{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"hm"}}`, `{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{}"}}`,
			`{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"h"}}`, `{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"a","name":"f","input":{}}}`,
			`{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"i"}}`, `{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{}"}}`,
			`{"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":7}}`, over),
			providers.Response{Text: "hi", Reasoning: "hm", Model: "claude-x", Finish: "tool_calls", Usage: usage, Calls: []providers.Call{{ID: "a", Name: "f", Arguments: `{}`}},
				Provider: json.RawMessage(`{"server":"anthropic","model":"claude-opus-4-8","blocks":[{"text":1},{"thought":{"type":"thinking","thinking":"hm","signature":""}},{},{"text":1}]}`)}},
		{"counts of a strange form", events(start, text(0, "hi")[0], text(0, "hi")[1], `{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":1e40}}`, over),
			providers.Response{Text: "hi", Model: "claude-x", Finish: "stop", Usage: providers.Usage{Input: 15, Output: 1, Cached: 10}}},
		{"not streamed, without a reason to stop", answer{kind: "application/json", body: `{"type":"message","model":"claude-x","content":[{"type":"text","text":"hi"}]}`},
			providers.Response{Text: "hi", Model: "claude-x", Finish: "missing"}},
		{"reasoning at the start of the text", good(text(0, "<thi", "nk>hm</think>\n", "hi")...), providers.Response{Text: "hi", Reasoning: "hm", Model: "claude-x", Finish: "stop", Usage: usage}},
		{"the start of a tag, and no more", good(text(0, "<thi")...), providers.Response{Text: "<thi", Model: "claude-x", Finish: "stop", Usage: usage}},
		{"no tag in the text", good(text(0, "hi <think>x</think>")...), providers.Response{Text: "hi <think>x</think>", Model: "claude-x", Finish: "stop", Usage: usage}},
		{"not streamed, reasoning at the start", answer{kind: "application/json", body: `{"type":"message","model":"claude-x","content":[{"type":"text","text":"<think>hm</think>hi"}],"stop_reason":"end_turn"}`},
			providers.Response{Text: "hi", Reasoning: "hm", Model: "claude-x", Finish: "stop"}},
		{"a call that was lost", events(start, text(0, "hi")[0], text(0, "hi")[1], `{"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":7}}`, over),
			providers.Response{Text: "hi", Model: "claude-x", Finish: "no_calls", Usage: usage}},
		{"arguments at once and again", events(start, `{"type":"content_block_start","index":"0","content_block":{"type":"tool_use","id":5,"name":"f","input":{"x":1}}}`,
			`{"type":"content_block_delta","index":"0","delta":{"type":"input_json_delta","partial_json":"{\"x\""}}`, `{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":":1}"}}`,
			`{"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":7}}`, over),
			providers.Response{Model: "claude-x", Finish: "tool_calls", Usage: usage, Calls: []providers.Call{{ID: "5", Name: "f", Arguments: `{"x":1}`}}}},
		{"a reason that is a number", events(start, text(0, "hi")[0], text(0, "hi")[1], `{"type":"message_delta","delta":{"stop_reason":7},"usage":{"output_tokens":7}}`, over),
			providers.Response{Text: "hi", Model: "claude-x", Finish: "7", Usage: usage}},
		{"more after the end", events(start, ended, text(0, "hi")[0], text(0, "hi")[1], over), providers.Response{Text: "hi", Model: "claude-x", Finish: "stop", Usage: usage}},
		{"refused", events(start, `{"type":"message_delta","delta":{"stop_reason":"refusal"}}`, over),
			providers.Response{Model: "claude-x", Finish: "refusal", Usage: providers.Usage{Input: 15, Output: 1, Cached: 10}}},
		{"not streamed", answer{kind: "application/json", body: `{"type":"message","model":"claude-x","content":[{"type":"thinking","thinking":"hm","signature":"c2ln"},{"type":"text","text":"hi"},` +
			`{"type":"tool_use","id":"a","name":"f","input":{"x":1}},{"type":"tool_use","id":"a","name":"f","input":{}}],"stop_reason":"tool_use","usage":{"input_tokens":5,"output_tokens":2}}`},
			providers.Response{Text: "hi", Reasoning: "hm", Model: "claude-x", Finish: "tool_calls", Usage: providers.Usage{Input: 5, Output: 2},
				Provider: json.RawMessage(`{"server":"anthropic","model":"claude-opus-4-8","blocks":[{"thought":{"type":"thinking","thinking":"hm","signature":"c2ln"}},{"text":2},{},{}]}`),
				Calls:    []providers.Call{{ID: "a", Name: "f", Arguments: `{"x":1}`}, {ID: "made", Name: "f"}}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			equal(t, answered(t, serve(t, c.in).provider(), hello()), c.want)
		})
	}
}

func TestFaultsAreToldInWords(t *testing.T) {
	fault := func(status int, kind, message string) answer {
		return answer{status: status, kind: "application/json", body: fmt.Sprintf(`{"type":"error","error":{"type":%q,"message":%q},"request_id":"r"}`, kind, message)}
	}
	inStream := events(start, `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`)
	for _, c := range []struct {
		name string
		in   answer
		want string
	}{
		{"a key", fault(401, "authentication_error", "invalid x-api-key"), "Anthropic refused the key: invalid x-api-key. Set ANTHROPIC_API_KEY to a valid key."},
		{"credit", fault(400, "invalid_request_error", "Your credit balance is too low to access the Anthropic API."),
			"The account at Anthropic has no credit left: Your credit balance is too low to access the Anthropic API. Add credit there, or choose another model."},
		{"overloaded", fault(529, "overloaded_error", "Overloaded"), "Anthropic failed (529): Overloaded. The fault is the server's and may pass."},
		{"overloaded in the stream", inStream, "Anthropic failed (503): Overloaded. The fault is the server's and may pass."},
		{"too long", fault(400, "invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum"),
			"The conversation is too long for claude-opus-4-8: prompt is too long: 210000 tokens > 200000 maximum. Shorten the message, take tools away with -T, or choose a model with a larger window. On the screen, /compact sums the conversation up."},
		{"a request", fault(400, "invalid_request_error", "messages.1: what"), "Anthropic refused the request (400): messages.1: what."},
		{"a cut", events(start, text(0, "hi")[0], text(0, "hi")[1]), "The response of Anthropic broke off before its end."},
		{"nothing", answer{kind: "text/event-stream"}, "The response of Anthropic broke off before its end."},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := ask(t, serve(t, c.in).provider(), hello())
			equal(t, fmt.Sprint(err), c.want)
		})
	}
}

// A refusal of something that was configured names its setting.
func TestARefusedSettingIsNamed(t *testing.T) {
	refused := answer{status: 400, kind: "application/json", body: `{"type":"error","error":{"type":"invalid_request_error","message":"temperature may only be set to 1 when thinking is enabled"}}`}
	half := 0.5
	_, err := ask(t, serve(t, refused).provider(), hello(func(r *providers.Request) { r.Parameters.Temperature = &half }))
	equal(t, fmt.Sprint(err), "Anthropic refused the request (400): temperature may only be set to 1 when thinking is enabled. Change assistant.model.parameters.temperature.")
}

func TestWhatMayPassIsTriedAgain(t *testing.T) {
	s := serve(t, answer{status: 529, kind: "application/json", header: map[string]string{"Retry-After": "7"}, body: `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`},
		events(start, `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`), good(text(0, "hi")...))
	got, err := ask(t, s.provider(), hello(func(r *providers.Request) { r.Limits.Retries = 2 }))
	equal(t, err, nil)
	equal(t, got[:2], []providers.Delta{
		providers.Retrying{Attempt: 1, Max: 3, Wait: 7 * time.Second, Reason: "Anthropic failed (529)"},
		providers.Retrying{Attempt: 2, Max: 3, Wait: time.Second, Reason: "Anthropic failed (503)"},
	})
	equal(t, s.bodies[2], s.bodies[0])
}

func TestHeadersAndAddress(t *testing.T) {
	s := serve(t, good(text(0, "hi")...))
	answered(t, s.provider(), hello())
	equal(t, s.paths[0], "/v1/messages?beta=true")
	for k, want := range map[string]string{"X-Api-Key": "sk-ant-0123456789", "Anthropic-Version": "2023-06-01", "Authorization": "", "Content-Type": "application/json"} {
		equal(t, s.headers[0].Get(k), want)
	}
}

func TestModelsAreListed(t *testing.T) {
	s := serve(t, answer{kind: "application/json", body: `{"data":[{"id":"claude-a","max_input_tokens":200000},{"id":"claude-3-5-haiku"},{"id":"else"}],"has_more":false}`},
		answer{kind: "application/json", body: `{"what":1}`})
	p := s.provider()
	got, err := p.Models(t.Context())
	equal(t, err, nil)
	equal(t, got, []providers.Model{
		{ID: "claude-a", Capabilities: providers.Capabilities{ContextWindow: 200000, Output: providers.OutputSchema, Reasoning: true, Images: true}},
		{ID: "claude-3-5-haiku", Capabilities: providers.Capabilities{Output: providers.OutputSchema, Images: true}},
		{ID: "else", Capabilities: providers.Capabilities{Output: providers.OutputSchema}},
	})
	equal(t, s.paths[0], "/v1/models?limit=1000&beta=true")
	_, err = p.Models(t.Context())
	equal(t, fmt.Sprint(err), "Anthropic sent a list of models that cannot be read: what: 1. Check providers.llm.anthropic.base_url; it often ends in /v1.")
}

func TestAnotherProtocolIsTold(t *testing.T) {
	for _, body := range []string{
		"data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"choices\":[{\"delta\":{\"content\":\"hi\"}}]}\n\n",
		`{"object":"chat.completion","choices":[{"message":{"content":"hi"},"finish_reason":"stop"}]}`,
	} {
		s := serve(t, answer{kind: "text/event-stream", body: body})
		stream := s.provider().Stream(t.Context(), hello())
		_, err := stream.Next(t.Context())
		equal(t, fmt.Sprint(err), `Anthropic answers by the protocol "chat" to a request by "messages". Set providers.llm.anthropic.protocol to "chat".`)
		equal(t, stream.Close(), nil)
	}
}

// TestASignatureInManyPieces asks for no copy of what came before with each of them.
func TestASignatureInManyPieces(t *testing.T) {
	d := &decoder{p: New(Config{Name: "anthropic"}).(*Provider), req: hello()}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, e := range []struct {
		times int
		data  string
	}{
		{1, `{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":"a"}}`},
		{10_000, `{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"` + strings.Repeat("b", 200) + `"}}`},
	} {
		for range e.times {
			if _, err := d.Decode(nil, sse.Event{Data: []byte(e.data)}); err != nil {
				t.Fatal(err)
			}
		}
	}
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > 100<<20 {
		t.Errorf("%d MiB were used for 2", used>>20)
	}
	if got := string(d.blocks[0].thought("")); got != `{"type":"thinking","thinking":"","signature":"a`+strings.Repeat("b", 2_000_000)+`"}` {
		t.Errorf("the signature is %.200s", got)
	}
}

func FuzzDecoder(f *testing.F) {
	for _, e := range append(thoughtful(), start, ended, over, `{"type":"error","error":null}`, `{"type":"message","content":[null]}`) {
		f.Add([]byte(e), []byte(start))
	}
	f.Fuzz(func(t *testing.T, a, b []byte) {
		p := New(Config{Name: "anthropic"}).(*Provider)
		d := &decoder{p: p, req: hello()}
		for _, raw := range [][]byte{a, b, a} {
			_, err := d.Decode(nil, sse.Event{Data: raw})
			if err == nil {
				_, err = d.Whole(raw)
			}
			var f *wire.Failure
			if err != nil && err != io.EOF && !errors.As(err, &f) {
				t.Fatalf("an error without words: %v", err)
			}
		}
		if ans, err := d.Response(); err != nil || len(ans.Provider) > 0 && !json.Valid(ans.Provider) {
			t.Fatalf("%v: %s", err, ans.Provider)
		}
	})
}
