package forms

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode"
)

// check returns every fault of a list of questions, by question and then by
// field, in a fixed order.
func check(qs []Question) Faults {
	if len(qs) == 0 {
		return Faults{{"questions", noQuestions}}
	}
	places := make(map[string]int, len(qs)) // of the first question with the id
	for i, q := range qs {
		if _, twice := places[q.ID]; !twice {
			places[q.ID] = i
		}
	}
	var faults Faults
	for i, q := range qs {
		c := checker{qs: qs, places: places, at: i}
		c.id(q.ID)
		c.text(q.Text)
		c.short("text", q.Text, maxText)
		c.short("header", q.Header, maxLine)
		c.answerType(q)
		c.persistence(q.Persistence)
		c.page(q)
		c.when(q.When)
		faults = append(faults, c.faults.Under("questions"+index(i))...)
	}
	return faults
}

// checker collects the faults of one question of a list.
type checker struct {
	qs     []Question
	places map[string]int
	at     int
	faults Faults
}

// add notes what is wrong.
//
//go:noinline
func (c *checker) add(path, message string) {
	c.faults = append(c.faults, Fault{path, message})
}

// page looks at the address of a page: what a key opens is what stands there to be read.
func (c *checker) page(q Question) {
	web := strings.HasPrefix(q.Page, "https://") || strings.HasPrefix(q.Page, "http://")
	switch {
	case q.Page == "":
	case !web || strings.ContainsFunc(q.Page, func(r rune) bool { return r <= ' ' || r >= 0x7f }):
		c.add("page", pageOdd)
	case !strings.Contains(q.Context, q.Page):
		c.add("page", pageHidden)
	}
}

func (c *checker) id(id string) {
	switch {
	case strings.TrimSpace(id) == "":
		c.add("id", idEmpty)
		return
	case strings.Contains(id, "."):
		c.add("id", idDotted(id))
	case strings.ContainsFunc(id, func(r rune) bool { return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' }):
		c.add("id", idLines)
	case id == "cancelled":
		c.add("id", idReserved)
	}
	c.short("id", id, maxLine)
	if first := c.places[id]; first != c.at {
		c.add("id", idTwice(id, first))
	}
}

func (c *checker) text(text string) {
	switch {
	case strings.TrimSpace(text) == "":
		c.add("text", textEmpty)
	case strings.ContainsAny(text, "\n\r\v\f\u0085\u2028\u2029"):
		c.add("text", textLines)
	}
}

// What is drawn anew with each key is short: a question of which a word takes a megabyte would keep
// the keys waiting.
const (
	maxText = 64 << 10 // bytes of a question's text
	maxLine = 8 << 10  // bytes of anything else that is a line beside it
)

// short adds a fault if a text is too long.
func (c *checker) short(path, text string, most int) {
	if len(text) > most {
		c.add(path, tooLongText(len(text), most))
	}
}

func (c *checker) answerType(q Question) {
	t := q.AnswerType
	switch wrong := t.sound(); {
	case t.Kind == "":
		c.add("answer_type.type", kindMissing())
		return
	case len(wrong) > 0:
		c.faults = append(c.faults, wrong.Under("answer_type")...)
		return // a default cannot be judged by a faulty type
	}
	if q.Default == nil {
		return
	}
	if err := t.check(q.Default); err != nil {
		c.add("default", defaultWrong(err))
	} else if kind, ok := TypeOf(t.Kind); ok {
		for _, fault := range kind.DefaultFaults(q.Default) {
			c.add("default", fault)
		}
	}
}

// sound returns what is wrong with an answer type: its kind, missing attributes, and
// attributes that do not belong.
func (t AnswerType) sound() Faults {
	kind, ok := TypeOf(t.Kind)
	if !ok {
		return Faults{{"type", kindUnknown(t.Kind)}}
	}
	faults := kind.Sound(t)
	for _, a := range Attributes() {
		if t.has(a.Name) && !t.Kind.Belongs(a.Name) {
			faults = append(faults, Fault{a.Name, attributeStray(t.Kind, a.Name)})
		}
	}
	return faults
}

func (c *checker) persistence(p Persistence) {
	if p != "" && p != PersistTurn && p != PersistNone {
		c.add("persistence", persistenceUnknown(p))
	}
}

func (c *checker) when(w *When) {
	if w == nil {
		return
	}
	first, known := c.places[w.QuestionID]
	switch {
	case strings.TrimSpace(w.QuestionID) == "":
		c.add("when.question_id", whenEmpty)
	case !known:
		c.add("when.question_id", whenUnknown(w.QuestionID))
	case w.QuestionID == c.qs[c.at].ID:
		c.add("when.question_id", whenItself)
	case first > c.at:
		c.add("when.question_id", whenLater(w.QuestionID, first))
	case c.qs[first].AnswerType.Kind == Secret:
		c.add("when.question_id", whenSecret(w.QuestionID))
	}
	if w.Equals == nil {
		c.add("when.equals", equalsMissing)
	} else if _, ok := canonical(w.Equals); !ok {
		c.add("when.equals", equalsNotJSON)
	} else if known && first < c.at {
		c.canHold(c.qs[first], w.Equals)
	}
}

// canHold adds a fault if the earlier question cannot have the answer that the
// condition waits for. A faulty earlier question has its own faults.
func (c *checker) canHold(earlier Question, equals json.RawMessage) {
	if earlier.AnswerType.Kind == Secret || len(earlier.AnswerType.sound()) > 0 {
		return
	}
	if err := earlier.Check(equals); err != nil {
		c.add("when.equals", equalsNever(earlier.ID, err))
	}
}

func index(i int) string { return "[" + strconv.Itoa(i) + "]" }
