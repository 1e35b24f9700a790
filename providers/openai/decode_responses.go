package openai

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"slices"
	"strings"

	"parley/providers"
	"parley/providers/sse"
	"parley/providers/wire"
)

// responseEvent is an event of the Responses API.
type responseEvent struct {
	Type      string          `json:"type"`
	Delta     json.RawMessage `json:"delta"`
	Text      json.RawMessage `json:"text"`
	Refusal   json.RawMessage `json:"refusal"`
	Part      json.RawMessage `json:"part"`
	Arguments wire.Word       `json:"arguments"`
	Index     wire.Place      `json:"output_index"`
	Content   wire.Place      `json:"content_index"`
	Summary   wire.Place      `json:"summary_index"`
	Item      json.RawMessage `json:"item"`
	Response  *responseEnd    `json:"response"`
}

type responseItem struct {
	Type      string       `json:"type"`
	Role      wire.Word    `json:"role"`
	CallID    wire.Word    `json:"call_id"`
	Name      wire.Word    `json:"name"`
	Arguments wire.Word    `json:"arguments"`
	Phase     wire.Word    `json:"phase"`
	Status    wire.Word    `json:"status"`
	Content   contentParts `json:"content"`
	Summary   contentParts `json:"summary"`
}

type responseEnd struct {
	Model      wire.Word                  `json:"model"`
	Error      json.RawMessage            `json:"error"`
	Incomplete incomplete                 `json:"incomplete_details"`
	Status     wire.Word                  `json:"status"`
	Output     wire.Many[json.RawMessage] `json:"output"`
	Usage      json.RawMessage            `json:"usage"`
}

// incomplete is why a response is incomplete: normally an object, but it can be
// anything.
type incomplete struct{ Reason wire.Word }

// UnmarshalJSON implements json.Unmarshaler.
func (i *incomplete) UnmarshalJSON(raw []byte) error {
	var details struct {
		Reason wire.Word `json:"reason"`
	}
	switch {
	case json.Unmarshal(raw, &details) == nil:
		i.Reason = details.Reason
	case wire.Means(raw):
		return i.Reason.UnmarshalJSON(raw)
	}
	return nil
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
	items    []json.RawMessage // reasoning that no call has taken yet
	thoughts int               // pieces of reasoning when its last item was done
	heard    map[considered]bool
	parted   bool    // separated from the reasoning before by an event of its own
	speaking *saying // the latest message
	broken   bool    // the server says that an item is incomplete
	messages sayings
	mute     map[spot]bool // what does not speak, where one object is asked for
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
	return d.end(nil, responseEvent{Type: "response." + string(r.Status), Response: &r})
}

// wholeOutput is everything that was said, according to the last event.
type wholeOutput struct {
	items   []responseItem
	texts   []string // of messages
	thought string   // at the start of the first text
	text    string   // of all messages
}

func (d *responsesDecoder) readOutput(output []json.RawMessage) (wholeOutput, error) {
	o := wholeOutput{items: make([]responseItem, len(output)), texts: make([]string, len(output))}
	begun := false
	for i, raw := range output {
		it := &o.items[i]
		if err := json.Unmarshal(raw, it); err != nil {
			return o, d.p.Unreadable(d.req.Model, raw, err)
		}
		d.broken = d.broken || d.lacks(it)
		d.refused = d.refused || slices.ContainsFunc(it.Content, contentPart.refuses)
		words := it.Content.words()
		o.thought += it.thoughts()
		if it.Type != "message" || words == "" {
			continue
		}
		if !begun {
			var thought string
			thought, words = opened(words)
			o.thought, begun = o.thought+thought, true
		}
		if o.texts[i] = words; o.text != "" && words != "" {
			words = between + words
		}
		o.text += words
	}
	return o, nil
}

