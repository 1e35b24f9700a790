package openai

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"parley/providers"
	"parley/providers/wire"
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

// TestWhatIsSaidInTwoWaysIsNoObject: whoever asked for one object takes neither of two, nor one
// beside a refusal.
func TestWhatIsSaidInTwoWaysIsNoObject(t *testing.T) {
	const yes, no = `{\"reason\":\"r\",\"answer\":true}`, `{\"reason\":\"r\",\"answer\":false}`
	piece := func(more string) string { return fmt.Sprintf(`{"choices":[{"delta":{"content":"%s"}%s}]}`, yes, more) }
	forced := func(first string) string {
		return fmt.Sprintf(`{"choices":[{"delta":{%s"tool_calls":[{"index":0,"id":"a","function":{"name":"decision","arguments":"%s"}}]}}]}`, first, yes)
	}
	end := `{"choices":[{"delta":{},"finish_reason":"stop"}]}`
	delta := fmt.Sprintf(`{"type":"response.output_text.delta","output_index":0,"content_index":0,"delta":"%s"}`, yes)
	item := func(part, text string) string {
		return fmt.Sprintf(`{"type":"message","content":[{"type":"%s","%[1]s":"%s"}]}`, part, text)
	}
	phased := func(phase, text string) string {
		return strings.Replace(item("text", text), "{", `{"phase":"`+phase+`",`, 1)
	}
	all := func(items ...string) string {
		return `{"type":"response.completed","response":{"output":[` + strings.Join(items, ",") + `]}}`
	}
	itemDone := `{"type":"response.output_item.done","output_index":0,"item":`
	itemBegun := strings.Replace(itemDone, "done", "added", 1)
	call := fmt.Sprintf(`{"type":"function_call","call_id":"a","name":"decision","arguments":"%s"}`, yes)
	alike := strings.ReplaceAll(yes, ",", " , ")
	for name, c := range map[string]struct {
		in  reply
		how func(*Config)
		two bool
	}{
		"a message with another":            {chat(piece(""), `{"choices":[{"message":{"content":"`+no+`"},"finish_reason":"stop"}]}`), profile(providers.Profile{Output: providers.OutputSchema}), true},
		"a message with a refusal":          {chat(piece(""), `{"choices":[{"message":{"refusal":"No."},"finish_reason":"stop"}]}`), profile(providers.Profile{Output: providers.OutputSchema}), true},
		"a message beside the last piece":   {chat(piece(`,"message":{"content":"` + no + `"},"finish_reason":"stop"`)), profile(providers.Profile{Output: providers.OutputSchema}), true},
		"a message with the same":           {chat(piece(""), `{"choices":[{"message":{"content":"`+alike+`"},"finish_reason":"stop"}]}`), profile(providers.Profile{Output: providers.OutputSchema}), false},
		"another choice":                    {chat(piece(""), `{"choices":[{"index":1,"delta":{"content":"`+no+`"}}]}`, end), profile(providers.Profile{Output: providers.OutputSchema}), true},
		"a refusal that reads like a yes":   {chat(`{"choices":[{"delta":{"refusal":"`+yes+`"}}]}`, end), profile(providers.Profile{Output: providers.OutputSchema}), true},
		"a yes that begins as a refusal":    {chat(`{"choices":[{"delta":{"content":[{"type":"refusal","refusal":"`+yes+`"}]}}]}`, end), profile(providers.Profile{Output: providers.OutputSchema}), true},
		"a text in a part of another kind":  {chat(`{"choices":[{"delta":{"content":[{"type":"image_url","text":"`+yes+`"}]}}]}`, end), profile(providers.Profile{Output: providers.OutputSchema}), true},
		"a refusal in a part":               {chat(`{"choices":[{"delta":{"content":[{"type":"text","text":"`+yes+`"},{"type":"refusal","refusal":"No."}]}}]}`, end), profile(providers.Profile{Output: providers.OutputSchema}), true},
		"a call of the old kind":            {chat(`{"choices":[{"delta":{"content":"`+yes+`","function_call":{"name":"f","arguments":"{}"}}}]}`, end), profile(providers.Profile{Output: providers.OutputSchema}), true},
		"a call of the old kind, empty":     {chat(`{"choices":[{"delta":{"content":"`+yes+`","function_call":{"name":"","arguments":null}}}]}`, end), profile(providers.Profile{Output: providers.OutputSchema}), false},
		"a word in its place":               {chat(`{"choices":[{"delta":{"content":"`+yes+`","function_call":"none"}}]}`, end), profile(providers.Profile{Output: providers.OutputSchema}), false},
		"a call of the old kind at the end": {chat(piece(""), `{"choices":[{"message":{"content":"`+yes+`","function_call":{"name":"f","arguments":"{}"}},"finish_reason":"stop"}]}`), profile(providers.Profile{Output: providers.OutputSchema}), true},
		"another beside the forced call":    {chat(forced(`"content":"`+no+`",`), end), profile(providers.Profile{Output: providers.OutputTool}), true},
		"half of one":                       {chat(forced(`"content":"{\"reason\":\"I",`), end), profile(providers.Profile{Output: providers.OutputTool}), true},
		"a refusal beside the forced call":  {chat(forced(`"refusal":"No.",`), end), profile(providers.Profile{Output: providers.OutputTool}), true},
		"words before the forced call":      {chat(forced(`"content":"I look.",`), end), profile(providers.Profile{Output: providers.OutputTool}), false},
		"the same before the forced call":   {chat(forced(`"content":"`+yes+`",`), end), profile(providers.Profile{Output: providers.OutputTool}), false},

		"the last event":                    {named(delta, all(item("text", no))), onResponses, true},
		"a refusal of Responses like a yes": {named(`{"type":"response.refusal.delta","delta":"`+yes+`"}`, all(item("refusal", yes))), onResponses, true},
		"a text of Responses, another kind": {named(delta, all(`{"type":"message","content":[{"type":"zzz","text":"`+yes+`"}]}`)), onResponses, true},
		"a whole part of another kind":      {named(`{"type":"response.content_part.done","output_index":0,"content_index":0,"part":{"type":"zzz","text":"`+yes+`"}}`, all()), onResponses, true},
		"a whole part that is a refusal":    {named(`{"type":"response.content_part.done","output_index":0,"content_index":0,"part":{"type":"refusal","refusal":"`+yes+`"}}`, all()), onResponses, true},
		"a refusal in the last event":       {named(delta, all(item("refusal", "No."))), onResponses, true},
		"a complete text":                   {named(delta, `{"type":"response.output_text.done","output_index":0,"content_index":0,"text":"`+no+`"}`, all()), onResponses, true},
		"a complete refusal":                {named(delta, `{"type":"response.refusal.done","output_index":0,"content_index":0,"refusal":"No."}`, all()), onResponses, true},
		"a complete item":                   {named(delta, itemDone+item("text", no)+`}`, all()), onResponses, true},
		"a complete item of a refusal":      {named(delta, itemDone+item("refusal", "No.")+`}`, all()), onResponses, true},
		"the same in other blanks":          {named(delta, itemDone+item("text", alike)+`}`, all(item("text", alike))), onResponses, false},
		"nothing in the last event":         {named(delta, itemDone+item("text", "")+`}`, all(item("text", ""))), onResponses, false},
		"a call of another kind":            {named(delta, all(item("text", yes), `{"type":"custom_tool_call","name":"x","input":"y"}`)), onResponses, true},
		"an item that is such a call":       {named(delta, strings.Replace(itemDone, "0", "1", 1)+`{"type":"custom_tool_call","name":"x"}}`, all()), onResponses, true},
		"a shell's call":                    {named(delta, all(item("text", yes), `{"type":"local_shell_call","status":"completed"}`)), onResponses, true},
		"a search that has begun":           {named(delta, strings.Replace(strings.Replace(itemDone, "0", "1", 1), "done", "added", 1)+`{"type":"web_search_call"}}`, all()), onResponses, true},
		"an item to be approved":            {named(all(item("text", yes), `{"type":"mcp_approval_request","name":"x"}`)), onResponses, true},
		"a kind that nobody knows":          {named(all(item("text", yes), `{"type":"verdict","text":"`+no+`"}`)), onResponses, true},
		"an item of no kind":                {named(all(item("text", yes), `{"content":"`+no+`"}`)), onResponses, true},
		"a content that is one part":        {named(all(item("text", yes), `{"type":"message","content":{"type":"output_text","text":"`+no+`"}}`)), onResponses, true},
		"an item that says nothing":         {named(all(item("text", yes), `{}`)), onResponses, false},
		"reasoning beside it":               {named(all(`{"type":"reasoning","summary":[]}`, item("text", yes))), onResponses, false},
		"another choice that calls":         {chat(piece(""), `{"choices":[{"index":1,"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}]}}]}`, end), profile(providers.Profile{Output: providers.OutputSchema}), true},
		"a message with a call":             {chat(piece(""), `{"choices":[{"message":{"content":"`+yes+`","tool_calls":[{"id":"a","function":{"name":"f","arguments":"{}"}}]},"finish_reason":"stop"}]}`), profile(providers.Profile{Output: providers.OutputSchema}), true},
		"a message with another part":       {chat(piece(""), `{"choices":[{"message":{"content":[{"type":"text","text":"`+yes+`"},{"type":"json","json":{"answer":false}}]},"finish_reason":"stop"}]}`), profile(providers.Profile{Output: providers.OutputSchema}), true},
		"the forced call once more":         {chat(forced(""), `{"choices":[{"message":{"role":"assistant","tool_calls":[{"id":"a","function":{"name":"decision","arguments":"`+yes+`"}}]},"finish_reason":"stop"}]}`), profile(providers.Profile{Output: providers.OutputTool}), false},
		"the forced call in another way":    {chat(forced(""), `{"choices":[{"message":{"role":"assistant","tool_calls":[{"id":"a","function":{"name":"decision","arguments":"`+no+`"}}]},"finish_reason":"stop"}]}`), profile(providers.Profile{Output: providers.OutputTool}), true},
		"what the user says":                {chat(strings.Replace(piece(""), `{"content"`, `{"role":"user","content"`, 1), end), profile(providers.Profile{Output: providers.OutputSchema}), true},
		"what the assistant says":           {chat(strings.Replace(piece(""), `{"content"`, `{"role":"assistant","content"`, 1), end), profile(providers.Profile{Output: providers.OutputSchema}), false},
		"an item that the user says":        {named(all(strings.Replace(item("text", yes), "{", `{"role":"user",`, 1))), onResponses, true},
		"one that is the system's, in bits": {named(delta, itemDone+strings.Replace(item("text", yes), "{", `{"role":"system",`, 1)+`}`, all()), onResponses, true},
		"one that the assistant says":       {named(all(strings.Replace(item("text", yes), "{", `{"role":"assistant","status":"completed",`, 1))), onResponses, false},
		"an item with another part":         {named(all(`{"type":"message","content":[{"type":"output_text","text":"` + yes + `"},{"type":"output_json","json":{"answer":false}}]}`)), onResponses, true},
		"an item with a part that thinks":   {named(all(`{"type":"message","content":[{"type":"reasoning","steps":[]},{"type":"output_text","text":"` + yes + `"}]}`)), onResponses, false},
		"a part of another kind":            {chat(`{"choices":[{"delta":{"content":[{"type":"text","text":"`+yes+`"},{"type":"json","json":{"answer":false}}]}}]}`, end), profile(providers.Profile{Output: providers.OutputSchema}), true},
		"a part that thinks":                {chat(`{"choices":[{"delta":{"content":[{"type":"reasoning","steps":[]},{"type":"text","text":"`+yes+`"}]}}]}`, end), profile(providers.Profile{Output: providers.OutputSchema}), false},
		"another choice alone":              {chat(`{"choices":[{"index":1,"delta":{"content":"`+yes+`"}}]}`, end), profile(providers.Profile{Output: providers.OutputSchema}), true},
		"another choice that refuses":       {chat(`{"choices":[{"index":1,"delta":{"refusal":"`+yes+`"}}]}`, end), profile(providers.Profile{Output: providers.OutputSchema}), true},
		"a call at the end, of no name":     {chat(`{"choices":[{"delta":{"reasoning_content":"Hm."}}]}`, `{"choices":[{"message":{"tool_calls":[{"id":"a","function":{"arguments":"`+yes+`"}}]},"finish_reason":"stop"}]}`), profile(providers.Profile{Output: providers.OutputSchema}), true},
		"a role that reads like a yes":      {chat(`{"choices":[{"delta":{"role":{"reason":"r","answer":true},"content":" "}}]}`, end), profile(providers.Profile{Output: providers.OutputSchema}), true},
		"on the way, and no call":           {named(all(phased("commentary", yes))), forcedResponses, true},
		"a call begun with another":         {named(itemBegun+strings.ReplaceAll(call, "true", "false")+`}`, itemDone+call+`}`, all(call)), forcedResponses, true},
		"a call begun with nothing":         {named(itemBegun+strings.Replace(call, `"arguments":"`+yes, `"arguments":"{}`, 1)+`}`, itemDone+call+`}`, all(call)), forcedResponses, false},
		"a call begun with the same":        {named(itemBegun+call+`}`, itemDone+call+`}`, all(call)), forcedResponses, false},
		"a part that refuses in its text":   {chat(`{"choices":[{"delta":{"content":[{"type":"refusal","text":"`+yes+`"}]}}]}`, end), profile(providers.Profile{Output: providers.OutputSchema}), true},
		"a role that nobody knows":          {chat(strings.Replace(piece(""), `{"content"`, `{"role":"critic","content"`, 1), end), profile(providers.Profile{Output: providers.OutputSchema}), true},
		"an item that refuses in its text":  {named(all(`{"type":"message","content":[{"type":"refusal","text":"` + yes + `"}]}`)), onResponses, true},
		"a refusal that cannot be read":     {named(delta, itemDone+`{"type":"message","content":[{"type":"output_text","text":"`+yes+`"},{"type":"refusal","refusal":["No."]}]}}`, all()), onResponses, true},
		"parts that cannot be read":         {named(delta, itemDone+`{"type":"message","content":["No."]}}`, all()), onResponses, true},
		"a part that begins to refuse":      {named(`{"type":"response.content_part.added","output_index":0,"content_index":1,"part":{"type":"refusal","refusal":""}}`, delta, all()), onResponses, true},
		"a part that begins as another":     {named(`{"type":"response.content_part.added","output_index":0,"content_index":1,"part":{"type":"verdict"}}`, delta, all()), onResponses, true},
		"a part that begins to speak":       {named(`{"type":"response.content_part.added","output_index":0,"content_index":0,"part":{"type":"output_text","text":""}}`, delta, all()), onResponses, false},
		"again within an item that thinks":  {named(delta, `{"type":"response.output_item.added","output_index":1,"item":{"type":"reasoning"}}`, `{"type":"response.output_text.done","output_index":1,"content_index":0,"text":"`+yes+`"}`, all()), onResponses, true},
		"within a part that thinks":         {named(`{"type":"response.content_part.added","output_index":0,"content_index":0,"part":{"type":"reasoning_text"}}`, delta, all()), onResponses, true},
		"within an item that thinks":        {named(itemBegun+`{"type":"reasoning"}}`, delta, all()), onResponses, true},
		"behind one, in its place":          {named(itemBegun+`{"type":"reasoning"}}`, itemBegun+`{"type":"message"}}`, delta, all()), onResponses, false},
		"said in a phase nobody knows":      {named(all(phased("analysis", yes))), onResponses, true},
		"said in the last phase":            {named(all(phased("final_answer", yes))), onResponses, false},
		"another text and the call":         {named(all(item("text", no), call)), forcedResponses, true},
		"a refusal and the call":            {named(all(item("refusal", "No."), call)), forcedResponses, true},
		"a refusal in pieces, and the call": {named(`{"type":"response.refusal.delta","delta":"No."}`, all(call)), forcedResponses, true},
		"said on the way":                   {named(all(phased("commentary", yes))), onResponses, true},
		"said on the way, in pieces":        {named(`{"type":"response.output_item.added","output_index":0,"item":{"type":"message","phase":"commentary"}}`, delta, all()), onResponses, true},
		"another said on the way":           {named(all(phased("commentary", no), phased("final_answer", yes))), onResponses, true},
		"words said on the way":             {named(all(phased("commentary", "I look."), phased("final_answer", yes))), onResponses, false},
		"another on the way to the call":    {named(all(phased("commentary", no), call)), forcedResponses, true},
		"words and the call":                {named(all(item("text", "I look."), call)), forcedResponses, false},
	} {
		got := answered(t, serve(t, c.in).provider(t, c.how), hello(wantObject, func(r *providers.Request) { r.Model = "gpt-6-sol" }))
		if whole := json.Valid([]byte(got.Text)); whole == c.two || len(got.Calls) > 0 || got.Finish != "stop" {
			t.Errorf("%s: %s, %q", name, got.Finish, got.Text)
		}
	}
}

