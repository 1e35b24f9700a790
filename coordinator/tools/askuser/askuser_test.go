package askuser_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"parley/coordinator/tool"
	"parley/coordinator/tools/askuser"
	"parley/forms"
)

// run runs the tool as the program does, with answers by id.
func run(t *testing.T, arguments string, answers map[string]string) tool.Outcome {
	t.Helper()
	built := askuser.New()
	checked, err := built.Spec().Check(json.RawMessage(arguments))
	if err != nil {
		t.Fatal(err)
	}
	given := map[string]tool.Answer{}
	if put, ok := built.Run(t.Context(), tool.Call{Arguments: checked}).(tool.NeedsInput); ok {
		for _, q := range put.Form.Questions() {
			if a, ok := answers[q.ID]; ok {
				given[q.ID] = tool.Answer{Value: json.RawMessage(a), Asked: q}
			}
		}
	}
	return built.Run(t.Context(), tool.Call{Arguments: checked, Answers: given})
}

// asked returns the questions that a submission leads to.
func asked(t *testing.T, arguments string) []forms.Question {
	t.Helper()
	o := run(t, arguments, nil)
	n, ok := o.(tool.NeedsInput)
	if !ok {
		t.Fatalf("%s did not ask: %#v", arguments, o)
	}
	return n.Form.Questions()
}

func option(value string) forms.Option { return forms.Option{Value: json.RawMessage(value)} }

// question is a question as ask_user puts it.
func question(id, text string, kind forms.Kind) forms.Question {
	return forms.Question{ID: id, Text: text, AnswerType: forms.AnswerType{Kind: kind}, Exclusive: true, Persistence: forms.PersistNone}
}

