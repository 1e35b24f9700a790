package forms

import (
	"encoding/json"
	"errors"
	"slices"
)

// LeftOut is the answer to an optional question that was left out.
const LeftOut = "null"

// KeptNowhere reports whether an answer is a secret that was given. One that was left out is none.
func (q Question) KeptNowhere(answer json.RawMessage) bool {
	return q.AnswerType.Kind == Secret && !(q.Optional && IsLeftOut(answer))
}

// IsLeftOut reports whether an answer leaves its question out.
func IsLeftOut(answer json.RawMessage) bool { return string(compact(answer)) == LeftOut }

// Remembered reports whether an answer to this question may be kept for the rest of
// the turn: a yes or a no, but none that only a person may give.
func (q Question) Remembered() bool {
	return q.Persistence != PersistNone && !q.Personal && q.AnswerType.Kind == Boolean
}

// Check returns nil if the answer is valid for this question, otherwise what is
// wrong, in words for whoever answers. Null answers an optional question only. The
// words never hold the answer to a secret. For a Schema answer the error is
// SchemaFaults.
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

// Canonical returns an answer that Check accepts in the form in which it is kept: an
// option as it is written; several options in their order, the user's own values
// after them, without duplicates; anything else as it came, without white space
// outside strings. An answer that Check refuses is returned unchanged.
func (q Question) Canonical(answer json.RawMessage) json.RawMessage {
	kind, ok := TypeOf(q.AnswerType.Kind)
	if !ok || IsLeftOut(answer) {
		return compact(answer)
	}
	return kind.Canonical(q.AnswerType, answer)
}

// Matches reports whether an answer is the one that a condition names: equal as JSON;
// for a multi-select, equal as sets. Null counts like any other value.
func (t AnswerType) Matches(equals, answer json.RawMessage) bool {
	kind, ok := TypeOf(t.Kind)
	if !ok || IsLeftOut(equals) || IsLeftOut(answer) {
		return Equal(equals, answer)
	}
	return kind.Same(t, equals, answer)
}

// AnswerSchema is a JSON Schema of the answers to a question, null aside; false if
// the answer type is unknown.
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

// Line says how to type an answer to the question on one line.
func (t AnswerType) Line() Line {
	if kind, ok := TypeOf(t.Kind); ok {
		return kind.Line()
	}
	return Line{Wanted: unanswerable(t.Kind)}
}

// ErrOwn says that a line names the row below the options, which stands for a value of the
// user's own: it is to be asked for, and ReadOwn reads the line with it.
var ErrOwn = errors.New(ownWanted)

// OwnRow is the number of that row, 0 where there is none.
func (t AnswerType) OwnRow() int {
	if !t.Other {
		return 0
	}
	return len(t.Options) + 1
}

// ReadOwn is Read, where own is the value that the row of the user's own stands for.
func (t AnswerType) ReadOwn(line, own string) (json.RawMessage, error) {
	t.Options = append(slices.Clip(t.Options), Option{Value: quote(own)})
	return t.Read(line)
}

// Read turns a typed line into an answer. Check decides whether it fits.
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
