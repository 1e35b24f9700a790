package server

import (
	"encoding/json"
	"fmt"

	"parley/providers/script"
)

// messages writes a response as Anthropic's Messages API does.
type messages struct {
	asked asked
	take  script.Take
	begun bool
	open  *script.Piece // of the block being written
	index int
}

func newMessages(a asked, t script.Take) dialect { return &messages{asked: a, take: t} }

func (m *messages) emit(kind string, fields map[string]any) event {
	fields["type"] = kind
	return event{kind, compact(fields)}
}

func (m *messages) start() []event {
	if m.begun {
		return nil
	}
	m.begun = true
	return []event{m.emit("message_start", map[string]any{"message": map[string]any{
		"id": fmt.Sprintf("msg_%d", m.take.Number), "type": "message", "role": "assistant", "model": m.asked.req.Model,
		"content": []any{}, "stop_reason": nil, "usage": m.usage(1),
	}})}
}

// usage is how the server counts: what it read from its cache is not part of the
// input.
func (m *messages) usage(output int) map[string]any {
	u := m.take.Usage
	return map[string]any{
		"input_tokens": u.Input - u.Cached, "cache_creation_input_tokens": 0, "cache_read_input_tokens": u.Cached, "output_tokens": output,
	}
}

func (m *messages) piece(p script.Piece) []event {
	events := m.start()
	if m.open == nil || m.open.Kind != p.Kind || p.First {
		events = append(events, m.close()...)
		events = append(events, m.emit("content_block_start", map[string]any{"index": m.index, "content_block": m.block(p)}))
		m.open = &p
	}
	delta := map[string]any{}
	switch p.Kind {
	case script.PieceReasoning:
		delta["type"], delta["thinking"] = "thinking_delta", p.Text
	case script.PieceText:
		delta["type"], delta["text"] = "text_delta", p.Text
	case script.PieceCall:
		delta["type"], delta["partial_json"] = "input_json_delta", p.Text
	}
	return append(events, m.emit("content_block_delta", map[string]any{"index": m.index, "delta": delta}))
}

// block is how a block begins.
func (m *messages) block(p script.Piece) map[string]any {
	switch p.Kind {
	case script.PieceReasoning:
		return map[string]any{"type": "thinking", "thinking": "", "signature": ""}
	case script.PieceText:
		return map[string]any{"type": "text", "text": ""}
	}
	call := m.take.Calls[p.Call]
	return map[string]any{"type": "tool_use", "id": call.ID, "name": call.Name, "input": map[string]any{}}
}

func (m *messages) close() []event {
	if m.open == nil {
		return nil
	}
	var events []event
	if m.open.Kind == script.PieceReasoning {
		events = append(events, m.emit("content_block_delta", map[string]any{"index": m.index, "delta": map[string]any{
			"type": "signature_delta", "signature": signature(m.take.Response("").Reasoning),
		}}))
	}
	events = append(events, m.emit("content_block_stop", map[string]any{"index": m.index}))
	m.open = nil
	m.index++
	return events
}

// reason is why it stopped, in the words of the protocol.
func (m *messages) reason() string {
	switch m.take.Finish {
	case "stop":
		return "end_turn"
	case "tool_calls":
		return "tool_use"
	case "length":
		return "max_tokens"
	}
	return m.take.Finish
}

func (m *messages) finish() []event {
	events := append(m.start(), m.close()...)
	return append(events,
		m.emit("message_delta", map[string]any{"delta": map[string]any{"stop_reason": m.reason(), "stop_sequence": nil}, "usage": map[string]any{"output_tokens": m.take.Usage.Output}}),
		m.emit("message_stop", map[string]any{}))
}

// unfinished is nothing: the stream just ends.
func (m *messages) unfinished() []event { return nil }

func (m *messages) whole() any {
	answer := m.take.Response(m.asked.req.Model)
	content := []any{}
	if answer.Reasoning != "" {
		content = append(content, map[string]any{"type": "thinking", "thinking": answer.Reasoning, "signature": signature(answer.Reasoning)})
	}
	if answer.Text != "" {
		content = append(content, map[string]any{"type": "text", "text": answer.Text})
	}
	for _, c := range answer.Calls {
		content = append(content, map[string]any{"type": "tool_use", "id": c.ID, "name": c.Name, "input": json.RawMessage(c.Arguments)})
	}
	return map[string]any{
		"id": fmt.Sprintf("msg_%d", m.take.Number), "type": "message", "role": "assistant", "model": answer.Model,
		"content": content, "stop_reason": m.reason(), "usage": m.usage(answer.Usage.Output),
	}
}
