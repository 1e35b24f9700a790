package openai

import (
	"bytes"
	"encoding/json"
	"fmt"

	"parley/providers"
)

// emptySchema is what a tool without parameters takes.
const emptySchema = `{"type":"object","properties":{}}`

// body writes the request.
func (p *Provider) body(req providers.Request, l plan) ([]byte, *failure) {
	if f := p.checkSchemas(req); f != nil {
		return nil, f
	}
	if req.Output != nil && l.output == providers.OutputPrompted {
		if req.System != "" {
			req.System += "\n\n"
		}
		req.System += outputInstruction + string(req.Output.Schema)
	}
	e := &encoder{buf: make([]byte, 0, sizeOf(req))}
	if l.responses {
		p.responsesBody(e, req, l)
	} else {
		p.chatBody(e, req, l)
	}
	return e.buf, nil
}

func (p *Provider) checkSchemas(req providers.Request) *failure {
	for _, t := range req.Tools {
		if len(t.Parameters) > 0 && !json.Valid(t.Parameters) {
			return p.fail(0, false, fmt.Sprintf(textBadSchema, t.Name), "", "")
		}
	}
	if req.Output != nil && !json.Valid(req.Output.Schema) {
		return p.fail(0, false, fmt.Sprintf(textBadSchema, req.Output.Name), "", "")
	}
	return nil
}

// sizeOf guesses the size of a body, so that it is written without growing.
func sizeOf(req providers.Request) int {
	n := 1024 + len(req.System)
	for _, m := range req.Messages {
		n += 96 + len(m.Text) + len(m.Text)/16
		for _, c := range m.Calls {
			n += 160 + len(c.Arguments) + len(c.Arguments)/4 + len(c.Provider)
		}
	}
	for _, t := range req.Tools {
		n += 96 + len(t.Description) + len(t.Parameters)
	}
	if req.Output != nil {
		n += 256 + len(req.Output.Schema)
	}
	return n
}

func (p *Provider) chatBody(e *encoder, req providers.Request, l plan) {
	e.open('{')
	e.text("model", req.Model)
	e.key("messages")
	e.open('[')
	if req.System != "" {
		e.open('{')
		e.text("role", "system")
		e.text("content", req.System)
		e.end('}')
	}
	for _, m := range req.Messages {
		p.chatMessage(e, req.Model, m)
	}
	e.end(']')
	e.literal("stream", "true")
	if l.usage {
		e.literal("stream_options", `{"include_usage":true}`)
	}
	limit := "max_tokens"
	if l.completion {
		limit = "max_completion_tokens"
	}
	sampling(e, req.Parameters, limit)
	if req.Parameters.Reasoning != "" {
		e.text("reasoning_effort", req.Parameters.Reasoning)
	}
	chatTools(e, req, l)
	e.end('}')
}

func sampling(e *encoder, p providers.Parameters, limit string) {
	if p.MaxTokens > 0 {
		e.int(limit, p.MaxTokens)
	}
	if p.Temperature != nil {
		e.float("temperature", *p.Temperature)
	}
	if p.TopP != nil {
		e.float("top_p", *p.TopP)
	}
}

// chatMessage writes a message. The content of a tool is written even when it
// is empty, which several servers insist on; that of an answer with calls is
// null when empty, which all take. An answer of nothing at all is left out.
func (p *Provider) chatMessage(e *encoder, model string, m providers.Message) {
	if m.Role == providers.Assistant && m.Text == "" && len(m.Calls) == 0 {
		return
	}
	e.open('{')
	e.text("role", string(m.Role))
	if m.Role == providers.Tool {
		e.text("tool_call_id", m.CallID)
	}
	if m.Text == "" && len(m.Calls) > 0 {
		e.literal("content", "null")
	} else {
		e.text("content", m.Text)
	}
	if len(m.Calls) > 0 {
		p.chatCalls(e, model, m.Calls)
	}
	e.end('}')
}

func (p *Provider) chatCalls(e *encoder, model string, calls []providers.Call) {
	kept := p.restore(calls[0], model)
	if kept.Reasoning != "" {
		e.text("reasoning_content", kept.Reasoning)
	}
	e.key("tool_calls")
	e.open('[')
	for _, c := range calls {
		e.open('{')
		e.text("id", c.ID)
		e.text("type", "function")
		e.key("function")
		e.open('{')
		e.text("name", c.Name)
		e.text("arguments", sendable(c.Arguments))
		e.end('}')
		if kept := p.restore(c, model); len(kept.Extra) > 0 {
			e.raw("extra_content", kept.Extra)
		}
		e.end('}')
	}
	e.end(']')
}

// sendable is what a past call's arguments are sent as. Many servers parse them
// and refuse the whole conversation when they are not one JSON object, so that
// one bad call would end it. Empty ones become an empty object; anything else
// that is not an object is shown to the model inside one, as it wrote it. This
// holds for all servers, so that a conversation's bytes do not depend on them.
func sendable(arguments string) string {
	trimmed := bytes.TrimSpace([]byte(arguments))
	switch {
	case len(trimmed) == 0:
		return "{}"
	case trimmed[0] == '{' && json.Valid(trimmed):
		return arguments
	}
	e := &encoder{}
	e.open('{')
	e.text("invalid_arguments", arguments)
	e.end('}')
	return string(e.buf)
}

func chatTools(e *encoder, req providers.Request, l plan) {
	forced := req.Output != nil && l.output == providers.OutputTool
	if len(req.Tools) > 0 || forced {
		e.key("tools")
		e.open('[')
		for _, t := range toolsOf(req, forced) {
			e.open('{')
			e.text("type", "function")
			e.key("function")
			e.open('{')
			toolFields(e, t)
			e.end('}')
			e.end('}')
		}
		e.end(']')
	}
	if forced {
		e.key("tool_choice")
		e.open('{')
		e.text("type", "function")
		e.key("function")
		e.open('{')
		e.text("name", req.Output.Name)
		e.end('}')
		e.end('}')
	}
	if req.Output != nil && l.output == providers.OutputSchema {
		e.key("response_format")
		e.open('{')
		e.text("type", "json_schema")
		e.key("json_schema")
		e.open('{')
		outputFields(e, req.Output)
		e.end('}')
		e.end('}')
	}
}

// toolsOf is the tools, and the one that carries the answer after them.
func toolsOf(req providers.Request, forced bool) []providers.ToolSpec {
	if !forced {
		return req.Tools
	}
	answer := providers.ToolSpec{Name: req.Output.Name, Description: outputToolText, Parameters: req.Output.Schema}
	return append(req.Tools[:len(req.Tools):len(req.Tools)], answer)
}

func toolFields(e *encoder, t providers.ToolSpec) {
	e.text("name", t.Name)
	if t.Description != "" {
		e.text("description", t.Description)
	}
	if len(t.Parameters) == 0 {
		e.literal("parameters", emptySchema)
		return
	}
	e.raw("parameters", t.Parameters)
}

func outputFields(e *encoder, o *providers.Output) {
	e.text("name", o.Name)
	e.literal("strict", "true")
	e.raw("schema", o.Schema)
}
