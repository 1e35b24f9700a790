package forms

import (
	"encoding/json"
	"slices"
)

// Type is one kind of answer: all that is to be known of it outside of the screen.
// What is asked of a method is a sound answer type of this kind. A kind is one file
// here, one in views/prompt, its line in Kinds and its lines in docs/forms.md.
type Type interface {
	Kind() Kind
	// Attributes are the fields beside "type" that belong to this kind.
	Attributes() []Attribute
	// Sound returns what is wrong with the attributes, by their names.
	Sound(t AnswerType) Faults
	// Check returns nil if valid JSON other than null is an answer, else what is
	// wrong, in words for whoever answers.
	Check(t AnswerType, answer json.RawMessage) error
	// Canonical is the one form in which an answer that Check accepts is kept.
	Canonical(t AnswerType, answer json.RawMessage) json.RawMessage
	// Same reports whether two values are the same answer.
	Same(t AnswerType, a, b json.RawMessage) bool
	// DefaultFaults says what is wrong with a default that is an answer.
	DefaultFaults(value json.RawMessage) []string
	// Schema is a JSON Schema of the answers, without what not every model server
	// takes: limits, patterns and formats.
	Schema(t AnswerType) json.RawMessage
	// Limits are what Schema leaves out, each in a few words.
	Limits(t AnswerType) []string
	// Line says how an answer is typed on one line.
	Line() Line
	// Read makes an answer of such a line. It need not fit.
	Read(t AnswerType, line string) (json.RawMessage, error)
	// Say is an answer in words for a person.
	Say(t AnswerType, answer json.RawMessage) string
}

// Line is how an answer is typed where there is only a line.
type Line struct {
	Wanted  string // in a few words
	Nothing string // what a line with nothing on it gives, "" for no answer
	Clears  string // how nothing is given where a default stands, "" if it cannot be
	GoesOn  bool   // a line that ends in a backslash goes on
	Hidden  bool   // it is not shown, and nothing is offered
}

// Attribute is a field of an answer type beside "type".
type Attribute struct {
	Name  string
	Holds Holds
	Words []string // for Word: all that it may be, none for any
	About string   // what it means, for the assistant; none if the name says it
}

// Holds says what an attribute is in JSON.
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

// Kinds are all kinds of answers, in the order in which they are listed.
func Kinds() []Type {
	return []Type{booleanKind{}, selectKind{}, multiSelectKind{}, numberKind{}, textKind{}, secretKind{}, schemaKind{}}
}

// TypeOf returns the kind of this name.
func TypeOf(k Kind) (Type, bool) {
	for _, t := range Kinds() {
		if t.Kind() == k {
			return t, true
		}
	}
	return nil, false
}

// Attributes are those of all kinds, each once.
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

// KindNames are the names of all kinds but those left out.
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
