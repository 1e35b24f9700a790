package forms

import (
	"encoding/json"
	"errors"
)

// LeftOut is the answer to an optional question that is left out.
const LeftOut = "null"

// IsLeftOut reports whether an answer leaves its question out.
func IsLeftOut(answer json.RawMessage) bool { return string(compact(answer)) == LeftOut }

// Remembered reports whether an answer to this question may be kept for the
// rest of the turn; a secret's never is, nor that of a person alone.
func (q Question) Remembered() bool {
	return q.Persistence != PersistNone && !q.Personal && q.AnswerType.Kind != Secret
}

// Check returns nil if the answer is one to this question, else what is wrong,
// in words for whoever answers. Null answers an optional question only. The words
// never hold the answer to a secret. For a Schema answer the error is SchemaFaults.
func (q Question) Check(answer json.RawMessage) error {
	if q.Optional && IsLeftOut(answer) {
		return nil
	}
	return q.AnswerType.check(answer)
}

func (t AnswerType) check(answer json.RawMessage) error {
	if !json.Valid(answer) {
		return errors.New(answerNotJSON)
	}
	if kindOf(answer) == "null" {
		return errors.New(answerNull)
	}
	kind, ok := TypeOf(t.Kind)
	if !ok {
		return errors.New(unanswerable(t.Kind))
	}
	return kind.Check(t, answer)
}

func want(kind, wanted string, text func(string) string) error {
	if kind != wanted {
		return errors.New(text(kind))
	}
	return nil
}

// Canonical returns an answer that Check accepts in the one form it is kept in:
// an option as the option is written, several in the order of the options with
// the user's own after them and each once, anything else as it came but for
// white space outside of strings. What Check refuses comes back as it came.
func (q Question) Canonical(answer json.RawMessage) json.RawMessage {
	kind, ok := TypeOf(q.AnswerType.Kind)
	if !ok || IsLeftOut(answer) {
		return compact(answer)
	}
	return kind.Canonical(q.AnswerType, answer)
}

// Matches reports whether an answer is the one that a condition names: equal as
// JSON, for a multi-select equal as sets. Null is like any value.
func (t AnswerType) Matches(equals, answer json.RawMessage) bool {
	kind, ok := TypeOf(t.Kind)
	if !ok || IsLeftOut(equals) || IsLeftOut(answer) {
		return Equal(equals, answer)
	}
	return kind.Same(t, equals, answer)
}

// AnswerSchema is a JSON Schema of the answers to a question, null aside; false for
// an answer type that is not known.
func (q Question) AnswerSchema() (json.RawMessage, bool) {
	kind, ok := TypeOf(q.AnswerType.Kind)
	if !ok {
		return nil, false
	}
	return kind.Schema(q.AnswerType), true
}

// LimitWords are the limits of an answer, each in a few words.
func (t AnswerType) LimitWords() []string {
	if kind, ok := TypeOf(t.Kind); ok {
		return kind.Limits(t)
	}
	return nil
}

// Line says how an answer to the question is typed on one line.
func (t AnswerType) Line() Line {
	if kind, ok := TypeOf(t.Kind); ok {
		return kind.Line()
	}
	return Line{Wanted: unanswerable(t.Kind)}
}

// Read makes an answer of a line that was typed. Whether it fits is for Check to say.
func (t AnswerType) Read(line string) (json.RawMessage, error) {
	if kind, ok := TypeOf(t.Kind); ok {
		return kind.Read(t, line)
	}
	return nil, errors.New(unanswerable(t.Kind))
}

// Say is an answer in words for a person.
func (t AnswerType) Say(answer json.RawMessage) string {
	kind, ok := TypeOf(t.Kind)
	switch {
	case IsLeftOut(answer):
		return leftOut
	case !ok:
		return string(compact(answer))
	}
	words := kind.Say(t, answer)
	if words == "" && t.Kind != Secret {
		return nothing
	}
	return words
}
