package anthropic

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"parley/providers"
)

// conversation has everything that a body can hold.
func conversation(r *providers.Request) {
	half := 0.5
	r.System = "be <brief>"
	r.Messages = []providers.Message{
		{Role: providers.User, Text: "a \"b\""},
		{Role: providers.Assistant, Text: "I will look.", Reasoning: "I <look> first.", Provider: json.RawMessage(keptThought), Calls: []providers.Call{
			{ID: "toolu_1", Name: "f", Arguments: `{"x": 1}`}, {ID: "functions.g:0", Name: "g", Arguments: ""},
		}},
		{Role: providers.Tool, CallID: "toolu_1", Text: ""},
		{Role: providers.Tool, CallID: "functions.g:0", Text: "no", IsError: true},
		{Role: providers.User, Text: "one"},
		{Role: providers.User, Text: "two"},
		{Role: providers.Assistant, Text: " "},
		{Role: providers.User, Text: "three"},
	}
	r.Tools = []providers.ToolSpec{{Name: "f", Description: "does <f>"}, {Name: "g", Parameters: json.RawMessage(`{ "z":1 }`)}}
	r.Parameters = providers.Parameters{MaxTokens: 10, Temperature: &half, TopP: &half}
}

const (
	wireFirst    = `{"role":"user","content":[{"type":"text","text":"a \"b\""}]}`
	wireThoughts = `{"type":"thinking","thinking":"I <look> first.","signature":"c2ln"},{"type":"redacted_thinking","data":"YQ=="},`
	wireCalls    = `{"type":"text","text":"I will look."},{"type":"tool_use","id":"toolu_1","name":"f","input":{"x": 1}},{"type":"tool_use","id":"t9quauReE","name":"g","input":{}}]}`
	wireResults  = `{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":""},{"type":"tool_result","tool_use_id":"t9quauReE","content":"no","is_error":true},` +
		`{"type":"text","text":"one\n\ntwo"},{"type":"text","text":"three"}]}`
	wireTools = `"tools":[{"name":"f","description":"does <f>","input_schema":{"type":"object","properties":{}}},{"name":"g","input_schema":{ "z":1 }}]`
)

func bodyOf(t *testing.T, r providers.Request) string {
	t.Helper()
	s := serve(t, good(text(0, "hi")...))
	answered(t, s.provider(), r)
	if !json.Valid([]byte(s.bodies[0])) {
		t.Errorf("no JSON: %s", s.bodies[0])
	}
	return s.bodies[0]
}

func TestRequestsAreTheseBytes(t *testing.T) {
	equal(t, bodyOf(t, hello()), `{"model":"claude-opus-4-8","max_tokens":32000,"messages":[{"role":"user","content":[{"type":"text","text":"hi"}]}],"stream":true}`)
	full := `{"model":"claude-opus-4-8","max_tokens":10,"system":[{"type":"text","text":"be <brief>"}],"messages":[` + wireFirst +
		`,{"role":"assistant","content":[` + wireThoughts + wireCalls + `,` + wireResults + `],` + wireTools + `,"temperature":0.5,"top_p":0.5,"stream":true}`
	equal(t, bodyOf(t, hello(conversation)), full)
	// What a model thought goes to no other model.
	other := bodyOf(t, hello(conversation, func(r *providers.Request) { r.Model = "claude-sonnet-5" }))
	equal(t, other, strings.Replace(strings.Replace(full, wireThoughts, "", 1), "claude-opus-4-8", "claude-sonnet-5", 1))
}

func TestCacheMarks(t *testing.T) {
	const mark = `,"cache_control":{"type":"ephemeral"}}`
	got := bodyOf(t, hello(conversation, func(r *providers.Request) { r.Limits.Cache = true }))
	equal(t, strings.Count(got, mark), 4)
	for _, where := range []string{`"text":"be <brief>"` + mark, `"text":"a \"b\""` + mark, `"text":"three"` + mark, `"input_schema":{ "z":1 }` + mark} {
		if !strings.Contains(got, where) {
			t.Errorf("no mark after %s in %s", where, got)
		}
	}
}

