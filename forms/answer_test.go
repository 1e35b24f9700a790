package forms

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// answerType reads one that must be readable.
func answerType(t testing.TB, raw string) AnswerType {
	t.Helper()
	var at AnswerType
	if err := json.Unmarshal([]byte(raw), &at); err != nil {
		t.Fatalf("the test's answer type: %v", err)
	}
	return at
}

func options(n int) string {
	names := make([]string, n)
	for i := range names {
		names[i] = strconv.Itoa(i)
	}
	return "[" + strings.Join(names, ",") + "]"
}

func TestCheck(t *testing.T) {
	const (
		one  = `{"type":"select","options":["a",1,true,9007199254740993]}`
		own  = `{"type":"select","options":["a","b"],"other":true}`
		many = `{"type":"multi_select","options":["a","b"]}`
		port = `{"type":"schema","schema":{"type":"object","properties":{"port":{"type":"integer"}},"required":["host"]}}`
	)
	for _, c := range []struct{ kind, answer, want string }{
		{`"boolean"`, `true`, ``},
		{`"boolean"`, ` false `, ``},
		{`"boolean"`, `"true"`, `answer true or false, not a string`},
		{`"boolean"`, `0`, `answer true or false, not a number`},
		{`"boolean"`, `null`, `null is not an answer`},
		{`"boolean"`, ``, `the answer is not valid JSON`},
		{`"boolean"`, `true true`, `the answer is not valid JSON`},
		{`"boolean"`, `truee`, `the answer is not valid JSON`},
		{`"text"`, `""`, ``},
		{`"text"`, `"a\nb"`, ``},
		{`"text"`, `null`, `null is not an answer`},
		{`"text"`, `{}`, `answer with a string, not an object`},
		{`"secret"`, `"hunter2"`, ``},
		{`"secret"`, `["hunter2"]`, `the secret must be a string, not a list`},
		{`"secret"`, `""`, `nothing was typed; type the secret, or reply or end the turn instead`},
		{one, `"a"`, ``},
		{one, `"\u0061"`, ``},
		{one, `1.0`, ``},
		{one, `10e-1`, ``},
		{one, `9007199254740993`, ``},
		{one, `9007199254740992`, `9007199254740992 is not one of the options; choose from "a", 1, true, 9007199254740993`},
		{one, `"1"`, `"1" is not one of the options; choose from "a", 1, true, 9007199254740993`},
		{one, `null`, `null is not an answer`},
		{one, `["a"]`, `["a"] is not one of the options; choose from "a", 1, true, 9007199254740993`},
		{`{"type":"select","options":` + options(12) + `}`, `99`, `99 is not one of the options; choose from 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11`},
		{`{"type":"select","options":` + options(400) + `}`, `999`, `999 is not one of the options; choose from 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 388 more`},
		{one, `"` + strings.Repeat("x", 10_000) + `"`, `"` + strings.Repeat("x", 78) + `… is not one of the options; choose from "a", 1, true, 9007199254740993`},
		{own, `"mine"`, ``},
		{own, `" "`, `an answer of your own must not be empty`},
		{own, `5`, `5 is not one of the options; choose from "a", "b", or answer with a string of your own`},
		{many, `[]`, ``},
		{many, `["b","a","b"]`, ``},
		{many, `["a","c"]`, `"c" is not one of the options; choose from "a", "b"`},
		{many, `[null]`, `null is not one of the options; choose from "a", "b"`},
		{many, `"a"`, `answer with a list of options, not a string`},
		{port, `{"host":"h","port":80}`, ``},
		{port, `{"port":"x"}`, "the answer lacks the property \"host\"\n/port must be an integer, not a string"},
		{port, `null`, `null is not an answer`},
		{`"radio"`, `1`, `the question has the unknown answer type "radio" and cannot be answered`},
	} {
		t.Run(c.kind+" "+c.answer[:min(len(c.answer), 20)], func(t *testing.T) {
			got := ""
			if err := (Question{AnswerType: answerType(t, c.kind)}).Check(json.RawMessage(c.answer)); err != nil {
				got = err.Error()
			}
			if got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestCanonical(t *testing.T) {
	for _, c := range []struct{ kind, answer, want string }{
		{`"boolean"`, ` true `, `true`},
		{`"text"`, "\t\"a <b> \\u0061\"", `"a <b> \u0061"`},
		{`{"type":"select","options":["a",1]}`, `1.0`, `1`},
		{`{"type":"select","options":["a",1]}`, `"\u0061"`, `"a"`},
		{`{"type":"select","options":["a"],"other":true}`, ` "mine" `, `"mine"`},
		{`{"type":"multi_select","options":["a",1,"c"]}`, `["c", 1.0, "c", "\u0061"]`, `["a",1,"c"]`},
		{`{"type":"multi_select","options":["a","b"],"other":true}`, `["z","b","y","z","a"]`, `["a","b","z","y"]`},
		{`{"type":"multi_select","options":["a"]}`, `[ ]`, `[]`},
		{`{"type":"schema","schema":{}}`, "{\"b\": 1.0,\n \"a\": 90071992547409931,\t\"c\": \"<\"}", `{"b":1.0,"a":90071992547409931,"c":"<"}`},
	} {
		q := Question{AnswerType: answerType(t, c.kind)}
		if err := q.Check(json.RawMessage(c.answer)); err != nil {
			t.Errorf("%s %s: %v", c.kind, c.answer, err)
		}
		once := q.Canonical(json.RawMessage(c.answer))
		if string(once) != c.want {
			t.Errorf("%s %s: got %s, want %s", c.kind, c.answer, once, c.want)
		}
		if twice := q.Canonical(once); string(twice) != c.want {
			t.Errorf("%s %s: twice %s", c.kind, c.answer, twice)
		}
	}
}

func TestMatches(t *testing.T) {
	for _, c := range []struct {
		kind, equals, answer string
		want                 bool
	}{
		{`"boolean"`, `true`, `true`, true},
		{`"boolean"`, `"true"`, `true`, false},
		{`"text"`, `"a"`, `"\u0061"`, true},
		{`{"type":"select","options":[1]}`, `1.0`, `1`, true},
		{`{"type":"schema","schema":{}}`, `{"a":1,"b":[2,3]}`, `{"b":[2,3],"a":1e0}`, true},
		{`{"type":"schema","schema":{}}`, `[1,2]`, `[2,1]`, false},
		{`{"type":"multi_select","options":["a","b"]}`, `["a","b"]`, `["b","a"]`, true},
		{`{"type":"multi_select","options":["a","b"]}`, `["a","a","b"]`, `["b","a"]`, true},
		{`{"type":"multi_select","options":["a","b"]}`, `["a"]`, `["b","a"]`, false},
		{`{"type":"multi_select","options":["a","b"]}`, `["a","b"]`, `["a"]`, false},
		{`{"type":"multi_select","options":["a","b"]}`, `[]`, `[]`, true},
		{`{"type":"multi_select","options":["a","b"]}`, `"a"`, `["a"]`, false},
		{`{"type":"multi_select","options":["a","b"]}`, `["a"]`, ``, false},
		{`"boolean"`, `true`, ``, false},
	} {
		got := answerType(t, c.kind).Matches(json.RawMessage(c.equals), json.RawMessage(c.answer))
		if got != c.want {
			t.Errorf("%s: %s and %s: %v", c.kind, c.equals, c.answer, got)
		}
	}
}

func TestRemembered(t *testing.T) {
	for _, c := range []struct {
		kind Kind
		p    Persistence
		want bool
	}{
		{Boolean, "", true}, {Boolean, PersistTurn, true}, {Boolean, PersistNone, false},
		{Secret, "", false}, {Secret, PersistTurn, false}, {Text, PersistTurn, false}, {Select, "", false},
	} {
		if got := (Question{AnswerType: AnswerType{Kind: c.kind}, Persistence: c.p}).Remembered(); got != c.want {
			t.Errorf("%s %q: %v", c.kind, c.p, got)
		}
	}
}

// A multi-select answer means the same in whatever order, and however often, its options
// come.
func TestCanonicalForgetsOrder(t *testing.T) {
	q := Question{AnswerType: answerType(t, `{"type":"multi_select","options":["a","b",1,true]}`)}
	rapid.Check(t, func(t *rapid.T) {
		chosen := rapid.SliceOf(rapid.SampledFrom([]string{`"a"`, `"b"`, `1`, `1.0`, `true`})).Draw(t, "chosen")
		shuffled := rapid.Permutation(append(chosen, chosen...)).Draw(t, "shuffled")
		a := json.RawMessage("[" + strings.Join(chosen, ",") + "]")
		b := json.RawMessage("[" + strings.Join(shuffled, ",") + "]")
		if x, y := q.Canonical(a), q.Canonical(b); string(x) != string(y) {
			t.Fatalf("%s is kept as %s, %s as %s", a, x, b, y)
		}
		if !q.AnswerType.Matches(a, b) {
			t.Fatalf("%s does not match %s", a, b)
		}
	})
}

// Whatever is accepted is stored as valid JSON on one line, is accepted again, and does
// not change.
func FuzzCheck(f *testing.F) {
	kinds := []string{
		`"boolean"`, `"text"`, `"secret"`,
		`{"type":"select","options":["a",1,true],"other":true}`,
		`{"type":"multi_select","options":["a",1,true],"other":true}`,
		`{"type":"schema","schema":{"type":["object","array","number"],"items":{"$ref":"#"},"maxProperties":3}}`,
	}
	for i := range kinds {
		for _, answer := range []string{`true`, `"a"`, ` ["b", 1.0, "b"]`, "{\"a\":\n1e5}", `1e999999999`, `null`, `[`} {
			f.Add(byte(i), []byte(answer))
		}
	}
	f.Fuzz(func(t *testing.T, kind byte, answer []byte) {
		q := Question{AnswerType: answerType(t, kinds[int(kind)%len(kinds)])}
		if err := q.Check(answer); err != nil {
			if q.AnswerType.Kind != Schema && strings.Contains(err.Error(), "\n") {
				t.Errorf("more than one line: %q", err)
			}
			return
		}
		kept := q.Canonical(answer)
		if !json.Valid(kept) || strings.ContainsAny(string(kept), "\n\r") {
			t.Fatalf("%q is kept as %q", answer, kept)
		}
		if err := q.Check(kept); err != nil {
			t.Errorf("%q is kept as %q: %v", answer, kept, err)
		}
		if again := q.Canonical(kept); string(again) != string(kept) {
			t.Errorf("%q is kept as %q and then as %q", answer, kept, again)
		}
		if !q.AnswerType.Matches(kept, answer) {
			t.Errorf("%q does not match %q", kept, answer)
		}
	})
}
