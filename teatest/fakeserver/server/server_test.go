package server_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"parley/providers/script"
	"parley/teatest/fakeserver/server"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func scenario(t testing.TB, name string) script.Scenario {
	t.Helper()
	src, err := os.ReadFile(filepath.Join("..", "..", "..", "testdata", "scenarios", name+".toml"))
	if err != nil {
		t.Fatal(err)
	}
	return parse(t, name+".toml", string(src))
}

func parse(t testing.TB, name, src string) script.Scenario {
	t.Helper()
	s, err := script.Parse(name, []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// client makes requests without keeping connections, so that none is left over.
func client() *http.Client {
	return &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
}

// post sends a body and reads the answer to its end, or to where it broke off.
func post(t testing.TB, url, body string) (status int, got string, err error) {
	t.Helper()
	req, err := http.NewRequest("POST", url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("anthropic-version", "2023-06-01")
	resp, err := client().Do(req)
	if err != nil {
		return 0, "", err
	}
	text, err := io.ReadAll(resp.Body)
	if closeErr := resp.Body.Close(); closeErr != nil {
		t.Error(closeErr)
	}
	return resp.StatusCode, string(text), err
}

const chatStream = `{"model":"test","stream":true,"stream_options":{"include_usage":true},"messages":[{"role":"user","content":"x"}]}`

// TestChatStream holds the exact bytes of a stream.
func TestChatStream(t *testing.T) {
	s := server.Start(t, parse(t, "test.toml", `[[answer]]
reasoning = "hm"
text = "Hi <you>"
usage = { input = 5, output = 4, cached = 2, reasoning = 1 }
[[answer.call]]
name = "f"
arguments = { a = "bcdefg" }
[[answer.call]]
id = ""
name = "g"
`))
	status, got, err := post(t, s.URL+"/chat/completions", chatStream)
	if err != nil || status != 200 {
		t.Fatal(status, err)
	}
	chunk := func(choice string) string {
		return `data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":0,"model":"test","choices":[` + choice + `]`
	}
	delta := func(d string) string {
		return chunk(`{"index":0,"delta":`+d+`,"finish_reason":null}`) + "}\n\n"
	}
	want := delta(`{"role":"assistant","reasoning_content":"hm"}`) +
		delta(`{"content":"Hi"}`) + delta(`{"content":" <you>"}`) +
		delta(`{"tool_calls":[{"index":0,"id":"call_1_1","type":"function","function":{"name":"f","arguments":"{\"a\":\""}}]}`) +
		delta(`{"tool_calls":[{"index":0,"function":{"arguments":"bcdefg"}}]}`) +
		delta(`{"tool_calls":[{"index":0,"function":{"arguments":"\"}"}}]}`) +
		delta(`{"tool_calls":[{"index":1,"id":"","type":"function","function":{"name":"g","arguments":"{}"}}]}`) +
		chunk(`{"index":0,"delta":{},"finish_reason":"tool_calls"}`) + "}\n\n" +
		chunk("") + `,"usage":{"prompt_tokens":5,"completion_tokens":4,"total_tokens":9,"prompt_tokens_details":{"cached_tokens":2},"completion_tokens_details":{"reasoning_tokens":1}}}` + "\n\n" +
		"data: [DONE]\n\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	requests := s.Settled()
	if len(requests) != 1 || string(requests[0].Body) != chatStream || requests[0].Path != "/v1/chat/completions" ||
		requests[0].Header.Get("Content-Type") != "application/json" || requests[0].Status != 200 || requests[0].Model != "test" {
		t.Errorf("recorded %+v", requests)
	}
}

// TestWires: each way of writing, byte for byte.
func TestWires(t *testing.T) {
	delta := func(d string) string {
		return `{"id":"chatcmpl-1","object":"chat.completion.chunk","created":0,"model":"test","choices":[{"index":0,"delta":` + d + `,"finish_reason":null}]}`
	}
	first := delta(`{"role":"assistant","content":"a"}`)
	end := strings.Replace(delta(`{}`), "null", `"stop"`, 1)
	lines := func(parts ...string) string { return strings.Join(parts, "\n\n") }
	called := `name = "f"` + "\n" + `arguments = { k = "vvvvvvvv" }`
	call := func(index, arguments string) string {
		return delta(`{"role":"assistant","tool_calls":[{` + index + `"id":"call_1_1","type":"function","function":{"name":"f","arguments":` + arguments + `}}]}`)
	}
	callEnd := strings.Replace(delta(`{}`), "null", `"tool_calls"`, 1)
	for _, c := range []struct{ wire, said, want string }{
		{`"bom"`, "", "\ufeff" + lines("data: "+first, "data: "+end, "data: [DONE]", "")},
		{`"crlf"`, "", strings.ReplaceAll(lines("data: "+first, "data: "+end, "data: [DONE]", ""), "\n", "\r\n")},
		{`"cr"`, "", strings.ReplaceAll(lines("data: "+first, "data: "+end, "data: [DONE]", ""), "\n", "\r")},
		{`"comments"`, "", strings.Repeat(": waiting\n", 400) + lines(": next\ndata: "+first, ": next\ndata: "+end, ": next\ndata: [DONE]", "")},
		{`"no_final_newline"`, "", lines("data: "+first, "data: "+end, "data: [DONE]")},
		{`"no_done"`, "", lines("data: "+first, "data: "+end, "")},
		{`["no_done", "no_final_newline"]`, "", lines("data: "+first, "data: "+end)},
		{`"no_space"`, "", lines("data:"+first, "data:"+end, "data:[DONE]", "")},
		{`"bytes"`, "", lines("data: "+first, "data: "+end, "data: [DONE]", "")},
		{`"reasoning_field"`, `reasoning = "hm"`, lines("data: "+delta(`{"role":"assistant","reasoning":"hm"}`), "data: "+delta(`{"content":"a"}`), "data: "+end, "data: [DONE]", "")},
		{`"whole_calls"`, called, lines("data: "+call(`"index":0,`, `"{\"k\":\"vvvvvvvv\"}"`), "data: "+callEnd, "data: [DONE]", "")},
		{`["whole_calls", "no_index"]`, called, lines("data: "+call("", `"{\"k\":\"vvvvvvvv\"}"`), "data: "+callEnd, "data: [DONE]", "")},
		{`"arguments_object"`, called, lines("data: "+call(`"index":0,`, `{"k":"vvvvvvvv"}`), "data: "+callEnd, "data: [DONE]", "")},
		{`"no_index"`, called, lines("data: "+call("", `"{\"k\":\""`), "data: "+delta(`{"tool_calls":[{"function":{"arguments":"vvvvvv"}}]}`),
			"data: "+delta(`{"tool_calls":[{"function":{"arguments":"vv\"}"}}]}`), "data: "+callEnd, "data: [DONE]", "")},
	} {
		t.Run(c.wire, func(t *testing.T) {
			src := "[[answer]]\nwire = " + c.wire + "\n"
			if strings.HasPrefix(c.said, "name") {
				src += "[[answer.call]]\n" + c.said
			} else {
				src += "text = [\"a\"]\n" + c.said
			}
			s := server.Start(t, parse(t, "test.toml", src))
			_, got, err := post(t, s.URL+"/chat/completions", `{"model":"test","stream":true,"messages":[{"role":"user","content":"x"}]}`)
			if err != nil || got != c.want {
				t.Errorf("got %q (%v)\nwant %q", got, err, c.want)
			}
		})
	}
}

// TestMultiline: the lines of an event's data are one JSON text.
func TestMultiline(t *testing.T) {
	s := server.Start(t, parse(t, "test.toml", "[[answer]]\nwire = 'multiline'\ntext = ['a']"))
	_, got, err := post(t, s.URL+"/chat/completions", `{"model":"test","stream":true,"messages":[{"role":"user","content":"x"}]}`)
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(got, "\n\n")
	var joined bytes.Buffer
	scanner := bufio.NewScanner(strings.NewReader(first))
	count := 0
	for ; scanner.Scan(); count++ {
		line, found := strings.CutPrefix(scanner.Text(), "data: ")
		if !found {
			t.Fatalf("a line %q", scanner.Text())
		}
		joined.WriteString(line + "\n")
	}
	var out bytes.Buffer
	if err := json.Compact(&out, joined.Bytes()); err != nil || count < 10 {
		t.Fatalf("%d lines: %v", count, err)
	}
	want := `{"id":"chatcmpl-1","object":"chat.completion.chunk","created":0,"model":"test","choices":[{"index":0,"delta":{"role":"assistant","content":"a"},"finish_reason":null}]}`
	if out.String() != want {
		t.Errorf("got %s", out.String())
	}
}

// TestWhole: without stream the answer is one body.
func TestWhole(t *testing.T) {
	s := server.Start(t, parse(t, "test.toml", "tokens_per_second = 1\n[[answer]]\ndelay = '1h'\nreasoning = 'hm'\ntext = 'Hi'\n[[answer.call]]\nname = 'f'"))
	_, got, err := post(t, s.URL+"/chat/completions", `{"model":"test","messages":[{"role":"system","content":"s"},{"role":"user","content":[{"type":"text","text":"x"}]}]}`)
	want := `{"id":"chatcmpl-1","object":"chat.completion","created":0,"model":"test","choices":[{"index":0,"message":{"role":"assistant","content":"Hi","reasoning_content":"hm","tool_calls":[{"id":"call_1_1","type":"function","function":{"name":"f","arguments":"{}"}}]},"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":1,"completion_tokens":3,"total_tokens":4,"prompt_tokens_details":{"cached_tokens":0},"completion_tokens_details":{"reasoning_tokens":1}}}`
	if err != nil || got != want {
		t.Errorf("got %s (%v)\nwant %s", got, err, want)
	}
}

// TestFaults: what each fault is on the wire.
func TestFaults(t *testing.T) {
	begun := `data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":0,"model":"test","choices":[{"index":0,"delta":{"role":"assistant","content":"abc"},"finish_reason":null}]}` + "\n\n"
	rest := strings.Replace(begun, `"role":"assistant","content":"abc"`, `"content":"d"`, 1)
	for _, c := range []struct {
		name, fault string
		status      int
		kind, retry string
		body        string
		broken      bool
	}{
		{"status", "status = 429\nretry_after = '7'", 429, "application/json", "7", `{"error":{"message":"Too Many Requests","type":"invalid_request_error","param":null,"code":null}}`, false},
		{"status with text", "status = 503\nbody = 'away'", 503, "text/plain; charset=utf-8", "", "away", false},
		{"status with a type", "status = 500\nbody = '[{}]'\ncontent_type = 'x/y'", 500, "x/y", "", "[{}]", false},
		{"garbage", "kind = 'garbage'", 200, "text/html; charset=utf-8", "", "<html><body>502 Bad Gateway</body></html>", false},
		{"cut at once", "kind = 'cut'", 200, "text/event-stream", "", "", true},
		{"cut", "kind = 'cut'\nafter = 4", 200, "text/event-stream", "", begun + rest, true},
		{"cut on the wire", "kind = 'cut'\nafter = 40\nwire = true", 200, "text/event-stream", "", begun[:40], true},
		{"cut on the wire after all", "kind = 'cut'\nafter = 4000\nwire = true", 200, "text/event-stream", "", begun + strings.Replace(rest, `"d"`, `"def"`, 1) +
			strings.Replace(strings.Replace(begun, `{"role":"assistant","content":"abc"}`, "{}", 1), "null", `"stop"`, 1) + "data: [DONE]\n\n", true},
		{"error", "kind = 'error'\nafter = 3", 200, "text/event-stream", "", begun + "event: error\ndata: " + `{"error":{"message":"the model stopped working","type":"server_error","param":null,"code":null}}` + "\n\n", false},
		{"error of its own", "kind = 'error'\nbody = '\"no\"'", 200, "text/event-stream", "", "event: error\ndata: \"no\"\n\n", false},
		{"no finish", "kind = 'no_finish'\nafter = 3", 200, "text/event-stream", "", begun + "data: [DONE]\n\n", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := server.Start(t, parse(t, "test.toml", "[[answer]]\ntext = ['abc', 'def']\n[[answer.fault]]\n"+c.fault))
			resp, err := client().Post(s.URL+"/chat/completions", "application/json", strings.NewReader(`{"model":"test","stream":true,"messages":[{"role":"user","content":"x"}]}`))
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(resp.Body)
			if closeErr := resp.Body.Close(); closeErr != nil {
				t.Error(closeErr)
			}
			if resp.StatusCode != c.status || resp.Header.Get("Content-Type") != c.kind || resp.Header.Get("Retry-After") != c.retry {
				t.Errorf("status %d, %q, Retry-After %q", resp.StatusCode, resp.Header.Get("Content-Type"), resp.Header.Get("Retry-After"))
			}
			if string(body) != c.body || errors.Is(err, io.ErrUnexpectedEOF) != c.broken {
				t.Errorf("got %q (%v)\nwant %q", body, err, c.body)
			}
			if status, _, err := post(t, s.URL+"/chat/completions", `{"model":"test","stream":true,"messages":[{"role":"user","content":"x"}]}`); status != 200 || err != nil {
				t.Errorf("the second try: %d, %v", status, err)
			}
		})
	}
}

// TestRefusedConnection: the connection closes without a byte.
func TestRefusedConnection(t *testing.T) {
	s := server.Start(t, parse(t, "test.toml", "[[answer]]\ntext = 'a'\n[[answer.fault]]\nkind = 'refuse'"))
	if _, _, err := post(t, s.URL+"/chat/completions", chatStream); !errors.Is(err, io.EOF) {
		t.Errorf("got %v", err)
	}
	if got := s.Settled(); len(got) != 1 || got[0].Fault != "refuse" || got[0].Status != 0 {
		t.Errorf("recorded %+v", got)
	}
}

// TestSilence: bytes arrive, then nothing, until the client leaves.
func TestSilence(t *testing.T) {
	for _, whole := range []bool{false, true} {
		s := server.Start(t, parse(t, "test.toml", "[[answer]]\ntext = ['abc', 'def']\n[[answer.fault]]\nkind = 'silent'\nafter = 3"))
		ctx, cancel := context.WithCancel(context.Background())
		body := strings.NewReader(fmt.Sprintf(`{"model":"test","stream":%v,"messages":[{"role":"user","content":"x"}]}`, !whole))
		req, err := http.NewRequestWithContext(ctx, "POST", s.URL+"/chat/completions", body)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := client().Do(req)
		if err != nil {
			t.Fatal(err)
		}
		line, err := bufio.NewReaderSize(resp.Body, 16).Peek(3)
		want := "dat"
		if whole {
			want = `{"i`
		}
		if err != nil || string(line) != want {
			t.Errorf("got %q, %v", line, err)
		}
		if got := s.Requests(); len(got) != 1 || got[0].Status != 0 {
			t.Errorf("while it is silent: %+v", got)
		}
		cancel()
		if got := s.Settled(); len(got) != 1 || got[0].Status != 200 {
			t.Errorf("once it has ended: %+v", got)
		}
		if _, err := io.ReadAll(resp.Body); !errors.Is(err, context.Canceled) {
			t.Errorf("then %v", err)
		}
		if err := resp.Body.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestRefusals: what a fussy server refuses, by the interface it came through.
func TestRefusals(t *testing.T) {
	s := server.Start(t, parse(t, "test.toml", "output = 'tool'\n[[answer]]\ntext = 'a'\nexpect = 'magic'"),
		parse(t, "strict.toml", "[[answer]]\ntext = 'a'"), parse(t, "loose.toml", "output = 'text'\n[[answer]]\ntext = 'a'"))
	user := `{"role":"user","content":"magic"}`
	chat := func(messages string) string { return `{"model":"test","messages":[` + messages + `]}` }
	calls := func(arguments string) string {
		return `{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":` + arguments + `}}]}`
	}
	input := func(items string) string { return `{"model":"test","input":[` + items + `]}` }
	for _, c := range []struct {
		path, body string
		status     int
		want       string
	}{
		{"chat/completions", chat(user), 200, ""},
		{"chat/completions", chat(user + "," + calls(`"{}"`) + `,{"role":"tool","tool_call_id":"a","content":"magic"}`), 400, "The scenario test.toml has nothing for answer 2 of this conversation: it has 1, and none fits here. The model was told \"magic\". Change the scenario, or what leads up to it."},
		{"chat/completions", chat(`{"role":"user","content":"x"}`), 400, "The scenario test.toml (line 2) expected the model to be told \"magic\", but it was told \"x\". Change the scenario, or what leads up to it."},
		{"chat/completions", `{`, 400, "the body is not what this interface takes: unexpected EOF"},
		{"chat/completions", `{} {}`, 400, "something follows the body's JSON object"},
		{"chat/completions", `{"model":"test","mesages":[]}`, 400, `the body is not what this interface takes: json: unknown field "mesages"`},
		{"chat/completions", `{"model":"other","messages":[` + user + `]}`, 404, `the model "other" does not exist`},
		{"chat/completions", chat(""), 400, "The model server refused the request: there are no messages."},
		{"chat/completions", chat(user + `,{"role":"system","content":"x"}`), 400, `messages[1]: a message of the role "system" after the first`},
		{"chat/completions", chat(`{"role":"user","content":4}`), 400, "messages[0]: the content is neither a string nor a list of parts"},
		{"chat/completions", chat(`{"role":"user","content":[{"type":"image","text":"x"}]}`), 400, `messages[0]: a part of the type "image" is not taken`},
		{"chat/completions", chat(`{"role":"user","content":[{"type":"text","text":""}]}`), 400, "messages[0]: a part has no text"},
		{"chat/completions", chat(`{"role":"user","content":"x","tool_call_id":"a"}`), 400, `messages[0]: tool_call_id in a message of the role "user"`},
		{"chat/completions", chat(user + "," + calls(`"{}"`) + `,{"role":"tool","tool_call_id":"a"}`), 400, "messages[2]: a tool message without content"},
		{"chat/completions", chat(user + "," + calls(`"{"`)), 400, `messages[1]: the arguments of the tool call "a" are not a JSON object: {`},
		{"chat/completions", chat(user + "," + calls(`"null"`)), 400, `messages[1]: the arguments of the tool call "a" are not a JSON object: null`},
		{"chat/completions", chat(user + "," + calls(`{}`)), 400, `messages[1]: the arguments of the tool call "a" are not a string`},
		{"chat/completions", chat(user + `,{"role":"assistant","tool_calls":[{"id":"a","type":"x"}]}`), 400, `messages[1]: the tool call "a" has the type "x", not function`},
		{"chat/completions", chat(user + "," + calls(`"{}"`)), 400, `The model server refused the request: the tool call "a" has no tool message.`},
		{"chat/completions", `{"model":"test","stream_options":{},"messages":[` + user + `]}`, 400, "stream_options without stream"},
		{"chat/completions", `{"model":"test","messages":[` + user + `],"tools":[{"type":"x"}]}`, 400, `tools[0] has the type "x", not function`},
		{"chat/completions", `{"model":"test","messages":[` + user + `],"tool_choice":"required"}`, 400, "tool_choice is required, but there are no tools"},
		{"chat/completions", `{"model":"test","messages":[` + user + `],"tool_choice":"any"}`, 400, `tool_choice cannot be "any"`},
		{"chat/completions", `{"model":"test","messages":[` + user + `],"tool_choice":{"type":"function","function":{"name":"f"}}}`, 400, `tool_choice names "f", which is not among the tools`},
		{"chat/completions", `{"model":"test","messages":[` + user + `],"response_format":{"type":"json_object"}}`, 400, `response_format has the type "json_object", not json_schema`},
		{"chat/completions", `{"model":"test","messages":[` + user + `],"response_format":{"type":"json_schema","json_schema":{"schema":{}}}}`, 400, "json_schema has no name"},
		{"chat/completions", `{"model":"test","messages":[` + user + `],"response_format":{"type":"json_schema","json_schema":{"name":"n","schema":{}}}}`, 400, `the schema "n" is not one of an object`},
		{"chat/completions", `{"model":"test","messages":[` + user + `],"response_format":{"type":"json_schema","json_schema":{"name":"n","strict":true,"schema":{"type":"object"}}}}`, 400, `the schema "n" is strict and must say additionalProperties: false`},
		{"chat/completions", `{"model":"test","messages":[` + user + `],"response_format":{"type":"json_schema","json_schema":{"name":"n","strict":true,"schema":{"type":"object","properties":{"b":{},"a":{}},"required":["b"],"additionalProperties":false}}}}`, 400, `the schema "n" is strict and must require "a"`},
		{"chat/completions", `{"model":"test","messages":[` + user + `],"response_format":{"type":"json_schema","json_schema":{"name":"n","schema":{"type":"object"}}}}`, 400, `the model "test" has no structured output`},
		{"chat/completions", `{"model":"loose","messages":[` + user + `],"tools":[{"type":"function","function":{"name":"f"}}],"tool_choice":{"type":"function","function":{"name":"f"}}}`, 400, `the model "loose" cannot be forced to call a tool`},
		{"responses", input(`{"role":"user","content":"magic"}`), 200, ""},
		{"responses", `{"model":"test","input":"magic"}`, 200, ""},
		{"responses", `{"model":"test","input":4}`, 400, "input is neither a string nor a list of items"},
		{"responses", input(`{"type":"x"}`), 400, `input[0]: an item of the type "x" is not taken`},
		{"responses", input(`{"type":"function_call_output","call_id":"a"}`), 400, "input[0]: a function_call_output without output"},
		{"responses", input(`{"role":"user","content":"x"},{"type":"function_call","call_id":"a","name":"f","arguments":"["}`), 400, `input[1]: the arguments of the tool call "a" are not a JSON object: [`},
		{"responses", input(`{"role":"user","content":"x"},{"role":"system","content":"y"}`), 400, `input[1]: a message of the role "system" after the first`},
		{"responses", input(`{"role":"user","content":"x"},{"type":"function_call","call_id":"a","name":"f","arguments":"{}"}`), 400, `The model server refused the request: the tool call "a" has no tool message.`},
		{"responses", `{"model":"strict","input":"x","text":{"format":{"type":"json_schema","name":"n","strict":true,"schema":{"type":"object"}}}}`, 400, `the schema "n" is strict and must say additionalProperties: false`},
		{"embeddings", `{}`, 404, "there is no POST /v1/embeddings here"},
	} {
		status, body, err := post(t, s.URL+"/"+c.path, c.body)
		if err != nil {
			t.Fatal(err)
		}
		want := ""
		if c.want != "" {
			quoted, err := json.Marshal(c.want)
			if err != nil {
				t.Fatal(err)
			}
			want = `{"error":{"message":` + string(quoted) + `,"type":"invalid_request_error","param":null,"code":null}}`
		} else {
			want = body
		}
		if status != c.status || body != want {
			t.Errorf("%s %s\ngot  %d %s\nwant %d %s", c.path, c.body, status, body, c.status, want)
		}
		if got := s.Settled(); got[len(got)-1].Refused != c.want || got[len(got)-1].Status != c.status {
			t.Errorf("recorded %+v", got[len(got)-1])
		}
	}
}

// TestModels: every model of every scenario is listed.
func TestModels(t *testing.T) {
	first := scenario(t, "review")
	first.ContextWindow = 9000
	s := server.Start(t, first, scenario(t, "hello"))
	resp, err := client().Get(s.URL + "/models")
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(resp.Body)
	if err := errors.Join(err, resp.Body.Close()); err != nil {
		t.Fatal(err)
	}
	want := `{"data":[{"context_length":9000,"created":0,"id":"parley","object":"model","owned_by":"scenario"},{"context_length":9000,"created":0,"id":"parley-review","object":"model","owned_by":"scenario"},{"created":0,"id":"hello","object":"model","owned_by":"scenario"}],"object":"list"}`
	if string(body) != want {
		t.Errorf("got %s", body)
	}
}

func TestSameModelTwice(t *testing.T) {
	_, err := server.Open(server.Options{}, scenario(t, "hello"), parse(t, "other/hello.toml", "[[answer]]\ntext='x'"))
	want := `fake server: the scenarios hello.toml and other/hello.toml both name a model "hello"; give one of them model = "…"`
	if err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
}

// TestKey: a server that wants a key refuses others, and tells its log.
func TestKey(t *testing.T) {
	var logged []server.Request
	s, err := server.Open(server.Options{Key: "k", Log: func(r server.Request) { logged = append(logged, r) }}, scenario(t, "hello"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		header, value string
		status        int
	}{{"Authorization", "Bearer k", 200}, {"X-Api-Key", "k", 200}, {"Authorization", "Bearer x", 401}, {"X-Other", "k", 401}} {
		req, err := http.NewRequest("GET", s.URL+"/models", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set(c.header, c.value)
		resp, err := client().Do(req)
		if err != nil {
			t.Fatal(err)
		}
		if err := resp.Body.Close(); err != nil {
			t.Error(err)
		}
		if resp.StatusCode != c.status {
			t.Errorf("%s %s: %d", c.header, c.value, resp.StatusCode)
		}
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if len(logged) != 4 || logged[3].Refused != "the key is missing or wrong" {
		t.Errorf("logged %+v", logged)
	}
}

// TestWaits: delays and the rate are waited for through the server's clock.
func TestWaits(t *testing.T) {
	var waits []time.Duration
	s, err := server.Open(server.Options{Sleep: func(_ context.Context, d time.Duration) error {
		waits = append(waits, d)
		return nil
	}}, parse(t, "test.toml", "tokens_per_second = 250\n[[answer]]\ndelay = '2s'\ntext = ['a','b','c','d','e']"))
	if err != nil {
		t.Fatal(err)
	}
	for _, stream := range []bool{true, false} {
		if status, _, err := post(t, s.URL+"/chat/completions", fmt.Sprintf(`{"model":"test","stream":%v,"messages":[{"role":"user","content":"x"}]}`, stream)); status != 200 || err != nil {
			t.Error(status, err)
		}
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	ms := time.Millisecond
	if want := []time.Duration{2 * time.Second, 12 * ms, 8 * ms, 2 * time.Second, 12 * ms, 8 * ms}; !reflect.DeepEqual(waits, want) {
		t.Errorf("waited %v", waits)
	}
}

// BenchmarkStream is an answer of 20,000 tokens to a client that only reads.
func BenchmarkStream(b *testing.B) {
	s := server.Start(b, scenario(b, "long-markdown"))
	for b.Loop() {
		if _, _, err := post(b, s.URL+"/chat/completions", `{"model":"long-markdown","stream":true,"messages":[{"role":"user","content":"x"}]}`); err != nil {
			b.Fatal(err)
		}
	}
}
