package anthropic

import (
	"encoding/json"
	"io"
	"slices"
	"strings"

	"parley/providers"
	"parley/providers/sse"
	"parley/providers/wire"
)

// happening is an event of the stream.
type happening struct {
	Type    string          `json:"type"`
	Index   wire.Place      `json:"index"`
	Message *reply          `json:"message"`
	Block   json.RawMessage `json:"content_block"`
	Delta   struct {
		Type       string    `json:"type"`
		Text       string    `json:"text"`
		Thinking   string    `json:"thinking"`
		Signature  string    `json:"signature"`
		JSON       string    `json:"partial_json"`
		StopReason wire.Word `json:"stop_reason"`
	} `json:"delta"`
	Usage json.RawMessage `json:"usage"`
}

// reply is a whole response, or its beginning.
type reply struct {
	Type       string            `json:"type"`
	Role       wire.Word         `json:"role"`
	Model      wire.Word         `json:"model"`
	Content    []json.RawMessage `json:"content"`
	StopReason wire.Word         `json:"stop_reason"`
	Usage      json.RawMessage   `json:"usage"`
	Error      json.RawMessage   `json:"error"`
}

// counted is the server's token count: input_tokens excludes what was read from its
// cache or written to it.
type counted struct {
	Input   int `json:"input_tokens"`
	Written int `json:"cache_creation_input_tokens"`
	Read    int `json:"cache_read_input_tokens"`
	Output  int `json:"output_tokens"`
}

// content is a block that is being received.
type content struct {
	Type      string          `json:"type"`
	Text      string          `json:"text"`
	Thinking  string          `json:"thinking"`
	Signature string          `json:"signature"`
	ID        wire.Word       `json:"id"`
	Name      wire.Word       `json:"name"`
	Input     json.RawMessage `json:"input"`

	raw      json.RawMessage // as it was opened
	pieces   []string
	signed   []string // pieces of the signature
	finished bool
	whole    bool // a call that was opened with all its arguments
}

// decoder reads the events of one response.
type decoder struct {
	p      *Provider
	req    providers.Request
	forced string // the tool whose arguments are the response's text, if any
	blocks []*content
	at     map[spot]*content // the latest of each kind at an index of the server's
	latest map[wire.Place]*content
	calls  map[*content]int // the indexes of the calls
	model  string
	finish string
	late   bool // more came after the finish

	opening  wire.Opening
	speaking *content // the latest block of text
	thought  []string // thinking at the start of the text
	usage    providers.Usage
	beside   []string // blocks of kinds of which nothing is read
}

// Finished reports whether the finish reason has arrived.
func (d *decoder) Finished() bool { return d.finish != "" }

// Late reports whether the response went on after it.
func (d *decoder) Late() bool { return d.late }

// ends takes in a word on how the response ended; an empty one undoes nothing.
func (d *decoder) ends(reason string) {
	if reason != "" {
		d.finish, d.late = wire.Ended(d.finish, reason), false
	}
}

// Decode reads one event.
func (d *decoder) Decode(out []providers.Delta, ev sse.Event) ([]providers.Delta, error) {
	if string(ev.Data) == "[DONE]" { // from a server that speaks the other protocols' dialect
		out = d.rest(out)
		d.over()
		return out, io.EOF
	}
	var h happening
	if err := json.Unmarshal(ev.Data, &h); err != nil {
		return out, d.p.Unreadable(d.req.Model, ev.Data, err)
	}
	switch h.Type {
	case "message_start":
		if h.Message != nil {
			d.model = string(h.Message.Model)
			d.count(h.Message.Usage)
			d.begun(h.Message)
		}
	case "content_block_start":
		d.late = d.finish != ""
		return d.begin(out, h.Index, h.Block)
	case "content_block_delta":
		d.late = d.finish != ""
		b := d.opened(h)
		if b == nil && d.req.Output != nil && !(lost(h.Delta.Type) && h.Delta.Text == "") {
			d.beside = append(d.beside, string(ev.Data))
		}
		return d.delta(out, b, h), nil
	case "message_delta":
		out = d.rest(out)
		d.count(h.Usage)
		d.ends(string(h.Delta.StopReason))
	case "message_stop":
		out = d.rest(out)
		d.over()
		return out, io.EOF
	case "content_block_stop":
		return d.rest(out), nil
	case "ping":
	default:
		if ft := wire.ParseFault(ev.Data, false); ft.Found {
			return out, d.p.StreamFault(d.req.Model, ft)
		}
	}
	return out, nil
}