func TestReading(t *testing.T) {
	plain := question("answer", "Sure?", forms.Boolean)
	full := question("answer", "Where?", forms.Select)
	full.Context = "Many\nlines"
	full.AnswerType.Options = []forms.Option{option(`"staging"`), option(`2`)}
	full.Default = json.RawMessage(`2`)
	rich := question("answer", "Where?", forms.MultiSelect)
	rich.AnswerType.Options = []forms.Option{{Value: json.RawMessage(`"a"`), Label: "A", Description: "the first", Recommended: true}, option(`true`)}
	rich.AnswerType.Other = true
	rich.Default = json.RawMessage(`["a"]`)
	shaped := question("answer", "What?", forms.Schema)
	shaped.AnswerType.Schema = json.RawMessage(`{"type":"object"}`)
	shaped.Default = json.RawMessage(`{"a":1}`)
	titled := plain
	titled.Header = "Before we go on"
	first, second := question("apply", "Apply?", forms.Boolean), question("note", "Note?", forms.Text)
	second.When = &forms.When{QuestionID: "apply", Equals: json.RawMessage(`true`)}
	ports, open := question("ports", "Ports?", forms.MultiSelect), question("open", "Open?", forms.Boolean)
	ports.AnswerType.Options = []forms.Option{option(`80`), option(`443`)}
	open.When = &forms.When{QuestionID: "ports", Equals: json.RawMessage(`[80]`)}

	port := question("port", "Port?", forms.Number)
	port.AnswerType.Limits = map[string]json.RawMessage{"integer": json.RawMessage(`true`), "minimum": json.RawMessage(`1`), "maximum": json.RawMessage(`65535`)}
	port.Optional, port.Header = true, "Server"
	unless := question("why", "Why not?", forms.Text)
	unless.When = &forms.When{QuestionID: "port", Equals: json.RawMessage(`null`)}
	unless.AnswerType.Limits = map[string]json.RawMessage{"max_length": json.RawMessage(`80`), "pattern": json.RawMessage(`"5"`)}

	cases := []struct {
		name, arguments string
		want            []forms.Question
	}{
		{"limits, and what is left out", `{"questions":[{"id":"port","text":"Port?","header":"Server","answer_type":"number","integer":true,"minimum":"1","maximum":65535,"optional":true},
			{"id":"why","text":"Why not?","answer_type":"text","max_length":80,"pattern":"5","when":{"question_id":"port","equals":null}}]}`, []forms.Question{port, unless}},
		{"limits of others that say nothing", `{"question":"Sure?","answer_type":"boolean","integer":false,"minimum":0,"min_length":0,"pattern":"","format":"","options":[],"optional":false}`, []forms.Question{plain}},
		{"text if nothing is said", `{"question":"Why?"}`, []forms.Question{question("answer", "Why?", forms.Text)}},
		{"one", `{"question":"Sure?","answer_type":"boolean"}`, []forms.Question{plain}},
		{"with a title", `{"question":"Sure?","answer_type":"boolean","header":" Before\nwe  go on "}`, []forms.Question{titled}},
		{"one, as text", `{"text":"Sure?","answer_type":"boolean"}`, []forms.Question{plain}},
		{"all fields", `{"question":"Where?","context":"Many\nlines","answer_type":"select","options":["staging",2],"default":2}`, []forms.Question{full}},
		{"choices", `{"question":"Where?","context":"Many\nlines","answer_type":"select","choices":["staging",2],"default":2}`, []forms.Question{full}},
		{"held by strings", `{"question":"Where?","context":"Many\nlines","answer_type":"select","options":"[\"staging\",2]","default":"2"}`, []forms.Question{full}},
		{"nulls", `{"question":"Sure?","answer_type":"boolean","context":null,"options":null,"schema":null,"default":null,"questions":null,"other":null}`, []forms.Question{plain}},
		{"every field filled in", `{"questions":[],"question":"Sure?","answer_type":"boolean","context":"","options":[],"other":false}`, []forms.Question{plain}},
		{"rich options", `{"question":"Where?","answer_type":"multi_select","options":[{"value":"a","label":"A","description":"the first","recommended":true},true],"other":"true","default":"[\"a\"]"}`, []forms.Question{rich}},
		{"tagged answer type", `{"question":"Where?","answer_type":{"type":"multi_select","options":[{"value":"a","label":"A","description":"the first","recommended":true},true],"other":true},"default":["a"]}`, []forms.Question{rich}},
		{"schema", `{"question":"What?","answer_type":"schema","schema":{"type":"object"},"default":{"a":1}}`, []forms.Question{shaped}},
		{"schema held by a string", `{"question":"What?","answer_type":"schema","schema":"{\"type\":\"object\"}","default":"{\"a\":1}"}`, []forms.Question{shaped}},
		{"a list", `{"questions":[{"id":"apply","text":"Apply?","answer_type":"boolean"},{"id":"note","text":"Note?","answer_type":"text","when":{"question_id":"apply","equals":true}}]}`, []forms.Question{first, second}},
		{"a list with question", `{"questions":[{"id":"apply","question":"Apply?","answer_type":"boolean"},{"id":"note","question":"Note?","answer_type":"text","when":{"question_id":"apply","equals":"true"}}]}`, []forms.Question{first, second}},
		{"a list held by a string", `{"questions":"[{\"id\":\"apply\",\"text\":\"Apply?\",\"answer_type\":\"boolean\"}]"}`, []forms.Question{first}},
		{"questions held by strings", `{"questions":["{\"id\":\"apply\",\"text\":\"Apply?\",\"answer_type\":\"boolean\"}",{"id":"note","text":"Note?","answer_type":"text","when":"{\"question_id\":\"apply\",\"equals\":true}"}]}`, []forms.Question{first, second}},
		{"equals held by a string", `{"questions":[{"id":"ports","text":"Ports?","answer_type":"multi_select","options":[80,443]},{"id":"open","text":"Open?","answer_type":"boolean","when":{"question_id":"ports","equals":"[80]"}}]}`, []forms.Question{ports, open}},
		{"text that looks like JSON", `{"question":"{\"a\":1}","answer_type":"text","default":"7"}`, []forms.Question{withDefault(question("answer", `{"a":1}`, forms.Text), `"7"`)}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := asked(t, c.arguments); !reflect.DeepEqual(got, c.want) {
				t.Errorf("got  %+v\nwant %+v", got, c.want)
			}
		})
	}
}

