package askuser

import (
	"encoding/json"
	"strings"
	"testing"

	"parley/forms"
)

// Whatever a model sends leads either to a form or to faults, never to both or neither,
// and only the user may answer the questions.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		`{"question":"Why?"}`, `{"question":"?","answer_type":"select","options":"[1,{\"value\":2}]","default":"1"}`,
		`{"questions":[{"id":"a","text":"A?","answer_type":"boolean"},{"id":"b","question":"B?","answer_type":{"type":"multi_select","options":["x"]},"when":{"question_id":"a","equals":"true"}}]}`,
		`{"questions":"[{}]"}`, `{"questions":[],"question":null}`, `{"question":"?","answer_type":"schema","schema":{"type":"object"},"default":"{}"}`,
		`[]`, `null`, `"{}"`, `{"questions":[{"text":"?","answer_type":{"":"","":""}}]}`, `{"answer_type":{"type":{"type":1}}}`, `{"questions":{"id":"a"}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, arguments []byte) {
		if !json.Valid(arguments) {
			return
		}
		s, faults := read(arguments)
		if s.form.IsZero() != (len(faults) > 0) {
			t.Fatalf("%s: form of %d questions and faults %q", arguments, s.form.Len(), faults)
		}
		for _, fault := range faults {
			if fault.Message == "" || strings.Contains(fault.Path, "answer_type.") && fault.Message != twiceText { // a key that is given twice is named as it was
				t.Fatalf("%s: fault %+v", arguments, fault)
			}
		}
		for _, q := range s.form.Questions() {
			if !q.Exclusive || q.Persistence != forms.PersistNone || q.AnswerType.Kind == forms.Secret {
				t.Fatalf("%s: question %+v", arguments, q)
			}
		}
	})
}

func TestPathOf(t *testing.T) {
	cases := []struct{ list, flat, wantList, wantFlat string }{
		{"questions[1].when.question_id", "questions[0].text", "questions[1].when.question_id", "question"},
		{"questions[0].answer_type.options[2].value", "questions[0].answer_type.options[2].value", "questions[0].options[2].value", "options[2].value"},
		{"questions[0].answer_type.schema", "questions[0].answer_type.schema", "questions[0].schema", "schema"},
		{"questions[0].answer_type.type", "questions[0].answer_type", "questions[0].answer_type", "answer_type"},
		{"questions", "questions[0].context", "questions", "context"},
	}
	for _, c := range cases {
		if got := pathOf(c.list, false); got != c.wantList {
			t.Errorf("%s in a list is %s", c.list, got)
		}
		if got := pathOf(c.flat, true); got != c.wantFlat {
			t.Errorf("%s alone is %s", c.flat, got)
		}
	}
}
