package forms

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
)

// questions reads a list that must be readable.
func questions(t testing.TB, raw string) []Question {
	t.Helper()
	qs, err := ParseQuestions(json.RawMessage(raw))
	if err != nil {
		t.Fatalf("the test's questions: %v", err)
	}
	return qs
}

// form makes a form from a list that must be sound.
func form(t testing.TB, raw string) Form {
	t.Helper()
	f, err := New(questions(t, raw))
	if err != nil {
		t.Fatalf("the test's form: %v", err)
	}
	return f
}

func TestNewFaults(t *testing.T) {
	kinds := strings.Join(KindNames(), ", ")
	yes := func(id string) string { return `{"id":"` + id + `","text":"Go?","answer_type":{"type":"boolean"}}` }
	asks := func(answerType string) string { return `[{"id":"q","text":"Q?","answer_type":` + answerType + `}]` }
	defaults := func(answerType, value string) string {
		return `[{"id":"q","text":"Q?","answer_type":` + answerType + `,"default":` + value + `}]`
	}
	when := func(w string) string {
		return `[` + yes("a") + `,{"id":"b","text":"B?","answer_type":{"type":"boolean"},"when":` + w + `},` + yes("c") + `]`
	}
	for _, c := range []struct{ name, list, want string }{
		{"none", `[]`, `questions: is empty; ask at least one question`},
		{"too many", `[` + strings.Repeat(yes("a")+`,`, 50) + yes("a") + `]`, `questions: holds 51 questions, and a form has at most 50; ask first what decides, and the rest in a later call`},
		{"sound", `[` + yes("a") + `]`, ``},
		{"no text", `[{"id":"q","text":" \t","answer_type":"text"}]`, `questions[0].text: is empty; write the question as one line`},
		{"two lines", `[{"id":"q","text":"a\nb","answer_type":"text"}]`, `questions[0].text: has more than one line; keep the question on one line and put the rest into context`},
		{"a separator", `[{"id":"q","text":"a\u2028b","answer_type":"text"}]`, `questions[0].text: has more than one line; keep the question on one line and put the rest into context`},
		{"a page", `[{"id":"q","text":"Q?","context":"at https://a.b/c","page":"https://a.b/c","answer_type":"boolean"}]`, ``},
		{"a page that is not shown", `[{"id":"q","text":"Q?","context":"at https://a.b","page":"https://a.b/c","answer_type":"boolean"}]`, `questions[0].page: does not stand in context; write the whole address there too, so that it can be read before it is opened`},
		{"a page that is a script", `[{"id":"q","text":"Q?","context":"javascript:x","page":"javascript:x","answer_type":"boolean"}]`, `questions[0].page: is no address of a page; write it whole, from https:// on, in ASCII and without blanks`},
		{"a page with a blank", `[{"id":"q","text":"Q?","context":"https://a b","page":"https://a b","answer_type":"boolean"}]`, `questions[0].page: is no address of a page; write it whole, from https:// on, in ASCII and without blanks`},
		{"no id", `[{"text":"Q?","answer_type":"text"}]`, `questions[0].id: is empty; give every question a short id of its own`},
		{"no ids", `[{"text":"Q?","answer_type":"text"},{"text":"R?","answer_type":"text"}]`,
			"questions[0].id: is empty; give every question a short id of its own\nquestions[1].id: is empty; give every question a short id of its own"},
		{"a dot", `[` + yes("a.b") + `]`, `questions[0].id: "a.b" has a dot; use letters, digits, - and _`},
		{"cancelled", `[` + yes("cancelled") + `]`, `questions[0].id: "cancelled" has a meaning of its own in the result; choose another id`},
		{"twice", `[` + yes("a") + `,` + yes("b") + `,` + yes("a") + `]`, `questions[2].id: "a" is already the id of questions[0]; every id must differ`},
		{"no type", `[{"id":"q","text":"Q?"}]`, `questions[0].answer_type.type: is missing; use one of ` + kinds},
		{"unknown type", asks(`{"type":"radio"}`), `questions[0].answer_type.type: "radio" is not an answer type; use one of ` + kinds},

		{"no options", asks(`{"type":"select"}`), `questions[0].answer_type.options: is missing or empty; a select needs at least one option`},
		{"empty options", asks(`{"type":"multi_select","options":[]}`), `questions[0].answer_type.options: is missing or empty; a multi_select needs at least one option`},
		{"options of a text", asks(`{"type":"text","options":["a"]}`), `questions[0].answer_type.options: does not belong to text; remove it, or use select or multi_select`},
		{"equal values", asks(`{"type":"select","options":["a",1,{"value":"\u0061"},1.0]}`),
			"questions[0].answer_type.options[2].value: \"\\u0061\" is already the value of options[0]; every value must differ\n" +
				"questions[0].answer_type.options[3].value: 1.0 is already the value of options[1]; every value must differ"},
		{"equal labels", asks(`{"type":"select","options":[{"value":1,"label":"x"},{"value":2,"label":"x"}]}`), ``},
		{"no value", asks(`{"type":"select","options":[{"label":"x"}]}`), `questions[0].answer_type.options[0].value: is missing; give every option a value, a string, a number, true or false`},
		{"null", asks(`{"type":"select","options":[null]}`), `questions[0].answer_type.options[0].value: is missing; give every option a value, a string, a number, true or false`},
		{"a list", asks(`{"type":"select","options":[["a"]]}`), `questions[0].answer_type.options[0].value: must be a string, a number, true or false, not a list`},
		{"an object", asks(`{"type":"select","options":[{"value":{}}]}`), `questions[0].answer_type.options[0].value: must be a string, a number, true or false, not an object`},

		{"no schema", asks(`{"type":"schema"}`), `questions[0].answer_type.schema: is missing; a schema answer needs a JSON Schema, an object`},
		{"schema of a boolean", asks(`{"type":"boolean","schema":{}}`), `questions[0].answer_type.schema: does not belong to boolean; remove it, or use schema`},
		{"wrong schema", asks(`{"type":"schema","schema":{"minLength":-1}}`), `questions[0].answer_type.schema: is not a valid JSON Schema: /minLength must be 0 or more`},
		{"schema that is none", asks(`{"type":"schema","schema":true}`), `questions[0].answer_type.schema: must be a JSON Schema, an object, not a boolean`},

		{"default of a boolean", defaults(`"boolean"`, `"yes"`), `questions[0].default: is not an answer to the question: answer true or false, not a string`},
		{"default of a text", defaults(`"text"`, `1`), `questions[0].default: is not an answer to the question: answer with a string, not a number`},
		{"default of a secret", defaults(`"secret"`, `{"token":"hunter2"}`), `questions[0].default: is not an answer to the question: the secret must be a string, not an object`},
		{"default not an option", defaults(`{"type":"select","options":["a","b"]}`, `"c"`), `questions[0].default: is not an answer to the question: "c" is not one of the options; choose from "a", "b"`},
		{"default of one's own", defaults(`{"type":"select","options":["a","b"],"other":true}`, `"c"`), ``},
		{"default not a list", defaults(`{"type":"multi_select","options":["a","b"]}`, `"a"`), `questions[0].default: is not an answer to the question: answer with a list of options, not a string`},
		{"default of a schema", defaults(`{"type":"schema","schema":{"required":["a","b"],"type":"object"}}`, `{}`), `questions[0].default: is not an answer to the question: the answer lacks the property "a"; the answer lacks the property "b"`},
		{"null default", defaults(`"boolean"`, `null`), ``},
		{"default of what is wrong itself", defaults(`{"type":"select"}`, `"c"`), `questions[0].answer_type.options: is missing or empty; a select needs at least one option`},

		{"persistence", `[{"id":"q","text":"Q?","answer_type":"text","persistence":"forever"}]`, `questions[0].persistence: "forever" is unknown; use none or turn`},

		{"when", when(`{"question_id":"a","equals":true}`), ``},
		{"when itself", when(`{"question_id":"b","equals":true}`), `questions[1].when.question_id: names the question itself; name an earlier question, or remove when`},
		{"when later", when(`{"question_id":"c","equals":true}`), `questions[1].when.question_id: "c" is questions[2], which comes later; move it up, or remove when`},
		{"when unknown", when(`{"question_id":"z","equals":true}`), `questions[1].when.question_id: "z" is not the id of a question; name an earlier question, or remove when`},
		{"when nothing", when(`{"equals":true}`), `questions[1].when.question_id: is missing; name an earlier question by its id, or remove when`},
		{"when without equals", when(`{"question_id":"a"}`), `questions[1].when.equals: is missing; give the answer to that question for which this one is to be asked`},
		{"when equals null", when(`{"question_id":"a","equals":null}`), `questions[1].when.equals: can never hold, since it is not an answer to "a": null is not an answer`},
		{"when a secret", `[{"id":"p","text":"P?","answer_type":"secret"},{"id":"q","text":"Q?","answer_type":"text","when":{"question_id":"p","equals":"x"}}]`,
			`questions[1].when.question_id: "p" is a secret, whose answer is not kept; name another earlier question, or remove when`},

		{"all at once", `[{"id":"a.b","text":"","answer_type":"radio","persistence":"x","when":{"question_id":"a.b"}},{"id":"a.b","text":"a\nb","answer_type":{"type":"select"}}]`,
			`questions[0].id: "a.b" has a dot; use letters, digits, - and _
questions[0].text: is empty; write the question as one line
questions[0].answer_type.type: "radio" is not an answer type; use one of ` + kinds + `
questions[0].persistence: "x" is unknown; use none or turn
questions[0].when.question_id: names the question itself; name an earlier question, or remove when
questions[0].when.equals: is missing; give the answer to that question for which this one is to be asked
questions[1].id: "a.b" has a dot; use letters, digits, - and _
questions[1].id: "a.b" is already the id of questions[0]; every id must differ
questions[1].text: has more than one line; keep the question on one line and put the rest into context
questions[1].answer_type.options: is missing or empty; a select needs at least one option`},
		{"long and hostile", `[` + yes("\\u001b."+strings.Repeat("x", 200)) + `]`, `questions[0].id: "\u001b.` + strings.Repeat("x", 71) + `… has a dot; use letters, digits, - and _`},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, err := New(questions(t, c.list))
			got := ""
			if err != nil {
				got = err.Error()
				if faults := (Faults)(nil); !errors.As(err, &faults) {
					t.Errorf("the error is %T, not Faults", err)
				}
				if !f.IsZero() {
					t.Error("a form came with the error")
				}
			}
			if got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestNewFaultsOfValuesThatAreNotJSON(t *testing.T) {
	broken := json.RawMessage(`{"a`)
	_, err := New([]Question{
		{ID: "a", Text: "A?", AnswerType: AnswerType{Kind: Select, Options: []Option{{Value: broken}}}},
		{ID: "b", Text: "B?", AnswerType: AnswerType{Kind: Text}, Default: broken, When: &When{"a", broken}},
		{ID: "c", Text: "C?", AnswerType: AnswerType{Kind: Schema, Schema: broken}},
	})
	want := `questions[0].answer_type.options[0].value: is not valid JSON; write a string, a number, true or false
questions[1].default: is not an answer to the question: the answer is not valid JSON
questions[1].when.equals: is not valid JSON; give the answer to that question for which this one is to be asked
questions[2].answer_type.schema: is not valid JSON`
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

func TestFormKeepsItsOwnCopy(t *testing.T) {
	qs := questions(t, `[{"id":"a","text":"A?","answer_type":{"type":"select","options":["x","y"]},"default":"x"},
		{"id":"b","text":"B?","answer_type":"text","when":{"question_id":"a","equals":"x"}}]`)
	f, err := New(qs)
	if err != nil {
		t.Fatal(err)
	}
	before := f.Questions()
	qs[0].AnswerType.Options[0].Value[1] = 'z'
	qs[0].Default[1] = 'z'
	qs[1].When.QuestionID = "z"
	qs[1].When.Equals[1] = 'z'
	f.Questions()[0].ID = "z"
	want := form(t, `[{"id":"a","text":"A?","answer_type":{"type":"select","options":["x","y"]},"default":"x"},
		{"id":"b","text":"B?","answer_type":"text","when":{"question_id":"a","equals":"x"}}]`)
	if !reflect.DeepEqual(f, want) {
		t.Errorf("the form changed with what it was made of: %+v, was %+v", f.Questions(), before)
	}
}

func TestRestoreTakesAnything(t *testing.T) {
	for _, qs := range [][]Question{
		nil,
		{{}},
		{{ID: "a", When: &When{QuestionID: "a"}}, {ID: "a", AnswerType: AnswerType{Kind: "radio"}}},
		{{ID: "a", AnswerType: AnswerType{Kind: Schema, Schema: json.RawMessage(`{"$ref":"#"}`)}}},
	} {
		w := Start(Restore(qs))
		for _, m := range []Move{Answer{Value: json.RawMessage(`1`)}, Back{}, EndTurn{}, Back{}} {
			next, err := w.Apply(m)
			if err == nil {
				w = next
			}
		}
		if q, open := w.Open(); open {
			t.Errorf("%v is still open after the end", q)
		}
	}
}

func TestFaultsUnder(t *testing.T) {
	got := Faults{{"", "a"}, {"[1]", "b"}, {"text", "c"}}.Under("question").Error()
	if want := "question: a\nquestion[1]: b\nquestion.text: c"; got != want {
		t.Errorf("got %s", got)
	}
}

func TestFormQuestion(t *testing.T) {
	f := form(t, `[{"id":"a","text":"A?","answer_type":"text"}]`)
	if q, ok := f.Question("a"); !ok || q.Text != "A?" {
		t.Errorf("a: %v %v", q, ok)
	}
	if q, ok := f.Question("b"); ok {
		t.Errorf("b: %v", q)
	}
	if f.Len() != 1 || f.IsZero() || !(Form{}).IsZero() {
		t.Error("the form's length is wrong")
	}
}