func withDefault(q forms.Question, value string) forms.Question {
	q.Default = json.RawMessage(value)
	return q
}

func TestResults(t *testing.T) {
	const list = `{"questions":[{"id":"apply","text":"Apply?","answer_type":"boolean"},` +
		`{"id":"env","text":"Where?","answer_type":"multi_select","options":["a","b"],"when":{"question_id":"apply","equals":true}},` +
		`{"id":"note","text":"Note?","answer_type":"text"}]}`
	cases := []struct {
		name, arguments string
		answers         map[string]string
		want            string
	}{
		{"boolean", `{"question":"?","answer_type":"boolean"}`, map[string]string{"answer": `true`}, `{"answer_type":"boolean","answer":true}`},
		{"select", `{"question":"?","answer_type":"select","options":["true","x"]}`, map[string]string{"answer": `"true"`}, `{"answer_type":"select","answer":"true"}`},
		{"number", `{"question":"?","answer_type":"number"}`, map[string]string{"answer": `1.50`}, `{"answer_type":"number","answer":1.50}`},
		{"left out", `{"question":"?","answer_type":"number","optional":true}`, map[string]string{"answer": `null`}, `{"answer_type":"number","answer":null}`},
		{"text", `{"question":"?"}`, map[string]string{"answer": `"<a>\n"`}, `{"answer_type":"text","answer":"<a>\n"}`},
		{"multi-select in the order of the options", `{"question":"?","answer_type":"multi_select","options":["a","b"]}`, map[string]string{"answer": `["b","a"]`}, `{"answer_type":"multi_select","answer":["a","b"]}`},
		{"schema, byte for byte", `{"question":"?","answer_type":"schema","schema":{"type":"object"}}`, map[string]string{"answer": `{"b":90071992547409931,"a":1.0}`}, `{"answer_type":"schema","answer":{"b":90071992547409931,"a":1.0}}`},
		{"list", list, map[string]string{"apply": `true`, "env": `["a"]`, "note": `"n"`}, `{"apply":true,"env":["a"],"note":"n"}`},
		{"list with one skipped", list, map[string]string{"apply": `false`, "note": `"n"`}, `{"apply":false,"env":null,"note":"n"}`},
		{"an answer that does not count any more", list, map[string]string{"apply": `false`, "env": `["a"]`, "note": `"n"`}, `{"apply":false,"env":null,"note":"n"}`},
		{"list of one", `{"questions":[{"id":"answer","text":"?","answer_type":"text"}]}`, map[string]string{"answer": `"x"`}, `{"answer":"x"}`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := run(t, c.arguments, c.answers); got != (tool.Success{Content: c.want}) {
				t.Errorf("got  %#v\nwant %s", got, c.want)
			}
		})
	}
}

func TestAnswersThatDoNotFit(t *testing.T) {
	const text = " does not match the requested answer type. Do not retry this tool call in this turn; continue without the answer or explain what information is missing."
	cases := []struct {
		arguments string
		answers   map[string]string
		want      string
	}{
		{`{"question":"?","answer_type":"boolean"}`, map[string]string{"answer": `"yes"`}, `The accumulated answer to "answer"`},
		{`{"question":"?","answer_type":"select","options":["a"]}`, map[string]string{"answer": `"b"`}, `The accumulated answer to "answer"`},
		{`{"questions":[{"id":"a","text":"?","answer_type":"text"}]}`, map[string]string{"a": `null`}, `The accumulated answer to "a"`},
	}
	for _, c := range cases {
		if got := run(t, c.arguments, c.answers); got != (tool.Failure{Message: c.want + text}) {
			t.Errorf("%s gave %#v", c.arguments, got)
		}
	}
}

