package openai

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"

	"parley/providers"
	"parley/providers/sse"
	"parley/providers/wire"
)

// responseEvent is an event of the Responses API.
type responseEvent struct {
	Type      string          `json:"type"`
	Delta     json.RawMessage `json:"delta"`
	Arguments string          `json:"arguments"`
	Index     int             `json:"output_index"`
	Summary   int             `json:"summary_index"`
	Item      json.RawMessage `json:"item"`
	Response  *responseEnd    `json:"response"`
}

type responseItem struct {
	Type      string `json:"type"`
	CallID    string `json:"call_id"`
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
	Phase     string `json:"phase"`
}

type responseEnd struct {
	Model      string          `json:"model"`
	Error      json.RawMessage `json:"error"`
	Incomplete struct {
		Reason string `json:"reason"`
	} `json:"incomplete_details"`
	Status string            `json:"status"`
	Output []json.RawMessage `json:"output"`
	Usage  json.RawMessage   `json:"usage"`
}

type responseUsage struct {
	Input        int `json:"input_tokens"`
	Output       int `json:"output_tokens"`
	InputDetails struct {
		Cached int `json:"cached_tokens"`
	} `json:"input_tokens_details"`
	OutputDetails struct {
		Reasoning int `json:"reasoning_tokens"`
	} `json:"output_tokens_details"`
}

// responsesDecoder reads the Responses API.
type responsesDecoder struct {
	responding
	items []json.RawMessage // reasoning that no call has taken yet
	phase string            // of the text
}

// Whole reads the reply of a server that does not stream, as the events that it
// would have sent.
func (d *responsesDecoder) Whole(raw []byte) ([]providers.Delta, error) {
	var r responseEnd
	if err := json.Unmarshal(raw, &r); err != nil {
		return nil, d.p.Unreadable(d.req.Model, raw, err)
	}
	if r.Output == nil {
		if ft := wire.ParseFault(raw, false); ft.Found {
			return nil, d.p.StreamFault(d.req.Model, ft)
		}
		return nil, nil
	}
	return d.end(nil, responseEvent{Type: "response." + r.Status, Response: &r})
}

// outputs adds the items of a response that came without events for them.
func (d *responsesDecoder) outputs(out []providers.Delta, items []json.RawMessage) ([]providers.Delta, error) {
	for i, item := range items {
		var err error
		// below any index that an event had
		if out, err = d.item(out, responseEvent{Type: "response.output_item.done", Index: -1 - i, Item: item}); err != nil {
			return nil, err
		}
		out = d.contents(out, item)
	}
	return out, nil
}

// unheard are the messages and the calls of a whole output of which no event before
// has brought anything: messages where there is no text, calls by their ids.
func (d *responsesDecoder) unheard(output []json.RawMessage) (items []json.RawMessage) {
	said := len(d.text) > 0
	for _, item := range output {
		var it responseItem
		if json.Unmarshal(item, &it) != nil {
			continue
		}
		known := func(c *draft) bool { return c.id == it.CallID }
		if it.Type == "message" && !said || it.Type == "function_call" && !slices.ContainsFunc(d.drafts.list, known) {
			items = append(items, item)
		}
	}
	return items
}

// contents adds the texts of a whole item: what was said, or thought.
func (d *responsesDecoder) contents(out []providers.Delta, item json.RawMessage) []providers.Delta {
	var it struct {
		Type             string
		Content, Summary []struct{ Text, Refusal string }
	}
	if json.Unmarshal(item, &it) != nil {
		return out // an item of a kind of its own
	}
	for _, part := range it.Summary {
		out = d.thought(out, part.Text)
	}
	for _, part := range it.Content {
		if it.Type == "reasoning" {
			out = d.thought(out, part.Text)
			continue
		}
		out = d.said(d.said(out, part.Text), part.Refusal)
	}
	return out
}

