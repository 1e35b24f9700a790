package openai

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"parley/providers"
)

// named is a stream whose events carry their names, as the Responses API sends
// them, without a [DONE].
func named(events ...string) reply {
	var text string
	for _, e := range events {
		var t struct {
			Type string `json:"type"`
		}
		if err := json.Unmarshal([]byte(e), &t); err != nil {
			panic(err)
		}
		text += "event: " + t.Type + "\ndata: " + e + "\n\n"
	}
	return streamed(text)
}

const (
	thinking  = `{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"abc"}`
	completed = `{"type":"response.completed","response":{"model":"gpt-6-sol-1","usage":{"input_tokens":9,"input_tokens_details":{"cached_tokens":7},` +
		`"output_tokens":4,"output_tokens_details":{"reasoning_tokens":2}}}}`
)

func onResponses(c *Config) {
	c.Profile = &providers.Profile{Responses: true, Output: providers.OutputSchema, CompletionTokens: true}
}

func withTools(r *providers.Request) {
	r.Model = "gpt-6-sol"
	r.Tools = []providers.ToolSpec{{Name: "f", Description: "d", Parameters: json.RawMessage(`{ "a":1 }`)}}
}

// go-openai refuses tools for this model by chat completions.
func TestTheResponsesAPIIsUsedWhereAModelNeedsIt(t *testing.T) {
	s := serve(t, named(
		`{"type":"response.created","response":{"model":"x"}}`,
		`{"type":"response.output_item.added","output_index":0,"item":{"type":"reasoning"}}`,
		`{"type":"response.reasoning_summary_part.added","summary_index":0}`,
		`{"type":"response.reasoning_summary_text.delta","delta":"one"}`,
		`{"type":"response.reasoning_summary_part.added","summary_index":1}`,
		`{"type":"response.reasoning_summary_text.delta","delta":"two"}`,
		`{"type":"response.output_item.done","output_index":0,"item":`+thinking+`}`,
		`{"type":"response.output_text.delta","output_index":1,"delta":"hi"}`,
		`{"type":"response.output_item.added","output_index":2,"item":{"type":"function_call","id":"fc_1","call_id":"c1","name":"f","arguments":""}}`,
		`{"type":"response.function_call_arguments.delta","output_index":2,"delta":"{\"x\""}`,
		`{"type":"response.function_call_arguments.delta","output_index":2,"delta":":1}"}`,
		`{"type":"response.function_call_arguments.done","output_index":2,"arguments":"{\"x\":1}"}`,
		`{"type":"response.output_item.done","output_index":2,"item":{"type":"function_call","id":"fc_1","call_id":"c1","name":"f","arguments":"{\"x\":1}"}}`,
		completed,
	), named(completed))
	p := s.provider(t, onResponses)
	got, err := ask(t, p, hello(withTools))
	equal(t, err, nil)
	calls := []providers.Call{{ID: "c1", Name: "f", Arguments: `{"x":1}`, Provider: json.RawMessage(`{"server":"testing","model":"gpt-6-sol","items":[` + thinking + `]}`)}}
	equal(t, got, []providers.Delta{
		providers.ReasoningDelta{Text: "one\n\ntwo"}, providers.TextDelta{Text: "hi"}, providers.CallDelta{Name: "f", Text: `{"x":1}`},
		providers.Finished{Response: providers.Response{
			Text: "hi", Reasoning: "one\n\ntwo", Calls: calls, Model: "gpt-6-sol-1", Finish: "tool_calls",
			Usage: providers.Usage{Input: 9, Output: 4, Cached: 7, Reasoning: 2},
		}},
	})
	answered(t, p, hello(withTools, func(r *providers.Request) {
		r.System = "s"
		r.Messages = append(r.Messages, providers.Message{Role: providers.Assistant, Text: "hi", Calls: calls}, providers.Message{Role: providers.Tool, CallID: "c1"})
		r.Parameters = providers.Parameters{MaxTokens: 5, Reasoning: "high"}
	}))
	tools := `"tools":[{"type":"function","name":"f","description":"d","parameters":{ "a":1 },"strict":false}]}`
	equal(t, s.seen()[0].path, "/v1/responses")
	equal(t, s.seen()[0].body, `{"model":"gpt-6-sol","input":[`+user+`],"stream":true,"store":false,"include":["reasoning.encrypted_content"],"reasoning":{"summary":"auto"},`+tools)
	equal(t, s.seen()[1].body, `{"model":"gpt-6-sol","instructions":"s","input":[`+user+`,`+thinking+`,{"role":"assistant","content":"hi"},`+
		`{"type":"function_call","call_id":"c1","name":"f","arguments":"{\"x\":1}"},{"type":"function_call_output","call_id":"c1","output":""}],`+
		`"stream":true,"store":false,"include":["reasoning.encrypted_content"],"max_output_tokens":5,"reasoning":{"effort":"high","summary":"auto"},`+tools)
}