func TestThinkingIsAskedForAsTheModelTakesIt(t *testing.T) {
	for _, c := range []struct {
		model, effort string
		most          int
		want          string
	}{
		{"claude-opus-4-8", "", 0, ``},
		{"claude-opus-4-8", "none", 0, `"thinking":{"type":"disabled"},`},
		{"claude-opus-4-8", "minimal", 0, `"thinking":{"type":"adaptive"},"output_config":{"effort":"low"},`},
		{"claude-sonnet-5", "xhigh", 0, `"thinking":{"type":"adaptive"},"output_config":{"effort":"xhigh"},`},
		{"claude-opus-4-8", "max", 0, `"thinking":{"type":"adaptive"},"output_config":{"effort":"max"},`},
		{"claude-sonnet-4-5-20250929", "low", 0, `"thinking":{"type":"enabled","budget_tokens":2048},`},
		{"claude-opus-4-20250514", "high", 0, `"thinking":{"type":"enabled","budget_tokens":16384},`},
		{"claude-3-7-sonnet", "max", 8000, `"thinking":{"type":"enabled","budget_tokens":6976},`},
		{"claude-3-7-sonnet", "high", 2000, ``},
	} {
		got := bodyOf(t, hello(func(r *providers.Request) {
			r.Model, r.Parameters.Reasoning, r.Parameters.MaxTokens = c.model, c.effort, c.most
		}))
		_, after, _ := strings.Cut(got, `]}],`)
		if after != c.want+`"stream":true}` {
			t.Errorf("%s %s: %s", c.model, c.effort, after)
		}
	}
}

// With a budget, a turn that continues must begin with a thought of the same model. A
// model that decides by itself is asked whatever came before.
func TestATurnThatDoesNotBeginWithAThoughtHasNoBudget(t *testing.T) {
	const older = "claude-sonnet-4-5"
	user := providers.Message{Role: providers.User, Text: "go"}
	result := providers.Message{Role: providers.Tool, CallID: "a", Text: "x"}
	call := providers.Message{Role: providers.Assistant, Text: "I look.", Calls: []providers.Call{{ID: "a", Name: "f"}}}
	thought := call
	thought.Provider = json.RawMessage(`{"server":"anthropic","model":"` + older + `","blocks":[{"thought":{"type":"redacted_thinking","data":"YQ=="}},{}]}`)
	late := thought
	late.Provider = json.RawMessage(`{"server":"anthropic","model":"` + older + `","blocks":[{"text":7},{"thought":{"type":"redacted_thinking","data":"YQ=="}},{}]}`)
	said := providers.Message{Role: providers.Assistant, Text: "Done."}
	for _, c := range []struct {
		name     string
		messages []providers.Message
		want     bool
	}{
		{"calls of another model", []providers.Message{call, result}, false},
		{"and what is asked about them", []providers.Message{call, result, user}, false},
		{"and again", []providers.Message{call, result, user, call, result, user, user}, false},
		{"calls after a thought", []providers.Message{thought, result, user}, true},
		{"a thought for the whole turn", []providers.Message{thought, result, call, result, user}, true},
		{"a thought only later", []providers.Message{call, result, thought, result}, false},
		{"a thought after a text", []providers.Message{late, result}, false},
		{"a turn that is over", []providers.Message{call, result, said, user}, true},
		{"no calls", []providers.Message{said, user}, true},
	} {
		for model, want := range map[string]bool{older: c.want, "claude-opus-4-8": true} {
			got := bodyOf(t, hello(func(r *providers.Request) {
				r.Model, r.Parameters.Reasoning = model, "high"
				r.Messages = append(r.Messages, c.messages...)
			}))
			if strings.Contains(got, `"thinking":{"type":"`) != want {
				t.Errorf("%s, %s: %s", c.name, model, got)
			}
		}
	}
}

