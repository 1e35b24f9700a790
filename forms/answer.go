package forms

import (
	"encoding/json"
	"errors"
	"strings"
)

// Remembered reports whether an answer to this question may be kept for the
// rest of the turn; a secret's never is, nor that of a person alone.
func (q Question) Remembered() bool {
	return q.Persistence != PersistNone && !q.Personal && q.AnswerType.Kind != Secret
}

// Check returns nil if the answer is one to this question, else what is wrong,
// in words for whoever answers. Null is never an answer. The words never hold
// the answer to a secret. For a Schema answer the error is SchemaFaults.
func (q Question) Check(answer json.RawMessage) error { return q.AnswerType.check(answer) }

func (t AnswerType) check(answer json.RawMessage) error {
	if !json.Valid(answer) {
		return errors.New(answerNotJSON)
	}
	kind := kindOf(answer)
	if kind == "null" {
		return errors.New(answerNull)
	}
	switch t.Kind {
	case Boolean:
		return want(kind, "a boolean", answerBoolean)
	case Text:
		return want(kind, "a string", answerText)
	case Secret:
		if string(compact(answer)) == `""` {
			return errors.New(answerSecretEmpty)
		}
		return want(kind, "a string", answerSecret)
	case Select:
		return t.checkOne(t.optionSet(), answer)
	case MultiSelect:
		return t.checkMany(answer)
	case Schema:
		return checkSchema(t.Schema, answer)
	}
	return errors.New(unanswerable(t.Kind))
}

func want(kind, wanted string, text func(string) string) error {
	if kind != wanted {
		return errors.New(text(kind))
	}
	return nil
}

// optionSet maps the canonical text of each option's value to its place.
func (t AnswerType) optionSet() map[string]int {
	set := make(map[string]int, len(t.Options))
	for i, o := range t.Options {
		if key, ok := canonical(o.Value); ok {
			if _, twice := set[key]; !twice {
				set[key] = i
			}
		}
	}
	return set
}

func (t AnswerType) checkOne(set map[string]int, answer json.RawMessage) error {
	if key, ok := canonical(answer); ok {
		if _, ok := set[key]; ok {
			return nil
		}
	}
	if !t.Other {
		return errors.New(notAnOption(answer, t.Options))
	}
	if kindOf(answer) != "a string" {
		return errors.New(otherNotText(answer, t.Options))
	}
	if strings.TrimSpace(unquote(answer)) == "" {
		return errors.New(otherEmpty)
	}
	return nil
}

func (t AnswerType) checkMany(answer json.RawMessage) error {
	items, faults := list(answer)
	if len(faults) > 0 {
		return errors.New(answerList(kindOf(answer)))
	}
	set := t.optionSet()
	for _, item := range items {
		if err := t.checkOne(set, item); err != nil {
			return err
		}
	}
	return nil
}

func checkSchema(schema, answer json.RawMessage) error {
	c, err := CompileSchema(schema)
	if err != nil {
		return err
	}
	if faults := keysTwice(answer); len(faults) > 0 {
		return SchemaFaults(faults)
	}
	if faults := c.Validate(answer); len(faults) > 0 {
		return SchemaFaults(faults)
	}
	return nil
}

// Canonical returns an answer that Check accepts in the one form it is kept in:
// an option as the option is written, several in the order of the options with
// the user's own after them and each once, anything else as it came but for
// white space outside of strings. What Check refuses comes back as it came.
func (q Question) Canonical(answer json.RawMessage) json.RawMessage {
	t := q.AnswerType
	switch t.Kind {
	case Select:
		key, _ := canonical(answer)
		if i, ok := t.optionSet()[key]; ok {
			return t.Options[i].Value
		}
	case MultiSelect:
		if items, faults := list(answer); len(faults) == 0 {
			return t.inOrder(items)
		}
	}
	return compact(answer)
}

func (t AnswerType) inOrder(items []json.RawMessage) json.RawMessage {
	set := t.optionSet()
	chosen := make([]bool, len(t.Options))
	seen := make(map[string]bool)
	var own []json.RawMessage
	for _, item := range items {
		key, _ := canonical(item)
		if i, ok := set[key]; ok {
			chosen[i] = true
		} else if !seen[key] {
			seen[key] = true
			own = append(own, compact(item))
		}
	}
	values := make([]json.RawMessage, 0, len(items))
	for i, is := range chosen {
		if is {
			values = append(values, t.Options[i].Value)
		}
	}
	return join(append(values, own...))
}

func join(values []json.RawMessage) json.RawMessage {
	b := []byte{'['}
	for i, v := range values {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, v...)
	}
	return append(b, ']')
}

// Matches reports whether an answer is the one that a condition names: equal as
// JSON, for a multi-select equal as sets.
func (t AnswerType) Matches(equals, answer json.RawMessage) bool {
	if t.Kind != MultiSelect {
		return Equal(equals, answer)
	}
	want, ok := set(equals)
	if !ok {
		return false
	}
	got, ok := set(answer)
	if !ok || len(want) != len(got) {
		return false
	}
	for key := range want {
		if !got[key] {
			return false
		}
	}
	return true
}

// set returns the canonical texts of a list's items, and whether it is a list.
func set(raw json.RawMessage) (map[string]bool, bool) {
	v, err := decode(raw)
	if err != nil {
		return nil, false
	}
	items, ok := v.([]any)
	if !ok {
		return nil, false
	}
	keys := make(map[string]bool, len(items))
	for _, item := range items {
		keys[string(appendCanonical(nil, item))] = true
	}
	return keys, true
}
