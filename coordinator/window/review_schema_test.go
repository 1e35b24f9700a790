package window

import (
	"encoding/json"
	"testing"

	"pgregory.net/rapid"

	"parley/forms"
)

const wrapped = `{"type":"object","properties":{"reason":{"type":"string","description":"Brief explanation of why you chose this answer."},"answer":`

const wrappedEnd = `},"required":["reason","answer"],"additionalProperties":false`

func options(values ...string) []forms.Option {
	var out []forms.Option
	for _, v := range values {
		out = append(out, forms.Option{Value: json.RawMessage(v), Label: "a label is not sent"})
	}
	return out
}

// TestReviewSchemaOfEachAnswerType compares the bytes that are sent.
func TestReviewSchemaOfEachAnswerType(t *testing.T) {
	for _, c := range []struct {
		name string
		typ  forms.AnswerType
		want string
	}{
		{"boolean", forms.AnswerType{Kind: forms.Boolean}, `{"type":"boolean"}` + wrappedEnd + `}`},
		{"text", forms.AnswerType{Kind: forms.Text}, `{"type":"string"}` + wrappedEnd + `}`},
		{"number", forms.AnswerType{Kind: forms.Number, Limits: map[string]json.RawMessage{"minimum": json.RawMessage(`1`)}}, `{"type":"number"}` + wrappedEnd + `}`},
		{"whole number", forms.AnswerType{Kind: forms.Number, Limits: map[string]json.RawMessage{"integer": json.RawMessage(`true`)}}, `{"type":"integer"}` + wrappedEnd + `}`},
		{"text with limits", forms.AnswerType{Kind: forms.Text, Limits: map[string]json.RawMessage{"pattern": json.RawMessage(`"x"`)}}, `{"type":"string"}` + wrappedEnd + `}`},
		{"select", forms.AnswerType{Kind: forms.Select, Options: options(`"a<b"`, `"c"`)}, `{"type":"string","enum":["a<b","c"]}` + wrappedEnd + `}`},
		{"select of scalars", forms.AnswerType{Kind: forms.Select, Options: options(`"a"`, `1`, `true`)}, `{"enum":["a",1,true]}` + wrappedEnd + `}`},
		{"select, others too", forms.AnswerType{Kind: forms.Select, Options: options(`"a"`), Other: true}, `{"type":"string"}` + wrappedEnd + `}`},
		{"several", forms.AnswerType{Kind: forms.MultiSelect, Options: options(`"a"`, `"b"`)}, `{"type":"array","items":{"type":"string","enum":["a","b"]}}` + wrappedEnd + `}`},
		{"several, others too", forms.AnswerType{Kind: forms.MultiSelect, Options: options(`"a"`), Other: true}, `{"type":"array","items":{"type":"string"}}` + wrappedEnd + `}`},
		{"a tool's, verbatim", forms.AnswerType{Kind: forms.Schema, Schema: json.RawMessage(`{ "type": "object", "x<y": 1.50 }`)}, `{ "type": "object", "x<y": 1.50 }` + wrappedEnd + `}`},
	} {
		for range 3 {
			got, err := ReviewSchema(forms.Question{AnswerType: c.typ})
			if err != nil || string(got) != wrapped+c.want {
				t.Errorf("%s: %v\ngot  %s\nwant %s", c.name, err, got, wrapped+c.want)
			}
		}
	}
}