// A server that demands more thoughts than its documentation says is asked without; the
// next conversation thinks again.
func TestThinkingThatIsRefusedIsLeftOut(t *testing.T) {
	s := serve(t, answer{status: 400, kind: "application/json", body: `{"type":"error","error":{"type":"invalid_request_error","message":"messages.1.content.0.type: Expected ` +
		"`thinking` or `redacted_thinking`, but found `text`. When `thinking` is enabled, a final `assistant` message must start with a thinking block." + `"}}`},
		good(text(0, "hi")...), good(text(0, "hi")...))
	p := s.provider()
	r := hello(func(r *providers.Request) { r.Parameters.Reasoning = "high" })
	answered(t, p, r)
	answered(t, p, r)
	for i, want := range []bool{true, false, true} {
		equal(t, strings.Contains(s.bodies[i], `"thinking":{"type":"adaptive"}`), want)
	}
}

const schema = `{"type":"object","properties":{"answer":{"type":"boolean"}},"required":["answer"],"additionalProperties":false}`

// A server that refuses one form of structured output is asked with the next.
func TestAnObjectIsAskedForAsTheServerCan(t *testing.T) {
	no := func(why string) answer {
		return answer{status: 400, kind: "application/json", body: `{"type":"error","error":{"type":"invalid_request_error","message":"` + why + `"}}`}
	}
	forced := []string{
		`{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"review","input":{}}}`,
		`{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"answer\":true}"}}`,
	}
	want := hello(func(r *providers.Request) {
		r.Output = &providers.Output{Name: "review", Schema: json.RawMessage(schema)}
	})
	s := serve(t, good(text(0, `{"answer":true}`)...), no("output_config: Extra inputs are not permitted"),
		events(append(append([]string{start}, forced...), `{"type":"message_delta","delta":{"stop_reason":"tool_use"}}`, over)...),
		no("tool_choice: not here"), good(text(0, "```json\n", `{"answer":true}`, "\n```")...))
	p := s.provider()
	for range 3 {
		got := answered(t, p, want)
		equal(t, got.Text, `{"answer":true}`)
		equal(t, got.Finish, "stop")
		equal(t, len(got.Calls), 0)
	}
	head := `{"model":"claude-opus-4-8","max_tokens":32000,`
	messages := `"messages":[{"role":"user","content":[{"type":"text","text":"hi"}]}],`
	equal(t, s.bodies[0], head+messages+`"output_config":{"format":{"type":"json_schema","schema":`+schema+`}},"stream":true}`)
	equal(t, s.bodies[2], head+messages+`"tools":[{"name":"review","description":"Give your answer by calling this tool.","input_schema":`+schema+`}],"tool_choice":{"type":"tool","name":"review"},"stream":true}`)
	equal(t, strings.HasPrefix(s.bodies[4], head+`"system":[{"type":"text","text":"Answer with one JSON object and nothing else`), true)
	equal(t, p.Capabilities("claude-opus-4-8").Output, providers.OutputPrompted)
}

// TestASecondForcedAnswerIsACall: whoever asked sees that there were two, and takes neither.
func TestASecondForcedAnswerIsACall(t *testing.T) {
	var twice []string
	for i, said := range []string{"false", "true"} {
		twice = append(twice, fmt.Sprintf(`{"type":"content_block_start","index":%d,"content_block":{"type":"tool_use","id":"t%d","name":"review","input":{}}}`, i, i),
			fmt.Sprintf(`{"type":"content_block_delta","index":%d,"delta":{"type":"input_json_delta","partial_json":"{\"answer\":%s}"}}`, i, said))
	}
	s := serve(t, answer{status: 400, kind: "application/json", body: `{"type":"error","error":{"type":"invalid_request_error","message":"output_config: Extra inputs are not permitted"}}`},
		events(append(append([]string{start}, twice...), `{"type":"message_delta","delta":{"stop_reason":"tool_use"}}`, over)...))
	got := answered(t, s.provider(), hello(func(r *providers.Request) {
		r.Output = &providers.Output{Name: "review", Schema: json.RawMessage(schema)}
	}))
	equal(t, got.Text, `{"answer":false}`)
	equal(t, len(got.Calls), 1)
	equal(t, got.Calls[0].Arguments, `{"answer":true}`)
}

