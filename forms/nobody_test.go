package forms

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestNobodyIsTrue: where a schema is said to be met by no value, none of many meets it.
func TestNobodyIsTrue(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	values := []string{`null`, `true`, `false`, `0`, `1`, `1.5`, `2`, `-1`, `10`, `""`, `"a"`, `"abc"`, `[]`, `[1]`, `[1,2]`, `[true,false]`, `[null]`, `["a",1]`, `{}`,
		`{"a":1}`, `{"a":{"a":1}}`, `{"a":null,"b":"a"}`, `{"b":[]}`, `{"a":[],"b":2,"c":3}`, `{"a":{"a":{"a":null}}}`, `[[],[[]]]`}
	var schema func(deep int) string
	schema = func(deep int) string {
		if deep == 0 {
			return pick(`{}`, `true`, `false`, `{"type":"null"}`, `{"type":"integer"}`, `{"$ref":"#"}`, `{"$ref":"#/$defs/d"}`)
		}
		keys, text := map[string]string{
			"type":  pick(`"integer"`, `"number"`, `"string"`, `"array"`, `"object"`, `"boolean"`, `["integer","null"]`, `["string","array"]`),
			"items": schema(deep - 1), "prefixItems": `[` + schema(deep-1) + `]`, "additionalProperties": pick(`false`, `true`), "uniqueItems": `true`,
			"properties": `{"a":` + schema(deep-1) + `}`, "required": pick(`["a"]`, `["a","b"]`), "enum": pick(`[1,"a"]`, `[null]`, `[[]]`, `[true,1.5]`), "const": pick(`1`, `{}`),
			"allOf": `[` + schema(deep-1) + `,` + schema(deep-1) + `]`, "anyOf": `[` + schema(deep-1) + `,` + schema(deep-1) + `]`, "oneOf": `[` + schema(deep-1) + `]`,
			"not": pick(`{}`, `true`, `false`, `{"type":"string"}`), "multipleOf": pick(`2`, `10`, `0.5`), "$ref": pick(`"#"`, `"#/$defs/d"`), "patternProperties": `{"^b":{}}`,
		}, ""
		for _, limit := range []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"} {
			keys[limit] = pick(`0`, `1`, `1.5`, `2`)
		}
		for _, limit := range []string{"minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"} {
			keys[limit] = pick(`0`, `1`, `2`, `3`)
		}
		for _, key := range []string{"type", "items", "prefixItems", "additionalProperties", "uniqueItems", "properties", "required", "enum", "const", "allOf", "anyOf", "oneOf", "not",
			"multipleOf", "$ref", "patternProperties", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"} {
			if r.IntN(6) == 0 || key == "type" && r.IntN(2) == 0 {
				text += fmt.Sprintf(`%q:%s,`, key, keys[key])
			}
		}
		return `{` + text + `"title":"t"}`
	}
	none := 0
	for range 2_000 {
		raw := json.RawMessage(`{"$defs":{"d":` + schema(1) + `},` + schema(2)[1:])
		s, err := CompileSchema(raw)
		if err != nil || !nobody(raw, s) {
			continue
		}
		none++
		for _, v := range values {
			if len(s.Validate(json.RawMessage(v))) == 0 {
				t.Errorf("%s is met by %s", raw, v)
			}
		}
	}
	if none < 150 {
		t.Errorf("only %d schemas were tried", none)
	}
}

// TestNobodyEnds with a schema that references make endless.
func TestNobodyEnds(t *testing.T) {
	defs := `"l40":{"type":"string"}`
	for i := range 40 {
		defs += fmt.Sprintf(`,"l%d":{"anyOf":[{"allOf":[{"$ref":"#/$defs/l%d"},false]},{"allOf":[{"$ref":"#/$defs/l%d"},false]}]}`, i, i+1, i+1)
	}
	raw := json.RawMessage(`{"$ref":"#/$defs/l0","$defs":{` + defs + `}}`)
	c := &contradictions{follows: true, within: map[string]bool{}}
	if err := json.Unmarshal(raw, &c.top); err != nil {
		t.Fatal(err)
	}
	if c.in(c.top); c.steps > 4*maxContradictionSteps {
		t.Errorf("%d steps", c.steps)
	}
}
