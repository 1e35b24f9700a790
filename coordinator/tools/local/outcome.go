package local

import (
	"bytes"
	"encoding/json"
	"fmt"

	"parley/coordinator/tool"
	"parley/forms"
)

// fields is an object that a command printed.
type fields map[string]json.RawMessage

// parse reads an outcome. It returns nil for what is none: then it is raw
// output.
func parse(name string, output []byte) tool.Outcome {
	var o fields
	var kind string
	if json.Unmarshal(output, &o) != nil || json.Unmarshal(o["type"], &kind) != nil {
		return nil
	}
	switch kind {
	case "success":
		return tool.Success{Content: textOf(o["content"])}
	case "error":
		return failure(name, o)
	case "needs_input":
		return ask(name, o)
	}
	return nil
}

func failure(name string, o fields) tool.Outcome {
	f := tool.Failure{Trace: textOf(o["trace"])}
	if raw, ok := o["message"]; ok && json.Unmarshal(raw, &f.Message) != nil {
		return tool.Failure{Message: badErrorText(name, "message is not a string")}
	}
	if raw, ok := o["transient"]; ok && json.Unmarshal(raw, &f.Transient) != nil {
		return tool.Failure{Message: badErrorText(name, "transient is not true or false")}
	}
	if f.Message == "" {
		f.Message = noMessageText(name)
	}
	return f
}

// ask makes the form of a command's questions. A bad one is the command's fault
// and is never taken for output.
func ask(name string, o fields) tool.Outcome {
	one, single := o["question"]
	many, list := o["questions"]
	raw := []json.RawMessage{one}
	switch {
	case single && list:
		return tool.Failure{Message: badQuestionText(name, bothText)}
	case !single:
		raw = nil
		if list && json.Unmarshal(many, &raw) != nil {
			return tool.Failure{Message: badQuestionText(name, notListText)}
		}
	}
	questions := make([]forms.Question, len(raw))
	for i := range raw {
		if json.Unmarshal(raw[i], &questions[i]) != nil {
			return tool.Failure{Message: badQuestionText(name, fmt.Sprintf("questions[%d] %s", i, notQuestionText))}
		}
	}
	form, err := forms.New(questions)
	if err != nil {
		return tool.Failure{Message: badQuestionText(name, err.Error())}
	}
	return tool.NeedsInput{Form: form}
}

// textOf returns the content of a string, and anything else as compact JSON.
func textOf(raw json.RawMessage) string {
	var s string
	if len(raw) == 0 || json.Unmarshal(raw, &s) == nil {
		return s
	}
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return string(raw)
	}
	return b.String()
}