func TestResponsesWithAnObject(t *testing.T) {
	s := serve(t, named(`{"type":"response.output_text.delta","delta":"{\"answer\":true}"}`, completed))
	got := answered(t, s.provider(t, onResponses), hello(wantObject, func(r *providers.Request) { r.Model = "gpt-5-pro" }))
	equal(t, got.Text, `{"answer":true}`)
	equal(t, s.seen()[0].body, `{"model":"gpt-5-pro","input":[`+user+`],"stream":true,"store":false,"include":["reasoning.encrypted_content"],`+
		`"reasoning":{"summary":"auto"},"text":{"format":{"type":"json_schema","name":"decision","strict":true,"schema":`+schema+`}}}`)
}

// An alias escapes every rule by name; the server's refusal names the way.
func TestAServerMaySendUsToTheResponsesAPI(t *testing.T) {
	s := serve(t, reply{status: 404, kind: "application/json", chunks: []string{`{"error":{"message":"This model is only supported in v1/responses and not in v1/chat/completions."}}`}},
		reply{status: 400, kind: "application/json", chunks: []string{`{"error":{"message":"Your organization must be verified to generate reasoning summaries."}}`}},
		reply{status: 400, kind: "application/json", chunks: []string{`{"error":{"message":"Encrypted content is not supported with this model."}}`}},
		named(`{"type":"response.output_text.delta","delta":"hi"}`, completed), named(`{"type":"response.output_text.delta","delta":"hi"}`, completed))
	p := s.provider(t)
	for range 2 {
		equal(t, answered(t, p, hello()).Text, "hi")
	}
	for _, i := range []int{3, 4} {
		equal(t, s.seen()[i].path, "/v1/responses")
		equal(t, s.seen()[i].body, `{"model":"m","input":[`+user+`],"stream":true,"store":false}`)
	}
}

func TestResponsesThatDoNotEndWell(t *testing.T) {
	text := `{"type":"response.output_text.delta","delta":"hi"}`
	for _, c := range []struct{ name, event, want string }{
		{"failed", `{"type":"response.failed","response":{"error":{"code":"server_error","message":"oops"}}}`,
			"testing failed (500): oops. The fault is the server's and may pass."},
		{"failed without a word", `{"type":"response.failed","response":{}}`, "testing failed (500). The fault is the server's and may pass."},
		{"error", `{"type":"error","code":"rate_limit_exceeded","message":"slow"}`, "testing gets too many requests: slow. Wait a little before the next request."},
		{"cut", text, "The response of testing broke off before its end."},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := ask(t, serve(t, named(text, c.event)).provider(t, onResponses), hello(withTools))
			equal(t, err.Error(), c.want)
		})
	}
	for reason, want := range map[string]string{"max_output_tokens": "length", "content_filter": "content_filter", "": "length"} {
		s := serve(t, named(text, `{"type":"response.incomplete","response":{"incomplete_details":{"reason":"`+reason+`"}}}`))
		equal(t, answered(t, s.provider(t, onResponses), hello(withTools)).Finish, want)
	}
}