// Whole reads the reply of a server that does not stream.
func (d *decoder) Whole(raw []byte) ([]providers.Delta, error) {
	var r reply
	if err := json.Unmarshal(raw, &r); err != nil {
		return nil, d.p.Unreadable(d.req.Model, raw, err)
	}
	if r.Type != "message" {
		if ft := wire.ParseFault(raw, false); ft.Found {
			return nil, d.p.StreamFault(d.req.Model, ft)
		}
		return nil, nil
	}
	var out []providers.Delta
	var err error
	for i, block := range r.Content {
		if out, err = d.begin(out, wire.Place(i), block); err != nil {
			return nil, err
		}
		d.blocks[len(d.blocks)-1].finished = true
		out = d.rest(out)
	}
	d.model = string(r.Model)
	d.spoken(r.Role)
	d.ends(string(r.StopReason))
	d.over()
	d.count(r.Usage)
	return out, nil
}

// over handles the end of a stream without a stop reason: text is kept and marked as
// perhaps incomplete. Whether calls are complete cannot be known.
func (d *decoder) over() {
	texts := func(b *content) bool { return b.Type == "text" && len(b.pieces) > 0 }
	if d.finish == "" && len(d.calls) == 0 && slices.ContainsFunc(d.blocks, texts) {
		d.finish = wire.Missing
	}
}

// begin opens a block, including its initial content.
func (d *decoder) begin(out []providers.Delta, index wire.Place, raw json.RawMessage) ([]providers.Delta, error) {
	b := &content{}
	if err := json.Unmarshal(raw, b); err != nil {
		return out, d.p.Unreadable(d.req.Model, raw, err)
	}
	b.raw = append(json.RawMessage(nil), raw...)
	d.add(index, b)
	switch b.Type {
	case "text":
		return d.speak(out, b, b.Text), nil
	case "thinking":
		return b.said(out, b.Thinking, func(s string) providers.Delta { return providers.ReasoningDelta{Text: s} }), nil
	case "tool_use":
		d.calls[b] = len(d.calls)
		arguments := string(b.Input)
		if strings.TrimSpace(arguments) == "{}" || !wire.Means(b.Input) {
			arguments = ""
		}
		b.whole = arguments != ""
		return d.called(out, b, arguments), nil
	case "redacted_thinking":
	default: // beside an answer it may be another one, or what the answer depends on
		d.beside = append(d.beside, string(b.raw))
	}
	return out, nil
}

// speak takes in a piece of text; at the very start of the response it may be
// reasoning.
func (d *decoder) speak(out []providers.Delta, b *content, piece string) []providers.Delta {
	if piece == "" {
		return out
	}
	d.speaking = b
	thought, said := d.opening.Feed(piece)
	return d.told(out, thought, said)
}

// rest releases the text that was held back.
func (d *decoder) rest(out []providers.Delta) []providers.Delta {
	if d.speaking == nil {
		return out
	}
	thought, said := d.opening.End()
	return d.told(out, thought, said)
}

// told takes in thinking and text from the current text block.
func (d *decoder) told(out []providers.Delta, thought, said string) []providers.Delta {
	if thought != "" {
		d.thought = append(d.thought, thought)
		out = append(out, providers.ReasoningDelta{Text: thought})
	}
	return d.speaking.said(out, said, func(s string) providers.Delta { return providers.TextDelta{Text: s} })
}

func (b *content) said(out []providers.Delta, text string, as func(string) providers.Delta) []providers.Delta {
	if text == "" {
		return out
	}
	b.pieces = append(b.pieces, text)
	return append(out, as(text))
}

// called takes in a piece of a call's arguments. Those of a forced call are text.
func (d *decoder) called(out []providers.Delta, b *content, piece string) []providers.Delta {
	if piece != "" {
		b.pieces = append(b.pieces, piece)
	}
	if d.forced != "" && string(b.Name) == d.forced {
		if piece == "" {
			return out
		}
		return append(out, providers.TextDelta{Text: piece})
	}
	return append(out, providers.CallDelta{Index: d.calls[b], Name: string(b.Name), Text: piece})
}

