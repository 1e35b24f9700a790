package openai

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"parley/providers"
)

const (
	hi   = `{"model":"m-1","choices":[{"index":0,"delta":{"role":"assistant","content":"hi"}}]}`
	stop = `{"model":"m-1","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`
	args = `{"choices":[{"delta":{"tool_calls":[%s]}}]}`
	done = `{"choices":[{"delta":{},"finish_reason":"tool_calls"}]}`
)

func said(text string) providers.Response {
	return providers.Response{Text: text, Model: "m-1", Finish: "stop"}
}

func called(calls ...providers.Call) providers.Response {
	return providers.Response{Calls: calls, Model: "m", Finish: "tool_calls"}
}

func tool(pieces ...string) []string {
	var events []string
	for _, p := range pieces {
		events = append(events, strings.Replace(args, "%s", p, 1))
	}
	return append(events, done)
}

// The cases that a plain client of the protocol reads wrongly, and beside them those that
// it reads correctly.
func TestStreamsAreReadAsTheyAreMeant(t *testing.T) {
	end := "data: " + stop + "\n\ndata: [DONE]\n\n"
	signed := `{"google":{"thought_signature":"c2ln"}}`
	usage := `{"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":4,"prompt_tokens_details":{"cached_tokens":7},"completion_tokens_details":{"reasoning_tokens":2}}}`
	for _, c := range []struct {
		name string
		in   reply
		want providers.Response
	}{
		{"plain", chat(hi, stop), said("hi")},
		{"end without DONE", streamed("data: " + hi + "\n\ndata: " + stop + "\n\n"), said("hi")},
		{"last line without line end", streamed("data: " + hi + "\n\ndata: " + stop), said("hi")},
		{"byte order mark", streamed("\xef\xbb\xbfdata: " + hi + "\n\n" + end), said("hi")},
		{"data of many lines", streamed("data: {\"model\":\"m-1\",\ndata: \"choices\":[{\"delta\":{\"content\":\"hi\"}}]}\n\n" + end), said("hi")},
		{"1000 comments", streamed(strings.Repeat(": wait\n", 1000) + "data: " + hi + "\n\n" + end), said("hi")},
		{"1000 blank lines", streamed(strings.Repeat("\n", 1000) + "data: " + hi + "\n\n" + end), said("hi")},
		{"CRLF", streamed(strings.ReplaceAll("data: "+hi+"\n\n"+end, "\n", "\r\n")), said("hi")},
		{"CR", streamed(strings.ReplaceAll("data: "+hi+"\n\n"+end, "\n", "\r")), said("hi")},
		{"no space after the colon", streamed("data:" + hi + "\n\n" + end), said("hi")},
		{"an encoding that is none", reply{kind: "text/event-stream", header: map[string]string{"Content-Encoding": "none"}, chunks: []string{"data: " + hi + "\n\n" + end}}, said("hi")},
		{"a content type with parameters", reply{kind: "Text/Event-Stream; charset=utf-8", chunks: []string{"data: " + hi + "\n\n" + end}}, said("hi")},
		{"no content type", reply{chunks: []string{"data: " + hi + "\n\n" + end}}, said("hi")},
		{"error null as first key", chat(`{"error":null,"model":"m-1","choices":[{"delta":{"content":"hi"}}]}`, stop), said("hi")},
		{"events of other kinds", chat(`{"type":"ping"}`, hi, `{}`, stop), said("hi")},
		{"cut after the finish reason", reply{kind: "text/event-stream", chunks: []string{"data: " + hi + "\n\ndata: " + stop + "\n\n"}, cut: true}, said("hi")},
		{"a second choice", chat(hi, `{"choices":[{"index":1,"delta":{"content":"no"}}]}`, stop), said("hi")},
		{"one message instead of deltas", chat(`{"model":"m-1","choices":[{"message":{"content":"hi"},"finish_reason":"stop"}]}`), said("hi")},
		{"a refusal", chat(`{"model":"m-1","choices":[{"delta":{"refusal":"hi"}}]}`, stop), said("hi")},
		{"content in parts", chat(`{"model":"m-1","choices":[{"delta":{"content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]},{"type":"text","text":"hi"}]}}]}`, stop),
			providers.Response{Text: "hi", Reasoning: "hm", Model: "m-1", Finish: "stop"}},
		{"parts that say that they are reasoning", chat(`{"model":"m-1","choices":[{"delta":{"content":[{"type":"reasoning","text":"h"},{"type":"Thinking","text":"m"},{"type":"text","text":"hi"}]}}]}`, stop),
			providers.Response{Text: "hi", Reasoning: "hm", Model: "m-1", Finish: "stop"}},
		{"usage in an event without choices", chat(hi, stop, usage),
			providers.Response{Text: "hi", Model: "m-1", Finish: "stop", Usage: providers.Usage{Input: 9, Output: 4, Cached: 7, Reasoning: 2}}},
		{"usage of DeepSeek", chat(hi, stop, `{"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":4,"prompt_cache_hit_tokens":5}}`),
			providers.Response{Text: "hi", Model: "m-1", Finish: "stop", Usage: providers.Usage{Input: 9, Output: 4, Cached: 5}}},
		{"usage of Groq", chat(hi, stop, `{"choices":[],"x_groq":{"usage":{"prompt_tokens":9}}}`),
			providers.Response{Text: "hi", Model: "m-1", Finish: "stop", Usage: providers.Usage{Input: 9}}},
		{"reasoning_content", chat(`{"choices":[{"delta":{"reasoning_content":"hm"}}]}`, hi, stop),
			providers.Response{Text: "hi", Reasoning: "hm", Model: "m-1", Finish: "stop"}},
		{"reasoning", chat(`{"choices":[{"delta":{"reasoning":"hm"}}]}`, hi, stop),
			providers.Response{Text: "hi", Reasoning: "hm", Model: "m-1", Finish: "stop"}},
		{"both reasonings", chat(`{"choices":[{"delta":{"reasoning":"hm","reasoning_content":"hm"}}]}`, hi, stop),
			providers.Response{Text: "hi", Reasoning: "hm", Model: "m-1", Finish: "stop"}},
		{"parallel calls", chat(tool(
			`{"index":0,"id":"a","function":{"name":"f","arguments":""}},{"index":1,"id":"b","function":{"name":"g","arguments":"{}"}}`,
			`{"index":0,"function":{"arguments":"{\"x\""}}`, `{"index":0,"function":{"arguments":":1}"}}`)...),
			called(providers.Call{ID: "a", Name: "f", Arguments: `{"x":1}`}, providers.Call{ID: "b", Name: "g", Arguments: `{}`})},
		{"arguments as an object", chat(tool(`{"index":0,"id":"a","function":{"name":"f","arguments":{"x": 1}}}`)...),
			called(providers.Call{ID: "a", Name: "f", Arguments: `{"x": 1}`})},
		{"arguments null", chat(tool(`{"index":0,"id":"a","function":{"name":"f","arguments":null}}`)...),
			called(providers.Call{ID: "a", Name: "f"})},
		{"calls without index", chat(tool(`{"id":"a","function":{"name":"f","arguments":"{"}}`, `{"function":{"arguments":"}"}}`,
			`{"id":"b","function":{"name":"g","arguments":"{}"}}`)...),
			called(providers.Call{ID: "a", Name: "f", Arguments: `{}`}, providers.Call{ID: "b", Name: "g", Arguments: `{}`})},
		{"calls without index and id", chat(tool(`{"function":{"name":"f","arguments":"{}"}},{"function":{"name":"f","arguments":"{}"}}`)...),
			called(providers.Call{ID: "made_1", Name: "f", Arguments: `{}`}, providers.Call{ID: "made_2", Name: "f", Arguments: `{}`})},
		{"the same index for every call", chat(tool(`{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}`,
			`{"index":0,"id":"b","function":{"name":"f","arguments":"{}"}}`)...),
			called(providers.Call{ID: "a", Name: "f", Arguments: `{}`}, providers.Call{ID: "b", Name: "f", Arguments: `{}`})},
		{"id and name in every piece", chat(tool(`{"index":0,"id":"a","function":{"name":"f","arguments":"{"}}`,
			`{"index":0,"id":"a","function":{"name":"f","arguments":"}"}}`)...),
			called(providers.Call{ID: "a", Name: "f", Arguments: `{}`})},
		{"the same id twice", chat(tool(`{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}},{"index":1,"id":"a","function":{"name":"g","arguments":"{}"}}`)...),
			called(providers.Call{ID: "a", Name: "f", Arguments: `{}`}, providers.Call{ID: "made_1", Name: "g", Arguments: `{}`})},
		{"thought signatures", chat(tool(`{"index":0,"id":"a","function":{"name":"f","arguments":"{}"},"extra_content":` + signed + `}`)...),
			called(providers.Call{ID: "a", Name: "f", Arguments: `{}`,
				Provider: []byte(`{"server":"testing","model":"m","extra_content":` + signed + `}`)})},
		{"calls that end with stop", chat(`{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}]},"finish_reason":"stop"}]}`),
			called(providers.Call{ID: "a", Name: "f", Arguments: `{}`})},
		{"the same id twice, without index", chat(tool(`{"id":"a","function":{"name":"f","arguments":"{}"}},{"id":"a","function":{"name":"g","arguments":"{}"}}`,
			`{"id":"a","function":{"name":"g","arguments":"{\"x\":1}"}}`)...),
			called(providers.Call{ID: "a", Name: "f", Arguments: `{}`}, providers.Call{ID: "made_1", Name: "g", Arguments: `{}`}, providers.Call{ID: "made_2", Name: "g", Arguments: `{"x":1}`})},
		{"numbers for words, words for numbers", chat(tool(`{"index":"0","id":5,"function":{"name":"f","arguments":"{}"}}`, `{"index":1.0,"id":"b","function":{"name":7}}`)...),
			called(providers.Call{ID: "5", Name: "f", Arguments: `{}`}, providers.Call{ID: "b", Name: "7"})},
		{"one where there should be a list", chat(`{"choices":{"index":0.0,"delta":{"tool_calls":{"id":"a","function":{"name":"f","arguments":"{}"}},"reasoning_details":{"x":1}},"finish_reason":"tool_calls"}}`),
			providers.Response{Calls: []providers.Call{{ID: "a", Name: "f", Arguments: "{}"}}, Model: "m", Finish: "tool_calls", Provider: []byte(`{"server":"testing","model":"m","reasoning_details":[{"x":1}]}`)}},
		{"a model that is a number", chat(`{"model":5,"choices":[{"delta":{"content":"hi","refusal":{}},"finish_reason":"stop"}]}`), providers.Response{Text: "hi{}", Model: "5", Finish: "stop"}},
		{"a null that is a word", chat(`{"model":"m-1","choices":[{"delta":{"content":"h"},"finish_reason":"null"}]}`, `{"choices":[{"delta":{"content":"i"},"finish_reason":"null"}]}`, stop), said("hi")},
		{"tools that are not called", chat(hi, done), providers.Response{Text: "hi", Model: "m-1", Finish: "no_calls"}},
		{"a finish with each piece", chat(`{"model":"m-1","choices":[{"delta":{"content":"h"},"finish_reason":"stop"}]}`, `{"choices":[{"delta":{"content":"i"},"finish_reason":"stop"}]}`), said("hi")},
		{"more after the finish", chat(stop, hi), said("hi")},
		{"more after the finish, and no end", streamed("data: " + stop + "\n\ndata: " + hi + "\n\n"), providers.Response{Text: "hi", Model: "m-1", Finish: "missing"}},
		{"a key in the finish", chat(hi, `{"choices":[{"delta":{},"finish_reason":"no sk-test-0123456789"}]}`), providers.Response{Text: "hi", Model: "m-1", Finish: "no ***"}},
		{"a call after the finish, and no end", streamed("data: " + done + "\n\ndata: " + tool(`{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}`)[0] + "\n\n"),
			func() providers.Response {
				r := called(providers.Call{ID: "a", Name: "f", Arguments: `{}`})
				r.Finish = "missing"
				return r
			}()},
		{"too long", chat(hi, `{"choices":[{"delta":{},"finish_reason":"length"}]}`), providers.Response{Text: "hi", Model: "m-1", Finish: "length"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			equal(t, answered(t, serve(t, c.in).provider(t), hello()), c.want)
		})
	}
}

