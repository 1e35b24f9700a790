package borders

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"parley/coordinator/tool"
	"parley/coordinator/tools/askuser"
	"parley/coordinator/window"
	"parley/forms"
)

// sample is a kind of answer as a tool writes it: an answer, what is typed for it on a
// line, what is not an answer, how the answer is written in an export and drawn in a
// replay, the words of its limits, and what asking for it on the screen takes.
type sample struct {
	answerType, answer, line, wrong, said, drawn, limits string
	screen
}

// screen is what the question shows when the answer is its default, the keys that fill the
// answer in without giving it, another spelling of the answer, which is stored as the
// answer, and the name of the row of its keys in docs/forms.md.
type screen struct{ filled, keys, loose, row string }

// samples are tried at every border; a kind without one fails the test below.
func samples() map[forms.Kind]sample {
	return map[forms.Kind]sample{
		forms.Boolean: {`{"type":"boolean"}`, `true`, "yes", `"yes"`, "yes", "● yes", "",
			screen{"› yes", "up", ` true`, "yes or no"}},
		forms.Select: {`{"type":"select","options":["a","b"]}`, `"b"`, "2", `"c"`, "b", "● 2  b", "",
			screen{"› 2  b", "end", `"\u0062"`, "one of several"}},
		forms.MultiSelect: {`{"type":"multi_select","options":["a","b"],"min":1}`, `["b"]`, "2", `[]`, "b", "[x] b", "at least 1",
			screen{"[x] b", "end space up", `["\u0062"]`, "any of several"}},
		forms.Number: {`{"type":"number","minimum":1,"maximum":9,"step":0.5}`, `2.5`, "2.5", `0`, "2.5", "│ 2.5", "1 to 9",
			screen{"│ 2.5", "2 . 5", ` 2.5`, "a number"}},
		forms.Text: {`{"type":"text","max_length":9,"pattern":"^v"}`, `"v1"`, "v1", `"1"`, "v1", "│ v1", "at most 9 characters; matches \"^v\"",
			screen{"│ v1", "v 1", ` "v1"`, "text"}},
		forms.Secret: {`{"type":"secret"}`, `"s"`, "s", `""`, "a secret; the answer is not in the record", "not kept", "",
			screen{"what you type is not shown", "s", ` "s"`, "a secret"}},
		forms.Schema: {`{"type":"schema","schema":{"type":"object","properties":{"n":{"type":"integer"},"b":{"type":"boolean"}}}}`, `{"n":1}`, `{"n":1}`, `[]`, "n: 1", "│ n: 1", "",
			screen{"n │ 1", "1", `{ "n": 1 }`, "fields"}},
	}
}

// atEveryBorder names the borders that a kind of answer fails.
func atEveryBorder(t *testing.T, kind forms.Kind, s sample) (missing []string) {
	t.Helper()
	lacks := func(border string, passes bool) {
		if !passes {
			missing = append(missing, border)
		}
	}
	list, err := forms.ParseQuestions(json.RawMessage(`[{"id":"q","text":"Q?","optional":true,"answer_type":` + s.answerType + `}]`))
	if err != nil {
		t.Fatal(err)
	}
	q := list[0]
	_, err = forms.New(list)
	lacks("a form", err == nil && q.Check(json.RawMessage(s.answer)) == nil && q.Check(json.RawMessage(s.wrong)) != nil)

	schema, err := window.ReviewSchema(q)
	passes := false
	if compiled, wrong := forms.CompileSchema(schema); err == nil && wrong == nil {
		passes = len(compiled.Validate(json.RawMessage(`{"reason":"r","answer":`+s.answer+`}`))) == 0 && len(compiled.Validate(json.RawMessage(`{"reason":"r","answer":null}`))) == 0
	}
	lacks("the reviewer's schema", passes)

	var fields map[string]json.RawMessage
	if err := json.Unmarshal([]byte(s.answerType), &fields); err != nil {
		t.Fatal(err)
	}
	fields["answer_type"], fields["question"] = fields["type"], json.RawMessage(`"Q?"`)
	delete(fields, "type")
	arguments, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	_, asks := askuser.New().Run(t.Context(), tool.Call{Arguments: arguments}).(tool.NeedsInput)
	lacks("ask_user", asks != (kind == forms.Secret)) // which it refuses

	typed, err := q.AnswerType.Read(s.line)
	lacks("a line", err == nil && q.Check(typed) == nil)

	missing = append(missing, asked(t, q, s)...)
	lacks("its limits", strings.Join(q.AnswerType.LimitWords(), "; ") == s.limits)
	lacks("words", kind == forms.Secret || q.AnswerType.Say(json.RawMessage(s.answer)) != "" && q.AnswerType.Line().Wanted != "")
	for _, page := range []string{"../../docs/forms.md", "../../docs/events.md"} {
		content, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		named := strings.Contains(string(content), `{"type": "`+string(kind)+`"`) || strings.Contains(string(content), "`"+string(kind)+"`")
		lacks(strings.TrimPrefix(page, "../../"), named)
	}
	return append(missing, keptAndGiven(t, q, s)...)
}

// Every kind of answer passes every border.
func TestEveryKindAtEveryBorder(t *testing.T) {
	for _, kind := range forms.Kinds() {
		s, ok := samples()[kind.Kind()]
		if !ok {
			t.Errorf("%s has no sample to try", kind.Kind())
			continue
		}
		if missing := atEveryBorder(t, kind.Kind(), s); len(missing) > 0 {
			t.Errorf("%s does not pass: %s", kind.Kind(), strings.Join(missing, ", "))
		}
	}
}

// A kind that is nowhere is missed at every border.
func TestAKindThatIsNowhereIsMissed(t *testing.T) {
	got := strings.Join(atEveryBorder(t, "nosuch", sample{`{"type":"nosuch"}`, `"red"`, "red", `5`, "red", "red", "", screen{"red", "x", ` "red"`, "no such kind"}}), ", ")
	const want = "a form, the reviewer's schema, ask_user, a line, its default on the screen, its default by Enter, keys that fill it in, " +
		"an answer by keys, one form of an answer, its keys in docs/forms.md, docs/forms.md, docs/events.md, " +
		"--answers, a local tool, the record, an export, a page, an audit, a replay"
	if got != want {
		t.Errorf("missed at %s\nwant      %s", got, want)
	}
}