// What is known only from the last event counts too, and a truncation is not taken back.
func TestTheLastEventOfAResponseCounts(t *testing.T) {
	text := `{"type":"response.output_text.delta","delta":"hi"}`
	cut := `{"type":"response.incomplete","response":{"model":"m-1","incomplete_details":{"reason":"max_output_tokens"}}}`
	completed := func(rest string) string {
		return `{"type":"response.completed","response":{"model":"m-1",` + rest + `}}`
	}
	message := `"output":[{"type":"message","content":[{"type":"output_text","text":"hi"}]}]`
	for _, c := range []struct {
		events []string
		finish string
		usage  providers.Usage
	}{
		{[]string{text, completed(`"status":"completed"`)}, "stop", providers.Usage{}},
		{[]string{text, completed(message)}, "stop", providers.Usage{}},
		{[]string{completed(message + `,"usage":{"input_tokens":3,"output_tokens":1}`)}, "stop", providers.Usage{Input: 3, Output: 1}},
		{[]string{text, completed(`"usage":{"input_tokens":1e40}`)}, "stop", providers.Usage{}},
		{[]string{text, cut, completed(`"status":"completed"`)}, "length", providers.Usage{}},
		{[]string{text, completed(`"status":"incomplete","incomplete_details":{"reason":"content_filter"}`)}, "content_filter", providers.Usage{}},
		{[]string{text, completed(`"status":"cancelled"`)}, "cancelled", providers.Usage{}},
		{[]string{text, completed(`"status":"in_progress"`)}, "in_progress", providers.Usage{}},
		{[]string{text, completed(`"status":"completed","incomplete_details":{"reason":"max_output_tokens"}`)}, "length", providers.Usage{}},
		{[]string{`{"type":"response.reasoning_summary_text.delta","delta":"hm"}`, completed(message)}, "stop", providers.Usage{}},
		{[]string{text, `{"type":"response.in_progress","response":{"model":"m-1"}}`, "[DONE]"}, "missing", providers.Usage{}},
	} {
		var body strings.Builder
		for _, e := range c.events {
			body.WriteString("data: " + e + "\n\n")
		}
		got := answered(t, serve(t, streamed(body.String())).provider(t, onResponses), hello(withTools))
		equal(t, []any{got.Text, got.Finish, got.Usage}, []any{"hi", c.finish, c.usage})
	}
}

// A call that only the last event holds is not lost if a text came before, nor is one that
// already came duplicated.
func TestACallOfTheLastEventCountsBesideAText(t *testing.T) {
	text := `{"type":"response.output_text.delta","output_index":0,"delta":"hi"}`
	call := `{"type":"function_call","call_id":"a","name":"f","arguments":"{}"}`
	done := `{"type":"response.output_item.done","output_index":1,"item":` + call + `}`
	last := `{"type":"response.completed","response":{"model":"m-1","output":[{"type":"message","content":[{"type":"output_text","text":"hi"}]},` + call + `]}}`
	for _, events := range [][]string{{text, last}, {text, done, last}} {
		got := answered(t, serve(t, named(events...)).provider(t, onResponses), hello(withTools))
		equal(t, []any{got.Text, got.Finish, len(got.Calls)}, []any{"hi", "tool_calls", 1})
	}
}

// A response that failed is a fault, whatever its last event is called.
func TestACompletedResponseThatFailed(t *testing.T) {
	_, err := ask(t, serve(t, named(`{"type":"response.completed","response":{"status":"failed"}}`)).provider(t, onResponses), hello(withTools))
	if err == nil {
		t.Error("it passes for a response")
	}
}

// Reasoning that came only as a complete item is reported as reasoning, and a call that
// only the last event holds returns it, once.
func TestReasoningOfTheLastEventCounts(t *testing.T) {
	thought := `{"type":"reasoning","id":"r","summary":[{"type":"summary_text","text":"hm"}],"encrypted_content":"E"}`
	call := `{"type":"function_call","call_id":"a","name":"f","arguments":"{}"}`
	item := `{"type":"response.output_item.done","output_index":0,"item":` + thought + `}`
	completed := func(output string) string {
		return `{"type":"response.completed","response":{"model":"m-1","output":[` + output + `]}}`
	}
	got := answered(t, serve(t, named(item, completed(thought))).provider(t, onResponses), hello(withTools))
	equal(t, got, providers.Response{Reasoning: "hm", Model: "m-1", Finish: "stop"})
	got = answered(t, serve(t, named(item, completed(thought+","+call))).provider(t, onResponses), hello(withTools))
	equal(t, got, providers.Response{Reasoning: "hm", Model: "m-1", Finish: "tool_calls", Calls: []providers.Call{{
		ID: "a", Name: "f", Arguments: "{}", Provider: json.RawMessage(`{"server":"testing","model":"gpt-6-sol","items":[` + thought + `]}`)}}})
}