func TestDeltasComeAsTheyAreWritten(t *testing.T) {
	events := append([]string{`{"choices":[{"delta":{"reasoning":"hm"}}]}`, hi},
		tool(`{"index":0,"id":"a","function":{"name":"f","arguments":"{"}}`, `{"index":0,"function":{"arguments":"}"}}`)...)
	got, err := ask(t, serve(t, chat(events...)).provider(t), hello())
	equal(t, err, nil)
	equal(t, got, []providers.Delta{
		providers.ReasoningDelta{Text: "hm"}, providers.TextDelta{Text: "hi"},
		providers.CallDelta{Index: 0, Name: "f", Text: "{}"},
		providers.Finished{Response: providers.Response{
			Text: "hi", Reasoning: "hm", Provider: json.RawMessage(`{"server":"testing","model":"m","field":"reasoning"}`),
			Model: "m-1", Finish: "tool_calls", Calls: []providers.Call{{ID: "a", Name: "f", Arguments: "{}"}},
		}},
	})
}

// The kind of a body is recognised from its content, whatever its declared type.
func TestABodyIsReadForWhatItIs(t *testing.T) {
	whole := `{"model":"m-1","choices":[{"message":{"role":"assistant","content":"hi"},"finish_reason":"stop"}],"usage":{"prompt_tokens":3,"completion_tokens":1}}`
	lines := "data: " + hi + "\n\ndata: " + stop + "\n\ndata: [DONE]\n\n"
	unparted := strings.ReplaceAll(lines, "\n\n", "\n")
	usage := providers.Usage{Input: 3, Output: 1}
	for _, c := range []struct {
		kind, body string
		usage      providers.Usage
	}{
		{"application/json", whole, usage},
		{"text/event-stream", "\n  " + whole, usage},
		{"text/plain", "\xef\xbb\xbf" + whole, usage},
		{"", whole, usage},
		{"text/plain; charset=utf-8", lines, providers.Usage{}},
		{"application/json", ": waiting\n\n" + lines, providers.Usage{}},
		{"application/octet-stream", "event: message\n" + lines, providers.Usage{}},
		{"text/event-stream", unparted, providers.Usage{}},
		{"text/plain", strings.ReplaceAll(unparted, "\n", "\r\n"), providers.Usage{}},
		{"", "\xef\xbb\xbf" + lines, providers.Usage{}},
	} {
		want := said("hi")
		want.Usage = c.usage
		got := answered(t, serve(t, reply{kind: c.kind, chunks: []string{c.body[:3], c.body[3:]}}).provider(t), hello())
		if got.Text != want.Text || got.Finish != want.Finish || got.Usage != want.Usage {
			t.Errorf("%s %q: %+v", c.kind, c.body[:20], got)
		}
	}
}

