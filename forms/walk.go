package forms

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// The answers that count and the position of the open question are the whole state of
// a walk. Answers are given in form order, so going back means cutting the list; what
// is cut off stays as drafts.

// Move is what can happen to a form: Answer, Back, Reply or EndTurn.
type Move interface{ move() }

// Answer answers the open question. A redacted answer has no Value.
type Answer struct {
	Value    json.RawMessage
	ByUser   bool
	Redacted bool
}

// Back returns to the last question that the user answered.
type Back struct{}

// Reply ends the form without an answer to the open question; Text is what the user
// wrote instead, possibly nothing.
type Reply struct{ Text string }

// EndTurn ends the form and the turn that it serves.
type EndTurn struct{}

func (Answer) move()  {}
func (Back) move()    {}
func (Reply) move()   {}
func (EndTurn) move() {}

// ErrFinished says that a move was made on a walk that is done or ended.
var ErrFinished = errors.New("forms: the form is finished")

// ErrNoWayBack says that Back was used although no earlier answer of the user counts.
var ErrNoWayBack = errors.New("forms: no earlier answer to go back to")

// Walk is where a form stands. It is a value: Apply returns a new one and leaves this
// one unchanged, and the same moves lead to walks that are equal by
// reflect.DeepEqual.
type Walk struct {
	form   Form
	at     int               // the open question, or Len if all are answered or skipped
	steps  []step            // the answers that count, in form order
	drafts []json.RawMessage // by index, the answers that no longer count; nil if there are none
	ended  Move              // Reply or EndTurn
}

type step struct {
	at int
	Given
}

// Start begins a walk at the first question that must be answered.
func Start(f Form) Walk {
	w := Walk{form: f}
	w.at = w.next(0)
	return w
}

// Form returns the form of the walk.
func (w Walk) Form() Form { return w.form }

// Open returns the question to answer now; false if the walk is done or ended.
func (w Walk) Open() (Question, bool) {
	if w.over() {
		return Question{}, false
	}
	return w.form.questions[w.at], true
}

// Done reports whether every question was answered or skipped.
func (w Walk) Done() bool { return w.ended == nil && w.at == w.form.Len() }

// Ended returns the Reply or EndTurn that ended the walk, otherwise nil.
func (w Walk) Ended() Move { return w.ended }

func (w Walk) over() bool { return w.ended != nil || w.at == w.form.Len() }

// Progress returns the position of the open question in the list, from 1, and the
// length of the list. Skipped questions count; past the end, at equals of.
func (w Walk) Progress() (at, of int) {
	return min(w.at+1, w.form.Len()), w.form.Len()
}

// Secrets returns of how many questions, from the open one on, the answers may be typed one after the other with a
// secret as the last; 0 if none asks for a secret any more.
func (w Walk) Secrets() (n int) {
	if w.over() {
		return 0
	}
	for i, q := range w.form.questions[w.at:] {
		if q.AnswerType.Kind == Secret {
			n = i + 1
		}
	}
	return n
}

// Skipped returns how many questions before the open one are skipped, given the
// answers that count; past the end, how many in all.
func (w Walk) Skipped() int { return w.at - len(w.steps) }

// CanGoBack reports whether Back is possible: the form is open, and an earlier
// question was answered by the user.
func (w Walk) CanGoBack() bool { return !w.over() && w.lastByUser() >= 0 }

func (w Walk) lastByUser() int {
	for i := len(w.steps) - 1; i >= 0; i-- {
		if w.steps[i].ByUser {
			return i
		}
	}
	return -1
}

// Draft returns an earlier answer to this question that no longer counts, to be
// offered again. A secret leaves none.
func (w Walk) Draft(id string) (json.RawMessage, bool) {
	at := w.form.index(id)
	if at < 0 || w.drafts == nil || w.drafts[at] == nil {
		return nil, false
	}
	return w.drafts[at], true
}

// Given returns the answers that count, in the order of the form.
func (w Walk) Given() []Given {
	given := make([]Given, len(w.steps))
	for i, s := range w.steps {
		given[i] = s.Given
	}
	return given
}

// Answer returns the answer that counts for a question, if there is one.
func (w Walk) Answer(id string) (Given, bool) {
	for _, s := range w.steps {
		if s.ID == id {
			return s.Given, true
		}
	}
	return Given{}, false
}

