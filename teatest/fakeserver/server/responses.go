package server

import (
	"encoding/json"
	"errors"
	"fmt"

	"parley/providers"
	"parley/providers/script"
)

// responsesRequest is the body of the Responses API, as far as it is served.
type responsesRequest struct {
	Model        string          `json:"model"`
	Instructions string          `json:"instructions"`
	Input        json.RawMessage `json:"input"`
	Stream       bool            `json:"stream"`
	Store        *bool           `json:"store"`
	Include      []string        `json:"include"`
	Tools        []struct {
		Type        string          `json:"type"`
		Name        string          `json:"name"`
		Description string          `json:"description"`
		Parameters  json.RawMessage `json:"parameters"`
		Strict      bool            `json:"strict"`
	} `json:"tools"`
	ToolChoice json.RawMessage `json:"tool_choice"`
	Text       *struct {
		Format schema `json:"format"`
	} `json:"text"`
	Reasoning         json.RawMessage `json:"reasoning"`
	MaxOutputTokens   *int            `json:"max_output_tokens"`
	Temperature       *float64        `json:"temperature"`
	TopP              *float64        `json:"top_p"`
	ParallelToolCalls *bool           `json:"parallel_tool_calls"`
	PromptCacheKey    string          `json:"prompt_cache_key"`
}

// inputItem is an entry of the input; which fields count depends on its type.
type inputItem struct {
	Type      string          `json:"type"`
	Role      string          `json:"role"`
	Content   json.RawMessage `json:"content"`
	CallID    string          `json:"call_id"`
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
	Output    *string         `json:"output"`
}

// decodeResponses reads the body of a request to the Responses API.
func decodeResponses(body []byte) (asked, error) {
	var c responsesRequest
	if err := strictly(body, &c); err != nil {
		return asked{}, err
	}
	a := asked{stream: c.Stream, write: newResponses}
	a.req.Model, a.req.System = c.Model, c.Instructions
	if err := a.input(c.Input); err != nil {
		return a, err
	}
	for i, t := range c.Tools {
		if t.Type != "function" {
			return a, fmt.Errorf("tools[%d] has the type %q, not function", i, t.Type)
		}
		a.req.Tools = append(a.req.Tools, providers.ToolSpec{Name: t.Name, Description: t.Description, Parameters: t.Parameters})
	}
	var named struct {
		Name string `json:"name"`
	}
	if len(c.ToolChoice) > 0 && c.ToolChoice[0] == '{' {
		if err := json.Unmarshal(c.ToolChoice, &named); err != nil {
			return a, fmt.Errorf("tool_choice: %w", err)
		}
	}
	if err := a.choose(c.ToolChoice, named.Name); err != nil {
		return a, err
	}
	if c.Text == nil || c.Text.Format.Type == "" || c.Text.Format.Type == "text" {
		return a, nil
	}
	if c.Text.Format.Type != "json_schema" {
		return a, fmt.Errorf("text.format has the type %q, not json_schema", c.Text.Format.Type)
	}
	out, err := c.Text.Format.output()
	a.req.Output, a.format = out, true
	return a, err
}

// input reads the conversation. Calls and the text before them are one message
// of the assistant.
func (a *asked) input(raw json.RawMessage) error {
	var text string
	if err := json.Unmarshal(raw, &text); err == nil {
		a.req.Messages = []providers.Message{{Role: providers.User, Text: text}}
		return nil
	}
	var items []inputItem
	if err := json.Unmarshal(raw, &items); err != nil {
		return errors.New("input is neither a string nor a list of items")
	}
	for i, item := range items {
		if err := a.item(item); err != nil {
			return fmt.Errorf("input[%d]: %w", i, err)
		}
	}
	return nil
}