// A stream without blank lines is read as it comes, and reported as cut where it is.
func TestACutStreamWithoutBlankLinesKeepsItsText(t *testing.T) {
	got, err := ask(t, serve(t, streamed("data: "+hi+"\ndata: "+hi+"\ndata: {\"cho")).provider(t), hello())
	equal(t, got, []providers.Delta{providers.TextDelta{Text: "hihi"}})
	equal(t, err.Error(), "The response of testing broke off before its end.")
}

// An unknown finish is reported as it stands.
func TestAFinishMayBeANumber(t *testing.T) {
	for raw, want := range map[string]string{"1": "1", "null": "stop", `"length"`: "length"} {
		odd := `{"model":"m-1","choices":[{"delta":{},"finish_reason":` + raw + `}]}`
		events := []string{hi, odd}
		if raw == "null" {
			events = append(events, stop)
		}
		got := answered(t, serve(t, chat(events...)).provider(t), hello())
		equal(t, []string{got.Text, got.Finish}, []string{"hi", want})
	}
}

// A server that says that its stream is over, but not why, has perhaps said everything:
// the text is kept, with a finish that says so.
func TestATextWithoutAFinishIsKept(t *testing.T) {
	usage := `{"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":1}}`
	want := said("hi")
	want.Finish, want.Usage = "missing", providers.Usage{Input: 3, Output: 1}
	equal(t, answered(t, serve(t, chat(hi, usage)).provider(t), hello()), want)
	whole := `{"model":"m-1","choices":[{"message":{"content":"hi"}}],"usage":{"prompt_tokens":3,"completion_tokens":1}}`
	equal(t, answered(t, serve(t, reply{kind: "application/json", chunks: []string{whole}}).provider(t), hello()), want)
}