// Result returns one JSON object with the id of every question in form order:
// the answer, null where a question was skipped or is still to be answered, and
// {"redacted":true} for a secret that was given.
func (w Walk) Result() json.RawMessage {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, q := range w.form.questions {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(quote(q.ID))
		b.WriteByte(':')
		b.Write(w.slot(i))
	}
	b.WriteByte('}')
	return b.Bytes()
}

func (w Walk) slot(at int) []byte {
	i, found := slices.BinarySearchFunc(w.steps, at, func(s step, at int) int { return s.at - at })
	switch {
	case !found:
		return []byte("null")
	case w.steps[i].Redacted:
		return []byte(`{"redacted":true}`)
	}
	return w.steps[i].Value
}

// Apply makes a move. Its error is ErrFinished, ErrNoWayBack, or what Question.Check
// says about an answer; in that case the walk is returned unchanged.
func (w Walk) Apply(m Move) (Walk, error) {
	if w.over() {
		return w, ErrFinished
	}
	switch m := m.(type) {
	case Answer:
		return w.answer(m)
	case Back:
		return w.back()
	case Reply, EndTurn:
		w.ended = m
		return w, nil
	}
	return w, fmt.Errorf("forms: unknown move %T", m)
}

func (w Walk) answer(a Answer) (Walk, error) {
	q := w.form.questions[w.at]
	g := Given{ID: q.ID, ByUser: a.ByUser, Redacted: a.Redacted || q.KeptNowhere(a.Value)}
	if !a.Redacted {
		if err := q.Check(a.Value); err != nil {
			return w, err
		}
	}
	if !g.Redacted {
		g.Value = q.Canonical(a.Value)
	}
	steps := make([]step, len(w.steps)+1)
	copy(steps, w.steps)
	steps[len(w.steps)] = step{at: w.at, Given: g}
	w.steps = steps
	w.drafts = setDraft(w.drafts, w.at, nil)
	w.at = w.next(w.at + 1)
	return w, nil
}

func (w Walk) back() (Walk, error) {
	last := w.lastByUser()
	if last < 0 {
		return w, ErrNoWayBack
	}
	drafts := slices.Clone(w.drafts)
	if drafts == nil {
		drafts = make([]json.RawMessage, w.form.Len())
	}
	for _, s := range w.steps[last:] {
		drafts[s.at] = s.Value
	}
	w.drafts = orNil(drafts)
	w.at = w.steps[last].at
	w.steps = w.steps[:last] // never written to: answer copies
	if len(w.steps) == 0 {
		w.steps = nil
	}
	return w, nil
}

// Again restarts the walk at its first question. Earlier answers are offered again,
// except a yes or a no, which must be given anew, and a secret.
func (w Walk) Again() Walk {
	drafts := make([]json.RawMessage, w.form.Len())
	copy(drafts, w.drafts)
	for _, s := range w.steps {
		drafts[s.at] = s.Value
	}
	for i, q := range w.form.questions {
		if q.AnswerType.Kind == Boolean {
			drafts[i] = nil
		}
	}
	again := Start(w.form)
	again.drafts = orNil(drafts)
	return again
}

// setDraft returns drafts with one place changed, without touching the old slice.
func setDraft(drafts []json.RawMessage, at int, v json.RawMessage) []json.RawMessage {
	if drafts == nil || drafts[at] == nil && v == nil {
		return drafts
	}
	drafts = slices.Clone(drafts)
	drafts[at] = v
	return orNil(drafts)
}

// orNil is nil if there is no draft at all, so that equal walks are deeply equal.
func orNil(drafts []json.RawMessage) []json.RawMessage {
	for _, d := range drafts {
		if d != nil {
			return drafts
		}
	}
	return nil
}

// next returns the first index from at on whose question must be asked, given the
// answers that count; Len if there is none.
func (w Walk) next(at int) int {
	for at < w.form.Len() && !w.asks(w.form.questions[at].When) {
		at++
	}
	return at
}

// asks reports whether a condition holds. A parent that was skipped, is unknown
// or comes later has no answer, and a redacted answer equals nothing.
func (w Walk) asks(when *When) bool {
	if when == nil {
		return true
	}
	given, ok := w.Answer(when.QuestionID)
	if !ok || given.Redacted {
		return false
	}
	parent, _ := w.form.Question(when.QuestionID)
	return parent.AnswerType.Matches(when.Equals, given.Value)
}
