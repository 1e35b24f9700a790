package openai

import (
	"math"

	"parley/providers"
	"parley/providers/wire"
)

// responsesBody writes a request to the Responses API. Nothing is stored on the
// server: what it wants back (encrypted reasoning) goes with the calls.
func (p *Provider) responsesBody(e *wire.Encoder, req providers.Request, l plan) {
	e.Open('{')
	e.Text("model", req.Model)
	if req.System != "" {
		e.Text("instructions", req.System)
	}
	e.Key("input")
	e.Open('[')
	for _, m := range req.Messages {
		p.inputItems(e, req.Model, m)
	}
	e.End(']')
	e.Literal("stream", "true")
	e.Literal("store", "false")
	if l.encrypted {
		e.Literal("include", `["reasoning.encrypted_content"]`)
	}
	sampling(e, req.Parameters, "max_output_tokens")
	responsesReasoning(e, req.Parameters.Reasoning, l)
	if l.cacheKey {
		e.Text("prompt_cache_key", cacheKey(req))
	}
	responsesTools(e, req, l)
	e.End('}')
}

func responsesReasoning(e *wire.Encoder, effort string, l plan) {
	summary := l.summary && effort != "none"
	if effort == "" && !summary {
		return
	}
	e.Key("reasoning")
	e.Open('{')
	if effort != "" {
		e.Text("effort", effort)
	}
	if summary {
		e.Text("summary", "auto")
	}
	e.End('}')
}

// inputItems writes a message: reasoning, unchanged, before what it led to.
func (p *Provider) inputItems(e *wire.Encoder, model string, m providers.Message) {
	if m.Role == providers.Tool {
		e.Open('{')
		e.Text("type", "function_call_output")
		e.Text("call_id", m.CallID)
		e.Text("output", m.Text)
		e.End('}')
		return
	}
	if len(m.Images) > 0 {
		inputParts(e, m)
		return
	}
	texts := textsOf(m, p.restoreOpen(m.Provider))
	for i, c := range m.Calls {
		for k, item := range p.restore(c.Provider, model).Items {
			texts.write(e, m.Role, i, k)
			e.Item(item)
		}
		texts.write(e, m.Role, i, math.MaxInt)
		e.Open('{')
		e.Text("type", "function_call")
		e.Text("call_id", c.ID)
		e.Text("name", c.Name)
		e.Text("arguments", wire.Sendable(c.Arguments))
		e.End('}')
	}
	texts.write(e, m.Role, math.MaxInt, math.MaxInt)
}

// inputParts writes a message of the user's with its images.
func inputParts(e *wire.Encoder, m providers.Message) {
	e.Open('{')
	e.Text("role", string(m.Role))
	e.Key("content")
	e.Open('[')
	e.Open('{')
	e.Text("type", "input_text")
	e.Text("text", m.Text)
	e.End('}')
	for _, i := range m.Images {
		e.Open('{')
		e.Text("type", "input_image")
		e.DataURL("image_url", i)
		e.End('}')
	}
	e.End(']')
	e.End('}')
}

// responsesTools sends strict: false. The default here is true, which refuses schemas
// that are sent exactly as their tools wrote them.
func responsesTools(e *wire.Encoder, req providers.Request, l plan) {
	forced := req.Output != nil && l.output == providers.OutputTool
	if len(req.Tools) > 0 || forced {
		e.Key("tools")
		e.Open('[')
		for _, t := range toolsOf(req, forced) {
			e.Open('{')
			e.Text("type", "function")
			wire.ToolFields(e, t, "parameters")
			e.Literal("strict", "false")
			e.End('}')
		}
		e.End(']')
	}
	if forced {
		e.Key("tool_choice")
		e.Open('{')
		e.Text("type", "function")
		e.Text("name", req.Output.Name)
		e.End('}')
	}
	if req.Output != nil && l.output == providers.OutputSchema {
		e.Key("text")
		e.Open('{')
		e.Key("format")
		e.Open('{')
		e.Text("type", "json_schema")
		outputFields(e, req.Output)
		e.End('}')
		e.End('}')
	}
}