// TestWhatCanBeLeftOut checks that null is allowed beside the answer, and that a tool's
// references find their targets.
func TestWhatCanBeLeftOut(t *testing.T) {
	for _, c := range []struct{ answerType, want, root string }{
		{`"number"`, `{"anyOf":[{"type":"number"},{"type":"null"}]}`, ``},
		{`{"type":"schema","schema":{"$defs":{"n":{"type":"number"}},"properties":{"a":{"$ref":"#"},"b":{"$ref":"#/$defs/n"}}}}`,
			`{"anyOf":[{"properties":{"a":{"$ref":"#/properties/answer/anyOf/0"},"b":{"$ref":"#/$defs/n"}}},{"type":"null"}]}`, `,"$defs":{"n":{"type":"number"}}`},
	} {
		q := forms.Question{Optional: true}
		if err := json.Unmarshal([]byte(c.answerType), &q.AnswerType); err != nil {
			t.Fatal(err)
		}
		got, err := ReviewSchema(q)
		if want := wrapped + c.want + wrappedEnd + c.root + `}`; err != nil || string(got) != want {
			t.Errorf("%v\ngot  %s\nwant %s", err, got, want)
		}
	}
}

// TestAnUnknownTypeHasNoSchema checks that no type is taken for another.
func TestAnUnknownTypeHasNoSchema(t *testing.T) {
	if got, err := ReviewSchema(forms.Question{AnswerType: forms.AnswerType{Kind: "colour"}}); err == nil {
		t.Errorf("it is %s", got)
	}
}

// TestReviewersAreToldOfLimits compares the sentences below a question.
func TestReviewersAreToldOfLimits(t *testing.T) {
	for _, c := range []struct{ question, want string }{
		{`{"answer_type":"text"}`, ``},
		{`{"answer_type":{"type":"number","integer":true,"minimum":1,"maximum":65535},"optional":true,"default":80}`,
			"Limits of the answer: whole number; 1 to 65535.\nThe question can be left out: answer null.\nThe default is 80."},
		{`{"answer_type":{"type":"text","max_length":5,"format":"path","pattern":"^a"}}`, `Limits of the answer: at most 5 characters; a path inside the workspace; matches "^a".`},
		{`{"answer_type":{"type":"multi_select","options":["a","b"],"min":1,"max":2}}`, "The options, of which 1 to 2 can be chosen:\n- \"a\"\n- \"b\""},
	} {
		var q forms.Question
		if err := json.Unmarshal([]byte(c.question), &q); err != nil {
			t.Fatal(err)
		}
		if got := reviewAnswersText(q); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.question, got, c.want)
		}
	}
}