// Decode reads one event.
func (d *responsesDecoder) Decode(out []providers.Delta, ev sse.Event) ([]providers.Delta, error) {
	raw := ev.Data
	if string(raw) == "[DONE]" {
		d.over()
		return out, io.EOF
	}
	var e responseEvent
	if err := json.Unmarshal(raw, &e); err != nil {
		return out, d.p.Unreadable(d.req.Model, raw, err)
	}
	switch e.Type {
	case "response.output_text.delta", "response.refusal.delta":
		return d.said(out, argumentsIn(e.Delta)), nil
	case "response.reasoning_summary_text.delta", "response.reasoning_text.delta":
		return d.thought(out, argumentsIn(e.Delta)), nil
	case "response.reasoning_summary_part.added":
		if e.Summary > 0 {
			return d.thought(out, "\n\n"), nil
		}
	case "response.function_call_arguments.delta":
		return d.arguments(out, e.Index, argumentsIn(e.Delta)), nil
	case "response.output_item.added", "response.output_item.done":
		return d.item(out, e)
	case "response.completed", "response.incomplete", "response.failed":
		return d.end(out, e)
	default:
		if ft := wire.ParseFault(raw, false); ft.Found {
			return out, d.p.StreamFault(d.req.Model, ft)
		}
	}
	return out, nil
}

func (d *responsesDecoder) arguments(out []providers.Delta, index int, args string) []providers.Delta {
	return d.called(out, d.drafts.add(piece{index: &index, args: args}), args)
}

// item opens a call, and closes calls and reasoning. What the closing event of
// a call says counts, should the deltas have said otherwise.
func (d *responsesDecoder) item(out []providers.Delta, e responseEvent) ([]providers.Delta, error) {
	var it responseItem
	if err := json.Unmarshal(e.Item, &it); err != nil {
		return out, d.p.Unreadable(d.req.Model, e.Item, err)
	}
	done := e.Type == "response.output_item.done"
	switch {
	case it.Type == "reasoning" && done:
		d.items = append(d.items, bytes.Clone(e.Item))
	case it.Type == "message" && done:
		d.phase = it.Phase
	case it.Type == "function_call":
		at := d.drafts.add(piece{index: &e.Index, id: it.CallID, name: it.Name})
		c := d.drafts.list[at]
		if !done {
			return d.called(out, at, ""), nil
		}
		missing := it.Arguments
		if len(c.args) > 0 {
			missing = ""
		}
		c.args = []byte(it.Arguments)
		c.kept.Items, d.items = d.items, nil
		return d.called(out, at, missing), nil
	}
	return out, nil
}

// Response is the whole response, with what the server wants back.
func (d *responsesDecoder) Response() (providers.Response, error) {
	ans, err := d.responding.Response()
	if err != nil {
		return ans, err
	}
	ans.Provider, err = d.p.record(returned{Phase: d.phase}, d.req.Model)
	return ans, err
}

// end takes the last event of a response: how it ended, and what it said, should no
// event have brought that.
func (d *responsesDecoder) end(out []providers.Delta, e responseEvent) ([]providers.Delta, error) {
	if e.Response == nil {
		e.Response = &responseEnd{}
	}
	r := e.Response
	if e.Type == "response.failed" || r.Status == "failed" || wire.Means(r.Error) {
		ft := wire.Fault{Found: true, Code: "server_error"}
		if wire.Means(r.Error) {
			ft = wire.FaultOf(r.Error)
		}
		return out, d.p.StreamFault(d.req.Model, ft)
	}
	output := r.Output
	if len(d.text)+len(d.reasoning)+len(d.drafts.list) > 0 {
		output = d.unheard(output)
	} else if len(output) > 0 {
		d.items = nil // they are in it
	}
	out, err := d.outputs(out, output)
	if err != nil {
		return out, err
	}
	d.model = r.Model
	d.count(r.Usage)
	finish := "stop"
	switch {
	case e.Type == "response.incomplete" || r.Status == "incomplete" || r.Incomplete.Reason != "":
		finish = r.Incomplete.Reason
		if finish == "max_output_tokens" || finish == "" {
			finish = "length"
		}
	case r.Status != "" && r.Status != "completed":
		finish = r.Status
	}
	d.finish = wire.Ended(d.finish, finish)
	return out, nil
}

// count takes the tokens that a server counted, as that of chat completions does.
func (d *responsesDecoder) count(raw json.RawMessage) {
	var u responseUsage
	if !wire.Means(raw) || json.Unmarshal(raw, &u) != nil {
		return
	}
	d.usage = providers.Usage{
		Input: u.Input, Output: u.Output, Cached: u.InputDetails.Cached, Reasoning: u.OutputDetails.Reasoning,
	}
}
