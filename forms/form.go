package forms

import (
	"encoding/json"
	"slices"
	"strings"
)

// Form is a checked, non-empty list of questions. Only New makes one from submitted
// questions; Restore brings one back from a record. The zero Form asks nothing.
type Form struct{ questions []Question }

// Most is how many questions a form may have, since a person answers them one after
// the other.
const Most = 50

// TooMany says that there are more questions than a form may have, "" if there are
// not.
func TooMany(n int) string {
	if n <= Most {
		return ""
	}
	return tooManyQuestions(n)
}

// MostOptions is how many options a question may have: nobody reads more, and each costs memory
// wherever the question goes.
const MostOptions = 1000

// TooManyOptions says that there are more options than a question may have, "" if there are
// not.
func TooManyOptions(n int) string {
	if n <= MostOptions {
		return ""
	}
	return tooManyOptions(n)
}

// New checks a list of questions and makes it a form. Its error is Faults and holds
// every fault at once, each with its path below `questions`.
func New(qs []Question) (Form, error) {
	if many := TooMany(len(qs)); many != "" {
		return Form{}, Faults{{Path: "questions", Message: many}}
	}
	f := Restore(qs)
	if faults := check(f.questions); len(faults) > 0 {
		return Form{}, faults
	}
	return f, nil
}

// Restore brings a form back from a record, where it was checked before it was
// written. It checks nothing; a list that New would refuse can still be walked
// safely: impossible questions are skipped.
func Restore(qs []Question) Form {
	if len(qs) == 0 {
		return Form{}
	}
	f := Form{questions: make([]Question, len(qs))}
	for i, q := range qs {
		f.questions[i] = q.normal()
	}
	return f
}

// Questions returns a copy of the list. The JSON values in it are shared and
// must not be written to.
func (f Form) Questions() []Question { return slices.Clone(f.questions) }

// Len returns the number of questions, skipped ones included.
func (f Form) Len() int { return len(f.questions) }

// IsZero reports whether the form has no question, so that neither New nor a record
// made it.
func (f Form) IsZero() bool { return len(f.questions) == 0 }

// Question returns the question with this id, the first one if a record has several.
func (f Form) Question(id string) (Question, bool) {
	if i := f.index(id); i >= 0 {
		return f.questions[i], true
	}
	return Question{}, false
}

func (f Form) index(id string) int {
	return slices.IndexFunc(f.questions, func(q Question) bool { return q.ID == id })
}

// Fault is one thing that is wrong with a submission. Path says where, such as
// `questions[1].when.question_id`; Message says what is wrong and what to change, in
// words for a model.
type Fault struct{ Path, Message string }

// Error is the fault on one line.
func (f Fault) Error() string {
	if f.Path == "" {
		return f.Message
	}
	return f.Path + ": " + f.Message
}

// Faults is everything that is wrong with a submission, in its order.
type Faults []Fault

// Error is one line per fault.
func (f Faults) Error() string {
	lines := make([]string, len(f))
	for i, fault := range f {
		lines[i] = fault.Error()
	}
	return strings.Join(lines, "\n")
}

// Under returns the faults with their paths placed below another: Path "[1]"
// under "questions" is "questions[1]", "text" under "question" is
// "question.text".
func (f Faults) Under(prefix string) Faults {
	moved := make(Faults, len(f))
	for i, fault := range f {
		moved[i] = Fault{Path: below(prefix, fault.Path), Message: fault.Message}
	}
	return moved
}

func below(prefix, path string) string {
	if prefix == "" || path == "" || path[0] == '[' {
		return prefix + path
	}
	return prefix + "." + path
}

// err is nil if there is no fault, so that an empty Faults never becomes an error.
func (f Faults) err() error {
	if len(f) == 0 {
		return nil
	}
	return f
}

// Given is one answer that counts. A redacted answer (to a secret) has no Value.
type Given struct {
	ID       string
	Value    json.RawMessage
	ByUser   bool // the user gave it, so Back can return to it
	Redacted bool // it was given, but is kept nowhere
}
