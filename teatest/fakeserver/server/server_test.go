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

// TestChatStream compares the exact bytes of a stream.
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

// TestWhole: without stream the response is one body.
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

// BenchmarkStream sends a response of 20,000 tokens to a client that only reads.
func BenchmarkStream(b *testing.B) {
	s := server.Start(b, scenario(b, "long-markdown"))
	for b.Loop() {
		if _, _, err := post(b, s.URL+"/chat/completions", `{"model":"long-markdown","stream":true,"messages":[{"role":"user","content":"x"}]}`); err != nil {
			b.Fatal(err)
		}
	}
}
