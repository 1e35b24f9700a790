package local

import (
	"encoding/json"

	"parley/coordinator/tool"
	"parley/coordinator/tools/process"
	"parley/store/text/secret"
)

// hushedOutcome reads an outcome from which the secrets were removed: what is wrong with one is told by words of it,
// cut, or spelled in another way.
func hushedOutcome(name string, output []byte, printed *process.Output, spelled tool.Secrets) tool.Outcome {
	o := parse(name, output, printed)
	hidden := secret.HideText(string(output), spelled.Hide)
	if o == nil || hidden == string(output) {
		return o
	}
	o = parse(name, []byte(hidden), printed)
	if _, asks := o.(tool.NeedsInput); asks || o == nil {
		return tool.Failure{Message: secretAskedText}
	}
	return o
}

// hush removes the secrets that a command was told from what it reports, because that
// is recorded and sent to a model. A question that repeats one is not asked: its
// text, and the answer to it, would be on record.
func hush(o tool.Outcome, spelled tool.Secrets) tool.Outcome {
	switch o := o.(type) {
	case tool.NeedsInput:
		form, err := json.Marshal(o.Form.Questions())
		if err != nil || secret.HideText(string(form), spelled.Hide) != string(form) {
			return tool.Failure{Message: secretAskedText}
		}
	case tool.Success:
		o.Content = secret.HideText(o.Content, spelled.Hide)
		return o
	case tool.Failure:
		o.Message, o.Trace = spelled.Hide(o.Message), secret.HideText(o.Trace, spelled.Hide)
		return o
	}
	return o
}
