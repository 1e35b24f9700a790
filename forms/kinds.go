package forms

import (
	"encoding/json"
	"slices"
)

// Type is one kind of answer: everything about it except the screen. Its methods
// expect a sound answer type of this kind. A kind is one file here, one in
// views/prompt, its line in Kinds and its lines in docs/forms.md.
type Type interface {
	Kind() Kind
	// Attributes are the fields beside "type" that belong to this kind.
	Attributes() []Attribute
	// Sound returns what is wrong with the attributes, by their names.
	Sound(t AnswerType) Faults
	// Check returns nil if a valid JSON value other than null is an answer, otherwise
	// what is wrong, in words for whoever answers.
	Check(t AnswerType, answer json.RawMessage) error
	// Canonical is the form in which an answer that Check accepts is kept.
	Canonical(t AnswerType, answer json.RawMessage) json.RawMessage
	// Same reports whether two values are the same answer.
	Same(t AnswerType, a, b json.RawMessage) bool
	// DefaultFaults says what is wrong with a default that is a valid answer.
	DefaultFaults(value json.RawMessage) []string
	// Schema is a JSON Schema of the answers. It omits limits, patterns and formats,
	// which not every model server accepts.
	Schema(t AnswerType) json.RawMessage
	// Limits are what Schema omits, each in a few words.
	Limits(t AnswerType) []string
	// Line says how to type an answer on one line.
	Line() Line
	// Read turns such a line into an answer. It need not fit.
	Read(t AnswerType, line string) (json.RawMessage, error)
	// Say is an answer in words for a person.
	Say(t AnswerType, answer json.RawMessage) string
}

// Line says how to type an answer where only one line can be typed.
type Line struct {
	Wanted  string // what is wanted, in a few words
	Nothing string // what an empty line means, "" for no answer
	Clears  string // how to clear a default, "" if that is impossible
	GoesOn  bool   // a line that ends in a backslash continues on the next
	Hidden  bool   // what is typed is not shown, and nothing is suggested
}

// Attribute is a field of an answer type beside "type".
type Attribute struct {
	Name  string
	Holds Holds
	Words []string // for Word: the allowed values, none for any
	About string   // its meaning, for the assistant; empty if the name says it
}

// Holds is the JSON form of an attribute.
type Holds int

// What attributes hold.
const (
	OptionList Holds = iota // a list of options
	Flag                    // true or false
	Count                   // a whole number, not negative
	Amount                  // a number
	Word                    // a string
	Document                // a JSON Schema
)

// Kinds lists all kinds of answers in the order in which they are shown.
func Kinds() []Type {
	return []Type{booleanKind{}, selectKind{}, multiSelectKind{}, numberKind{}, textKind{}, secretKind{}, schemaKind{}}
}

// TypeOf returns the kind with this name.
func TypeOf(k Kind) (Type, bool) {
	for _, t := range Kinds() {
		if t.Kind() == k {
			return t, true
		}
	}
	return nil, false
}

// Attributes are those of all kinds, without duplicates.
func Attributes() []Attribute {
	var all []Attribute
	for _, t := range Kinds() {
		for _, a := range t.Attributes() {
			if !slices.ContainsFunc(all, func(b Attribute) bool { return a.Name == b.Name }) {
				all = append(all, a)
			}
		}
	}
	return all
}

// Belongs reports whether an attribute is one of this kind.
func (k Kind) Belongs(attribute string) bool {
	t, ok := TypeOf(k)
	return ok && slices.ContainsFunc(t.Attributes(), func(a Attribute) bool { return a.Name == attribute })
}

// kindsWith names the kinds that have an attribute.
func kindsWith(attribute string) []string {
	var names []string
	for _, t := range Kinds() {
		if t.Kind().Belongs(attribute) {
			names = append(names, string(t.Kind()))
		}
	}
	return names
}

// KindNames are the names of all kinds except those given.
func KindNames(but ...Kind) []string {
	var names []string
	for _, t := range Kinds() {
		if !slices.Contains(but, t.Kind()) {
			names = append(names, string(t.Kind()))
		}
	}
	return names
}

// common is what most kinds have in common.
type common struct{}

func (common) Attributes() []Attribute { return nil }
func (common) Sound(AnswerType) Faults { return nil }
func (common) Canonical(_ AnswerType, answer json.RawMessage) json.RawMessage {
	return compact(answer)
}
func (common) Same(_ AnswerType, a, b json.RawMessage) bool { return Equal(a, b) }
func (common) DefaultFaults(json.RawMessage) []string       { return nil }
func (common) Limits(AnswerType) []string                   { return nil }
func (common) Say(_ AnswerType, answer json.RawMessage) string {
	return Option{Value: compact(answer)}.Words()
}
