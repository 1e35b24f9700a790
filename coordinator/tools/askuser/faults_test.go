package askuser_test

import (
	"fmt"
	"strings"
	"testing"

	"parley/coordinator/tool"
	"parley/forms"
)

const header = "Nothing was asked. Correct all of these and call ask_user again:\n- "

// faults returns the lines of the one error that a submission leads to.
func faults(t *testing.T, arguments string) []string {
	t.Helper()
	o := run(t, arguments, nil)
	f, ok := o.(tool.Failure)
	if !ok || !strings.HasPrefix(f.Message, header) {
		t.Fatalf("%s gave %#v", arguments, o)
	}
	return strings.Split(strings.TrimPrefix(f.Message, header), "\n- ")
}

// What this package itself has to say, word for word.
func TestFaults(t *testing.T) {
	names := strings.Join(forms.KindNames(forms.Secret), ", ")
	tooMany := func(at string, n int) string {
		return fmt.Sprintf("%s: holds %d options, and a question has at most 1000; ask first what narrows them down, or offer the likeliest and set other", at, n)
	}
	cases := []struct{ name, arguments, want string }{
		{"nothing", `{}`, `questions: is missing; give question for one, or questions for a list`},
		{"both forms", `{"questions":[{"id":"a","text":"A?","answer_type":"text"}],"question":"B?","context":"x"}`, `questions: cannot be sent together with context, question; put everything into questions, or leave it out`},
		{"no list", `{"questions":{"id":"a"}}`, `questions: must be a list of questions`},
		{"a list that broke off", `{"questions":"[{\"id\": \"a\", \"text\": \"A"}`, `questions: ended too early: the JSON in the string is not complete; send the whole list, or fewer questions at a time`},
		{"a list that is only begun", `{"questions":" ["}`, `questions: ended too early: the JSON in the string is not complete; send the whole list, or fewer questions at a time`},
		{"a list that is no JSON", `{"questions":"[{'id': 1}]"}`, `questions: is not valid JSON in the string, at byte 3: invalid character '\'' looking for beginning of object key string; send the list itself, not as a string`},
		{"words instead of a list", `{"questions":"what now?"}`, `questions: must be a list of questions`},
		{"too many", `{"questions":[` + strings.Repeat(`0,`, 50) + `0]}`, `questions: holds 51 questions, and a form has at most 50; ask first what decides, and the rest in a later call`},
		{"too many options", `{"question":"Which?","answer_type":"select","options":[` + strings.Repeat(`0,`, 1000) + `0]}`, tooMany("options", 1001)},
		{"too many choices in a string", `{"questions":[{"id":"a","text":"A?","answer_type":"multi_select","choices":"[` + strings.Repeat(`0,`, 2999) + `0]"}]}`, tooMany("questions[0].options", 3000)},
		{"a list twice", `{"questions":[{"id":"a","text":"A?","answer_type":"text"}],"questions":[{"id":"b","text":"B?","answer_type":"text"}]}`, `questions: is given more than once; give it once`},
		{"a field twice", `{"question":"Delete?","question":"Keep?","answer_type":"boolean"}`, `question: is given more than once; give it once`},
		{"a field of a list twice", `{"questions":[{"id":"a","text":"Delete?","text":"Keep?","answer_type":"boolean"}]}`, `questions[0].text: is given more than once; give it once`},
		{"a field of a list in a string twice", `{"questions":"[{\"id\":\"a\",\"text\":\"A?\",\"answer_type\":\"select\",\"options\":[{\"value\":\"x\",\"value\":\"y\"}]}]"}`, `questions[0].options.0.value: is given more than once; give it once`},
		{"no object", `{"questions":["a"]}`, `questions[0]: must be an object with id, text and answer_type`},
		{"secret alone", `{"question":"Key?","answer_type":"secret"}`, `answer_type: cannot be secret: do not use ask_user to collect secrets (passwords, API keys, SSH passphrases), because answers are returned to the model and persisted in the conversation stream; tell the user where to set the secret instead`},
		{"secret in a list", `{"questions":[{"id":"a","text":"Key?","answer_type":"secret"}]}`, `questions[0].answer_type: cannot be secret: do not use ask_user to collect secrets (passwords, API keys, SSH passphrases), because answers are returned to the model and persisted in the conversation stream; tell the user where to set the secret instead`},
		{"unknown type", `{"question":"?","answer_type":"yes_no"}`, `answer_type: "yes_no" is not an answer type; use one of ` + names},
		{"no type", `{"questions":[{"id":"a","text":"A?"}]}`, `questions[0].answer_type: is missing; use one of ` + names},
		{"a type that is a number", `{"question":"?","answer_type":1}`, `answer_type: must be a string`},
		{"a question that is a number", `{"question":5}`, `question: must be a string`},
		{"both names", `{"question":"A?","text":"B?"}`, `text: is the same as question; give one of them`},
		{"both names of options", `{"question":"A?","answer_type":"select","options":["a"],"choices":["b"]}`, `choices: is the same as options; give one of them`},
		{"unknown field, near one", `{"question":"A?","contxt":"x"}`, `contxt: is unknown; did you mean context?`},
		{"unknown field", `{"questions":[{"id":"a","text":"A?","answer_type":"text","persistence":"turn"}]}`, `questions[0].persistence: is unknown; remove it`},
		{"id alone", `{"question":"A?","id":"a"}`, `id: is unknown; remove it`},
		{"limits that cross", `{"question":"?","answer_type":"number","minimum":2,"maximum":1}`, `maximum: is less than minimum; change one of them`},
		{"a limit of another type", `{"questions":[{"id":"a","text":"?","answer_type":"number","max_length":3}]}`, `questions[0].max_length: does not belong to number; remove it, or use text`},
		{"a limit that is no number", `{"question":"?","answer_type":"number","minimum":"few"}`, `minimum: must be a number, not a string`},
		{"a pattern that does not compile", `{"question":"?","pattern":"("}`, "pattern: is not a regular expression of RE2: error parsing regexp: missing closing ): `(`"},
		{"a format", `{"question":"?","format":"colour"}`, `format: "colour" is not a format; use one of email, uri, date, date-time, path`},
		{"other", `{"question":"A?","answer_type":"select","options":["a"],"other":"perhaps"}`, `other: must be true or false`},
		{"when", `{"questions":[{"id":"a","text":"A?","answer_type":"text","when":"b"}]}`, `questions[0].when: must be an object with question_id and equals`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := strings.Join(faults(t, c.arguments), "\n"); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// Every fault that the checking of forms finds is reported, with the path at which the
// model wrote it.
func TestFaultsOfTheFormHaveThePathsOfTheSubmission(t *testing.T) {
	list := func(questions ...string) string { return `{"questions":[` + strings.Join(questions, ",") + `]}` }
	const good = `{"id":"a","text":"A?","answer_type":"boolean"}`
	cases := []struct{ name, arguments, want string }{
		{"no question", list(), "[questions]"},
		{"empty text", `{"question":""}`, "[question]"},
		{"two lines", list(`{"id":"a","text":"A\nB","answer_type":"text"}`), "[questions[0].text]"},
		{"no id", list(`{"text":"A?","answer_type":"text"}`), "[questions[0].id]"},
		{"an id with a dot", list(`{"id":"a.b","text":"A?","answer_type":"text"}`), "[questions[0].id]"},
		{"the reserved id", list(`{"id":"cancelled","text":"A?","answer_type":"text"}`), "[questions[0].id]"},
		{"equal ids", list(good, good), "[questions[1].id]"},
		{"no options", `{"question":"?","answer_type":"select"}`, "[options]"},
		{"empty options", list(`{"id":"a","text":"A?","answer_type":"multi_select","options":[]}`), "[questions[0].options]"},
		{"stray options", `{"question":"?","answer_type":"text","options":["a"]}`, "[options]"},
		{"equal options", `{"question":"?","answer_type":"select","options":[1,{"value":1.0}]}`, "[options[1].value]"},
		{"options that are a string", `{"question":"?","answer_type":"select","options":"a, b"}`, "[options]"},
		{"an option that is a list", `{"question":"?","answer_type":"select","options":[["a"]]}`, "[options[0].value]"},
		{"an option with a label that is a number", `{"question":"?","answer_type":"select","options":[{"value":1,"label":2}]}`, "[options[0].label]"},
		{"no schema", `{"question":"?","answer_type":"schema"}`, "[schema]"},
		{"stray schema", `{"question":"?","answer_type":"boolean","schema":{}}`, "[schema]"},
		{"a schema that does not compile", `{"question":"?","answer_type":"schema","schema":{"type":"strng"}}`, "[schema]"},
		{"a default of the wrong type", `{"question":"?","answer_type":"boolean","default":"yes"}`, "[default]"},
		{"a default that is no option", list(`{"id":"a","text":"A?","answer_type":"select","options":["x"],"default":"y"}`), "[questions[0].default]"},
		{"when itself", list(`{"id":"a","text":"A?","answer_type":"text","when":{"question_id":"a","equals":"x"}}`), "[questions[0].when.question_id]"},
		{"when later", list(`{"id":"b","text":"B?","answer_type":"text","when":{"question_id":"a","equals":true}}`, good), "[questions[0].when.question_id]"},
		{"when unknown", list(good, `{"id":"b","text":"B?","answer_type":"text","when":{"question_id":"c","equals":true}}`), "[questions[1].when.question_id]"},
		{"when without equals", list(good, `{"id":"b","text":"B?","answer_type":"text","when":{"question_id":"a"}}`), "[questions[1].when.equals]"},
		{"all at once", list(`{"id":"a.b","text":"","answer_type":"select","nonsense":1}`, `5`, `{"id":"c","text":"C?","answer_type":"secret","when":{"question_id":"d"}}`),
			"[questions[0].nonsense questions[1] questions[2].answer_type questions[0].id questions[0].text questions[0].options questions[2].when.question_id questions[2].when.equals]"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var paths []string
			for _, line := range faults(t, c.arguments) {
				path, message, _ := strings.Cut(line, ": ")
				if message == "" {
					t.Errorf("%q says nothing", line)
				}
				paths = append(paths, path)
			}
			if got := fmt.Sprint(paths); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// The warnings in the description are part of what was agreed: word for word.
func TestDescriptionWarns(t *testing.T) {
	kinds := forms.KindNames(forms.Secret)
	last := len(kinds) - 1
	want := "Ask the user typed questions (" + strings.Join(kinds[:last], ", ") + " or " + kinds[last] + ") and receive their answers. " +
		"Use only when the conversation does not provide the information you need and the user can reasonably be expected to answer. " +
		"When in doubt, answer the user's original question directly; do not call `ask_user` for clarification you can derive from context or for confirmation of obvious next steps. " +
		"Do not use `ask_user` to collect secrets (passwords, API keys, SSH passphrases): answers are returned to the model and persisted in the conversation stream."
	if got, _, _ := strings.Cut(spec().Description, "\n"); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