// A run that lacks an answer asks for all of them, in the same words.
func TestAsksAgainWhenAnAnswerIsMissing(t *testing.T) {
	const arguments = `{"questions":[{"id":"a","text":"A?","answer_type":"text"},{"id":"b","text":"B?","answer_type":"text"}]}`
	got, ok := run(t, arguments, map[string]string{"a": `"x"`}).(tool.NeedsInput)
	if want := asked(t, arguments); !ok || !reflect.DeepEqual(got.Form.Questions(), want) {
		t.Errorf("got %+v", got.Form.Questions())
	}
}

func TestReplied(t *testing.T) {
	given := []forms.Given{
		{ID: "zoo", Value: json.RawMessage(`true`)}, {ID: `a"b`, Value: json.RawMessage(`["<x>"]`)}, {ID: "s", Redacted: true},
	}
	cases := []struct {
		name     string
		answered []forms.Given
		text     string
		want     string
	}{
		{"nothing", nil, "", `{"cancelled":true,"answered":{}}`},
		{"words", nil, "do <that>\n\"now\"", `{"cancelled":true,"answered":{},"reply":"do <that>\n\"now\""}`},
		{"answers in order", given, "", `{"cancelled":true,"answered":{"zoo":true,"a\"b":["<x>"],"s":null}}`},
		{"both", given[:1], "no", `{"cancelled":true,"answered":{"zoo":true},"reply":"no"}`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := askuser.New().(tool.Replier).Replied(forms.Form{}, c.answered, c.text); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestSpec(t *testing.T) {
	s := spec()
	if s.Name != "ask_user" || s.Run != tool.Unattended || s.Result != tool.Unattended ||
		!s.Repeatable || !s.Hidden || !s.Assistant || !s.Lenient || !reflect.DeepEqual(s.Labels, map[string]string{"*": "Assistant"}) {
		t.Errorf("got %+v", s)
	}
}

func spec() tool.Spec { return askuser.New().Spec() }

// TestAnAnswerIsToWhatWasRead: an answer to a question other than the model's does not
// count; what else a question says of itself does not matter.
func TestAnAnswerIsToWhatWasRead(t *testing.T) {
	arguments := json.RawMessage(`{"question":"Delete it?","answer_type":"boolean","context":"All of it."}`)
	built := askuser.New()
	put, ok := built.Run(t.Context(), tool.Call{Arguments: arguments}).(tool.NeedsInput)
	if !ok {
		t.Fatal("nothing was asked")
	}
	for name, row := range map[string]struct {
		forge func(*forms.Question)
		takes bool
	}{
		"as it was put":       {func(*forms.Question) {}, true},
		"shared with others":  {func(q *forms.Question) { q.Exclusive = false }, true},
		"with an earlier one": {func(q *forms.Question) { q.Context = "You said no before.\n\n" + q.Context }, true},
		"a forged one above":  {func(q *forms.Question) { q.Context = "Nothing will be done.\n\n" + q.Context }, false},
		"another one below":   {func(q *forms.Question) { q.Context += "\n\nYou said no before." }, false},
		"a person only":       {func(q *forms.Question) { q.Personal = true }, true},
		"another text":        {func(q *forms.Question) { q.Text = "Keep it?" }, false},
		"another context":     {func(q *forms.Question) { q.Context = "Nothing of it." }, false},
		"another header":      {func(q *forms.Question) { q.Header = "Keep it" }, false},
		"another kind": {func(q *forms.Question) {
			q.AnswerType = forms.AnswerType{Kind: forms.Select, Options: []forms.Option{{Value: json.RawMessage("true"), Label: "Keep it"}}}
		}, false},
		"another default": {func(q *forms.Question) { q.Default = json.RawMessage("true") }, false},
	} {
		q := put.Form.Questions()[0]
		row.forge(&q)
		out := built.Run(t.Context(), tool.Call{Arguments: arguments, Answers: map[string]tool.Answer{q.ID: {Value: json.RawMessage("true"), Asked: q, Said: []string{"You said yes before.", "You said no before."}}}})
		var want tool.Outcome = put
		if row.takes {
			want = tool.Success{Content: `{"answer_type":"boolean","answer":true}`}
		}
		if !reflect.DeepEqual(out, want) {
			t.Errorf("%s: %+v", name, out)
		}
	}
}
