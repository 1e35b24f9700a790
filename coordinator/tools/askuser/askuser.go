// Package askuser is ask_user, the tool with which the assistant asks the user: one
// question, or a list of questions that depend on each other. It reads a model's
// input leniently, reports all its faults at once, and never draws or waits: asking
// is the caller's job.
package askuser

import (
	"bytes"
	"context"
	"encoding/json"

	"parley/coordinator/tool"
	"parley/forms"
	"parley/forms/rawjson"
)

const (
	// Name is the name of the tool.
	Name = "ask_user"
	// FlatID is the id of a question that is asked alone, without a list.
	FlatID = "answer"
)

// New returns the tool.
func New() tool.Tool { return asker{} }

type asker struct{}

func (asker) Spec() tool.Spec {
	return tool.Spec{
		Name: Name, Description: description(), Parameters: json.RawMessage(parameters()),
		Run: tool.Unattended, Result: tool.Unattended,
		Repeatable: true, Hidden: true, Assistant: true, Lenient: true,
		Labels: map[string]string{"*": "Assistant"},
	}
}

// Run asks on its first run, and returns the answers once they are all there.
func (asker) Run(_ context.Context, call tool.Call) tool.Outcome {
	asked, faults := read(call.Arguments)
	if len(faults) > 0 {
		return tool.Failure{Message: faultsText(faults)}
	}
	walk := forms.Start(asked.form)
	for {
		q, open := walk.Open()
		if !open {
			return tool.Success{Content: asked.result(walk)}
		}
		answer, given := call.Answers[q.ID]
		if !given || !answer.Shows(q) { // an answer belongs to the text that was read
			return tool.NeedsInput{Form: asked.form}
		}
		next, err := walk.Apply(forms.Answer{Value: answer.Value})
		if err != nil {
			return tool.Failure{Message: mismatchText(q.ID)}
		}
		walk = next
	}
}

// result is what the model gets: for a list, the answers by id, with null for skipped
// questions; for a single question, its type as well.
func (s submission) result(walk forms.Walk) string {
	if !s.flat {
		return string(walk.Result())
	}
	given, _ := walk.Answer(FlatID)
	return `{"answer_type":"` + string(s.form.Questions()[0].AnswerType.Kind) + `","answer":` + string(given.Value) + `}`
}

// Replied is the result when the user replied instead of answering: what was
// answered before, and the user's words if there are any.
func (asker) Replied(_ forms.Form, answered []forms.Given, text string) string {
	var b bytes.Buffer
	b.WriteString(`{"cancelled":true,"answered":{`)
	for i, g := range answered {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(rawjson.Quote(g.ID))
		b.WriteByte(':')
		if g.Value == nil {
			b.WriteString("null")
		}
		b.Write(g.Value)
	}
	b.WriteByte('}')
	if text != "" {
		b.WriteString(`,"reply":`)
		b.Write(rawjson.Quote(text))
	}
	b.WriteByte('}')
	return b.String()
}