func TestWhatAModelDoesNotTakeIsToldBeforeAnythingIsSent(t *testing.T) {
	s := serve(t)
	p := s.provider(t)
	half := 0.5
	for _, c := range []struct {
		change func(*providers.Request)
		want   string
	}{
		{func(r *providers.Request) { r.Model, r.Parameters.Temperature = "o3", &half },
			"o3 takes no temperature and no top_p. Remove them from assistant.model.parameters."},
		{func(r *providers.Request) { r.Model, r.Parameters.Reasoning = "gpt-6-astra", "none" },
			`gpt-6-astra does not take the reasoning effort "none". Change assistant.model.parameters.reasoning.`},
	} {
		_, err := ask(t, p, hello(c.change))
		equal(t, err.Error(), c.want)
	}
	equal(t, len(s.seen()), 0)
}

// Reasoning counts from whichever event has it, and once; what the server says of an
// incomplete item counts too.
func TestResponsesAreReadFromWhicheverEventHasThem(t *testing.T) {
	const last = `{"type":"response.completed","response":{"status":"completed"}}`
	said := `{"type":"response.output_text.done","output_index":1,"content_index":0,"text":"hi"}`
	cut := `{"type":"function_call","call_id":"c","name":"f","arguments":"{}","status":"incomplete"}`
	for name, c := range map[string]struct {
		in   reply
		want string // reasoning, text, calls and finish
	}{
		"a summary": {named(`{"type":"response.reasoning_summary_text.done","output_index":0,"summary_index":0,"text":"one"}`,
			`{"type":"response.reasoning_summary_text.done","output_index":0,"summary_index":1,"text":"two"}`, said, last), "one\n\ntwo|hi||stop"},
		"a summary in pieces too": {named(`{"type":"response.reasoning_summary_text.delta","output_index":0,"summary_index":0,"delta":"o"}`,
			`{"type":"response.reasoning_summary_text.delta","output_index":0,"summary_index":0,"delta":"ne"}`,
			`{"type":"response.reasoning_summary_text.done","output_index":0,"summary_index":0,"text":"one"}`,
			`{"type":"response.reasoning_summary_part.done","output_index":0,"summary_index":0,"part":{"type":"summary_text","text":"one"}}`,
			`{"type":"response.output_item.done","output_index":0,"item":{"type":"reasoning","summary":[{"type":"summary_text","text":"one"}]}}`, said, last), "one|hi||stop"},
		"a part":   {named(`{"type":"response.reasoning_summary_part.done","output_index":0,"summary_index":0,"part":{"type":"summary_text","text":"one"}}`, said, last), "one|hi||stop"},
		"its text": {named(`{"type":"response.reasoning_text.done","output_index":0,"content_index":0,"text":"one"}`, said, last), "one|hi||stop"},
		"a text that is not whole": {named(`{"type":"response.output_item.done","output_index":0,"item":{"type":"message","status":"incomplete","content":[{"type":"output_text","text":"h"}]}}`, last),
			"|h||incomplete"},
		"a call that is not whole":   {named(`{"type":"response.output_item.done","output_index":0,"item":`+cut+`}`, last), "||f{}|incomplete"},
		"in the last event":          {named(`{"type":"response.completed","response":{"status":"completed","output":[` + cut + `]}}`), "||f{}|incomplete"},
		"a reason of another shape":  {named(said, `{"type":"response.incomplete","response":{"status":"incomplete","incomplete_details":7}}`), "|hi||7, incomplete"},
		"a reason that is not known": {named(said, `{"type":"response.incomplete","response":{"incomplete_details":{"reason":"max_steps"}}}`), "|hi||max_steps, incomplete"},
		"a call in a response that was cancelled": {named(`{"type":"response.output_item.done","output_index":0,"item":`+cut+`}`, `{"type":"response.completed","response":{"status":"cancelled"}}`),
			"||f{}|cancelled, incomplete"},
		"a reason that is a null":     {named(said, `{"type":"response.incomplete","response":{"status":"incomplete","incomplete_details":{"reason":"null"}}}`), "|hi||incomplete"},
		"a reason that takes it back": {named(said, `{"type":"response.incomplete","response":{"status":"incomplete","incomplete_details":{"reason":"stop"}}}`), "|hi||incomplete"},
		"in capitals":                 {named(said, `{"type":"response.completed","response":{"status":"completed","output":[{"type":"message","status":"INCOMPLETE","content":"hi"}]}}`), "|hi||incomplete"},
		"numbers for words":           {named(`{"type":"response.output_item.done","output_index":"1","item":{"type":"function_call","call_id":5,"name":"f","arguments":{"x":1}}}`, last), `||f{"x":1}|tool_calls`},
		"one item where lists belong": {named(`{"type":"response.completed","response":{"model":5,"status":"completed","output":{"type":"message","content":"hi"}}}`), "|hi||stop"},
	} {
		got := answered(t, serve(t, c.in).provider(t, func(c *Config) { c.Protocol = "responses" }), hello())
		var calls string
		for _, call := range got.Calls {
			calls += call.Name + call.Arguments
		}
		equal(t, name+": "+strings.Join([]string{got.Reasoning, got.Text, calls, got.Finish}, "|"), name+": "+c.want)
	}
}

