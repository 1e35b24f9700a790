package record

import (
	"encoding/json"
	"strings"

	"parley/forms"
	"parley/store/text/clean"
)

// OptionParts are the words of an option as [forms.Option.Parts] has them, in which the blanks of
// what is answered by it are seen, where a reader would lose them.
func OptionParts(o forms.Option) (label, value string) {
	label, value = o.Parts()
	if o.Label == "" {
		return clean.Blanks(label), value
	}
	if inner, is := strings.CutPrefix(value, " ("); is {
		value = " (" + clean.Blanks(strings.TrimSuffix(inner, ")")) + ")"
	}
	return label, value
}

// OptionWords are those words in one.
func OptionWords(o forms.Option) string {
	label, value := OptionParts(o)
	return label + value
}

// optionsInWords is an answer that was chosen from a list, as [OptionWords] has its options; false
// for any other.
func optionsInWords(t forms.AnswerType, answer json.RawMessage) (string, bool) {
	var values []json.RawMessage
	switch {
	case forms.IsLeftOut(answer):
		return "", false
	case t.Kind == forms.Select:
		values = []json.RawMessage{answer}
	case t.Kind != forms.MultiSelect || json.Unmarshal(answer, &values) != nil || len(values) == 0:
		return "", false
	}
	words := make([]string, len(values))
	for i, place := range t.Places(values) {
		o := forms.Option{Value: values[i]}
		if place >= 0 {
			o = t.Options[place]
		}
		words[i] = OptionWords(o)
	}
	if t.Kind == forms.Select {
		return words[0], true
	}
	return forms.Listed(words), true
}
