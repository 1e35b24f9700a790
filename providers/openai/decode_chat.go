package openai

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"slices"

	goopenai "github.com/sashabaranov/go-openai"

	"parley/providers"
	"parley/providers/sse"
	"parley/providers/wire"
	"parley/store/text/finish"
)

// chunk is an event of chat completions. Fields that servers write in more than
// one shape are read in a second step.
type chunk struct {
	Model   wire.Word         `json:"model"`
	Choices wire.Many[choice] `json:"choices"`
	Usage   json.RawMessage   `json:"usage"`
	Groq    struct {
		Usage json.RawMessage `json:"usage"`
	} `json:"x_groq"`
	Error json.RawMessage `json:"error"`
}

type choice struct {
	Index   wire.Place      `json:"index"`
	Delta   *delta          `json:"delta"`
	Message *delta          `json:"message"`       // of a server that did not stream
	Finish  json.RawMessage `json:"finish_reason"` // normally a word
	Usage   json.RawMessage `json:"usage"`
	Error   json.RawMessage `json:"error"`
}

type delta struct {
	Role             wire.Word                  `json:"role"`
	Content          json.RawMessage            `json:"content"`
	Refusal          wire.Word                  `json:"refusal"`
	Reasoning        json.RawMessage            `json:"reasoning"`
	ReasoningContent json.RawMessage            `json:"reasoning_content"`
	ReasoningDetails wire.Many[json.RawMessage] `json:"reasoning_details"`
	ToolCalls        wire.Many[callDelta]       `json:"tool_calls"`
	Extra            json.RawMessage            `json:"extra_content"`
	OldCall          json.RawMessage            `json:"function_call"` // as it was before there were several; nothing is done with it
}