func (a *asked) item(item inputItem) error {
	switch item.Type {
	case "reasoning":
		return nil
	case "function_call":
		arguments, err := pastArguments(item.CallID, item.Arguments)
		if err != nil {
			return err
		}
		m := a.assistant()
		m.Calls = append(m.Calls, providers.Call{ID: item.CallID, Name: item.Name, Arguments: arguments})
		return nil
	case "function_call_output":
		if item.Output == nil {
			return errors.New("a function_call_output without output")
		}
		a.req.Messages = append(a.req.Messages, providers.Message{Role: providers.Tool, CallID: item.CallID, Text: *item.Output})
		return nil
	case "", "message":
		return a.inputMessage(item)
	}
	return fmt.Errorf("an item of the type %q is not taken", item.Type)
}

func (a *asked) inputMessage(item inputItem) error {
	text, err := content(item.Content, "input_text", "output_text")
	if err != nil {
		return err
	}
	switch item.Role {
	case "system", "developer":
		if len(a.req.Messages) > 0 {
			return fmt.Errorf("a message of the role %q after the first", item.Role)
		}
		a.req.System += text
	case "assistant":
		a.assistant().Text += text
	default:
		a.req.Messages = append(a.req.Messages, providers.Message{Role: providers.Role(item.Role), Text: text})
	}
	return nil
}

// assistant returns the message that an item of the assistant belongs to.
func (a *asked) assistant() *providers.Message {
	n := len(a.req.Messages)
	if n == 0 || a.req.Messages[n-1].Role != providers.Assistant {
		a.req.Messages = append(a.req.Messages, providers.Message{Role: providers.Assistant})
		n++
	}
	return &a.req.Messages[n-1]
}

// responses writes an answer as the Responses API does.
type responses struct {
	asked asked
	take  script.Take
	seq   int
	open  *outputItem // the item being written
	done  []outputItem
}

func newResponses(a asked, t script.Take) dialect { return &responses{asked: a, take: t} }

type outputItem struct {
	Type      string        `json:"type"`
	ID        string        `json:"id"`
	Status    string        `json:"status,omitempty"`
	Role      string        `json:"role,omitempty"`
	Content   []contentPart `json:"content,omitempty"`
	Summary   []contentPart `json:"summary,omitempty"`
	CallID    *string       `json:"call_id,omitempty"`
	Name      *string       `json:"name,omitempty"`
	Arguments *string       `json:"arguments,omitempty"`
}

type contentPart struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

type responseBody struct {
	ID         string             `json:"id"`
	Object     string             `json:"object"`
	CreatedAt  int                `json:"created_at"`
	Status     string             `json:"status"`
	Model      string             `json:"model"`
	Output     []outputItem       `json:"output"`
	Incomplete *incompleteDetails `json:"incomplete_details"`
	Usage      *responsesUsage    `json:"usage"`
}

type incompleteDetails struct {
	Reason string `json:"reason"`
}

type responsesUsage struct {
	Input     int `json:"input_tokens"`
	Output    int `json:"output_tokens"`
	Total     int `json:"total_tokens"`
	InDetails struct {
		Cached int `json:"cached_tokens"`
	} `json:"input_tokens_details"`
	OutDetails struct {
		Reasoning int `json:"reasoning_tokens"`
	} `json:"output_tokens_details"`
}

// emission is the body of an event.
type emission struct {
	Type         string        `json:"type"`
	Seq          int           `json:"sequence_number"`
	Response     *responseBody `json:"response,omitempty"`
	OutputIndex  *int          `json:"output_index,omitempty"`
	ItemID       string        `json:"item_id,omitempty"`
	ContentIndex *int          `json:"content_index,omitempty"`
	SummaryIndex *int          `json:"summary_index,omitempty"`
	Item         *outputItem   `json:"item,omitempty"`
	Delta        *string       `json:"delta,omitempty"`
	Text         *string       `json:"text,omitempty"`
	Arguments    *string       `json:"arguments,omitempty"`
}

func (r *responses) emit(kind string, e emission) event {
	e.Type, e.Seq = kind, r.seq
	r.seq++
	return event{kind, compact(e)}
}

func (r *responses) response(status string) *responseBody {
	return &responseBody{ID: fmt.Sprintf("resp_%d", r.take.Number), Object: "response", Status: status,
		Model: r.asked.req.Model, Output: append([]outputItem{}, r.done...)}
}

