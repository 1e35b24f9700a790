package forms

import (
	"encoding/json"
	"math/big"
	"strings"
	"testing"
)

// one is a form of one question with this answer type.
func one(t *testing.T, answerType string) (Question, string) {
	t.Helper()
	qs := questions(t, `[{"id":"q","text":"Q?","answer_type":`+answerType+`}]`)
	if _, err := New(qs); err != nil {
		return qs[0], strings.ReplaceAll(err.Error(), "questions[0].answer_type.", "")
	}
	return qs[0], ""
}

func TestSoundLimits(t *testing.T) {
	for _, c := range []struct{ answerType, want string }{
		{`{"type":"number"}`, ``},
		{`{"type":"number","integer":true,"minimum":1,"maximum":1,"step":5}`, ``},
		{`{"type":"number","minimum":2,"maximum":1}`, `maximum: is less than minimum; change one of them`},
		{`{"type":"number","integer":true,"minimum":0.2,"maximum":0.8}`, `maximum: leaves no whole number from the minimum on; change a limit, or remove integer`},
		{`{"type":"number","integer":true,"minimum":-0.8,"maximum":-0.2}`, `maximum: leaves no whole number from the minimum on; change a limit, or remove integer`},
		{`{"type":"number","integer":true,"minimum":-0.8,"maximum":0.2}`, ``},
		{`{"type":"number","step":0}`, `step: must be more than 0; the arrow keys move the number by it`},
		{`{"type":"number","min":1}`, `min: does not belong to number; remove it, or use multi_select`},
		{`{"type":"number","minimum":9e999999}`, `minimum: is a number with too many digits or too large an exponent`},
		{`{"type":"number","minimum":"1"}`, `minimum: must be a number, not a string`},
		{`{"type":"text","min_length":3,"max_length":2}`, `max_length: is less than min_length; change one of them`},
		{`{"type":"text","max_length":0}`, `max_length: is 0, so nothing could be written; use 1 or more, or remove it`},
		{`{"type":"text","min_length":-1}`, `min_length: must be a whole number, 0 or more`},
		{`{"type":"text","min_length":1.5}`, `min_length: must be a whole number, 0 or more`},
		{`{"type":"text","pattern":"("}`, "pattern: is not a regular expression of RE2: error parsing regexp: missing closing ): `(`"},
		{`{"type":"text","pattern":"(?=a)"}`, "pattern: is not a regular expression of RE2: error parsing regexp: invalid or unsupported Perl syntax: `(?=`"},
		{`{"type":"text","pattern":"` + strings.Repeat("a", 1001) + `"}`, `pattern: is longer than 1000 bytes; make it shorter`},
		{`{"type":"text","format":"colour"}`, `format: "colour" is not a format; use one of email, uri, date, date-time, path`},
		{`{"type":"text","format":"path","pattern":"go$","min_length":0,"max_length":9}`, ``},
		{`{"type":"multi_select","options":["a","b"],"min":2,"max":1}`, `max: is less than min; change one of them`},
		{`{"type":"multi_select","options":["a","b"],"min":3}`, `min: is more than there are options; use at most 2`},
		{`{"type":"multi_select","options":["a","b"],"other":true,"min":3}`, ``},
		{`{"type":"multi_select","options":["a","b"],"max":0}`, `max: is 0, so nothing could be chosen; use 1 or more, or remove it`},
		{`{"type":"boolean","pattern":"x"}`, `pattern: does not belong to boolean; remove it, or use text`},
	} {
		list := `[{"id":"q","text":"Q?","answer_type":` + c.answerType + `}]`
		qs, err := ParseQuestions(json.RawMessage(list))
		if err == nil {
			_, err = New(qs)
		}
		got := ""
		if err != nil {
			got = strings.NewReplacer("questions[0].answer_type.", "", "[0].answer_type.", "").Replace(err.Error())
		}
		if got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.answerType, got, c.want)
		}
	}
}