type callDelta struct {
	Index    *wire.Place `json:"index"`
	ID       wire.Word   `json:"id"`
	Function struct {
		Name      wire.Word       `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	} `json:"function"`
	Extra json.RawMessage `json:"extra_content"`
}

// chatDecoder reads chat completions.
type chatDecoder struct {
	responding
	template template
	kept     returned // of the response
	details  details
	window   int  // of the server, 0 if unknown
	streamed bool // a delta has come, so that a whole message would be a repetition
}

// Decode reads one event.
func (d *chatDecoder) Decode(out []providers.Delta, ev sse.Event) ([]providers.Delta, error) {
	if string(ev.Data) == "[DONE]" {
		out = d.rest(out)
		d.over()
		return out, io.EOF
	}
	return d.read(out, ev.Data)
}

// Response is the whole response, with what the server wants back.
func (d *chatDecoder) Response() (providers.Response, error) {
	ans, err := d.responding.Response()
	if err != nil {
		return ans, err
	}
	if d.window > 0 && ans.Usage.Input >= d.window {
		ans.Finish = wire.Ended(ans.Finish, "input_cut") // whatever the response answers, it is not the whole conversation
	}
	d.kept.Details = d.details.entries()
	if len(ans.Calls) == 0 {
		d.kept.Field = "" // only reasoning that led to calls is wanted back
	}
	ans.Provider, err = d.p.record(d.kept, d.req.Model)
	return ans, err
}

// Whole reads the reply of a server that does not stream. It differs from an event in
// the name of one field, and in being the end as well.
func (d *chatDecoder) Whole(raw []byte) ([]providers.Delta, error) {
	out, err := d.read(nil, raw)
	if err == nil {
		out = d.rest(out)
		d.over()
	}
	return out, err
}

func (d *chatDecoder) read(out []providers.Delta, raw []byte) ([]providers.Delta, error) {
	if text, only := d.template.text(raw); only {
		before := len(out)
		out = d.speak(out, text)
		d.streamed = d.streamed || len(out) > before
		return out, nil
	}
	var c chunk
	if err := json.Unmarshal(raw, &c); err != nil {
		return out, d.p.Unreadable(d.req.Model, raw, err)
	}
	if wire.Means(c.Error) || c.Choices == nil && c.Usage == nil {
		if ft := wire.ParseFault(raw, false); ft.Found {
			return out, d.p.StreamFault(d.req.Model, ft)
		}
	}
	if content, only := c.textOnly(); only {
		d.template.learn(raw, content)
	}
	if c.Model != "" {
		d.model = string(c.Model)
	}
	d.count(c.Usage)
	d.count(c.Groq.Usage)
	for _, ch := range c.Choices {
		if ch.Index != 0 && !wire.Means(ch.Error) {
			d.otherwise(ch.Delta.all() + ch.Message.all())
			continue
		}
		if wire.Means(ch.Error) || slices.Contains(finish.Words(argumentsIn(ch.Finish)), "error") {
			return out, d.p.StreamFault(d.req.Model, choiceFault(ch))
		}
		d.count(ch.Usage)
		out = d.take(out, ch)
	}
	return out, nil
}

func (d *chatDecoder) take(out []providers.Delta, ch choice) []providers.Delta {
	before := len(out)
	switch {
	case ch.Delta != nil:
		out = d.delta(out, ch.Delta)
	case ch.Message != nil && !d.streamed:
		out = d.delta(out, ch.Message)
		ch.Message = nil
	}
	if ch.Message != nil {
		_, said := opened(ch.Message.words())
		d.again(said)
		d.refused = d.refused || ch.Message.Refusal != ""
		d.beside(ch.Message)
		if d.retold(ch.Message.ToolCalls) {
			d.otherwise(ch.Message.called())
		}
	}
	d.streamed = d.streamed || len(out) > before
	if finish := argumentsIn(ch.Finish); finish != "" {
		out = d.rest(out)
		d.ends(finish)
	}
	return out
}

func (d *chatDecoder) delta(out []providers.Delta, m *delta) []providers.Delta {
	text, inText, refusal := textIn(m.Content)
	refusal += string(m.Refusal)
	d.beside(m)
	thought, _, _ := textIn(m.ReasoningContent)
	if thought != "" {
		d.kept.Field = reasoningField
	} else if thought, _, _ = textIn(m.Reasoning); thought != "" {
		d.kept.Field = cmp.Or(d.kept.Field, "reasoning")
	}
	d.details.add(m.ReasoningDetails)
	if wire.Means(m.Extra) {
		d.kept.Extra = bytes.Clone(m.Extra)
	}
	out = d.thought(out, thought+inText)
	out = d.speak(out, text)
	out = d.said(out, refusal)
	d.refused = d.refused || refusal != ""
	for _, c := range m.ToolCalls {
		args := argumentsIn(c.Function.Arguments)
		at := d.drafts.add(piece{index: c.Index, id: string(c.ID), name: string(c.Function.Name), args: args, extra: c.Extra})
		out = d.called(out, at, args)
	}
	return out
}

// beside takes in what stands beside the words of a message, or makes them those of somebody else.
func (d *chatDecoder) beside(m *delta) {
	d.unread(m.Content)
	if m.callsAsOnce() {
		d.otherwise(string(m.OldCall))
	}
	if wire.OthersWord(m.Role) {
		d.otherwise(string(m.Role))
	}
}

// retold reports whether a whole message has a call that did not arrive before, or one in another way.
func (d *chatDecoder) retold(calls []callDelta) bool {
	for i, c := range calls {
		told := responseItem{Name: c.Function.Name, Arguments: wire.Word(argumentsIn(c.Function.Arguments))}
		if i >= len(d.drafts.list) || d.drafts.list[i].differs(&told) {
			return true
		}
	}
	return false
}

// called are the calls of a message.
func (m *delta) called() (all string) {
	for _, c := range m.ToolCalls {
		all += string(c.Function.Name) + argumentsIn(c.Function.Arguments)
	}
	return all
}

// all is all that a message says and calls, nothing if there is none.
func (m *delta) all() string {
	if m == nil {
		return ""
	}
	if said := m.words() + m.called(); said != "" || !m.callsAsOnce() {
		return said
	}
	return string(m.OldCall)
}

// callsAsOnce reports whether there is a call of the old kind. Some servers have the field without its
// contents.
func (m *delta) callsAsOnce() bool {
	var f struct {
		Name      wire.Word       `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	}
	return wire.Means(m.OldCall) && json.Unmarshal(m.OldCall, &f) == nil && (f.Name != "" || wire.Means(f.Arguments))
}

// words are what a message says, nothing if there is none.
func (m *delta) words() string {
	if m == nil {
		return ""
	}
	text, _, refusal := textIn(m.Content)
	return text + refusal + string(m.Refusal)
}

func choiceFault(ch choice) wire.Fault {
	if wire.Means(ch.Error) {
		return wire.FaultOf(ch.Error)
	}
	return wire.Fault{Found: true, Code: "server_error"}
}

// chatUsage is how servers count. Fractional numbers are not read.
type chatUsage struct {
	goopenai.Usage
	CacheHit int `json:"prompt_cache_hit_tokens"` // DeepSeek
}

// count takes in the server's token count. It only informs the user, so an unreadable
// one is left unknown.
func (d *chatDecoder) count(raw json.RawMessage) {
	var u chatUsage
	if !wire.Means(raw) || json.Unmarshal(raw, &u) != nil {
		return
	}
	d.usage = providers.Usage{Input: u.PromptTokens, Output: u.CompletionTokens, Cached: u.CacheHit}
	if in := u.PromptTokensDetails; in != nil {
		d.usage.Cached = max(d.usage.Cached, in.CachedTokens)
	}
	if out := u.CompletionTokensDetails; out != nil {
		d.usage.Reasoning = out.ReasoningTokens
	}
}