// A server may give a finish twice: the one that says that the response was cut is not
// taken back by one that does not.
func TestACutIsNotTakenBack(t *testing.T) {
	finish := func(reason string) string {
		return `{"choices":[{"index":0,"delta":{},"finish_reason":"` + reason + `"}]}`
	}
	for _, c := range [][3]string{
		{"length", "stop", "length"}, {"stop", "length", "length"}, {"content_filter", "tool_calls", "content_filter"},
		{"odd", "stop", "odd"}, {"stop", "stop", "stop"}, {"length", "content_filter", "length, content_filter"},
	} {
		equal(t, answered(t, serve(t, chat(hi, finish(c[0]), finish(c[1]))).provider(t), hello()).Finish, c[2])
	}
}

// What a server counts is added up and paid for: impossible numbers count as unknown.
func TestCountsThatCannotBeAreUnknown(t *testing.T) {
	for in, want := range map[string]providers.Usage{
		`{"prompt_tokens":-5,"completion_tokens":-7}`:                                                  {},
		`{"prompt_tokens":9223372036854775807,"completion_tokens":3}`:                                  {Output: 3},
		`{"prompt_tokens":5,"completion_tokens":3,"prompt_tokens_details":{"cached_tokens":500}}`:      {Input: 5, Output: 3, Cached: 5},
		`{"prompt_tokens":5,"completion_tokens":3,"completion_tokens_details":{"reasoning_tokens":9}}`: {Input: 5, Output: 3, Reasoning: 3},
		`{"prompt_tokens":1e40}`: {},
	} {
		got := answered(t, serve(t, chat(hi, stop, `{"choices":[],"usage":`+in+`}`)).provider(t), hello())
		equal(t, got.Usage, want)
	}
}

