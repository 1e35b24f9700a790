package forms

import (
	"bytes"
	"encoding/json"

	"parley/forms/rawjson"
)

// Submissions of tools and models are read field by field, so that every fault is
// reported at once with its path. Null means the same as absent. Unknown fields are
// ignored; the record keeps the lines that contain them.

// ParseQuestions reads a list of questions. Its error is Faults with paths like
// `[1].text`.
func ParseQuestions(raw json.RawMessage) ([]Question, error) {
	items, faults := list(raw)
	qs := make([]Question, len(items))
	for i, item := range items {
		q, wrong := parseQuestion(item)
		qs[i] = q
		faults = append(faults, wrong.Under(index(i))...)
	}
	return qs, faults.err()
}

// parseOptions reads a list of options, each a scalar or an object with a value. Its
// faults have paths like `[1].label`. New checks that the values are scalars and
// differ.
func parseOptions(raw json.RawMessage) ([]Option, Faults) {
	items, faults := list(raw)
	options := make([]Option, len(items))
	for i, item := range items {
		o, wrong := parseOption(item)
		options[i] = o
		faults = append(faults, wrong.Under(index(i))...)
	}
	return options, faults
}

// UnmarshalJSON reads a question; its error is Faults with paths like
// `answer_type.options[0].label`.
func (q *Question) UnmarshalJSON(raw []byte) error {
	read, faults := parseQuestion(raw)
	if len(faults) > 0 {
		return faults
	}
	*q = read
	return nil
}

// UnmarshalJSON reads an answer type: an object tagged by "type", or the bare
// name of a type that needs nothing else.
func (t *AnswerType) UnmarshalJSON(raw []byte) error {
	read, faults := parseAnswerType(raw)
	if len(faults) > 0 {
		return faults
	}
	*t = read
	return nil
}

// UnmarshalJSON reads an option: a scalar, or an object with a value.
func (o *Option) UnmarshalJSON(raw []byte) error {
	read, faults := parseOption(raw)
	if len(faults) > 0 {
		return faults
	}
	*o = read
	return nil
}

// MarshalJSON writes a question without its default values.
func (q Question) MarshalJSON() ([]byte, error) {
	type plain Question
	if q.Persistence == PersistTurn {
		q.Persistence = ""
	}
	return encode(plain(q))
}

// encode is a value as JSON.
func encode(v any) ([]byte, error) { return rawjson.Encode(v) }

// quote is a string as JSON.
func quote(s string) []byte { return rawjson.Quote(s) }

func parseQuestion(raw json.RawMessage) (Question, Faults) {
	r := newReader(raw)
	q := Question{
		ID:          r.text("id"),
		Text:        r.text("text"),
		Context:     r.text("context"),
		Header:      r.text("header"),
		Digest:      r.text("digest"),
		Default:     r.value("default"),
		Exclusive:   r.flag("exclusive"),
		Persistence: Persistence(r.text("persistence")),
		Personal:    r.flag("personal"),
		Page:        r.text("page"),
		Optional:    r.flag("optional"),
	}
	if at := r.value("answer_type"); at != nil {
		t, wrong := parseAnswerType(at)
		q.AnswerType = t
		r.faults = append(r.faults, wrong.Under("answer_type")...)
	}
	if when := r.value("when"); when != nil {
		w, wrong := parseWhen(when)
		q.When = &w
		r.faults = append(r.faults, wrong.Under("when")...)
	}
	return q, r.faults
}

func parseAnswerType(raw json.RawMessage) (AnswerType, Faults) {
	if kindOf(raw) == "a string" {
		return AnswerType{Kind: Kind(unquote(raw))}, nil
	}
	r := newReader(raw)
	t := AnswerType{Kind: Kind(r.text("type"))}
	for _, a := range Attributes() {
		if value := r.value(a.Name); value != nil {
			r.faults = append(r.faults, t.Set(a, value).Under(a.Name)...)
		}
	}
	return t, r.faults
}