func (r *responses) piece(p script.Piece) []event {
	var events []event
	if r.seq == 0 {
		events = append(events, r.emit("response.created", emission{Response: r.response("in_progress")}))
	}
	if r.open == nil || r.kind(p) != r.open.Type || p.First {
		events = append(events, r.close()...)
		events = append(events, r.begin(p))
	}
	zero, index := 0, len(r.done)
	delta := emission{ItemID: r.open.ID, OutputIndex: &index, Delta: &p.Text}
	switch p.Kind {
	case script.PieceReasoning:
		r.open.Summary[0].Text += p.Text
		delta.SummaryIndex = &zero
		return append(events, r.emit("response.reasoning_summary_text.delta", delta))
	case script.PieceText:
		r.open.Content[0].Text += p.Text
		delta.ContentIndex = &zero
		return append(events, r.emit("response.output_text.delta", delta))
	}
	whole := *r.open.Arguments + p.Text
	r.open.Arguments = &whole
	return append(events, r.emit("response.function_call_arguments.delta", delta))
}

func (r *responses) kind(p script.Piece) string {
	return [...]string{"reasoning", "message", "function_call"}[p.Kind]
}

// begin opens the item that a piece belongs to.
func (r *responses) begin(p script.Piece) event {
	index := len(r.done)
	r.open = &outputItem{Type: r.kind(p), ID: fmt.Sprintf("item_%d_%d", r.take.Number, index), Status: "in_progress"}
	switch p.Kind {
	case script.PieceReasoning:
		r.open.Summary = []contentPart{{Type: "summary_text"}}
	case script.PieceText:
		r.open.Role, r.open.Content = "assistant", []contentPart{{Type: "output_text"}}
	case script.PieceCall:
		call, empty := r.take.Calls[p.Call], ""
		r.open.CallID, r.open.Name, r.open.Arguments = &call.ID, &call.Name, &empty
	}
	return r.emit("response.output_item.added", emission{OutputIndex: &index, Item: r.open})
}

// close ends the open item.
func (r *responses) close() []event {
	if r.open == nil {
		return nil
	}
	item, index := *r.open, len(r.done)
	item.Status = "completed"
	r.open = nil
	r.done = append(r.done, item)
	var events []event
	switch item.Type {
	case "function_call":
		events = append(events, r.emit("response.function_call_arguments.done", emission{ItemID: item.ID, OutputIndex: &index, Arguments: item.Arguments}))
	case "message":
		zero := 0
		events = append(events, r.emit("response.output_text.done", emission{ItemID: item.ID, OutputIndex: &index, ContentIndex: &zero, Text: &item.Content[0].Text}))
	}
	return append(events, r.emit("response.output_item.done", emission{OutputIndex: &index, Item: &item}))
}

// ended is the finished response.
func (r *responses) ended() *responseBody {
	out := r.response("completed")
	switch r.take.Finish {
	case "length":
		out.Status, out.Incomplete = "incomplete", &incompleteDetails{"max_output_tokens"}
	case "content_filter":
		out.Status, out.Incomplete = "incomplete", &incompleteDetails{"content_filter"}
	}
	u := r.take.Usage
	out.Usage = &responsesUsage{Input: u.Input, Output: u.Output, Total: u.Input + u.Output}
	out.Usage.InDetails.Cached, out.Usage.OutDetails.Reasoning = u.Cached, u.Reasoning
	return out
}

func (r *responses) finish() []event {
	var events []event
	if r.seq == 0 {
		events = append(events, r.emit("response.created", emission{Response: r.response("in_progress")}))
	}
	events = append(events, r.close()...)
	out := r.ended()
	return append(events, r.emit("response."+out.Status, emission{Response: out}))
}

// unfinished is nothing: the stream just ends.
func (r *responses) unfinished() []event { return nil }

func (r *responses) whole() any {
	for _, p := range r.take.Pieces() {
		r.piece(p)
	}
	r.close()
	if r.take.Fault != nil {
		return r.response("in_progress")
	}
	return r.ended()
}
