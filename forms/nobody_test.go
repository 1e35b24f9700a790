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
		`"b"`, `"aa"`, `"ab"`, `"a\nb"`, `"abcabc"`, `"2026-01-31"`, `"é"`, `[2,1]`, `["a"]`, `["a","a"]`, `["abc",null]`, `[1,"a",true]`, `[{}]`, `[{"a":1}]`, `[1.5,2,10]`, `{"a":"a"}`, `{"a":"abc","b":1}`,
		`{"a":[1]}`, `{"b":1}`, `{"a":2,"b":null}`, `{"a":{"b":1}}`, `3`, `0.5`, `12`,
		`{"a":1}`, `{"a":{"a":1}}`, `{"a":null,"b":"a"}`, `{"b":[]}`, `{"a":[],"b":2,"c":3}`, `{"a":{"a":{"a":null}}}`, `[[],[[]]]`}
	var schema func(deep int) string
	schema = func(deep int) string {
		if deep == 0 {
			return pick(`{"const":1}`, `{"enum":["a",2,null]}`, `{"type":"string"}`, `{"type":"string","pattern":"^a+$"}`, `{"minLength":2}`, `{"type":"object","required":["b"]}`, `{"type":"array","items":{"type":"integer"}}`, `{}`, `true`, `false`, `{"type":"null"}`, `{"type":"integer"}`, `{"$ref":"#"}`, `{"$ref":"#/$defs/d"}`)
		}
		same := `{"type":` + pick(`"integer"`, `"string"`, `["null","array"]`) + `}`
		keys, text := map[string]string{
			"type":  pick(`"integer"`, `"number"`, `"string"`, `"array"`, `"object"`, `"boolean"`, `["integer","null"]`, `["string","array"]`),
			"items": schema(deep - 1), "prefixItems": `[` + schema(deep-1) + `]`, "additionalProperties": pick(`false`, `true`), "uniqueItems": `true`,
			"properties": pick(`{"a":`+schema(deep-1)+`}`, `{"a":`+schema(deep-1)+`,"b":`+schema(deep-1)+`}`), "required": pick(`["a"]`, `["a","b"]`), "enum": pick(`[1,"a"]`, `[null]`, `[[]]`, `[true,1.5]`, `["abc",{"a":1}]`), "const": pick(`1`, `{}`, `"a"`),
			"allOf": `[` + schema(deep-1) + `,` + schema(deep-1) + `]`, "anyOf": `[` + schema(deep-1) + `,` + schema(deep-1) + `]`, "oneOf": pick(`[`+schema(deep-1)+`]`, `[`+schema(deep-1)+`,`+schema(deep-1)+`]`, `[`+same+`,`+same[:len(same)-1]+`,"title":"u"}]`, `[`+same+`,`+schema(deep-1)+`,`+same+`]`),
			"contains": schema(deep - 1), "minContains": pick(`0`, `1`, `2`), "additionalItems": schema(deep - 1), "format": pick(`"date"`, `"email"`, `"date-time"`),
			"pattern": pick(`"^.{2}$"`, `"a"`, `"^a|b$"`, `"^(ab|c)*$"`, `"(?m)^b$"`, `"^$"`, `"^(a|bc){2,3}$"`, `"a?b+"`, `"[^\\x00-\\x{10FFFF}]"`, `"^\\d{4}-"`, `"^a^"`, `"(?:^|x)a$"`, `"^é$"`),
			"not":     pick(`{}`, `true`, `false`, `{"type":"string"}`, `{"const":1}`, `{"enum":["a",null]}`, `{"minimum":1}`), "multipleOf": pick(`2`, `10`, `0.5`), "$ref": pick(`"#"`, `"#/$defs/d"`), "patternProperties": `{"^b":{}}`,
		}, ""
		for _, limit := range []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"} {
			keys[limit] = pick(`0`, `1`, `1.5`, `2`)
		}
		for _, limit := range []string{"minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"} {
			keys[limit] = pick(`0`, `1`, `2`, `3`)
		}
		for _, key := range []string{"type", "items", "prefixItems", "additionalProperties", "uniqueItems", "properties", "required", "enum", "const", "allOf", "anyOf", "oneOf", "not",
			"multipleOf", "$ref", "patternProperties", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties", "contains", "minContains", "additionalItems", "pattern", "format"} {
			if r.IntN(6) == 0 || key == "type" && r.IntN(2) == 0 {
				text += fmt.Sprintf(`%q:%s,`, key, keys[key])
			}
		}
		return `{` + text + `"title":"t"}`
	}
	none := 0
	for range 2_000 {
		raw := json.RawMessage(`{` + pick(``, ``, `"$schema":"http://json-schema.org/draft-07/schema#",`) + `"$defs":{"d":` + schema(1) + `},` + schema(2)[1:])
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
	if none < 500 {
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
	var top any
	if err := json.Unmarshal(raw, &top); err != nil {
		t.Fatal(err)
	}
	c := newContradictions(top)
	if c.in(c.top); c.steps > 4*maxContradictionSteps {
		t.Errorf("%d steps", c.steps)
	}
}

// TestNobodyIsTrueOfTexts: where no text is said to fit, none of many does.
func TestNobodyIsTrueOfTexts(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var pattern func(deep int) string
	pattern = func(deep int) string {
		if deep == 0 {
			return []string{"a", "b", ".", "[ab]", "^", "$", `\b`, "(?i)k", "", "ab", `[^\x00-\x{10FFFF}]`, "(?m)^", "(?m)$"}[r.IntN(13)]
		}
		one, other := pattern(deep-1), pattern(deep-1)
		switch r.IntN(7) {
		case 0:
			return "(" + one + "|" + other + ")"
		case 1:
			return "(?:" + one + ")*"
		case 2:
			return "(" + one + ")+"
		case 3:
			return "(?:" + one + "){1,2}"
		case 4:
			return "^" + one + other + "$"
		}
		return one + other
	}
	texts := []string{"", "a", "b", "ab", "ba", "aa", "K", "\u212a", "aab", "bab", "a\nb", "\n", "a\n", "abab", "aaaaa", "é", "2026-01-31", "x@y.z", "2026-01-31T13:00:00Z"}
	none := 0
	for range 8_000 {
		raw := fmt.Sprintf(`{"type":"text","pattern":%s`, quote(pattern(r.IntN(4))))
		for key, value := range map[string]string{"min_length": fmt.Sprint(r.IntN(4)), "max_length": fmt.Sprint(1 + r.IntN(4)), "format": []string{`"date"`, `"email"`, `"date-time"`, `"path"`}[r.IntN(4)]} {
			if r.IntN(3) == 0 {
				raw += `,"` + key + `":` + value
			}
		}
		var as AnswerType
		if err := json.Unmarshal([]byte(raw+"}"), &as); err != nil {
			t.Fatal(err)
		}
		if len(as.sound()) == 0 {
			continue
		}
		none++
		for _, text := range texts {
			if as.check(quote(text)) == nil {
				t.Errorf("%s} is met by %q: %v", raw, text, as.sound())
			}
		}
	}
	if none < 500 {
		t.Errorf("only %d were tried", none)
	}
}