func TestWhatAModelDoesNotTakeIsLearned(t *testing.T) {
	no := func(why string) answer {
		return answer{status: 400, kind: "application/json", body: `{"type":"error","error":{"type":"invalid_request_error","message":"` + why + `"}}`}
	}
	s := serve(t, no("max_tokens: 32000 > 8192, which is the maximum allowed number of output tokens for x"),
		no("adaptive thinking is not supported on this model"), no("cache_control: not here"), good(text(0, "hi")...), good(text(0, "hi")...))
	p := s.provider()
	r := hello(func(r *providers.Request) { r.Parameters.Reasoning, r.Limits.Cache = "high", true })
	answered(t, p, r)
	answered(t, p, r)
	want := `{"model":"claude-opus-4-8","max_tokens":8192,"messages":[{"role":"user","content":[{"type":"text","text":"hi"}]}],"thinking":{"type":"enabled","budget_tokens":7168},"stream":true}`
	equal(t, s.bodies[3], want)
	equal(t, s.bodies[4], want)
}

func TestImagesStandBeforeTheirText(t *testing.T) {
	got := bodyOf(t, hello(func(r *providers.Request) {
		r.Messages[0].Images = []providers.Image{{Type: "image/png", Data: []byte{0xff, 0, 1}}, {Type: "image/webp", Data: []byte("ab")}}
		r.Limits.Cache = true
	}))
	equal(t, got, `{"model":"claude-opus-4-8","max_tokens":32000,"messages":[{"role":"user","content":[`+
		`{"type":"image","source":{"type":"base64","media_type":"image/png","data":"/wAB"}},{"type":"image","source":{"type":"base64","media_type":"image/webp","data":"YWI="}},`+
		`{"type":"text","text":"hi","cache_control":{"type":"ephemeral"}}]}],"stream":true}`)
}

// TestAnAnswerBesideAForcedOneIsASecond, but other words are not.
func TestAnAnswerBesideAForcedOneIsASecond(t *testing.T) {
	forced := []string{
		`{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"t","name":"review","input":{}}}`,
		`{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\"answer\":true}"}}`,
		`{"type":"message_delta","delta":{"stop_reason":"tool_use"}}`, over,
	}
	for before, want := range map[string]string{
		`{"answer":false}`: "{\"answer\":false}\n\n{\"answer\":true}",
		`{"answer":true}`:  `{"answer":true}`,
		`I look at it.`:    `{"answer":true}`,
	} {
		s := serve(t, answer{status: 400, kind: "application/json", body: `{"type":"error","error":{"type":"invalid_request_error","message":"output_config: Extra inputs are not permitted"}}`},
			events(append(append([]string{start}, text(0, before)...), forced...)...))
		got := answered(t, s.provider(), hello(func(r *providers.Request) {
			r.Output = &providers.Output{Name: "review", Schema: json.RawMessage(schema)}
		}))
		equal(t, got.Text, want)
		equal(t, len(got.Calls), 0)
	}
}

