// Package forms holds what can be asked and answered: questions, answer types, the
// checking of both, forms of several questions, and the walk through one.
//
// It is pure. It knows nothing about time, files, terminals or models; docs/forms.md
// says what can be asked. Each kind of answer is a file of its own, see Type.
package forms

import "encoding/json"

// Kind names an answer type on the wire.
type Kind string

// Persistence says whether an answer may be remembered for the rest of a turn.
type Persistence string

// Turn is the default and is not written; None asks every time.
const (
	PersistTurn Persistence = "turn"
	PersistNone Persistence = "none"
)

// Option is one choice of a select or multi-select. Value is any JSON scalar; Label,
// if set, is what the user reads instead of it.
type Option struct {
	Value       json.RawMessage `json:"value"`
	Label       string          `json:"label,omitempty"`
	Description string          `json:"description,omitempty"`
	Recommended bool            `json:"recommended,omitempty"`
}

// AnswerType says what an answer must look like. Options belong to Select and
// MultiSelect, with Other allowing a value of the user's own; Schema belongs to
// Schema. Limits hold all other attributes by their names. On the wire it is one
// object tagged by "type".
type AnswerType struct {
	Kind    Kind
	Options []Option
	Other   bool
	Schema  json.RawMessage
	Limits  map[string]json.RawMessage
}

// When makes a question depend on the answer to an earlier one of its form. Equals is
// compared as JSON; for a multi-select as a set. Null is the answer to an optional
// question that was left out.
type When struct {
	QuestionID string          `json:"question_id"`
	Equals     json.RawMessage `json:"equals,omitempty"`
}

// Question is one thing to be answered. Values (defaults, options, answers) are
// kept as the JSON they arrived in, so that numbers and key order survive.
type Question struct {
	ID          string          `json:"id"`
	Text        string          `json:"text"`
	Context     string          `json:"context,omitempty"`
	Header      string          `json:"header,omitempty"`
	Digest      string          `json:"digest,omitempty"` // what a yes is bound to, in the asker's terms
	AnswerType  AnswerType      `json:"answer_type"`
	Default     json.RawMessage `json:"default,omitempty"`
	Exclusive   bool            `json:"exclusive,omitempty"`
	Persistence Persistence     `json:"persistence,omitempty"`
	Personal    bool            `json:"personal,omitempty"` // only a person's own answer to this very question counts
	When        *When           `json:"when,omitempty"`
	Page        string          `json:"page,omitempty"`     // the address of a page to be visited, which Context shows whole
	Optional    bool            `json:"optional,omitempty"` // null is a valid answer: the question is left out
}