// opened is the block that a piece belongs to, which is of its kind. Text and thinking of a block that
// was never opened are kept, since proxies drop events.
func (d *decoder) opened(h happening) *content {
	kind := map[string]string{"text_delta": "text", "thinking_delta": "thinking", "signature_delta": "thinking", "input_json_delta": "tool_use"}[h.Delta.Type]
	b := d.at[spot{h.Index, kind}]
	if kind == "text" {
		d.within(h.Index)
	}
	if b == nil && (kind == "text" || h.Delta.Type == "thinking_delta") {
		b = &content{Type: kind}
		d.add(h.Index, b)
	}
	return b
}

// add puts a block at its index.
func (d *decoder) add(index wire.Place, b *content) {
	if d.at == nil {
		d.at, d.latest, d.calls = map[spot]*content{}, map[wire.Place]*content{}, map[*content]int{}
	}
	d.at[spot{index, b.Type}], d.latest[index] = b, b
	d.blocks = append(d.blocks, b)
}

func (d *decoder) delta(out []providers.Delta, b *content, h happening) []providers.Delta {
	if b == nil {
		return out
	}
	switch h.Delta.Type {
	case "text_delta":
		return d.speak(out, b, h.Delta.Text)
	case "thinking_delta":
		return b.said(out, h.Delta.Thinking, func(s string) providers.Delta { return providers.ReasoningDelta{Text: s} })
	case "signature_delta":
		b.signed = append(b.signed, h.Delta.Signature)
	case "input_json_delta":
		if b.whole && h.Delta.JSON != "" { // the arguments are repeated
			b.pieces, b.whole = nil, false
		}
		return d.called(out, b, h.Delta.JSON)
	}
	return out
}

// count takes in the server's token count; the latest one applies. An unreadable
// count is left unknown: it only informs the user.
func (d *decoder) count(raw json.RawMessage) {
	var u counted
	if !wire.Means(raw) || json.Unmarshal(raw, &u) != nil {
		return
	}
	if in := u.Input + u.Written + u.Read; in > 0 && min(u.Input, u.Written, u.Read) >= 0 {
		d.usage.Input, d.usage.Cached = in, u.Read
	}
	d.usage.Output = max(d.usage.Output, u.Output)
}

// Response is the whole response, once it is finished.
func (d *decoder) Response() (providers.Response, error) {
	ans := providers.Response{Model: d.model, Finish: finishOf(d.finish), Usage: d.usage, Reasoning: strings.Join(d.thought, "")}
	if ans.Model == "" {
		ans.Model = d.req.Model
	}
	var order []block
	answered := false
	seen := map[string]bool{}
	for _, b := range d.blocks {
		text := strings.Join(b.pieces, "")
		switch b.Type {
		case "text":
			ans.Text += text
			if text != "" {
				order = append(order, block{Text: len(text)})
			}
		case "thinking":
			ans.Reasoning += text
			order = append(order, block{Thought: b.thought(text)})
		case "redacted_thinking":
			order = append(order, block{Thought: b.raw})
		case "tool_use":
			if string(b.Name) == d.forced && d.forced != "" && !answered { // a second answer is a call that nobody offered
				ans.Text, answered = wire.Answered(ans.Text, text, false), true // a refusal is a reason to stop
				ans.Finish = strings.Replace(ans.Finish, "tool_calls", "stop", 1)
				d.retold(b, text)
				continue
			}
			id := string(b.ID)
			if id == "" || seen[id] {
				id = d.p.NewID()
			}
			seen[id] = true
			ans.Calls = append(ans.Calls, providers.Call{ID: id, Name: string(b.Name), Arguments: text})
			order = append(order, block{})
		}
	}
	if d.req.Output != nil {
		ans.Text = wire.OneObject(ans.Text, d.beside)
	}
	var err error
	ans.Provider, err = d.p.record(order, d.req.Model)
	return ans, err
}

// thought is a block of thinking in the form in which it is sent back.
func (b *content) thought(text string) json.RawMessage {
	if b.finished {
		return b.raw
	}
	signature := b.Signature + strings.Join(b.signed, "")
	e := wire.NewEncoder(len(text) + len(signature) + 64)
	e.Open('{')
	e.Text("type", "thinking")
	e.Text("thinking", text)
	e.Text("signature", signature)
	e.End('}')
	return e.Bytes()
}

// finishOf translates a stop reason into the words shared by all servers.
func finishOf(reason string) string {
	switch reason {
	case "end_turn", "stop_sequence":
		return "stop"
	case "tool_use":
		return "tool_calls"
	case "max_tokens":
		return "length"
	}
	return reason
}