// TestACallThatEndsInAnotherWayThanItBegan is an error: neither of the two was shown and stated.
func TestACallThatEndsInAnotherWayThanItBegan(t *testing.T) {
	const (
		added  = `{"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","call_id":"a","name":"f"}}`
		piece  = `{"type":"response.function_call_arguments.delta","output_index":0,"delta":"{\"x\":1}"}`
		spaced = `{"type":"function_call","call_id":"a","name":"f","arguments":"{ \"x\": 1 }"}`
		other  = `{"type":"function_call","call_id":"a","name":"f","arguments":"{\"x\":2}"}`
		named2 = `{"type":"function_call","call_id":"a","name":"g","arguments":"{\"x\":1}"}`
		none   = `{"type":"function_call","call_id":"a","name":"f","arguments":"{}"}`
	)
	done := func(item string) string {
		return `{"type":"response.output_item.done","output_index":0,"item":` + item + `}`
	}
	all := func(item string) string {
		return `{"type":"response.completed","response":{"output":[` + item + `]}}`
	}
	const differs = "testing ended a call in another way than it had begun it, so no call of that response runs."
	for name, c := range map[string]struct {
		events []string
		want   string
	}{
		"other arguments":               {[]string{added, piece, done(other), completed}, differs},
		"no arguments at the end":       {[]string{added, piece, done(none), completed}, differs},
		"another name":                  {[]string{added, piece, done(named2), completed}, differs},
		"arguments that are done":       {[]string{added, piece, `{"type":"response.function_call_arguments.done","output_index":0,"arguments":"{}"}`, completed}, differs},
		"others in the last event":      {[]string{added, piece, all(other)}, differs},
		"none in the last event":        {[]string{added, piece, done(spaced), all(`{"type":"message","content":[]}`)}, differs},
		"another name in the last":      {[]string{added, piece, done(spaced), all(named2)}, differs},
		"the same, written otherwise":   {[]string{added, piece, done(spaced), all(spaced)}, ""},
		"the same, escaped otherwise":   {[]string{added, `{"type":"response.function_call_arguments.done","output_index":0,"arguments":"{\"\\u0078\":1}"}`, done(spaced), completed}, ""},
		"done twice":                    {[]string{added, piece, done(spaced), done(spaced), completed}, ""},
		"done twice, with other values": {[]string{added, piece, done(spaced), done(other), completed}, differs},
	} {
		got, err := ask(t, serve(t, named(c.events...)).provider(t, onResponses), hello(withTools))
		switch {
		case c.want == "" && err != nil, c.want != "" && (err == nil || err.Error() != c.want):
			t.Errorf("%s: %v, want %q", name, err, c.want)
		case c.want == "":
			calls := got[len(got)-1].(providers.Finished).Response.Calls
			equal(t, calls, []providers.Call{{ID: "a", Name: "f", Arguments: `{ "x": 1 }`}})
		}
	}
}

