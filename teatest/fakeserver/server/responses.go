package server

import (
	"fmt"

	"parley/providers/script"
)

// responses writes a response as the Responses API does.
type responses struct {
	asked asked
	take  script.Take
	seq   int
	open  *outputItem // the item being written
	done  []outputItem
}

func newResponses(a asked, t script.Take) dialect { return &responses{asked: a, take: t} }

// What a text is to the user: a word on the way, or the final one.
const (
	commentary  = "commentary"
	finalAnswer = "final_answer"
)

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
	Encrypted string        `json:"encrypted_content,omitempty"`
	Phase     string        `json:"phase,omitempty"`
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
	if r.asked.server == "openai" {
		switch item.Type {
		case "reasoning":
			item.Encrypted = signature(item.Summary[0].Text)
		case "message":
			item.Phase = finalAnswer
			if len(r.take.Calls) > 0 {
				item.Phase = commentary
			}
		}
	}
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
	switch finish := r.take.Finish; finish {
	case "stop", "tool_calls", "":
	case "length":
		out.Status, out.Incomplete = "incomplete", &incompleteDetails{"max_output_tokens"}
	case "cancelled", "in_progress", "queued":
		out.Status = finish
	default: // each has a word of its own for why it is incomplete
		out.Status, out.Incomplete = "incomplete", &incompleteDetails{finish}
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
	kind := out.Status
	if kind != "incomplete" {
		kind = "completed" // whatever the response says itself
	}
	return append(events, r.emit("response."+kind, emission{Response: out}))
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
