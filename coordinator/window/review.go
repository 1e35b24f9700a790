package window

import (
	"encoding/json"
	"slices"
	"strings"

	"parley/forms"
	"parley/forms/rawjson"
	"parley/providers"
)

// Asked is a question that a reviewer is to answer.
type Asked struct {
	ID       string // of the inquiry
	Question forms.Question
	Call     json.RawMessage // the arguments that its call runs with, nil where the conversation tells them
}

// ReviewRequest asks a reviewer about an open inquiry. The conversation comes first
// and is the same for every question, so that a server can cache it; what differs
// comes last.
func (a Seen) ReviewRequest(tool, call string, i Asked, m Model) (providers.Request, error) {
	schema, err := ReviewSchema(i.Question)
	if err != nil {
		return providers.Request{}, err
	}
	messages := a.paused(m.ID, call, i.Question)
	ask := providers.Message{Role: providers.User, Text: reviewText(tool, i)}
	if window := m.Provider.Capabilities(m.Name).ContextWindow; window > 0 {
		room := window - tokens(len(m.System)) - windowReserve
		messages = fitted(messages, room, estimate(ask)+tokens(len(schema)))
	}
	return providers.Request{
		Model: m.Name, System: m.System, Messages: append(messages, ask),
		Output:     &providers.Output{Name: "review", Schema: schema},
		Parameters: m.Parameters, Limits: m.Limits,
	}, nil
}

// paused is the conversation up to the call, with what the call waits for in place of
// its response. Other calls of its response that have no response wait too; a call of
// an older response has lost its response.
func (a Seen) paused(model, call string, q forms.Question) []providers.Message {
	b := a.newBuilder(a.Log, a.Placed, model)
	b.reviewer = true
	b.read(a.Log)
	last := len(b.out) - 1
	for last >= 0 && b.out[last].Role != providers.Assistant {
		last--
	}
	for id, i := range b.at {
		switch {
		case id == call:
			b.out[i].Text, b.out[i].IsError = pausedText(q.Text), false
		case i > last:
			b.out[i].Text, b.out[i].IsError = pausedText(""), false
		}
	}
	var told []providers.Message
	for _, text := range b.system {
		told = append(told, providers.Message{Role: providers.User, Text: text})
	}
	return append(told, b.messages()...)
}

// reviewText is what the reviewer is asked. A question of several lines stands in a fence, as its
// context does: a tool, a server or the name of a file must not speak as the program or the
// user does. Nor must the id, which a model's server made.
func reviewText(tool string, i Asked) string {
	parts := []string{reviewToolText(tool), reviewRequestText(i.ID), reviewQuestionText(i.Question.Text)}
	if len(i.Call) > 0 {
		parts = slices.Insert(parts, 1, reviewCallText+" "+reviewDataText+"\n"+fenced(string(rawjson.Laid(i.Call))))
	}
	if text := reviewAnswersText(i.Question); text != "" {
		parts = append(parts, text)
	}
	if i.Question.Context != "" {
		parts = append(parts, reviewDataText+"\n"+fenced(i.Question.Context))
	}
	return strings.Join(append(parts, reviewCloseText), "\n\n")
}

// Tokens are estimated from bytes, on the safe side for prose and code; windowReserve
// is set aside for the response, its repairs and what is not counted.
const (
	bytesPerToken = 3
	windowReserve = 4096
)

func tokens(bytes int) int { return bytes / bytesPerToken }

func estimate(m providers.Message) int {
	n := len(m.Text)
	for _, c := range m.Calls {
		n += len(c.Name) + len(c.Arguments)
	}
	return tokens(n) + 8
}

// fitted drops the oldest messages of a conversation that does not fit together with
// the question. It drops in steps of a tenth of the room, the same for every
// question, so that many requests begin with the same bytes. The result begins with a
// user message, as servers require, and contains no response without its call.
func fitted(all []providers.Message, room, asked int) []providers.Message {
	room = max(room, 0)
	over := asked - room
	for _, m := range all {
		over += estimate(m)
	}
	if over <= 0 {
		return all
	}
	step := max(room/10, 1)
	drop := (over + step - 1) / step * step
	at := 0
	for ; at < len(all) && drop > 0; at++ {
		drop -= estimate(all[at])
	}
	for at < len(all) && all[at].Role == providers.Tool {
		at++
	}
	if at == len(all) || all[at].Role == providers.User {
		return all[at:]
	}
	return append([]providers.Message{{Role: providers.User, Text: leftOutText}}, all[at:]...)
}