// TestAnAnswerThatIsNotWhole by its own item is cut, whatever the response says of itself.
func TestAnAnswerThatIsNotWhole(t *testing.T) {
	for status, want := range map[string]string{"in_progress": "incomplete", "failed": "incomplete", "incomplete": "incomplete", "completed": "stop", "": "stop"} {
		item := `{"type":"message","status":"` + status + `","content":[{"type":"output_text","text":"{\"reason\":\"r\",\"answer\":true}"}]}`
		for _, in := range []reply{
			named(`{"type":"response.completed","response":{"status":"completed","output":[` + item + `]}}`),
			named(`{"type":"response.output_item.done","output_index":0,"item":`+item+`}`, `{"type":"response.completed","response":{"status":"completed"}}`),
		} {
			got := answered(t, serve(t, in).provider(t, onResponses), hello(wantObject, func(r *providers.Request) { r.Model = "gpt-6-sol" }))
			equal(t, status+": "+got.Finish, status+": "+want)
		}
	}
}

// TestAnObjectBesideACallThatIsMissing: a response that ended in order to call is not whole
// without a call, whatever it says. Where the call is the answer, the word for it is right.
func TestAnObjectBesideACallThatIsMissing(t *testing.T) {
	const object = `{\"reason\":\"r\",\"answer\":true}`
	said := `{"choices":[{"delta":{"content":"` + object + `"}}]}`
	forced := `{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"decision","arguments":"` + object + `"}}]}}]}`
	for _, word := range []string{"tool_calls", "TOOL_USE", "function_call", "toolCalls"} {
		end := `{"choices":[{"delta":{},"finish_reason":"` + word + `"}]}`
		for first, want := range map[string]string{said: wire.NoCalls, forced: "stop"} {
			s := serve(t, chat(first, end))
			got := answered(t, s.provider(t, profile(providers.Profile{Output: providers.OutputTool})), hello(wantObject))
			equal(t, got.Finish, want)
			equal(t, len(got.Calls), 0)
		}
	}
}

