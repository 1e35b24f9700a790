package record

import (
	"cmp"
	"encoding/json"
	"strings"

	"parley/forms"
)

// AnswerInLine is an answer in words for a person, on one line: fields by their names, as
// in "host: db, port: 5432". It may be cut.
func AnswerInLine(t forms.AnswerType, answer json.RawMessage) string {
	if !isJSON(t, answer) {
		return said(t, answer)
	}
	return cmp.Or(InLine(answer), t.Say(answer))
}

// Given is an answer as AnswerInLine has it, and whether its words are somebody's own: beside who
// gave it they must not pass for that. Of a question that is not known it is JSON.
func Given(t forms.AnswerType, answer json.RawMessage) (words string, own bool) {
	return AnswerInLine(t, answer), t.Kind != "" && t.Kind != forms.Boolean && t.Kind != forms.Number && !forms.IsLeftOut(answer)
}

// AnswerWords is an answer in words for a person, all of it: each field on a line of its
// own, the lines of a text below its name. Characters that could hide some of it are
// visible.
func AnswerWords(t forms.AnswerType, answer json.RawMessage) string {
	if !isJSON(t, answer) {
		return said(t, answer)
	}
	if strings.HasPrefix(strings.TrimSpace(string(answer)), "{") {
		return cmp.Or(readable(answer, func(string) bool { return false }, inWords), t.Say(answer))
	}
	return cmp.Or(inWords(answer), t.Say(answer))
}

// said is an answer that is no JSON, in words.
func said(t forms.AnswerType, answer json.RawMessage) string {
	if words, is := optionsInWords(t, answer); is {
		return words
	}
	return t.Say(answer)
}

// isJSON reports whether an answer is JSON, which is no words for a person.
func isJSON(t forms.AnswerType, answer json.RawMessage) bool {
	return t.Kind == forms.Schema && !forms.IsLeftOut(answer)
}

// shortValue is the most bytes of a value that is told in a line.
const shortValue = 80

// inWords is a text as it is, a short value as InLine tells it, and any other as JSON.
func inWords(value json.RawMessage) string {
	if text, ok := textOf(value); ok {
		return text
	}
	if said := strings.TrimPrefix(InLine(json.RawMessage(`{"":`+string(value)+"}")), `"": `); len(said) <= shortValue {
		return said
	}
	return IndentJSON(value)
}
