package forms

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"
)

// TestWhatCanNeverBeAnswered is a fault of the submission, not of whoever answers.
func TestWhatCanNeverBeAnswered(t *testing.T) {
	schema := func(s string) string {
		return `[{"id":"q","text":"Q?","answer_type":{"type":"schema","schema":` + s + `}}]`
	}
	text := func(limits string) string {
		return `[{"id":"q","text":"Q?","answer_type":{"type":"text",` + limits + `}}]`
	}
	after := func(answerType, equals string) string {
		return `[{"id":"a","text":"A?","answer_type":` + answerType + `},{"id":"b","text":"B?","answer_type":{"type":"boolean"},"when":{"question_id":"a","equals":` + equals + `}}]`
	}
	asks := func(options int) string {
		return `[{"id":"q","text":"Q?","answer_type":{"type":"select","options":[0` + enough(options) + `]}}]`
	}
	const least = " bytes long; make it at most 8192, and put what needs more words into context\n"
	long := strings.Repeat("x", 8193)
	const nobodys = `questions[0].answer_type.schema: cannot be met by any answer; change what contradicts itself`
	for _, c := range []struct{ name, list, want string }{
		{"other of a boolean", `[{"id":"q","text":"Q?","answer_type":{"type":"boolean","other":true}}]`,
			`questions[0].answer_type.other: does not belong to boolean; remove it, or use select or multi_select`},
		{"other of a select", `[{"id":"q","text":"Q?","answer_type":{"type":"select","options":["a"],"other":true}}]`, ``},
		{"a value twice in a default", `[{"id":"q","text":"Q?","answer_type":{"type":"multi_select","options":["a",1]},"default":[1,"a","\u0061",1.0,"a"]}]`,
			"questions[0].default: has \"\\u0061\" twice; give each value once\nquestions[0].default: has 1.0 twice; give each value once"},
		{"an id of two lines", `[{"id":"a\nb","text":"Q?","answer_type":{"type":"boolean"}}]`,
			`questions[0].id: has a line break or another control character; use letters, digits, - and _`},
		{"an id with a separator", `[{"id":"a\u2028b","text":"Q?","answer_type":{"type":"boolean"}}]`,
			`questions[0].id: has a line break or another control character; use letters, digits, - and _`},

		{"a text that nobody reads", `[{"id":"q","text":"` + strings.Repeat("x", 65537) + `","answer_type":{"type":"boolean"}}]`,
			`questions[0].text: is 65537 bytes long; make it at most 65536, and put what needs more words into context`},
		{"lines that nobody reads", `[{"id":"` + long + `","text":"Q?","header":"` + long + `","answer_type":{"type":"multi_select","options":[{"value":"` + long + `"},{"value":"b","label":"` + long + `","description":"` + long + `"}]}}]`,
			"questions[0].id: is 8193" + least + "questions[0].header: is 8193" + least + "questions[0].answer_type.options[0].value: is 8195" + least +
				"questions[0].answer_type.options[1].label: is 8193" + least + "questions[0].answer_type.options[1].description: is 8193" + strings.TrimSuffix(least, "\n")},
		{"lines that are long", `[{"id":"q","text":"Q?","answer_type":{"type":"select","options":[{"value":"b","label":"` + long[1:] + `"}]}}]`, ``},

		{"as many options as a question has", asks(1000), ``},
		{"options that nobody reads", asks(1001),
			`questions[0].answer_type.options: holds 1001 options, and a question has at most 1000; ask first what narrows them down, or offer the likeliest and set other`},

		{"an empty enum", schema(`{"type":"string","enum":[]}`), nobodys},
		{"an enum of another type", schema(`{"type":"string","enum":[1,2]}`), nobodys},
		{"a const of another type", schema(`{"type":"string","const":1}`), nobodys},
		{"not anything", schema(`{"not":{}}`), nobodys},
		{"not true", schema(`{"not":true}`), nobodys},
		{"limits that cross", schema(`{"type":"integer","minimum":2,"maximum":1}`), nobodys},
		{"lengths that cross", schema(`{"type":"string","minLength":2,"maxLength":1}`), nobodys},
		{"a property that must be and cannot", schema(`{"type":"object","required":["a"],"properties":{"a":{"enum":[]}}}`), nobodys},
		{"a property that must be and may not", schema(`{"type":"object","required":["a"],"properties":{},"additionalProperties":false}`), nobodys},
		{"none of several", schema(`{"anyOf":[{"enum":[]},{"not":{}}]}`), nobodys},
		{"types that exclude each other", schema(`{"allOf":[{"type":"string"},{"type":"number"}]}`), nobodys},
		{"types that do not", schema(`{"type":["integer","null"],"allOf":[{"type":"number"},{"$ref":"#/$defs/a","type":"string"}],"$defs":{"a":{}}}`), ``},
		{"values of another type within", schema(`{"type":"object","required":["a"],"properties":{"a":{"type":"string","enum":[1,null]}}}`), nobodys},
		{"every type ruled out", schema(`{"type":["integer","string"],"minimum":2,"maximum":1,"minLength":2,"maxLength":1}`), nobodys},
		{"one type left", schema(`{"type":["integer","string"],"minimum":2,"maximum":1}`), ``},
		{"no whole number between", schema(`{"type":"integer","exclusiveMinimum":1,"exclusiveMaximum":2}`), nobodys},
		{"another number between", schema(`{"type":"number","exclusiveMinimum":1,"exclusiveMaximum":2}`), ``},
		{"no whole number in the limits", schema(`{"type":"integer","minimum":1.2,"maximum":1.8}`), nobodys},
		{"a limit that is excluded", schema(`{"type":"number","minimum":1,"exclusiveMaximum":1}`), nobodys},
		{"no multiple", schema(`{"type":"integer","multipleOf":10,"minimum":1,"maximum":9}`), nobodys},
		{"no multiple of any kind", schema(`{"type":"number","multipleOf":10,"minimum":1,"maximum":9}`), nobodys},
		{"a multiple", schema(`{"type":"integer","multipleOf":10,"minimum":-9,"maximum":9}`), ``},
		{"limits beyond what is exact", schema(`{"type":"integer","exclusiveMinimum":9007199254740995,"maximum":9007199254740996}`), ``},
		{"items that cannot be", schema(`{"type":"array","items":false,"minItems":1}`), nobodys},
		{"two values at once", schema(`{"allOf":[{"const":"a"},{"const":"b"}]}`), nobodys},
		{"a value of two lists", schema(`{"allOf":[{"enum":["a","b"]},{"enum":["b","c"]}]}`), ``},
		{"values of two lists", schema(`{"allOf":[{"enum":["a","b"]},{"enum":["c"]}]}`), nobodys},
		{"a value that may not be", schema(`{"allOf":[{"const":1},{"not":{"enum":[1,2]}}]}`), nobodys},
		{"limits that cross in parts", schema(`{"allOf":[{"type":"integer","minimum":5},{"$ref":"#/$defs/few"}],"$defs":{"few":{"maximum":4}}}`), nobodys},
		{"limits that meet in parts", schema(`{"allOf":[{"type":"integer","minimum":4},{"$ref":"#/$defs/few"}],"$defs":{"few":{"maximum":4}}}`), ``},
		{"a property that parts disagree on", schema(`{"allOf":[{"type":"object","required":["a"],"properties":{"a":{"type":"string"}}},{"properties":{"a":{"const":1}}}]}`), nobodys},
		{"one of two that are alike", schema(`{"oneOf":[{"type":"string"},{"type":"string","title":"Text"}]}`), nobodys},
		{"one of two that are alike, or another", schema(`{"oneOf":[{"type":"string"},{"type":"string"},{"type":"null"}]}`), ``},
		{"any of two that are alike", schema(`{"anyOf":[{"type":"string"},{"type":"string"}]}`), ``},
		{"alternatives that the rest rules out", schema(`{"type":"string","anyOf":[{"type":"integer"},{"const":1}]}`), nobodys},
		{"an item that must be and fits no place", schema(`{"type":"array","items":{"type":"string"},"contains":{"type":"integer"}}`), nobodys},
		{"an item that must be and fits a place", schema(`{"type":"array","prefixItems":[{"type":"integer"}],"items":{"type":"string"},"contains":{"type":"integer"}}`), ``},
		{"an item that need not be", schema(`{"type":"array","items":{"type":"string"},"contains":{"type":"integer"},"minContains":0}`), ``},
		{"an item in an empty list", schema(`{"type":"array","maxItems":0,"contains":{}}`), nobodys},
		{"a pattern longer than the limit", schema(`{"type":"string","maxLength":5,"pattern":"^.{9}$"}`), nobodys},
		{"a pattern that has the limit", schema(`{"type":"string","maxLength":9,"pattern":"^.{9}$"}`), ``},
		{"a pattern shorter than the limit", schema(`{"type":"string","minLength":5,"pattern":"^(a|bb){1,2}$"}`), nobodys},
		{"a pattern that is bound to one end", schema(`{"type":"string","minLength":5,"pattern":"^(a|bb){1,2}"}`), ``},
		{"a value beyond what is exact", schema(`{"const":9007199254740993}`), ``},
		{"limits closer than what is exact", schema(`{"type":"number","minimum":0.1,"exclusiveMaximum":0.10000000000000000001}`), ``},
		{"first items of an older draft", schema(`{"$schema":"http://json-schema.org/draft-07/schema#","type":"array","prefixItems":[false],"minItems":1}`), ``},
		{"a text longer than its limit", text(`"max_length":5,"pattern":"^.{9}$"`),
			`questions[0].answer_type.pattern: matches no text of the lengths that min_length and max_length allow, so nothing could be written; change one of them`},
		{"a text as long as its limit", text(`"max_length":9,"pattern":"^.{9}$"`), ``},
		{"a date longer than its limit", text(`"max_length":5,"format":"date"`),
			`questions[0].answer_type.format: has no text of the lengths that min_length and max_length allow, so nothing could be written; change one of them`},
		{"a date that matches", text(`"pattern":"^2026","format":"date"`), ``},
		{"a date that cannot match", text(`"pattern":"^.{3}$","format":"date"`),
			`questions[0].answer_type.pattern: matches no text as long as the format's, so nothing could be written; change one of them`},
		{"a pattern of nothing", text(`"pattern":"[^\\x00-\\x{10FFFF}]"`), `questions[0].answer_type.pattern: matches no text at all, so nothing could be written; change or remove it`},
		{"no items", schema(`{"type":"array","items":false}`), ``},
		{"items that cannot be after others", schema(`{"type":"array","prefixItems":[{"type":"string"}],"items":false,"minItems":2}`), nobodys},
		{"a first item that cannot be", schema(`{"type":"array","prefixItems":[false],"minItems":1}`), nobodys},
		{"a first item that need not be", schema(`{"type":"array","prefixItems":[false]}`), ``},
		{"more different items than there are", schema(`{"type":"array","uniqueItems":true,"minItems":3,"items":{"type":"boolean"}}`), nobodys},
		{"as many different items as there are", schema(`{"type":"array","uniqueItems":true,"minItems":2,"items":{"enum":[1,2]}}`), ``},
		{"more properties than there may be", schema(`{"type":"object","minProperties":2,"additionalProperties":false,"properties":{"a":{}}}`), nobodys},
		{"more required than there may be", schema(`{"type":"object","maxProperties":1,"required":["a","b"]}`), nobodys},
		{"a value that holds itself", schema(`{"type":"object","required":["a"],"properties":{"a":{"$ref":"#"}}}`), nobodys},
		{"two values that hold each other", schema(`{"$ref":"#/$defs/a","$defs":{"a":{"type":"array","minItems":1,"items":{"$ref":"#/$defs/b~1"}},"b/":{"type":"object","required":["a"],"properties":{"a":{"$ref":"#/%24defs/a"}}}}}`), nobodys},
		{"a value that may hold itself", schema(`{"type":"object","required":["a"],"properties":{"a":{"anyOf":[{"type":"null"},{"$ref":"#"}]}}}`), ``},
		{"addresses of its own", schema(`{"type":"object","required":["a"],"properties":{"a":{"$id":"http://x/y","$ref":"#/$defs/z","$defs":{"z":{}}}},"$defs":{"z":false}}`), ``},
		{"one of several", schema(`{"anyOf":[{"enum":[]},{"type":"string"}]}`), ``},
		{"a property that need not be", schema(`{"type":"object","properties":{"a":{"enum":[]}}}`), ``},
		{"limits of another type", schema(`{"type":"string","minimum":2,"maximum":1}`), ``},
		{"an enum", schema(`{"type":"string","enum":["a",1]}`), ``},
		{"one value", schema(`{"type":"integer","minimum":1,"maximum":1}`), ``},

		{"when a boolean is a string", after(`{"type":"boolean"}`, `"yes"`),
			`questions[1].when.equals: can never hold, since it is not an answer to "a": answer true or false, not a string`},
		{"when a select is not an option", after(`{"type":"select","options":["x","y"]}`, `"z"`),
			`questions[1].when.equals: can never hold, since it is not an answer to "a": "z" is not one of the options; choose from "x", "y"`},
		{"when a select with other is", after(`{"type":"select","options":["x","y"],"other":true}`, `"z"`), ``},
		{"when several are", after(`{"type":"multi_select","options":["x","y"]}`, `["y","x"]`), ``},
		{"when several are one", after(`{"type":"multi_select","options":["x","y"]}`, `"x"`),
			`questions[1].when.equals: can never hold, since it is not an answer to "a": answer with a list of options, not a string`},
		{"when a text is", after(`{"type":"text"}`, `"x"`), ``},
		{"when a schema is not", after(`{"type":"schema","schema":{"type":"integer"}}`, `"x"`),
			`questions[1].when.equals: can never hold, since it is not an answer to "a": the answer must be an integer, not a string`},
		{"when what is wrong itself is", after(`{"type":"select","options":[]}`, `"x"`),
			`questions[0].answer_type.options: is missing or empty; a select needs at least one option`},
	} {
		got := ""
		if _, err := New(questions(t, c.list)); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s: got  %s\nwant %s", c.name, got, c.want)
		}
	}
}

// TestAKeyThatStandsTwice makes a schema unanswerable, wherever it stands.
func TestAKeyThatStandsTwice(t *testing.T) {
	q := Question{AnswerType: AnswerType{Kind: Schema, Schema: json.RawMessage(`{}`)}}
	for answer, want := range map[string]string{
		`{"a":1,"b":{"a":2}}`:               "",
		`[{"a":1},{"a":1}]`:                 "",
		`{"a":1,"a":1}`:                     "/a stands more than once; give each key once",
		`{"a":1,"\u0061":2,"a":3}`:          "/a stands more than once; give each key once",
		`[1,{"x/y~":{"b":[],"b":[]}}]`:      "/1/x~1y~0/b stands more than once; give each key once",
		`{"a":{"c":1,"c":2},"b":1,"b":[2]}`: "/a/c stands more than once; give each key once\n/b stands more than once; give each key once",
	} {
		got := ""
		if err := q.Check(json.RawMessage(answer)); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", answer, got, want)
		}
	}
}

// enough are options after the first, each with a comma before it.
func enough(options int) string {
	var b strings.Builder
	for i := 1; i < options; i++ {
		b.WriteString("," + strconv.Itoa(i))
	}
	return b.String()
}