func parseWhen(raw json.RawMessage) (When, Faults) {
	r := newReader(raw)
	return When{QuestionID: r.text("question_id"), Equals: compact(r.fields["equals"])}, r.faults
}

func parseOption(raw json.RawMessage) (Option, Faults) {
	if kindOf(raw) != "an object" {
		return Option{Value: present(raw)}, nil
	}
	r := newReader(raw)
	return Option{
		Value:       r.value("value"),
		Label:       r.text("label"),
		Description: r.text("description"),
		Recommended: r.flag("recommended"),
	}, r.faults
}

// reader takes the fields out of one object and collects the faults.
type reader struct {
	fields map[string]json.RawMessage
	faults Faults
}

func newReader(raw json.RawMessage) *reader {
	r := &reader{}
	if kindOf(raw) != "an object" || json.Unmarshal(raw, &r.fields) != nil {
		r.faults = Faults{{Message: mustBe("an object", raw)}}
	}
	return r
}

// value returns a field's JSON without outer space; nil if absent or null.
func (r *reader) value(name string) json.RawMessage {
	raw := compact(r.fields[name])
	if string(raw) == "null" {
		return nil
	}
	return raw
}

func (r *reader) text(name string) string {
	raw := r.value(name)
	if raw == nil {
		return ""
	}
	if kindOf(raw) != "a string" {
		r.faults = append(r.faults, Fault{name, mustBe("a string", raw)})
		return ""
	}
	return unquote(raw)
}

func (r *reader) flag(name string) bool {
	raw := r.value(name)
	if raw == nil {
		return false
	}
	if kindOf(raw) != "a boolean" {
		r.faults = append(r.faults, Fault{name, mustBe("true or false", raw)})
	}
	return string(raw) == "true"
}

func list(raw json.RawMessage) ([]json.RawMessage, Faults) {
	var items []json.RawMessage
	if kindOf(raw) != "a list" || json.Unmarshal(raw, &items) != nil {
		return nil, Faults{{Message: mustBe("a list", raw)}}
	}
	return items, nil
}

// unquote decodes a JSON string known to be valid.
func unquote(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return ""
	}
	return s
}

// kindOf names the type of a JSON value by its first byte.
func kindOf(raw json.RawMessage) string {
	trimmed := bytes.TrimLeft(raw, space)
	if len(trimmed) == 0 {
		return "nothing"
	}
	switch trimmed[0] {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case '"':
		return "a string"
	case 't', 'f':
		return "a boolean"
	case 'n':
		return "null"
	}
	return "a number"
}

// compact returns a JSON value without insignificant space, sharing nothing with raw;
// invalid JSON is returned as it is.
func compact(raw json.RawMessage) json.RawMessage {
	if len(raw) == 0 {
		return nil
	}
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return bytes.Clone(raw)
	}
	return b.Bytes()
}

// normal returns the question as New and Restore keep it, so that a question that was
// written and read back is deeply equal: compact values, nil for what is absent, ""
// for the default persistence.
func (q Question) normal() Question {
	if q.Persistence == PersistTurn {
		q.Persistence = ""
	}
	q.Default = present(q.Default)
	q.AnswerType.Schema = present(q.AnswerType.Schema)
	q.AnswerType.Options = normalOptions(q.AnswerType.Options)
	q.AnswerType.Limits = normalLimits(q.AnswerType.Limits)
	if q.When != nil {
		q.When = &When{QuestionID: q.When.QuestionID, Equals: compact(q.When.Equals)}
	}
	return q
}

func normalOptions(options []Option) []Option {
	if len(options) == 0 {
		return nil
	}
	copied := make([]Option, len(options))
	for i, o := range options {
		o.Value = present(o.Value)
		copied[i] = o
	}
	return copied
}

func present(raw json.RawMessage) json.RawMessage {
	if c := compact(raw); string(c) != "null" {
		return c
	}
	return nil
}