func forcedResponses(c *Config) {
	c.Profile = &providers.Profile{Responses: true, Output: providers.OutputTool, CompletionTokens: true}
}

// TestAKeyThatStandsTwiceIsNoAnswer: one reader takes the first of two values and another the last, so
// that a proxy or a log may hold the other answer. Where no object was asked for, one is read.
func TestAKeyThatStandsTwiceIsNoAnswer(t *testing.T) {
	const yes, no = `"{\"reason\":\"r\",\"answer\":true}"`, `"{\"reason\":\"r\",\"answer\":false}"`
	end := `{"choices":[{"delta":{},"finish_reason":"stop"}]}`
	const text = `{"type":"response.output_text.delta","output_index":0,"content_index":0,"delta":`
	for name, c := range map[string]struct {
		in  reply
		how func(*Config)
	}{
		"a text":                {chat(`{"choices":[{"delta":{"content":`+no+`,"content":`+yes+`}}]}`, end), profile(providers.Profile{Output: providers.OutputSchema})},
		"in other letters":      {chat(`{"choices":[{"delta":{"content":`+no+`,"Content":`+yes+`}}]}`, end), profile(providers.Profile{Output: providers.OutputSchema})},
		"in letters alike":      {chat(`{"choices":[{"delta":{"content":`+no+`}}],"choice`+"\u017f"+`":[{"delta":{"content":`+yes+`}}]}`, end), profile(providers.Profile{Output: providers.OutputSchema})},
		"without a stream":      {reply{kind: "application/json", chunks: []string{`{"choices":[{"message":{"content":` + no + `,"content":` + yes + `},"finish_reason":"stop"}]}`}}, profile(providers.Profile{Output: providers.OutputSchema})},
		"in the other protocol": {named(text+no+`,"delta":`+yes+`}`, `{"type":"response.completed","response":{"output":[]}}`), onResponses},
	} {
		s := serve(t, c.in, c.in)
		_, err := ask(t, s.provider(t, c.how), hello(wantObject, func(r *providers.Request) { r.Model = "gpt-6-sol" }))
		if want := "The response of testing can be read in two ways: one key stands twice in it."; err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
		if got := answered(t, s.provider(t, c.how), hello(func(r *providers.Request) { r.Model = "gpt-6-sol" })); got.Text == "" {
			t.Errorf("%s: nothing is read where no object was asked for", name)
		}
	}
}