// A stream that ends wrongly never looks like a complete response.
func TestBrokenStreamsAreErrors(t *testing.T) {
	brokeOff := "The response of testing broke off before its end."
	refused := `testing refused the request (400): bad thing.`
	for _, c := range []struct {
		name      string
		in        reply
		want      string
		transient bool
		status    int
	}{
		{"end without a finish reason", streamed("data: " + hi + "\n\n"), brokeOff, true, 0},
		{"cut in what comes after the finish", reply{kind: "text/event-stream", chunks: []string{"data: " + stop + "\n\ndata: " + hi + "\n\ndata: {\"cho"}, cut: true},
			"The response of testing broke off before its end: the connection was cut.", true, 0},
		{"DONE without a finish reason, within a call", chat(hi, tool(`{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}`)[0]), brokeOff, true, 0},
		{"DONE without a finish reason or a text", chat(`{"choices":[{"delta":{"reasoning":"hm"}}]}`), brokeOff, true, 0},
		{"nothing at all", streamed(""), brokeOff, true, 0},
		{"cut within an event", streamed("data: " + hi[:20]), brokeOff, true, 0},
		{"connection cut", reply{kind: "text/event-stream", chunks: []string{"data: " + hi + "\n\n"}, cut: true},
			"The response of testing broke off before its end: the connection was cut.", true, 0},
		{"event: error", streamed("event: error\ndata: {\"message\":\"bad thing\",\"type\":\"invalid_request_error\"}\n\n"), refused, false, 400},
		{"event: error with text", streamed("event: error\ndata: bad thing\n\n"), "testing reports a fault: bad thing.", false, 0},
		{"event: error with nothing", streamed("event: error\ndata:\n\n"), "testing reports a fault.", false, 0},
		{"after a comment", streamed(": x\n\ndata: {\"error\":{\"message\":\"bad thing\",\"code\":400}}\n\n"), refused, false, 400},
		{"as a string", chat(`{"error":"bad thing"}`), "testing reports a fault: bad thing.", false, 0},
		{"with a space", chat(`{ "error" : {"message":"bad thing","code":"400x","type":"invalid_request_error"}}`), refused, false, 400},
		{"not the first key", chat(`{"id":"x","choices":[],"error":{"message":"bad thing","code":400}}`), refused, false, 400},
		{"of Anthropic", chat(`{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`),
			"testing failed (503): Overloaded. The fault is the server's and may pass.", true, 503},
		{"of Google, a list", chat(`[{"error":{"code":503,"message":"try later","status":"UNAVAILABLE"}}]`),
			"testing failed (503): try later. The fault is the server's and may pass.", true, 503},
		{"in a choice", chat(hi, `{"choices":[{"delta":{},"finish_reason":"error","error":{"code":502,"message":"upstream"}}]}`),
			"testing failed (502): upstream. The fault is the server's and may pass.", true, 502},
		{"finish reason error", chat(`{"choices":[{"delta":{},"finish_reason":"error"}]}`),
			"testing failed (500). The fault is the server's and may pass.", true, 500},
		{"after the finish", chat(hi, stop, `{"error":{"message":"bad thing","code":400}}`), refused, false, 400},
		{"event: error after the finish", streamed("data: " + hi + "\n\ndata: " + stop + "\n\nevent: error\ndata: bad thing\n\n"), "testing reports a fault: bad thing.", false, 0},
		{"an error without data: after the finish", streamed("data: " + hi + "\n\ndata: " + stop + "\n\n{\"error\":{\"message\":\"bad thing\",\"code\":400}}\n"), refused, false, 400},
		{"finish reason ERROR", chat(`{"choices":[{"delta":{},"finish_reason":"ERROR"}]}`),
			"testing failed (500). The fault is the server's and may pass.", true, 500},
		{"an error without data:", streamed("data: " + hi + "\n\n{\"error\":{\"message\":\"bad thing\",\"code\":400}}\n"), refused, false, 400},
		{"an error over many lines", streamed("{\n  \"error\": {\n    \"message\": \"bad thing\",\n    \"code\": 400\n  }\n}\n"), refused, false, 400},
		{"detail", chat(`{"detail":[{"msg":"bad thing","type":"x"}]}`), "testing reports a fault: bad thing.", false, 0},
		{"a web page as a stream", streamed("<html><head><title>Sign in</title></head>\n</html>\n"),
			"testing sent a web page instead of a stream: Sign in. Check providers.llm.testing.base_url; it often ends in /v1.", false, 0},
		{"a web page", reply{kind: "text/html", chunks: []string{"<!doctype html><title>Sign\nin</title>"}},
			"testing sent a web page instead of a stream: Sign in. Check providers.llm.testing.base_url; it often ends in /v1.", false, 0},
		{"an error as JSON with 200", reply{kind: "application/json", chunks: []string{`{"error":{"message":"bad thing","code":400}}`}}, refused, false, 400},
		{"another type", reply{kind: "text/plain", chunks: []string{"hello"}},
			"testing sent a file of type text/plain instead of a stream: hello. Check providers.llm.testing.base_url; it often ends in /v1.", false, 0},
		{"a call in one piece, without a finish reason", reply{kind: "application/json", chunks: []string{`{"choices":[{"message":{"tool_calls":[{"id":"a","function":{"name":"f","arguments":"{}"}}]}}]}`}},
			"testing sent a file of type application/json instead of a stream. Check providers.llm.testing.base_url; it often ends in /v1.", false, 0},
		{"plain text as a stream", streamed("upstream went away\n"), "testing reports a fault: upstream went away.", false, 0},
		{"JSON with a fault in it", chat(hi, `{"choices":[{"delta":{"content":"hi"} oops}]}`),
			"The response of testing holds broken JSON: invalid character 'o' after object key:value pair.", true, 0},
		{"JSON without an end in an event that has one", streamed("data: " + hi[:20] + "\n\n"),
			"The response of testing holds broken JSON: unexpected end of JSON input.", true, 0},
		{"… and without a blank line, before another", streamed("data: {\"choices\":[{}\ndata: " + hi + "\n\n"),
			"The response of testing holds broken JSON: unexpected end of JSON input.", true, 0},
		{"data that is not JSON", chat("oh no"), "testing sent something that is not JSON: oh no.", false, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := ask(t, serve(t, c.in).provider(t), hello())
			var e *providers.Error
			if !errors.As(err, &e) {
				t.Fatalf("got %v, want a *providers.Error", err)
			}
			equal(t, e.Error(), c.want)
			equal(t, e.Transient, c.transient)
			equal(t, e.Status, c.status)
			equal(t, e.Provider, "testing")
			equal(t, errors.Is(err, io.EOF), false)
		})
	}
}
