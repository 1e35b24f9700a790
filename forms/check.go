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
		c.answerType(q)
		c.persistence(q.Persistence)
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

func (c *checker) add(path, message string) {
	c.faults = append(c.faults, Fault{path, message})
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

func (c *checker) answerType(q Question) {
	t := q.AnswerType
	switch t.Kind {
	case Boolean, Select, MultiSelect, Text, Secret, Schema:
	case "":
		c.add("answer_type.type", kindMissing)
		return
	default:
		c.add("answer_type.type", kindUnknown(t.Kind))
		return
	}
	sound := c.options(t)
	sound = c.schema(t) && sound
	if q.Default == nil || !sound {
		return // a default cannot be judged by a type that is wrong itself
	}
	if err := t.check(q.Default); err != nil {
		c.add("default", defaultWrong(err))
	} else if t.Kind == MultiSelect {
		c.defaultOnce(q.Default)
	}
}

// defaultOnce finds values that a default of several has twice.
func (c *checker) defaultOnce(value json.RawMessage) {
	items, _ := list(value)
	seen := map[string]int{}
	for _, item := range items {
		key, _ := canonical(item)
		if seen[key]++; seen[key] == 2 {
			c.add("default", defaultTwice(item))
		}
	}
}

// options reports whether the options are as they must be.
func (c *checker) options(t AnswerType) bool {
	const path = "answer_type.options"
	before := len(c.faults)
	chooses := t.Kind == Select || t.Kind == MultiSelect
	switch {
	case chooses && len(t.Options) == 0:
		c.add(path, optionsMissing(t.Kind))
	case !chooses && len(t.Options) > 0:
		c.add(path, optionsStray(t.Kind))
	case chooses:
		c.values(path, t.Options)
	}
	if !chooses && t.Other {
		c.add("answer_type.other", otherStray)
	}
	return len(c.faults) == before
}

func (c *checker) values(path string, options []Option) {
	first := make(map[string]int, len(options))
	for i, o := range options {
		at := path + index(i) + ".value"
		key, ok := canonical(o.Value)
		switch {
		case len(o.Value) == 0:
			c.add(at, valueMissing)
		case !ok:
			c.add(at, valueNotJSON)
		case !scalar(kindOf(o.Value)):
			c.add(at, valueNotScalar(o.Value))
		default:
			if j, twice := first[key]; twice {
				c.add(at, valueTwice(o.Value, j))
				continue
			}
			first[key] = i
		}
	}
}

func scalar(kind string) bool {
	return kind == "a string" || kind == "a number" || kind == "a boolean"
}

// schema reports whether the schema is as it must be.
func (c *checker) schema(t AnswerType) bool {
	const path = "answer_type.schema"
	switch {
	case t.Kind == Schema && len(t.Schema) == 0:
		c.add(path, schemaMissing)
		return false
	case t.Kind == Schema:
		s, err := CompileSchema(t.Schema)
		switch {
		case err != nil:
			c.add(path, err.Error())
			return false
		case s.unusable():
			c.add(path, schemaTooMuch)
			return false
		case nobody(t.Schema, s):
			c.add(path, schemaNobody)
			return false
		}
	case len(t.Schema) > 0:
		c.add(path, schemaStray(t.Kind))
		return false
	}
	return true
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

// canHold says so where no answer to the earlier question is what is waited for. One
// that is wrong itself is told of by itself.
func (c *checker) canHold(earlier Question, equals json.RawMessage) {
	t := earlier.AnswerType
	aside := checker{qs: c.qs}
	if t.Kind == Secret || !aside.options(t) || !aside.schema(t) {
		return
	}
	switch t.Kind {
	case Boolean, Select, MultiSelect, Text, Schema:
		if err := t.check(equals); err != nil {
			c.add("when.equals", equalsNever(earlier.ID, err))
		}
	}
}

func index(i int) string { return "[" + strconv.Itoa(i) + "]" }
