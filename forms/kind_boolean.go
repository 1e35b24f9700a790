package forms

import (
	"encoding/json"
	"errors"
	"strings"
)

// Boolean is answered with true or false.
const Boolean Kind = "boolean"

type booleanKind struct{ common }

func (booleanKind) Kind() Kind { return Boolean }

func (booleanKind) Check(_ AnswerType, answer json.RawMessage) error {
	return want(kindOf(answer), "a boolean", answerBoolean)
}

func (booleanKind) Schema(AnswerType) json.RawMessage { return json.RawMessage(`{"type":"boolean"}`) }

func (booleanKind) Line() Line { return Line{Wanted: "yes or no"} }

func (booleanKind) Read(_ AnswerType, line string) (json.RawMessage, error) {
	switch strings.ToLower(strings.TrimSpace(line)) {
	case "y", "yes":
		return json.RawMessage("true"), nil
	case "n", "no":
		return json.RawMessage("false"), nil
	}
	return nil, errors.New(lineBoolean)
}

func (booleanKind) Say(_ AnswerType, answer json.RawMessage) string {
	if string(answer) == "true" {
		return "yes"
	}
	return "no"
}

func answerBoolean(kind string) string { return "answer true or false, not " + kind }

const lineBoolean = "type yes or no"