// outputs takes in the whole output in the last event: texts, reasoning and calls
// that no earlier event brought, and the positions of the texts.
func (d *responsesDecoder) outputs(out []providers.Delta, output []json.RawMessage) ([]providers.Delta, error) {
	o, err := d.readOutput(output)
	if err != nil {
		return out, err
	}
	heard := strings.Join(d.text, "")
	phased := func(it responseItem) bool { return it.Phase != "" }
	retell := strings.HasPrefix(o.text, heard) && (len(heard) < len(o.text) || slices.ContainsFunc(o.items, phased))
	if retell {
		d.messages = sayings{}
	} else {
		d.again(o.text)
	}
	silent := len(d.reasoning) == 0
	known := d.drafts.list
	var led []json.RawMessage // reasoning since the last call
	calls := 0
	for i, it := range o.items {
		if it.beside() {
			d.otherwise(string(output[i]))
		}
		switch it.Type {
		case "reasoning":
			if led = append(led, bytes.Clone(output[i])); silent {
				out = d.considerItem(out, it)
			}
		case "message":
			if silent {
				out, o.thought = d.thought(out, o.thought), ""
			}
			text := o.texts[i]
			if !retell || text == "" {
				continue
			}
			place := textPlace{Length: len(text), Calls: calls, Items: len(led)}
			if len(d.messages.segments) > 0 {
				text = between + text
			}
			d.messages.segments = append(d.messages.segments, segment{&saying{phase: string(it.Phase)}, place})
			rest := min(len(heard), len(text))
			heard, out = heard[rest:], d.said(out, text[rest:])
		case "function_call":
			if out, err = d.callOf(out, it, led, known); err != nil {
				return out, err
			}
			calls++
			led = nil
		}
	}
	d.items = led
	untold := func(c *draft) bool { return !c.told }
	if len(o.items) > 0 && slices.ContainsFunc(known, untold) { // it lists what was said, and lacks a call
		return out, d.otherCall()
	}
	return out, nil
}

// Decode reads one event.
func (d *responsesDecoder) Decode(out []providers.Delta, ev sse.Event) ([]providers.Delta, error) {
	raw := ev.Data
	if string(raw) == "[DONE]" {
		out = d.rest(out)
		d.over()
		return out, io.EOF
	}
	var e responseEvent
	if err := json.Unmarshal(raw, &e); err != nil {
		return out, d.p.Unreadable(d.req.Model, raw, err)
	}
	switch e.Type {
	case "response.output_text.delta", "response.refusal.delta":
		d.refused = d.refused || e.Type == "response.refusal.delta"
		return d.hear(out, e, argumentsIn(e.Delta)), nil
	case "response.output_text.done", "response.refusal.done":
		d.refused = d.refused || e.Type == "response.refusal.done"
		return d.hearAll(out, e, argumentsIn(e.Text)+argumentsIn(e.Refusal)), nil
	case "response.content_part.added", "response.content_part.done":
		return d.hearPart(out, e), nil
	case "response.reasoning_summary_text.delta", "response.reasoning_text.delta":
		return d.consider(out, e, argumentsIn(e.Delta)), nil
	case "response.reasoning_summary_part.added":
		if e.Summary > 0 && !d.parted {
			d.parted = true
			return d.thought(out, between), nil
		}
	case "response.reasoning_summary_text.done", "response.reasoning_text.done":
		return d.considerAll(out, e, argumentsIn(e.Text)), nil
	case "response.reasoning_summary_part.done":
		var part contentPart
		if json.Unmarshal(e.Part, &part) == nil {
			return d.considerAll(out, e, string(part.Text)), nil
		}
	case "response.function_call_arguments.delta":
		return d.arguments(out, e.Index, argumentsIn(e.Delta)), nil
	case "response.function_call_arguments.done":
		return d.argumentsDone(out, e)
	case "response.output_item.added", "response.output_item.done":
		return d.item(out, e)
	case "response.completed", "response.incomplete", "response.failed", "response.cancelled":
		return d.end(out, e)
	default:
		if ft := wire.ParseFault(raw, false); ft.Found {
			return out, d.p.StreamFault(d.req.Model, ft)
		}
	}
	return out, nil
}

func (d *responsesDecoder) arguments(out []providers.Delta, index wire.Place, args string) []providers.Delta {
	return d.called(out, d.drafts.add(piece{index: &index, args: args}), args)
}