// TestAForcedAnswerThatIsToldInTwoWays: at its beginning, and in pieces.
func TestAForcedAnswerThatIsToldInTwoWays(t *testing.T) {
	const yes = `{"answer":true}`
	for opened, want := range map[string]string{
		`{"answer":false}`:    "Several things: " + yes + "\n\n" + `{"answer":false}`,
		`{ "answer" : true }`: yes,
		`{}`:                  yes,
		`null`:                yes,
	} {
		s := serve(t, answer{status: 400, kind: "application/json", body: `{"type":"error","error":{"type":"invalid_request_error","message":"output_config: Extra inputs are not permitted"}}`},
			events(start, `{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"review","input":`+opened+`}}`,
				`{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"answer\":true}"}}`, `{"type":"message_delta","delta":{"stop_reason":"tool_use"}}`, over))
		got := answered(t, s.provider(), hello(func(r *providers.Request) {
			r.Output = &providers.Output{Name: "review", Schema: json.RawMessage(schema)}
		}))
		equal(t, got.Text, want)
	}
}

// TestABlockOfAnotherKindIsPartOfAnAnswer: it may be another one, or what the answer depends on. Thoughts
// are neither.
func TestABlockOfAnotherKindIsPartOfAnAnswer(t *testing.T) {
	const yes = `{"answer":true}`
	for block, want := range map[string]string{
		`{"type":"server_tool_use","id":"s","name":"web_search","input":{}}`: "Several things: " + yes + "\n\n" + `{"type":"server_tool_use","id":"s","name":"web_search","input":{}}`,
		`{"type":"verdict","text":"no"}`:                                     "Several things: " + yes + "\n\n" + `{"type":"verdict","text":"no"}`,
		`{"type":"redacted_thinking","data":"YQ=="}`:                         yes,
		`{"type":"thinking","thinking":"hm"}`:                                yes,
		`{"type":"text","text":""}`:                                          yes,
	} {
		s := serve(t, events(append(append([]string{start}, text(0, yes)...),
			`{"type":"content_block_start","index":1,"content_block":`+block+`}`, `{"type":"message_delta","delta":{"stop_reason":"end_turn"}}`, over)...))
		got := answered(t, s.provider(), hello(func(r *providers.Request) {
			r.Output = &providers.Output{Name: "review", Schema: json.RawMessage(schema)}
		}))
		equal(t, got.Text, want)
	}
}

// TestAThoughtIsNoAnswer, whatever its pieces call themselves. Proxies give one index to all blocks.
func TestAThoughtIsNoAnswer(t *testing.T) {
	const yes = `{"answer":true}`
	block := func(kind string) string {
		return `{"type":"content_block_start","index":0,"content_block":{"type":"` + kind + `"}}`
	}
	for _, c := range []struct {
		blocks []string
		whole  bool
	}{
		{[]string{block("thinking")}, false},
		{[]string{block("redacted_thinking")}, false},
		{[]string{block("thinking"), block("text")}, true},
		{[]string{block("text"), block("thinking")}, false},
		{[]string{block("thinking"), block("text"), block("quote")}, false},
		{nil, true}, // proxies drop events
	} {
		said := `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"{\"answer\":true}"}}`
		s := serve(t, events(append(append([]string{start}, c.blocks...), said, `{"type":"message_delta","delta":{"stop_reason":"end_turn"}}`, over)...))
		got := answered(t, s.provider(), hello(func(r *providers.Request) {
			r.Output = &providers.Output{Name: "review", Schema: json.RawMessage(schema)}
		}))
		if (got.Text == yes) != c.whole {
			t.Errorf("%q: %q", c.blocks, got.Text)
		}
	}
}

