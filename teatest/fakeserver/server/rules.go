package server

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"parley/providers"
	"parley/providers/script"
)

// rules are what one server insists on beyond what all do: in chat completions, according
// to its documentation and its refusals. The zero value insists on nothing.
type rules struct {
	ids       *regexp.Regexp                              // the required form of a call's id
	unknown   []string                                    // fields that it does not know
	unknowns  string                                      // how it says so; empty: as most do
	alternate bool                                        // messages of the user and of the assistant alternate
	reasoning string                                      // the refusal of calls without reasoning_content
	thought   func(chatMessage, bool) string              // what is wrong with what it wanted back; whether the turn continues
	dressing  func(*chatDelta, script.Take, script.Piece) // what it sends to have it back
	marks     bool                                        // it takes cache_control
	format    string                                      // the refusal of structured output in a stream
	choice    string                                      // the refusal of a tool that must be called
	effort    string                                      // the refusal of a reasoning effort
	called    string                                      // the field in which reasoning arrives; empty: as in the scenario
	refusal   func(string) (int, any)                     // how it words a refusal; nil: as OpenAI does
}

// rulesOf is the table of servers. It is flat, and therefore longer than other functions.
func rulesOf(server string) rules {
	switch server {
	case "mistral":
		return rules{
			ids:     regexp.MustCompile(`^[a-zA-Z0-9]{9}$`),
			unknown: []string{"stream_options", "reasoning_content", "reasoning", "reasoning_details", "extra_content", "max_completion_tokens", "prompt_cache_key"},
		}
	case "template":
		return rules{alternate: true}
	case "deepseek":
		return rules{reasoning: "Missing `reasoning_content` field in the assistant message at message index %d. For more information, please refer to the documentation."}
	case "kimi":
		return rules{reasoning: "thinking is enabled but reasoning_content is missing in assistant tool call message at index %d"}
	case "openrouter":
		return rules{thought: detailed, dressing: withDetails, marks: true}
	case "google":
		return rules{thought: signed, dressing: withSignature}
	case "groq":
		return rules{
			unknown:  []string{"reasoning_content", "reasoning", "reasoning_details", "extra_content", "prompt_cache_key"},
			unknowns: "'messages' : for 'role:assistant' the following must be satisfied[('messages' : property '%s' is unsupported)]",
			format:   "`response_format` does not support streaming", called: "reasoning",
		}
	case "cerebras":
		return rules{
			unknown: []string{"reasoning_content", "reasoning_details", "extra_content", "prompt_cache_key"}, called: "reasoning",
			format: `"stream=true" with structured outputs is currently not supported for reasoning models.`,
			choice: "Unsupported tool_choice: type='function' function=ChoiceObjectFunction(name='%s'). Expected 'auto' or 'none'.",
		}
	case "xai":
		return rules{effort: "Model %s does not support parameter reasoningEffort.", refusal: codeAndError}
	case "lmstudio":
		return rules{choice: "Invalid tool_choice type: 'object'. Supported string values: none, auto, required", refusal: onlyError}
	case "llamacpp":
		return rules{alternate: true, refusal: jinja}
	case "vllm":
		return rules{alternate: true, refusal: objectError}
	}
	return rules{}
}

// dress adds to a piece of a response what the server wants back.
func (r rules) dress(d *chatDelta, t script.Take, p script.Piece) {
	if r.dressing != nil {
		r.dressing(d, t, p)
	}
}

// broken says which rule a request breaks, "" if none.
func (r rules) broken(a asked, s script.Scenario) string {
	if a.server == "openai" {
		return openaiBroken(a, s)
	}
	if a.chat == nil {
		return ""
	}
	if why := r.asked(a); why != "" {
		return why
	}
	turn := 0 // where the running turn begins
	last := ""
	for i, m := range a.chat.Messages {
		if r.alternate && m.Role == last && (m.Role == "user" || m.Role == "assistant") {
			return "Conversation roles must alternate user/assistant/user/assistant/... (error in the chat template)"
		}
		last = m.Role
		if m.Role == "user" {
			turn = i
		}
	}
	for _, name := range r.unknown {
		if a.chat.has(name) {
			return fmt.Sprintf(cmp.Or(r.unknowns, "Extra inputs are not permitted: %s"), name)
		}
	}
	for i, m := range a.chat.Messages {
		if why := r.message(i, m, i > turn, reasons(s) && a.req.Model != s.Reviewer); why != "" {
			return why
		}
	}
	return ""
}

// asked says what a server refuses in the way it is asked, whatever is said.
func (r rules) asked(a asked) string {
	switch {
	case r.format != "" && a.format && a.stream:
		return r.format
	case r.choice != "" && a.forced != "":
		return strings.Replace(r.choice, "%s", a.forced, 1)
	case r.effort != "" && a.chat.ReasoningEffort != "":
		return fmt.Sprintf(r.effort, a.req.Model)
	case !r.marks && bytes.Contains(a.body, []byte(`"cache_control":{`)):
		return "Extra inputs are not permitted: cache_control"
	}
	return ""
}