// TestAnErrorBesideAnObject is an error, wherever it stands and whatever the connection does then. Where
// no object was asked for, a response that is there is kept.
func TestAnErrorBesideAnObject(t *testing.T) {
	const object = `{\"reason\":\"r\",\"answer\":true}`
	said := `{"choices":[{"delta":{"content":"` + object + `"}}]}`
	delta := `{"type":"response.output_text.delta","output_index":0,"content_index":0,"delta":"` + object + `"}`
	fault := `"error":{"message":"Moderated"}`
	whole := reply{kind: "application/json", chunks: []string{`{"choices":[{"message":{"content":"` + object + `"},"finish_reason":"stop"}],"errors":["Moderated"]}`}}
	bare := streamed("data: " + said + "\n\ndata: " + stop + "\n\n{" + fault + "}\n\n")
	bare.cut = true
	for name, c := range map[string]struct {
		in  reply
		how func(*Config)
	}{
		"in another choice":        {chat(said, `{"choices":[{"index":1,`+fault+`}]}`, stop), profile(providers.Profile{Output: providers.OutputSchema})},
		"beside a whole response":  {whole, profile(providers.Profile{Output: providers.OutputSchema})},
		"between events, then cut": {bare, profile(providers.Profile{Output: providers.OutputSchema})},
		"half of one":              {streamed("data: " + said + "\n\ndata: " + stop + "\n\ndata: {\"error\":{\"mess"), profile(providers.Profile{Output: providers.OutputSchema})},
		"beside a piece":           {named(strings.Replace(delta, "{", "{"+fault+",", 1), `{"type":"response.completed"}`), onResponses},
		"beside the end":           {named(delta, `{"type":"response.completed",`+fault+`}`), onResponses},
	} {
		if got, err := ask(t, serve(t, c.in).provider(t, c.how), hello(wantObject, func(r *providers.Request) { r.Model = "gpt-6-sol" })); err == nil {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	got := answered(t, serve(t, named(delta, `{"type":"response.completed"}`, `{"type":"response.cancelled"}`)).provider(t, onResponses), hello(wantObject, func(r *providers.Request) { r.Model = "gpt-6-sol" }))
	equal(t, got.Finish, "cancelled")
}
