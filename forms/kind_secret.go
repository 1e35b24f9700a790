package forms

import (
	"encoding/json"
	"errors"
)

// Secret is answered with a string that is kept nowhere.
const Secret Kind = "secret"

type secretKind struct{ common }

func (secretKind) Kind() Kind { return Secret }

// Check never reveals anything of the secret.
func (secretKind) Check(_ AnswerType, answer json.RawMessage) error {
	if string(compact(answer)) == `""` {
		return errors.New(answerSecretEmpty)
	}
	return want(kindOf(answer), "a string", answerSecret)
}

func (secretKind) Schema(AnswerType) json.RawMessage { return json.RawMessage(`{"type":"string"}`) }

func (secretKind) Line() Line { return Line{Wanted: "not shown", Hidden: true} }

func (secretKind) Read(_ AnswerType, line string) (json.RawMessage, error) { return quote(line), nil }

// Say reveals nothing of it.
func (secretKind) Say(AnswerType, json.RawMessage) string { return "" }

// answerSecretEmpty says that Enter alone is not a secret.
const answerSecretEmpty = "nothing was typed; type the secret, or reply or end the turn instead"

func answerSecret(kind string) string { return "the secret must be a string, not " + kind }
