package openai

import (
	"bytes"
	"encoding/json"

	"parley/providers"
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
}

type responseEnd struct {
	Model      string          `json:"model"`
	Error      json.RawMessage `json:"error"`
	Incomplete struct {
		Reason string `json:"reason"`
	} `json:"incomplete_details"`
	Usage struct {
		Input        int `json:"input_tokens"`
		Output       int `json:"output_tokens"`
		InputDetails struct {
			Cached int `json:"cached_tokens"`
		} `json:"input_tokens_details"`
		OutputDetails struct {
			Reasoning int `json:"reasoning_tokens"`
		} `json:"output_tokens_details"`
	} `json:"usage"`
}

// responsesDecoder reads the Responses API.
type responsesDecoder struct {
	answering
	items []json.RawMessage // reasoning that no call has taken yet
}

func (d *responsesDecoder) decode(raw []byte) ([]providers.Delta, error) {
	var e responseEvent
	if err := json.Unmarshal(raw, &e); err != nil {
		return nil, d.p.unreadable(d.req.Model, raw, err)
	}
	var out []providers.Delta
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
		return d.arguments(e.Index, argumentsIn(e.Delta)), nil
	case "response.output_item.added", "response.output_item.done":
		return d.item(e)
	case "response.completed", "response.incomplete", "response.failed":
		return nil, d.end(e)
	default:
		if ft := parseFault(raw, false); ft.found {
			return nil, d.p.streamFault(d.req.Model, ft)
		}
	}
	return nil, nil
}

func (d *responsesDecoder) arguments(index int, args string) []providers.Delta {
	return d.called(nil, d.drafts.add(piece{index: &index, args: args}), args)
}

// item opens a call, and closes calls and reasoning. What the closing event of
// a call says counts, should the deltas have said otherwise.
func (d *responsesDecoder) item(e responseEvent) ([]providers.Delta, error) {
	var it responseItem
	if err := json.Unmarshal(e.Item, &it); err != nil {
		return nil, d.p.unreadable(d.req.Model, e.Item, err)
	}
	done := e.Type == "response.output_item.done"
	switch {
	case it.Type == "reasoning" && done:
		d.items = append(d.items, bytes.Clone(e.Item))
	case it.Type == "function_call":
		at := d.drafts.add(piece{index: &e.Index, id: it.CallID, name: it.Name})
		c := d.drafts.list[at]
		if !done {
			return d.called(nil, at, ""), nil
		}
		missing := it.Arguments
		if len(c.args) > 0 {
			missing = ""
		}
		c.args = []byte(it.Arguments)
		c.kept.Items, d.items = d.items, nil
		return d.called(nil, at, missing), nil
	}
	return nil, nil
}

func (d *responsesDecoder) end(e responseEvent) error {
	if e.Response == nil {
		e.Response = &responseEnd{}
	}
	r := e.Response
	if e.Type == "response.failed" || means(r.Error) {
		ft := fault{found: true, code: "server_error"}
		if means(r.Error) {
			ft = faultValue(r.Error)
		}
		return d.p.streamFault(d.req.Model, ft)
	}
	d.model = r.Model
	d.usage = providers.Usage{
		Input: r.Usage.Input, Output: r.Usage.Output,
		Cached: r.Usage.InputDetails.Cached, Reasoning: r.Usage.OutputDetails.Reasoning,
	}
	d.finish = "stop"
	if e.Type == "response.incomplete" {
		d.finish = r.Incomplete.Reason
		if d.finish == "max_output_tokens" || d.finish == "" {
			d.finish = "length"
		}
	}
	return nil
}
