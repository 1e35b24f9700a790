package local

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"parley/coordinator/tool"
	"parley/coordinator/tools/process"
	"parley/forms"
	"parley/forms/rawjson"
)

// fields is a JSON object that a command printed.
type fields map[string]json.RawMessage

// parse reads an outcome. It returns nil if the output is not one, but raw output. What is shown of output is
// printed.
func parse(name string, output []byte, printed *process.Output) tool.Outcome {
	var o fields
	var kind string
	if json.Unmarshal(output, &o) != nil {
		if f, ok := torn(name, output, printed); ok {
			return f
		}
		return nil
	}
	if json.Unmarshal(o["type"], &kind) != nil {
		return nil
	}
	switch kind {
	case "success":
		return success(name, o)
	case "error":
		return failure(name, o)
	case "needs_input":
		if twice := rawjson.Twice(output); len(twice) > 0 {
			return tool.Failure{Message: badQuestionText(name, twiceText(twice))}
		}
		return ask(name, o)
	}
	return nil
}

// torn is the failure of a command whose output begins like an outcome that says no or
// asks, and is not one whole object; ok is false for output that does not. What it
// said of an error is kept as it was printed, since nobody else heard it.
func torn(name string, output []byte, printed *process.Output) (f tool.Failure, ok bool) {
	switch begun(output) {
	case "needs_input":
		return tool.Failure{Message: badQuestionText(name, tornText)}, true
	case "error":
		return tool.Failure{Message: badErrorText(name, tornErrorText), Trace: printed.Text()}, true
	}
	return tool.Failure{}, false
}

// begun says which outcome output that is not JSON begins like: "needs_input" if it
// names that type, or a question and no other type, before it breaks off; "error" if it
// names that; "" for all other output.
func begun(output []byte) string {
	d := json.NewDecoder(bytes.NewReader(output))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return ""
	}
	so := ""
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return so
		}
		if key == "question" || key == "questions" {
			so = "needs_input"
		}
		from := d.InputOffset()
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			if kind := begins(output[from:]); key == "type" && kind != "" {
				return kind
			}
			return so
		}
		if key == "type" {
			var kind string
			if json.Unmarshal(value, &kind) == nil && (kind == "needs_input" || kind == "error") {
				return kind
			}
			return ""
		}
	}
	return so
}

// begins names the outcome within whose name what follows the key "type" broke off.
func begins(rest []byte) string {
	value := strings.TrimLeft(string(rest), ": \t\r\n")
	for _, kind := range []string{"needs_input", "error"} {
		if len(value) > len(`"`) && strings.HasPrefix(`"`+kind+`"`, value) {
			return kind
		}
	}
	return ""
}

func success(name string, o fields) tool.Outcome {
	s := tool.Success{Content: textOf(o["content"])}
	if raw, ok := o["refused"]; ok && json.Unmarshal(raw, &s.Refused) != nil {
		return tool.Failure{Message: badSuccessText(name, refusedTypeText), Trace: s.Content}
	}
	return s
}

func failure(name string, o fields) tool.Outcome {
	f := tool.Failure{Trace: textOf(o["trace"])}
	if raw, ok := o["message"]; ok && json.Unmarshal(raw, &f.Message) != nil {
		return tool.Failure{Message: badErrorText(name, "message is not a string")}
	}
	if raw, ok := o["transient"]; ok && json.Unmarshal(raw, &f.Transient) != nil {
		return tool.Failure{Message: badErrorText(name, "transient is not true or false")}
	}
	if raw, ok := o["refused"]; ok && json.Unmarshal(raw, &f.Refused) != nil {
		return tool.Failure{Message: badErrorText(name, refusedTypeText)}
	}
	if f.Message == "" {
		f.Message = noMessageText(name)
	}
	return f
}

// ask makes the form of a command's questions. A bad form is the command's fault and
// is never taken for output.
func ask(name string, o fields) tool.Outcome {
	one, single := o["question"]
	many, list := o["questions"]
	switch {
	case single && list:
		return tool.Failure{Message: badQuestionText(name, bothText)}
	case single:
		many = slices.Concat([]byte{'['}, one, []byte{']'})
	case !list:
		return tool.Failure{Message: badQuestionText(name, noQuestionText)}
	}
	questions, err := forms.ParseQuestions(many)
	if err != nil {
		return tool.Failure{Message: badQuestionText(name, below(err))}
	}
	form, err := forms.New(questions)
	if err != nil {
		return tool.Failure{Message: badQuestionText(name, err.Error())}
	}
	return tool.NeedsInput{Form: form}
}

// below rewrites the faults of reading to the paths that checking uses.
func below(err error) string {
	var faults forms.Faults
	if errors.As(err, &faults) {
		return faults.Under("questions").Error()
	}
	return err.Error()
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