func TestAnswersWithinLimits(t *testing.T) {
	const port = `{"type":"number","integer":true,"minimum":1,"maximum":65535}`
	for _, c := range []struct{ answerType, answer, want string }{
		{`{"type":"number"}`, `-1.5e3`, ``},
		{`{"type":"number"}`, `"5"`, `answer with a number, not a string`},
		{`{"type":"number"}`, `null`, `null is not an answer`},
		{`{"type":"number"}`, `1e999999999`, `the answer is a number with too many digits or too large an exponent`},
		{port, `65535`, ``}, {port, `6.5e1`, ``}, {port, `1.0`, ``},
		{port, `99999`, `99999 is more than 65535`},
		{port, `0`, `0 is less than 1`},
		{port, `1.5`, `1.5 is not a whole number`},
		{`{"type":"number","minimum":9007199254740993}`, `9007199254740992`, `9007199254740992 is less than 9007199254740993`},
		{`{"type":"text","min_length":2}`, `"日本"`, ``},
		{`{"type":"text","min_length":2}`, `"日"`, `write at least 2 characters; this has 1`},
		{`{"type":"text","max_length":1}`, `"ab"`, `write at most 1 character; this has 2`},
		{`{"type":"text","pattern":"^[a-z]+$"}`, `"ab"`, ``},
		{`{"type":"text","pattern":"b"}`, `"abc"`, ``},
		{`{"type":"text","pattern":"^[a-z]+$"}`, `"aB"`, `this does not match "^[a-z]+$"`},
		{`{"type":"text","format":"email"}`, `"ann@example.org"`, ``},
		{`{"type":"text","format":"email"}`, `"ann"`, `this is not an e-mail address`},
		{`{"type":"text","format":"email"}`, `""`, `this is not an e-mail address`},
		{`{"type":"text","format":"uri"}`, `"https://example.org/x"`, ``},
		{`{"type":"text","format":"uri"}`, `"example"`, `this is not a URI`},
		{`{"type":"text","format":"date"}`, `"2026-02-29"`, `this is not a date, such as 2026-01-31`},
		{`{"type":"text","format":"date"}`, `"2024-02-29"`, ``},
		{`{"type":"text","format":"date-time"}`, `"2024-02-29T10:00:00Z"`, ``},
		{`{"type":"text","format":"date-time"}`, `"2024-02-29"`, `this is not a date and time, such as 2026-01-31T13:00:00Z`},
		{`{"type":"text","format":"path"}`, `"docs/new/notes.md"`, ``},
		{`{"type":"text","format":"path"}`, `"a/../b"`, ``},
		{`{"type":"text","format":"path"}`, `"../b"`, `this is not a path inside the workspace; write one from its top, such as docs/notes.md`},
		{`{"type":"text","format":"path"}`, `"/etc/passwd"`, `this is not a path inside the workspace; write one from its top, such as docs/notes.md`},
		{`{"type":"text","format":"path"}`, `"a\u0000b"`, `this is not a path inside the workspace; write one from its top, such as docs/notes.md`},
		{`{"type":"text","format":"path"}`, `""`, `this is not a path inside the workspace; write one from its top, such as docs/notes.md`},
		{`{"type":"multi_select","options":["a","b","c"],"min":1,"max":2}`, `["a","b"]`, ``},
		{`{"type":"multi_select","options":["a","b","c"],"min":1,"max":2}`, `[]`, `choose at least 1, not 0`},
		{`{"type":"multi_select","options":["a","b","c"],"min":1,"max":2}`, `["a","b","c"]`, `choose at most 2, not 3`},
		{`{"type":"multi_select","options":["a","b","c"],"min":2}`, `["a","a"]`, `choose at least 2, not 1`},
	} {
		q, wrong := one(t, c.answerType)
		if wrong != "" {
			t.Fatalf("%s: %s", c.answerType, wrong)
		}
		got := ""
		if err := q.Check(json.RawMessage(c.answer)); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s, %s\ngot  %s\nwant %s", c.answerType, c.answer, got, c.want)
		}
	}
}