// TestAToolsDefinitionsMove checks where references point once a schema is part of the
// wrapper.
func TestAToolsDefinitionsMove(t *testing.T) {
	for _, c := range []struct{ name, schema, answer, root string }{
		{"definitions", `{"$defs":{"n":{"type":"number"}},"properties":{"a":{"$ref":"#/$defs/n"}}}`,
			`{"properties":{"a":{"$ref":"#/$defs/n"}}}`, `,"$defs":{"n":{"type":"number"}}`},
		{"of draft 7", `{"$schema":"http://json-schema.org/draft-07/schema#","definitions":{"n":{"type":"number"}},"items":[{"$ref":"#/definitions/n"}]}`,
			`{"items":[{"$ref":"#/definitions/n"}]}`, `,"$schema":"http://json-schema.org/draft-07/schema#","definitions":{"n":{"type":"number"}}`},
		{"nested and recursive", `{"$defs":{"tree":{"properties":{"kids":{"items":{"$ref":"#/$defs/tree"}},"top":{"$ref":"#"}}}},"$ref":"#/$defs/tree"}`,
			`{"$ref":"#/$defs/tree"}`, `,"$defs":{"tree":{"properties":{"kids":{"items":{"$ref":"#/$defs/tree"}},"top":{"$ref":"#/properties/answer"}}}}`},
		{"to itself", `{"items":{"$ref":"#"}}`, `{"items":{"$ref":"#/properties/answer"}}`, ``},
		{"to a part", `{"properties":{"a":{"type":"null"},"b":{"anyOf":[{"$ref":"#/properties/a"},{"type":"null"}]}}}`,
			`{"properties":{"a":{"type":"null"},"b":{"anyOf":[{"$ref":"#/properties/answer/properties/a"},{"type":"null"}]}}}`, ``},
		{"definitions below", `{"properties":{"a":{"$defs":{"n":{}},"$ref":"#/properties/a/$defs/n"}}}`,
			`{"properties":{"a":{"$defs":{"n":{}},"$ref":"#/properties/answer/properties/a/$defs/n"}}}`, ``},
		{"escaped", `{"$defs":{"n":{}},"items":{"\u0024ref":"#/%24defs/n"},"not":{"\u0024ref":"#"}}`,
			`{"items":{"\u0024ref":"#/%24defs/n"},"not":{"$ref":"#/properties/answer"}}`, `,"$defs":{"n":{}}`},
		{"a property called $ref", `{"properties":{"$ref":{"$ref":"#"},"default":{"$ref":"#"}}}`,
			`{"properties":{"$ref":{"$ref":"#/properties/answer"},"default":{"$ref":"#/properties/answer"}}}`, ``},
		{"what only looks like one", `{"const":{"$ref":"#"},"default":{"$ref":"#"},"enum":[{"$ref":"#"}],"examples":[{"$ref":"#"}]}`,
			`{"const":{"$ref":"#"},"default":{"$ref":"#"},"enum":[{"$ref":"#"}],"examples":[{"$ref":"#"}]}`, ``},
		{"by name", `{"$defs":{"n":{"$anchor":"n"}},"items":{"$ref":"#n"}}`, `{"items":{"$ref":"#n"}}`, `,"$defs":{"n":{"$anchor":"n"}}`},
		{"with an id of its own", `{"$id":"https://example.com/s","$defs":{"n":{}},"items":{"$ref":"#/$defs/n"}}`,
			`{"$id":"https://example.com/s","$defs":{"n":{}},"items":{"$ref":"#/$defs/n"}}`, ``},
		{"a part with an id", `{"items":{"$id":"https://example.com/s","items":{"$ref":"#"}},"not":{"$ref":"#"}}`,
			`{"items":{"$id":"https://example.com/s","items":{"$ref":"#"}},"not":{"$ref":"#/properties/answer"}}`, ``},
	} {
		got, err := ReviewSchema(forms.Question{AnswerType: forms.AnswerType{Kind: forms.Schema, Schema: json.RawMessage(c.schema)}})
		if want := wrapped + c.answer + wrappedEnd + c.root + `}`; err != nil || string(got) != want {
			t.Errorf("%s: %v\ngot  %s\nwant %s", c.name, err, got, want)
		}
	}
	if got, err := ReviewSchema(forms.Question{AnswerType: forms.AnswerType{Kind: forms.Schema, Schema: json.RawMessage(`[`)}}); err == nil {
		t.Errorf("a broken schema became %s", got)
	}
}

