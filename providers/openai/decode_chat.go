package openai

import (
	"bytes"
	"encoding/json"
	"fmt"

	"parley/providers"
)

// chunk is an event of chat completions. Fields that servers write in more than
// one shape are read in a second step.
type chunk struct {
	Model   string          `json:"model"`
	Choices []choice        `json:"choices"`
	Usage   json.RawMessage `json:"usage"`
	Groq    struct {
		Usage json.RawMessage `json:"usage"`
	} `json:"x_groq"`
	Error json.RawMessage `json:"error"`
}

type choice struct {
	Index   int             `json:"index"`
	Delta   *delta          `json:"delta"`
	Message *delta          `json:"message"` // of a server that did not stream
	Finish  string          `json:"finish_reason"`
	Usage   json.RawMessage `json:"usage"`
	Error   json.RawMessage `json:"error"`
}

type delta struct {
	Content          json.RawMessage `json:"content"`
	Refusal          string          `json:"refusal"`
	Reasoning        json.RawMessage `json:"reasoning"`
	ReasoningContent json.RawMessage `json:"reasoning_content"`
	ToolCalls        []callDelta     `json:"tool_calls"`
}

type callDelta struct {
	Index    *int   `json:"index"`
	ID       string `json:"id"`
	Function struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	} `json:"function"`
	Extra json.RawMessage `json:"extra_content"`
}

// chatDecoder reads chat completions.
type chatDecoder struct {
	answering
	streamed bool // a delta came, so that a whole message would be a repetition
}

func (d *chatDecoder) decode(raw []byte) ([]providers.Delta, error) {
	var c chunk
	if err := json.Unmarshal(raw, &c); err != nil {
		return nil, d.p.unreadable(d.req.Model, raw, err)
	}
	if means(c.Error) || c.Choices == nil && c.Usage == nil {
		if ft := parseFault(raw, false); ft.found {
			return nil, d.p.streamFault(d.req.Model, ft)
		}
	}
	if c.Model != "" {
		d.model = c.Model
	}
	d.count(c.Usage)
	d.count(c.Groq.Usage)
	var out []providers.Delta
	for _, ch := range c.Choices {
		if ch.Index != 0 {
			continue
		}
		if means(ch.Error) || ch.Finish == "error" {
			return nil, d.p.streamFault(d.req.Model, choiceFault(ch))
		}
		d.count(ch.Usage)
		out = d.take(out, ch)
	}
	return out, nil
}

func (d *chatDecoder) take(out []providers.Delta, ch choice) []providers.Delta {
	switch {
	case ch.Delta != nil:
		out = d.delta(out, ch.Delta)
	case ch.Message != nil && !d.streamed:
		out = d.delta(out, ch.Message)
	}
	d.streamed = d.streamed || len(out) > 0
	if ch.Finish != "" {
		d.finish = ch.Finish
		d.keepReasoning()
	}
	return out
}

func (d *chatDecoder) delta(out []providers.Delta, m *delta) []providers.Delta {
	text, inText := textIn(m.Content)
	thought, _ := textIn(m.ReasoningContent)
	if thought == "" {
		thought, _ = textIn(m.Reasoning)
	}
	out = d.thought(out, thought+inText)
	out = d.said(out, text)
	out = d.said(out, m.Refusal)
	for _, c := range m.ToolCalls {
		args := argumentsIn(c.Function.Arguments)
		at := d.drafts.add(piece{index: c.Index, id: c.ID, name: c.Function.Name, args: args, extra: c.Extra})
		out = d.called(out, at, args)
	}
	return out
}

// keepReasoning keeps the reasoning for the servers that want it back with the
// calls that it led to.
func (d *chatDecoder) keepReasoning() {
	if d.p.profile.ReturnReasoning && len(d.drafts.list) > 0 {
		d.drafts.list[0].kept.Reasoning = d.reasoning.String()
	}
}

func choiceFault(ch choice) fault {
	if means(ch.Error) {
		return faultValue(ch.Error)
	}
	return fault{found: true, code: "server_error"}
}

// chatUsage is how servers count. Numbers that are not whole are not read.
type chatUsage struct {
	Prompt        int `json:"prompt_tokens"`
	Completion    int `json:"completion_tokens"`
	CacheHit      int `json:"prompt_cache_hit_tokens"` // DeepSeek
	PromptDetails struct {
		Cached int `json:"cached_tokens"`
	} `json:"prompt_tokens_details"`
	CompletionDetails struct {
		Reasoning int `json:"reasoning_tokens"`
	} `json:"completion_tokens_details"`
}

// count takes the tokens that a server counted. Usage is told for the user's
// information only, so a shape that cannot be read leaves it unknown.
func (d *chatDecoder) count(raw json.RawMessage) {
	var u chatUsage
	if !means(raw) || json.Unmarshal(raw, &u) != nil {
		return
	}
	d.usage = providers.Usage{
		Input: u.Prompt, Output: u.Completion,
		Cached: max(u.PromptDetails.Cached, u.CacheHit), Reasoning: u.CompletionDetails.Reasoning,
	}
}

// unreadable is an event that is not the JSON it should be. One that breaks off
// in the middle is a cut; any other is what the server had to say.
func (p *Provider) unreadable(model string, raw []byte, err error) *failure {
	raw = bytes.TrimSpace(raw)
	var f *failure
	switch {
	case !json.Valid(raw) && len(raw) > 0 && raw[0] == '{':
		f = p.fail(0, true, fmt.Sprintf(textBrokeOff, p.title()), "", "")
		f.reason = reasonBrokeOff
	case parseFault(raw, false).found:
		f = p.streamFault(model, parseFault(raw, false))
	default:
		f = p.fail(0, false, fmt.Sprintf(textNotJSON, p.title()), parseFault(raw, true).message, "")
	}
	f.err.Err = err
	return f
}