// TestWhatStandsBesideAnAnswer is another, or what another says.
func TestWhatStandsBesideAnAnswer(t *testing.T) {
	const yes = `{"answer":true}`
	opened := func(more string) string { return `{"type":"message_start","message":{"model":"m"` + more + `}}` }
	piece := func(delta string) string { return `{"type":"content_block_delta","index":0,"delta":` + delta + `}` }
	for name, c := range map[string]struct {
		start, piece string
		two          bool
	}{
		"a beginning with another":       {opened(`,"content":[{"type":"text","text":"{\"answer\":false}"}]`), "", true},
		"a beginning with nothing":       {opened(`,"role":"assistant","content":[{"type":"text","text":""}]`), "", false},
		"what the user says":             {opened(`,"role":"user","content":[]`), "", true},
		"what nobody knows says":         {opened(`,"role":"critic","content":[]`), "", true},
		"a beginning that refuses":       {opened(`,"stop_reason":"refusal"`), "", true},
		"a beginning with no end yet":    {opened(`,"stop_reason":null`), "", false},
		"a beginning with an error":      {opened(`,"error":{"message":"Moderated"}`), "", true},
		"a second beginning":             {opened(""), opened(""), true},
		"a piece that says no kind":      {opened(""), piece(`{"text":"No."}`), true},
		"a piece of a kind unknown":      {opened(""), piece(`{"type":"refusal_delta","text":"No."}`), true},
		"a piece of a call never opened": {opened(""), piece(`{"type":"input_json_delta","partial_json":"{\"answer\":false}"}`), true},
		"a source":                       {opened(""), piece(`{"type":"citations_delta","citation":{}}`), false},
		"a signature":                    {opened(""), piece(`{"type":"signature_delta","signature":"s"}`), false},
	} {
		all := append([]string{c.start}, text(0, yes)...)
		if c.piece != "" {
			all = append(all, c.piece)
		}
		s := serve(t, events(append(all, `{"type":"message_delta","delta":{"stop_reason":"end_turn"}}`, over)...))
		got := answered(t, s.provider(), hello(func(r *providers.Request) {
			r.Output = &providers.Output{Name: "review", Schema: json.RawMessage(schema)}
		}))
		if whole := json.Valid([]byte(got.Text)); whole == c.two {
			t.Errorf("%s: %q", name, got.Text)
		}
	}
}

// TestAnErrorBesideAnObject is an error, whatever else the event says.
func TestAnErrorBesideAnObject(t *testing.T) {
	said := text(0, `{"answer":true}`)
	const end = `{"type":"message_delta","delta":{"stop_reason":"end_turn"}}`
	const fault = `,"error":{"message":"Moderated"}}`
	with := func(event string) string { return strings.TrimSuffix(event, "}") + fault }
	for name, in := range map[string]answer{
		"beside a piece":         events(start, said[0], with(said[1]), said[2], end, over),
		"beside the end":         events(append(append([]string{start}, said...), with(end), over)...),
		"beside a ping":          events(append(append([]string{start}, said...), with(`{"type":"ping"}`), end, over)...),
		"beside a whole message": {kind: "application/json", body: with(`{"type":"message","content":[{"type":"text","text":"{\"answer\":true}"}],"stop_reason":"end_turn"}`)},
	} {
		got, err := ask(t, serve(t, in).provider(), hello(func(r *providers.Request) {
			r.Output = &providers.Output{Name: "review", Schema: json.RawMessage(schema)}
		}))
		if err == nil {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}

// TestWhatStandsBesideNothing is no answer either.
func TestWhatStandsBesideNothing(t *testing.T) {
	const yes = `{"answer":true}`
	for name, in := range map[string]string{
		"a block of no kind": `{"type":"content_block_start","index":0,"content_block":` + yes + `}`,
		"a beginning":        `{"type":"message_start","message":{"content":[` + yes + `]}}`,
		"a role":             `{"type":"message_start","message":{"role":` + yes + `,"content":[]}}`,
	} {
		s := serve(t, events(append(append([]string{in}, text(1, " ")...), `{"type":"message_delta","delta":{"stop_reason":"end_turn"}}`, over)...))
		got := answered(t, s.provider(), hello(func(r *providers.Request) {
			r.Output = &providers.Output{Name: "review", Schema: json.RawMessage(schema)}
		}))
		if json.Valid([]byte(got.Text)) {
			t.Errorf("%s: %q", name, got.Text)
		}
	}
}