// argumentsDone takes in complete arguments; pieces of them may have come already.
func (d *responsesDecoder) argumentsDone(out []providers.Delta, e responseEvent) ([]providers.Delta, error) {
	c := d.drafts.list[d.drafts.add(piece{index: &e.Index})]
	switch {
	case c.differs(&responseItem{Arguments: e.Arguments}):
		return out, d.otherCall()
	case len(c.args) > 0 || e.Arguments == "":
		return out, nil
	}
	return d.arguments(out, e.Index, string(e.Arguments)), nil
}

// item opens a call, and closes calls and reasoning. What runs are the arguments in the closing
// event of a call.
func (d *responsesDecoder) item(out []providers.Delta, e responseEvent) ([]providers.Delta, error) {
	var it responseItem
	if err := json.Unmarshal(e.Item, &it); err != nil {
		return out, d.p.Unreadable(d.req.Model, e.Item, err)
	}
	done := e.Type == "response.output_item.done"
	d.muted(spot{e.Index, anywhere}, it.Type != "message" && it.Type != "")
	d.broken = d.broken || done && d.lacks(&it)
	if it.beside() {
		d.otherwise(string(e.Item))
	}
	switch {
	case it.Type == "reasoning" && done:
		d.items = append(d.items, bytes.Clone(e.Item))
		if len(d.reasoning) == d.thoughts {
			out = d.considerItem(out, it)
		}
		d.thoughts = len(d.reasoning)
	case it.Type == "message" && done:
		return d.messageDone(out, e, it), nil
	case it.Type == "message":
		d.messages.open(e.Index, string(it.Phase))
	case it.Type == "function_call":
		at, is := d.drafts.begun(e.Index, string(it.CallID))
		switch {
		case !done || !is:
			at = d.drafts.add(piece{index: &e.Index, id: string(it.CallID), name: string(it.Name)})
		case d.drafts.list[at].differs(&it):
			return out, d.otherCall()
		default:
			d.drafts.list[at].named(&it)
		}
		c := d.drafts.list[at]
		if !done {
			c.opened = cmp.Or(c.opened, string(it.Arguments))
			return d.called(out, at, ""), nil
		}
		missing := string(it.Arguments)
		if len(c.args) > 0 {
			missing = ""
		}
		if it.Arguments != "" {
			c.args = []byte(it.Arguments)
		}
		c.done = true
		c.kept.Items, d.items = d.items, nil
		return d.called(out, at, missing), nil
	}
	return out, nil
}

// Response is the whole response, with what the server wants back.
func (d *responsesDecoder) Response() (providers.Response, error) {
	if d.req.Output != nil {
		d.text = d.messages.final(strings.Join(d.text, ""), slices.ContainsFunc(d.drafts.list, func(c *draft) bool { return c.name == d.forced }))
		d.retold()
	}
	ans, err := d.responding.Response()
	if err != nil {
		return ans, err
	}
	ans.Provider, err = d.p.record(d.places(), d.req.Model)
	return ans, err
}

// end takes in the last event of a response: how it ended and, if no event brought
// it, what it said.
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
	out, err := d.outputs(d.rest(out), r.Output)
	if err != nil {
		return out, err
	}
	d.model = string(r.Model)
	d.count(r.Usage)
	finish := "stop"
	switch {
	case e.Type == "response.incomplete" || r.Status == "incomplete" || r.Incomplete.Reason != "":
		switch finish = string(r.Incomplete.Reason); finish {
		case "max_output_tokens", "":
			finish = "length"
		case "content_filter":
		default: // whatever the reason is, it is incomplete
			d.ends(finish)
			finish = "incomplete"
		}
	case d.broken:
		d.ends(string(r.Status))
		finish = "incomplete"
	case e.Type == "response.cancelled":
		finish = "cancelled"
	case r.Status != "" && r.Status != "completed":
		finish = string(r.Status)
	}
	if d.ends(finish); d.finish == "" { // a reason that says nothing
		d.ends("length")
	}
	return out, nil
}

// count takes in the server's token count, like that of chat completions.
func (d *responsesDecoder) count(raw json.RawMessage) {
	var u responseUsage
	if !wire.Means(raw) || json.Unmarshal(raw, &u) != nil {
		return
	}
	d.usage = providers.Usage{
		Input: u.Input, Output: u.Output, Cached: u.InputDetails.Cached, Reasoning: u.OutputDetails.Reasoning,
	}
}