// TestACallUnderSeveralIDs is one call: vLLM gives it another id in each event that tells it whole. The
// first one stands.
func TestACallUnderSeveralIDs(t *testing.T) {
	item := func(id, args string) string {
		return `{"type":"function_call","call_id":"` + id + `","name":"f","arguments":"` + args + `"}`
	}
	event := func(event, place, item string) string {
		return `{"type":"response.output_item.` + event + `","output_index":` + place + `,"item":` + item + `}`
	}
	const one, two = `{\"x\":1}`, `{\"x\":2}`
	piece := func(place, args string) string {
		return `{"type":"response.function_call_arguments.delta","output_index":` + place + `,"delta":"` + args + `"}`
	}
	end := func(items ...string) string {
		return `{"type":"response.completed","response":{"output":[` + strings.Join(items, ",") + `]}}`
	}
	call := func(id, args string) providers.Call {
		return providers.Call{ID: id, Name: "f", Arguments: strings.ReplaceAll(args, `\`, "")}
	}
	const differs = "testing ended a call in another way than it had begun it, so no call of that response runs."
	first := []string{event("added", "0", item("a1", "")), piece("0", one), event("done", "0", item("a2", one))}
	second := []string{event("added", "1", item("b1", "")), piece("1", two), event("done", "1", item("b2", two))}
	third := []string{event("added", "1", item("b1", "")), piece("1", one), event("done", "1", item("b2", one))}
	for name, c := range map[string]struct {
		events []string
		want   []providers.Call
		err    string
	}{
		"in each event":              {append(slices.Clone(first), end(item("a3", one))), []providers.Call{call("a1", one)}, ""},
		"two calls":                  {append(slices.Concat(first, second), end(item("a3", one), item("b3", two))), []providers.Call{call("a1", one), call("b1", two)}, ""},
		"two calls that are alike":   {append(slices.Concat(first, third), end(item("a3", one), item("b3", one))), []providers.Call{call("a1", one), call("b1", one)}, ""},
		"one id in the end":          {append(slices.Concat(first, third), end(item("a1", one), item("a1", one))), []providers.Call{call("a1", one), call("b1", one)}, ""},
		"one more in the end":        {append(slices.Clone(first), end(item("a3", one), item("b3", two))), []providers.Call{call("a1", one), call("b3", two)}, ""},
		"one fewer in the end":       {append(slices.Concat(first, third), end(item("a3", one))), nil, differs},
		"another in the end":         {append(slices.Clone(first), end(item("a3", two))), nil, differs},
		"of two, one changed":        {append(slices.Concat(first, second), end(item("a3", one), item("b3", one))), nil, differs},
		"no id until the end":        {[]string{event("added", "0", item("", "")), piece("0", one), end(item("a3", one))}, []providers.Call{call("a3", one)}, ""},
		"no arguments until the end": {[]string{event("added", "0", item("a1", "")), end(item("a1", one))}, []providers.Call{call("a1", one)}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := ask(t, serve(t, named(c.events...)).provider(t, onResponses), hello(withTools))
			if c.err != "" {
				equal(t, err != nil && err.Error() == c.err, true)
				return
			}
			equal(t, err, nil)
			equal(t, got[len(got)-1].(providers.Finished).Response.Calls, c.want)
		})
	}
}

// TestCallsInOnePlace: there are servers that count none of them.
func TestCallsInOnePlace(t *testing.T) {
	item := func(event, id, args string) string {
		return `{"type":"response.output_item.` + event + `","output_index":0,"item":{"type":"function_call","call_id":"` + id + `","name":"f","arguments":"` + args + `"}}`
	}
	want := []providers.Call{{ID: "a", Name: "f", Arguments: `{}`}, {ID: "b", Name: "f", Arguments: `[]`}}
	for _, events := range [][]string{
		{item("added", "a", ""), item("added", "b", ""), item("done", "a", "{}"), item("done", "b", "[]"), completed},
		{item("done", "a", "{}"), item("done", "b", "[]"), completed},
	} {
		equal(t, answered(t, serve(t, named(events...)).provider(t, onResponses), hello(withTools)).Calls, want)
	}
}

// TestACallThatIsNotComplete does not run, whatever the whole response is.
func TestACallThatIsNotComplete(t *testing.T) {
	for _, status := range []string{"in_progress", "incomplete"} {
		item := `{"type":"function_call","call_id":"a","name":"f","arguments":"{}","status":"` + status + `"}`
		for _, events := range [][]string{
			{`{"type":"response.output_item.done","output_index":0,"item":` + item + `}`, completed}, {`{"type":"response.completed","response":{"output":[` + item + `]}}`},
		} {
			got := answered(t, serve(t, named(events...)).provider(t, onResponses), hello(withTools))
			equal(t, got.Finish, "incomplete")
		}
	}
}