// aSchema draws a schema whose references lead to its definitions, its root and its parts.
func aSchema(t *rapid.T) json.RawMessage {
	refs := []any{"#/$defs/a", "#/$defs/b", "#/properties/p", "#/properties/p/properties/q"}
	var draw func(depth int) map[string]any
	draw = func(depth int) map[string]any {
		kind := rapid.IntRange(0, 6).Draw(t, "kind")
		if depth == 0 {
			kind %= 3
		}
		switch kind {
		case 0:
			return map[string]any{"type": rapid.SampledFrom([]string{"string", "number", "boolean", "null"}).Draw(t, "type")}
		case 1:
			return map[string]any{"enum": []any{1, "x", map[string]any{"$ref": "#"}}}
		case 2:
			return map[string]any{"const": rapid.SampledFrom([]any{true, "x", 2}).Draw(t, "const")}
		case 3:
			return map[string]any{"type": "array", "items": map[string]any{"$ref": rapid.SampledFrom(append(refs, "#")).Draw(t, "ref")}}
		case 4:
			return map[string]any{"type": "object", "properties": map[string]any{"q": draw(depth - 1), "$ref": draw(depth - 1)}}
		case 5:
			return map[string]any{"anyOf": []any{draw(depth - 1), draw(depth - 1)}}
		}
		return map[string]any{"properties": map[string]any{"q": map[string]any{"$ref": rapid.SampledFrom(append(refs, "#")).Draw(t, "ref")}}}
	}
	p := draw(2)
	if props, ok := p["properties"].(map[string]any); !ok {
		p = map[string]any{"properties": map[string]any{"q": p}}
	} else if _, ok := props["q"]; !ok {
		props["q"] = true
	}
	raw, err := json.Marshal(map[string]any{
		"$defs":      map[string]any{"a": draw(2), "b": draw(2)},
		"properties": map[string]any{"p": p, "r": draw(2)},
	})
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func aValue(t *rapid.T, depth int) any {
	kind := rapid.IntRange(0, 6).Draw(t, "value")
	if depth == 0 {
		kind %= 5
	}
	switch kind {
	case 0:
		return "x"
	case 1:
		return 2
	case 2:
		return true
	case 3:
		return nil
	case 4:
		return map[string]any{"$ref": "#"}
	case 5:
		return []any{aValue(t, depth-1), aValue(t, depth-1)}
	}
	return map[string]any{"p": aValue(t, depth-1), "q": aValue(t, depth-1), "r": aValue(t, depth-1)}
}

// TestAMovedSchemaAcceptsTheSame checks that a value fits a schema if and only if it fits
// as the answer in the wrapper.
func TestAMovedSchemaAcceptsTheSame(t *testing.T) {
	fitted, not := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		schema := aSchema(t)
		own, err := forms.CompileSchema(schema)
		if err != nil {
			return // it loops in place
		}
		moved, err := ReviewSchema(forms.Question{AnswerType: forms.AnswerType{Kind: forms.Schema, Schema: schema}})
		if err != nil {
			t.Fatal(err)
		}
		wrapper, err := forms.CompileSchema(moved)
		if err != nil {
			t.Fatalf("%s\nbecame %s: %v", schema, moved, err)
		}
		for range 5 {
			value, err := json.Marshal(aValue(t, 3))
			if err != nil {
				t.Fatal(err)
			}
			fits := len(own.Validate(value)) == 0
			if fits {
				fitted++
			} else {
				not++
			}
			if got := len(wrapper.Validate([]byte(`{"reason":"x","answer":`+string(value)+`}`))) == 0; got != fits {
				t.Fatalf("%s\nmoved %s\nvalue %s: %v, moved %v", schema, moved, value, fits, got)
			}
		}
	})
	if fitted == 0 || not == 0 {
		t.Errorf("%d values fitted, %d did not: nothing was told apart", fitted, not)
	}
}

// FuzzReviewSchema checks that any schema that may be asked makes a wrapper that is JSON,
// the same each time.
func FuzzReviewSchema(f *testing.F) {
	f.Add(`{"$defs":{"n":{"type":"number"}},"properties":{"a":{"$ref":"#/$defs/n"}}}`)
	f.Add(`{"$ref":"#/definitions/a","definitions":{"a":{"enum":[{"$ref":"#"}]}}}`)
	f.Add(`{"$id":"#x","items":[{"$ref":"#x"}]}`)
	f.Fuzz(func(t *testing.T, schema string) {
		if _, err := forms.CompileSchema(json.RawMessage(schema)); err != nil {
			return
		}
		a, err := ReviewSchema(forms.Question{AnswerType: forms.AnswerType{Kind: forms.Schema, Schema: json.RawMessage(schema)}})
		if err != nil || !json.Valid(a) {
			t.Fatalf("%q became %s, %v", schema, a, err)
		}
		if b, _ := ReviewSchema(forms.Question{AnswerType: forms.AnswerType{Kind: forms.Schema, Schema: json.RawMessage(schema)}}); string(a) != string(b) {
			t.Fatalf("%q became %s, then %s", schema, a, b)
		}
	})
}