// openaiBroken says what OpenAI refuses of a model that reasons.
func openaiBroken(a asked, s script.Scenario) string {
	led := false // a thought of this model led to a call
	for _, m := range a.req.Messages {
		led = led || slices.ContainsFunc(m.Calls, func(c providers.Call) bool { return thoughtOf(s, c) })
	}
	switch {
	case a.chat != nil && len(a.req.Tools) > 0:
		return "Function tools with reasoning_effort are not supported for this model in /v1/chat/completions. To use function tools, use /v1/responses."
	case a.chat != nil:
		return ""
	case a.stores:
		return "this organization does not store responses"
	case led && !a.reasoned:
		return "Item of type 'function_call' was provided without its required 'reasoning' item."
	case slices.ContainsFunc(a.bare, func(text string) bool { return slices.Contains(a.said, text) }):
		return "an assistant message lost its phase"
	}
	return ""
}

// thoughtOf reports whether the model makes a call in an answer in which it thinks.
func thoughtOf(s script.Scenario, c providers.Call) bool {
	for _, a := range s.Answers {
		same := func(own script.Call) bool {
			return own.Name == c.Name && string(compact(json.RawMessage(own.Arguments))) == string(compact(json.RawMessage(c.Arguments)))
		}
		if len(a.Reasoning) > 0 && slices.ContainsFunc(a.Calls, same) {
			return true
		}
	}
	return false
}

func reasons(s script.Scenario) bool {
	for _, a := range s.Answers {
		if len(a.Reasoning) > 0 {
			return true
		}
	}
	return false
}

func (r rules) message(i int, m chatMessage, running, thinks bool) string {
	for _, c := range m.ToolCalls {
		if r.ids != nil && !r.ids.MatchString(c.ID) {
			return fmt.Sprintf("Tool call id was %s but must be a-z, A-Z, 0-9, with a length of 9.", c.ID)
		}
	}
	switch {
	case len(m.ToolCalls) == 0:
		return ""
	case r.reasoning != "" && m.ReasoningContent == nil:
		return fmt.Sprintf(r.reasoning, i)
	case r.thought != nil && thinks:
		return r.thought(m, running)
	}
	return ""
}

// has reports whether a field is present that some servers do not know.
func (c *chatRequest) has(name string) bool {
	there := map[string]bool{
		"stream_options": c.StreamOptions != nil, "max_completion_tokens": c.MaxCompletionTokens != nil, "prompt_cache_key": c.PromptCacheKey != "",
	}[name]
	for _, m := range c.Messages {
		there = there || name == "reasoning_content" && m.ReasoningContent != nil || name == "reasoning" && m.Reasoning != nil ||
			name == "reasoning_details" && m.ReasoningDetails != nil || name == "extra_content" && m.Extra != nil
		for _, call := range m.ToolCalls {
			there = there || name == "extra_content" && call.Extra != nil
		}
	}
	return there
}

// signature is something only the server can make from a text.
func signature(text string) string {
	sum := sha256.Sum256([]byte("fake " + text))
	return base64.StdEncoding.EncodeToString(sum[:9])
}

// withDetails sends reasoning as OpenRouter does: a text in pieces, its signature
// with the last.
func withDetails(d *chatDelta, t script.Take, p script.Piece) {
	if p.Kind != script.PieceReasoning {
		return
	}
	d.ReasoningContent, d.Reasoning = "", p.Text
	whole := t.Response("").Reasoning
	piece := map[string]any{"type": "reasoning.text", "text": p.Text, "index": 0, "format": "fake-v1", "signature": nil}
	if len(t.Reasoning) > 0 && p.Text == t.Reasoning[len(t.Reasoning)-1] {
		piece["signature"] = signature(whole)
	}
	d.ReasoningDetails = []any{piece}
}

// detailed checks reasoning_details that came back.
func detailed(m chatMessage, _ bool) string {
	var back []struct{ Type, Text, Signature, Format string }
	if json.Unmarshal(m.ReasoningDetails, &back) != nil || len(back) != 1 {
		return "Provider returned error: the reasoning_details of an assistant message with tool calls are missing or incomplete"
	}
	if back[0].Type != "reasoning.text" || back[0].Format != "fake-v1" || back[0].Signature != signature(back[0].Text) {
		return "Provider returned error: Invalid `signature` in `thinking` block"
	}
	return ""
}

// withSignature sends Google's thought signature with the first call of a response.
func withSignature(d *chatDelta, t script.Take, p script.Piece) {
	if p.Kind == script.PieceCall && p.First && p.Call == 0 {
		d.ToolCalls[0].Extra = map[string]any{"google": map[string]any{"thought_signature": signature(t.Calls[0].Name)}}
	}
}

// signed checks the signature of the first call of a response in the running turn.
func signed(m chatMessage, running bool) string {
	var back struct {
		Google struct {
			Signature string `json:"thought_signature"`
		} `json:"google"`
	}
	call := m.ToolCalls[0]
	if !running {
		return ""
	}
	if json.Unmarshal(orNull(call.Extra), &back) != nil || back.Google.Signature != signature(call.Function.Name) {
		return fmt.Sprintf("Function call is missing a thought_signature in functionCall parts. Function call `%s`, position 1.", call.Function.Name)
	}
	return ""
}

func orNull(raw json.RawMessage) json.RawMessage {
	if len(raw) == 0 {
		return json.RawMessage("null")
	}
	return raw
}

// idOf is a call's id as the server would have made it.
func idOf(server string, c providers.Call) string {
	switch server {
	case "mistral":
		sum := sha256.Sum256([]byte(c.ID))
		return fmt.Sprintf("%x", sum)[:9]
	case "kimi":
		return "functions." + c.Name + ":0"
	}
	return c.ID
}
