package openai

import (
	"cmp"

	"parley/providers"
	"parley/providers/wire"
)

// body writes the request.
func (p *Provider) body(req providers.Request, l plan) ([]byte, *wire.Failure) {
	req, f := p.Prepared(req, l.output, l.ids)
	if f != nil {
		return nil, f
	}
	e := wire.NewEncoder(wire.SizeOf(req))
	if l.responses {
		p.responsesBody(e, req, l)
	} else {
		p.chatBody(e, req, l)
	}
	return e.Bytes(), nil
}

func (p *Provider) chatBody(e *wire.Encoder, req providers.Request, l plan) {
	e.Open('{')
	e.Text("model", req.Model)
	e.Key("messages")
	e.Open('[')
	if req.System != "" {
		e.Open('{')
		e.Text("role", "system")
		if l.cacheMarks {
			writeParts(e, providers.Message{Text: req.System}, true)
		} else {
			e.Text("content", req.System)
		}
		e.End('}')
	}
	marks := marksAt(req.Messages, l)
	for i, m := range req.Messages {
		l.marked = marks[i]
		p.chatMessage(e, req.Model, m, l)
	}
	e.End(']')
	e.Literal("stream", "true")
	if l.usage {
		e.Literal("stream_options", `{"include_usage":true}`)
	}
	limit := "max_tokens"
	if l.completion {
		limit = "max_completion_tokens"
	}
	sampling(e, req.Parameters, limit)
	if req.Parameters.Reasoning != "" {
		e.Text("reasoning_effort", req.Parameters.Reasoning)
	}
	if l.cacheKey {
		e.Text("prompt_cache_key", cacheKey(req))
	}
	chatTools(e, req, l)
	e.End('}')
}

func sampling(e *wire.Encoder, p providers.Parameters, limit string) {
	if p.MaxTokens > 0 {
		e.Int(limit, p.MaxTokens)
	}
	if p.Temperature != nil {
		e.Float("temperature", *p.Temperature)
	}
	if p.TopP != nil {
		e.Float("top_p", *p.TopP)
	}
}

// chatMessage writes a message. A tool's content is written even if empty, since
// several servers insist on it; the content of a response with calls is null if
// empty, which all servers accept. An empty response is left out.
func (p *Provider) chatMessage(e *wire.Encoder, model string, m providers.Message, l plan) {
	if m.Role == providers.Assistant && m.Text == "" && len(m.Calls) == 0 {
		return
	}
	e.Open('{')
	e.Text("role", string(m.Role))
	if m.Role == providers.Tool {
		e.Text("tool_call_id", m.CallID)
	}
	switch {
	case m.Text == "" && len(m.Calls) > 0:
		e.Literal("content", "null")
	case l.marked || len(m.Images) > 0:
		writeParts(e, m, l.marked)
	default:
		e.Text("content", m.Text)
	}
	if m.Role == providers.Assistant {
		p.chatThought(e, model, m, l)
	}
	if len(m.Calls) > 0 {
		p.chatCalls(e, model, m.Calls)
	}
	e.End('}')
}

// chatThought writes what the server wants back with a response: the data that it
// sent for that purpose and, if it insists, the reasoning before calls, even if
// empty.
func (p *Provider) chatThought(e *wire.Encoder, model string, m providers.Message, l plan) {
	kept := p.restore(m.Provider, model)
	if l.reasoning && len(m.Calls) > 0 {
		field, thought := cmp.Or(kept.Field, reasoningField), m.Reasoning
		if kept.Field == "" {
			thought = p.restore(m.Calls[0].Provider, model).Reasoning
		}
		e.Text(field, thought)
	}
	if len(kept.Details) > 0 {
		e.Key("reasoning_details")
		e.Open('[')
		for _, d := range kept.Details {
			e.Item(d)
		}
		e.End(']')
	}
	if len(kept.Extra) > 0 {
		e.Raw("extra_content", kept.Extra)
	}
}

func (p *Provider) chatCalls(e *wire.Encoder, model string, calls []providers.Call) {
	e.Key("tool_calls")
	e.Open('[')
	for _, c := range calls {
		e.Open('{')
		e.Text("id", c.ID)
		e.Text("type", "function")
		e.Key("function")
		e.Open('{')
		e.Text("name", c.Name)
		e.Text("arguments", wire.Sendable(c.Arguments))
		e.End('}')
		if kept := p.restore(c.Provider, model); len(kept.Extra) > 0 {
			e.Raw("extra_content", kept.Extra)
		}
		e.End('}')
	}
	e.End(']')
}

func chatTools(e *wire.Encoder, req providers.Request, l plan) {
	forced := req.Output != nil && l.output == providers.OutputTool
	if len(req.Tools) > 0 || forced {
		e.Key("tools")
		e.Open('[')
		for _, t := range toolsOf(req, forced) {
			e.Open('{')
			e.Text("type", "function")
			e.Key("function")
			e.Open('{')
			wire.ToolFields(e, t, "parameters")
			e.End('}')
			e.End('}')
		}
		e.End(']')
	}
	if forced {
		e.Key("tool_choice")
		e.Open('{')
		e.Text("type", "function")
		e.Key("function")
		e.Open('{')
		e.Text("name", req.Output.Name)
		e.End('}')
		e.End('}')
	}
	if req.Output != nil && l.output == providers.OutputSchema {
		e.Key("response_format")
		e.Open('{')
		e.Text("type", "json_schema")
		e.Key("json_schema")
		e.Open('{')
		outputFields(e, req.Output)
		e.End('}')
		e.End('}')
	}
}

// toolsOf is the tools, followed by the one that carries the response.
func toolsOf(req providers.Request, forced bool) []providers.ToolSpec {
	if !forced {
		return req.Tools
	}
	answer := providers.ToolSpec{Name: req.Output.Name, Description: wire.OutputToolText, Parameters: req.Output.Schema}
	return append(req.Tools[:len(req.Tools):len(req.Tools)], answer)
}

func outputFields(e *wire.Encoder, o *providers.Output) {
	e.Text("name", o.Name)
	e.Literal("strict", "true")
	e.Raw("schema", o.Schema)
}
