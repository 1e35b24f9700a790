package openai

import "parley/providers"

// responsesBody writes a request to the Responses API. Nothing is stored at the
// server: what it wants back (reasoning, encrypted) comes with the calls.
func (p *Provider) responsesBody(e *encoder, req providers.Request, l plan) {
	e.open('{')
	e.text("model", req.Model)
	if req.System != "" {
		e.text("instructions", req.System)
	}
	e.key("input")
	e.open('[')
	for _, m := range req.Messages {
		p.inputItems(e, req.Model, m)
	}
	e.end(']')
	e.literal("stream", "true")
	e.literal("store", "false")
	if l.encrypted {
		e.literal("include", `["reasoning.encrypted_content"]`)
	}
	sampling(e, req.Parameters, "max_output_tokens")
	responsesReasoning(e, req.Parameters.Reasoning, l)
	responsesTools(e, req, l)
	e.end('}')
}

func responsesReasoning(e *encoder, effort string, l plan) {
	summary := l.summary && effort != "none"
	if effort == "" && !summary {
		return
	}
	e.key("reasoning")
	e.open('{')
	if effort != "" {
		e.text("effort", effort)
	}
	if summary {
		e.text("summary", "auto")
	}
	e.end('}')
}

// inputItems writes a message: reasoning before what it led to, as it came.
func (p *Provider) inputItems(e *encoder, model string, m providers.Message) {
	if m.Role == providers.Tool {
		e.open('{')
		e.text("type", "function_call_output")
		e.text("call_id", m.CallID)
		e.text("output", m.Text)
		e.end('}')
		return
	}
	for i, c := range m.Calls {
		for _, item := range p.restore(c, model).Items {
			e.sep()
			e.buf = append(e.buf, item...)
		}
		if i == 0 {
			inputText(e, m)
		}
		e.open('{')
		e.text("type", "function_call")
		e.text("call_id", c.ID)
		e.text("name", c.Name)
		e.text("arguments", sendable(c.Arguments))
		e.end('}')
	}
	if len(m.Calls) == 0 {
		inputText(e, m)
	}
}

func inputText(e *encoder, m providers.Message) {
	if m.Role == providers.Assistant && m.Text == "" {
		return
	}
	e.open('{')
	e.text("role", string(m.Role))
	e.text("content", m.Text)
	e.end('}')
}

// responsesTools says strict: false, because true is the default here and
// refuses schemas that are sent exactly as their tools wrote them.
func responsesTools(e *encoder, req providers.Request, l plan) {
	forced := req.Output != nil && l.output == providers.OutputTool
	if len(req.Tools) > 0 || forced {
		e.key("tools")
		e.open('[')
		for _, t := range toolsOf(req, forced) {
			e.open('{')
			e.text("type", "function")
			toolFields(e, t)
			e.literal("strict", "false")
			e.end('}')
		}
		e.end(']')
	}
	if forced {
		e.key("tool_choice")
		e.open('{')
		e.text("type", "function")
		e.text("name", req.Output.Name)
		e.end('}')
	}
	if req.Output != nil && l.output == providers.OutputSchema {
		e.key("text")
		e.open('{')
		e.key("format")
		e.open('{')
		e.text("type", "json_schema")
		outputFields(e, req.Output)
		e.end('}')
		e.end('}')
	}
}
