package anthropic

import (
	"encoding/json"
	"strings"

	"parley/providers"
	"parley/providers/wire"
)

// body writes the request.
func (p *Provider) body(req providers.Request, l plan) ([]byte, *wire.Failure) {
	req, f := p.Prepared(req, l.output, wire.DashedID)
	if f != nil {
		return nil, f
	}
	e := wire.NewEncoder(wire.SizeOf(req))
	e.Open('{')
	e.Text("model", req.Model)
	e.Int("max_tokens", l.tokens)
	if req.System != "" {
		e.Key("system")
		e.Open('[')
		textBlock(e, req.System, l.cache)
		e.End(']')
	}
	p.messages(e, req, l)
	tools(e, req, l)
	settings(e, req, l)
	e.Literal("stream", "true")
	e.End('}')
	return e.Bytes(), nil
}

func textBlock(e *wire.Encoder, text string, mark bool) {
	e.Open('{')
	e.Text("type", "text")
	e.Text("text", text)
	marked(e, mark)
	e.End('}')
}

func marked(e *wire.Encoder, mark bool) {
	if mark {
		e.Literal("cache_control", wire.CacheMark)
	}
}

// settings writes the settings of the response.
func settings(e *wire.Encoder, req providers.Request, l plan) {
	switch l.thinking {
	case notAtAll:
		e.Literal("thinking", `{"type":"disabled"}`)
	case adaptive:
		e.Literal("thinking", `{"type":"adaptive"}`)
	case budgeted:
		e.Key("thinking")
		e.Open('{')
		e.Text("type", "enabled")
		e.Int("budget_tokens", l.budget)
		e.End('}')
	}
	format := req.Output != nil && l.output == providers.OutputSchema
	if l.effort != "" || format {
		e.Key("output_config")
		e.Open('{')
		if l.effort != "" {
			e.Text("effort", l.effort)
		}
		if format {
			e.Key("format")
			e.Open('{')
			e.Text("type", "json_schema")
			e.Raw("schema", req.Output.Schema)
			e.End('}')
		}
		e.End('}')
	}
	if t := req.Parameters.Temperature; t != nil {
		e.Float("temperature", *t)
	}
	if t := req.Parameters.TopP; t != nil {
		e.Float("top_p", *t)
	}
}

// tools writes the tools, followed by the one that carries the response. The cache
// mark is on the last of the ordinary tools, so that a forced tool changes nothing
// before it.
func tools(e *wire.Encoder, req providers.Request, l plan) {
	forced := l.forced(req)
	if len(req.Tools) == 0 && forced == "" {
		return
	}
	e.Key("tools")
	e.Open('[')
	for i, t := range req.Tools {
		tool(e, t, l.cache && i == len(req.Tools)-1)
	}
	if forced != "" {
		tool(e, providers.ToolSpec{Name: forced, Description: wire.OutputToolText, Parameters: req.Output.Schema}, false)
	}
	e.End(']')
	if forced != "" {
		e.Key("tool_choice")
		e.Open('{')
		e.Text("type", "tool")
		e.Text("name", forced)
		e.End('}')
	}
}

func tool(e *wire.Encoder, t providers.ToolSpec, mark bool) {
	e.Open('{')
	wire.ToolFields(e, t, "input_schema")
	marked(e, mark)
	e.End('}')
}

// messages writes the conversation: tool results and what the user says after them
// form one user message, results first. The last two user messages have the cache
// mark: the next request finds its beginning cached up to the first of them.
func (p *Provider) messages(e *wire.Encoder, req providers.Request, l plan) {
	turns := turnsOf(req.Messages)
	marks := 2
	if !l.cache {
		marks = 0
	}
	from := len(turns)
	for from > 0 && marks > 0 {
		if from--; turns[from][0].Role != providers.Assistant {
			marks--
		}
	}
	e.Key("messages")
	e.Open('[')
	for i, turn := range turns {
		if turn[0].Role == providers.Assistant {
			p.assistant(e, req.Model, turn)
			continue
		}
		user(e, turn, l.cache && i >= from)
	}
	e.End(']')
}

// turnsOf groups neighbouring messages of one side. Responses without anything to
// send are left out.
func turnsOf(messages []providers.Message) [][]providers.Message {
	var turns [][]providers.Message
	for _, m := range messages {
		if len(m.Calls) == 0 && strings.TrimSpace(m.Text) == "" && m.Role == providers.Assistant {
			continue
		}
		n := len(turns)
		if n > 0 && (turns[n-1][0].Role == providers.Assistant) == (m.Role == providers.Assistant) {
			turns[n-1] = append(turns[n-1], m)
			continue
		}
		turns = append(turns, []providers.Message{m})
	}
	return turns
}

func user(e *wire.Encoder, turn []providers.Message, mark bool) {
	e.Open('{')
	e.Text("role", "user")
	e.Key("content")
	e.Open('[')
	for i, m := range turn {
		last := mark && i == len(turn)-1
		if m.Role == providers.User {
			images(e, m.Images)
			textBlock(e, m.Text, last)
			continue
		}
		e.Open('{')
		e.Text("type", "tool_result")
		e.Text("tool_use_id", m.CallID)
		e.Text("content", m.Text)
		if m.IsError {
			e.Literal("is_error", "true")
		}
		marked(e, last)
		e.End('}')
	}
	e.End(']')
	e.End('}')
}

// images writes the images of a message, which stand before its text.
func images(e *wire.Encoder, all []providers.Image) {
	for _, i := range all {
		e.Open('{')
		e.Text("type", "image")
		e.Key("source")
		e.Open('{')
		e.Text("type", "base64")
		e.Text("media_type", i.Type)
		e.Base64("data", "", i.Data)
		e.End('}')
		e.End('}')
	}
}

// assistant writes responses. The blocks of a response with thinking stay in their
// order, the thinking unchanged.
func (p *Provider) assistant(e *wire.Encoder, model string, turn []providers.Message) {
	e.Open('{')
	e.Text("role", "assistant")
	e.Key("content")
	e.Open('[')
	for _, m := range turn {
		text, calls := m.Text, m.Calls
		for _, b := range p.restore(m.Provider, model).Blocks {
			switch {
			case b.Thought != nil:
				e.Item(b.Thought)
			case b.Text > 0:
				n := min(b.Text, len(text))
				said(e, text[:n])
				text = text[n:]
			case len(calls) > 0:
				use(e, calls[0])
				calls = calls[1:]
			}
		}
		said(e, text)
		for _, c := range calls {
			use(e, c)
		}
	}
	e.End(']')
	e.End('}')
}

// said writes a text, which must not be blank.
func said(e *wire.Encoder, text string) {
	if strings.TrimSpace(text) != "" {
		textBlock(e, text, false)
	}
}

func use(e *wire.Encoder, c providers.Call) {
	e.Open('{')
	e.Text("type", "tool_use")
	e.Text("id", c.ID)
	e.Text("name", c.Name)
	e.Raw("input", json.RawMessage(wire.Sendable(c.Arguments)))
	e.End('}')
}
