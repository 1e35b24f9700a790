package forms

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestFields(t *testing.T) {
	object := func(properties string) string { return `{"type":"object","properties":{` + properties + `}}` }
	for schema, want := range map[string]string{
		object(`"z":{"type":"string"},"a":{"type":"boolean"}`):                                `z text, a boolean`,
		object(`"n":{"type":"integer","minimum":1},"m":{"type":"number","multipleOf":0.5}`):   `n number [whole number 1 or more], m number`,
		object(`"e":{"enum":["a",1,true]},"s":{"type":"array","items":{"enum":["x"]}}`):       `e select, s multi_select`,
		object(`"s":{"type":"string","maxLength":12,"format":"date"}`):                        `s text [at most 12 characters a date, such as 2026-01-31]`,
		`{"type":"object","required":["a"],"properties":{"a":{"type":"string"}}}`:             `a text needed`,
		`{"type":"object","required":["b"],"properties":{"a":{"type":"string"}}}`:             ``,
		object(`"o":{"type":"object"}`):                                                       ``,
		object(`"s":{"type":["string","null"]}`):                                              ``,
		object(`"s":{"$ref":"#"}`):                                                            ``,
		object(`"s":{"type":"array","items":{"type":"string"}}`):                              ``,
		object(`"s":{"enum":[{}]}`):                                                           ``,
		object(``):                                                                            ``,
		`{"type":"object"}`:                                                                   ``,
		`{"type":"string"}`:                                                                   ``,
		`{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":{}}`:    ``,
		`{"type":"object","properties":{"a":{"type":"string"}},"anyOf":[{}]}`:                 ``,
		`{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}`: `a text`,
		`nothing`: ``,
	} {
		fields, ok := Fields(json.RawMessage(schema))
		var got []string
		for _, p := range fields {
			words := p.Name + " " + string(p.Type.Kind)
			if limits := p.Type.LimitWords(); len(limits) > 0 {
				words += " [" + strings.Join(limits, " ") + "]"
			}
			if p.Required {
				words += " needed"
			}
			got = append(got, words)
		}
		if ok != (want != "") || strings.Join(got, ", ") != want {
			t.Errorf("%s\ngot  %v\nwant %s", schema, got, want)
		}
	}
}