func TestLimitWords(t *testing.T) {
	for _, c := range []struct{ answerType, want string }{
		{`{"type":"number"}`, ``},
		{`{"type":"number","integer":true,"minimum":1,"maximum":65535}`, `whole number; 1 to 65535`},
		{`{"type":"number","minimum":0.5}`, `0.5 or more`},
		{`{"type":"number","maximum":-2}`, `-2 or less`},
		{`{"type":"text","min_length":3,"max_length":3}`, `exactly 3 characters`},
		{`{"type":"text","min_length":3,"max_length":9,"format":"date","pattern":"a\\d"}`, `3 to 9 characters; a date, such as 2026-01-31; matches "a\\d"`},
		{`{"type":"text","min_length":1}`, `at least 1 character`},
		{`{"type":"text","max_length":2}`, `at most 2 characters`},
		{`{"type":"multi_select","options":["a","b"],"min":1,"max":2}`, `1 to 2`},
		{`{"type":"multi_select","options":["a","b"],"min":2}`, `at least 2`},
		{`{"type":"multi_select","options":["a","b"],"max":1}`, `at most 1`},
		{`{"type":"multi_select","options":["a","b"],"min":1,"max":1}`, `exactly 1`},
		{`{"type":"multi_select","options":["a","b"],"min":0}`, ``},
	} {
		q, _ := one(t, c.answerType)
		if got := strings.Join(q.AnswerType.LimitWords(), "; "); got != c.want {
			t.Errorf("%s: got %q, want %q", c.answerType, got, c.want)
		}
	}
}

func TestOptional(t *testing.T) {
	q, _ := one(t, `"text"`)
	q.Optional = true
	for answer, want := range map[string]bool{`null`: true, ` null `: true, `"x"`: true, `5`: false, `nul`: false} {
		if got := q.Check(json.RawMessage(answer)) == nil; got != want {
			t.Errorf("%s: %v", answer, got)
		}
	}
	f := form(t, `[{"id":"a","text":"A?","answer_type":"text","optional":true},
		{"id":"b","text":"B?","answer_type":"boolean","when":{"question_id":"a","equals":null}},
		{"id":"c","text":"C?","answer_type":{"type":"multi_select","options":["x"]},"optional":true},
		{"id":"d","text":"D?","answer_type":"text","when":{"question_id":"c","equals":[]}}]`)
	w := Start(f)
	for _, step := range []struct{ id, answer string }{{"a", `null`}, {"b", `true`}, {"c", `null`}} {
		if q, _ := w.Open(); q.ID != step.id {
			t.Fatalf("%s is asked, not %s", q.ID, step.id)
		}
		next, err := w.Apply(Answer{Value: json.RawMessage(step.answer), ByUser: true})
		if err != nil {
			t.Fatal(err)
		}
		w = next
	}
	if got, want := string(w.Result()), `{"a":null,"b":true,"c":null,"d":null}`; !w.Done() || got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if given, ok := w.Answer("a"); !ok || string(given.Value) != `null` {
		t.Errorf("what was left out is %+v", given)
	}
	if _, ok := w.Answer("d"); ok {
		t.Error("what was not asked has an answer")
	}
}

func TestReadNumber(t *testing.T) {
	for line, want := range map[string]string{
		"5": "5", " +5 ": "5", "-.5": "-0.5", "5.": "5", "007": "7", "-0": "-0", "1e3": "1e3", "1E-3": "1E-3", "0.10": "0.10",
		"": "", ".": "", "e5": "", "5e": "", "1,5": "", "0x10": "", "1 2": "", "--1": "", "+-1": "-1", "NaN": "", "1.2.3": "", "1e5.": "",
	} {
		if got, ok := ReadNumber(line); string(got) != want || ok != (want != "") {
			t.Errorf("%q: got %q, %v, want %q", line, got, ok, want)
		}
	}
}

