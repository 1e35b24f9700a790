package forms

import "encoding/json"

// Words are what the user reads for the option: its label, otherwise its value, a
// string without quotes.
func (o Option) Words() string {
	if o.Label != "" {
		return o.Label
	}
	var s string
	if json.Unmarshal(o.Value, &s) == nil {
		return s
	}
	return string(o.Value)
}

// Words are what the user reads for a value of a select, or for one of a
// multi-select: those of its option, or the value itself if no option has it.
func (a AnswerType) Words(value json.RawMessage) string {
	for _, o := range a.Options {
		if Equal(o.Value, value) {
			return o.Words()
		}
	}
	return Option{Value: value}.Words()
}