// FuzzReadNumber checks that what is read is a JSON number that reads back as itself.
func FuzzReadNumber(f *testing.F) {
	for _, seed := range []string{"5", "+.5e1", "-007.", "1e400", "e", ".", "-", "+0 ", "0 ."} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		got, ok := ReadNumber(line)
		if !ok {
			return
		}
		if !json.Valid(got) || kindOf(got) != "a number" {
			t.Fatalf("%q became %s", line, got)
		}
		if again, ok := ReadNumber(string(got)); !ok || string(again) != string(got) {
			t.Fatalf("%s became %s", got, again)
		}
		if mine := rational(got); mine != nil && len(line) < 50 {
			if theirs, ok := new(big.Rat).SetString(strings.TrimSpace(line)); ok && theirs.Cmp(mine) != 0 {
				t.Fatalf("%q became %s", line, got)
			}
		}
	})
}

func TestStepped(t *testing.T) {
	for _, c := range []struct {
		answerType, from string
		by               int
		want             string
	}{
		{`{"type":"number","integer":true}`, `5`, 1, `6`},
		{`{"type":"number","step":0.1}`, `0.2`, 1, `0.3`},
		{`{"type":"number","step":0.25}`, `1`, -5, `-0.25`},
		{`{"type":"number"}`, `5`, 1, ``},
		{`{"type":"number","integer":true,"maximum":6}`, `6`, 1, `6`},
		{`{"type":"number","integer":true,"minimum":3}`, ``, 1, `3`},
		{`{"type":"number","integer":true}`, ``, -1, `0`},
		{`{"type":"number","integer":true,"minimum":3}`, `"x"`, 1, `3`},
	} {
		q, _ := one(t, c.answerType)
		got, moved := q.AnswerType.Stepped(json.RawMessage(c.from), c.by)
		if moved != (c.want != "") || moved && string(got) != c.want {
			t.Errorf("%s from %s: %s, %v", c.answerType, c.from, got, moved)
		}
	}
}

// Every kind has all that the borders need, and shares no name with another.
func TestEveryKind(t *testing.T) {
	seen := map[Kind]bool{}
	for _, kind := range Kinds() {
		if seen[kind.Kind()] || kind.Kind() == "" {
			t.Errorf("%q is there twice, or has no name", kind.Kind())
		}
		seen[kind.Kind()] = true
		if kind.Line().Wanted == "" {
			t.Errorf("%s does not say what is typed", kind.Kind())
		}
		for _, a := range kind.Attributes() {
			if !kind.Kind().Belongs(a.Name) || a.Name == "type" {
				t.Errorf("%s: the attribute %q", kind.Kind(), a.Name)
			}
		}
	}
	kinds := map[string]Holds{}
	for _, kind := range Kinds() {
		for _, a := range kind.Attributes() {
			if holds, twice := kinds[a.Name]; twice && holds != a.Holds {
				t.Errorf("%s holds different things in different kinds", a.Name)
			}
			kinds[a.Name] = a.Holds
		}
	}
}

func TestAnUnknownKindIsNeverSilent(t *testing.T) {
	q := Question{ID: "q", Text: "Q?", AnswerType: AnswerType{Kind: "colour"}}
	const want = `the question has the unknown answer type "colour" and cannot be answered`
	if err := q.Check(json.RawMessage(`"red"`)); err == nil || err.Error() != want {
		t.Errorf("checked: %v", err)
	}
	if _, err := q.AnswerType.Read("red"); err == nil || err.Error() != want {
		t.Errorf("read: %v", err)
	}
	if _, ok := q.AnswerSchema(); ok {
		t.Error("it has a schema")
	}
	if got := q.AnswerType.Line().Wanted; got != want {
		t.Errorf("typed: %s", got)
	}
}
