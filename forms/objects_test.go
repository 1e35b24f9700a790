package forms

import (
	"encoding/json"
	"testing"
)

// TestMayBeObject: where objects are not ruled out at the top of a schema, they may be answers.
func TestMayBeObject(t *testing.T) {
	for schema, want := range map[string]bool{
		`{}`:                               true,
		`{"type":"object"}`:                true,
		`{"type":["string","object"]}`:     true,
		`{"anyOf":[{"type":"string"}]}`:    true,
		`{"enum":["a",{"b":1}]}`:           true,
		`{"const":{"b":1}}`:                true,
		`{"type":"string","$ref":"#/x"}`:   true,
		`{"description":"type"}`:           true,
		`{"type":"string"}`:                false,
		`{"type":["string","null"]}`:       false,
		`{"enum":["a",1]}`:                 false,
		`{"const":"a"}`:                    false,
		`{"const":["a",{}]}`:               false,
		`{"type":"array","const":{"b":1}}`: false,
	} {
		if got := (AnswerType{Kind: Schema, Schema: json.RawMessage(schema)}).MayBeObject(); got != want {
			t.Errorf("%s: %t", schema, got)
		}
	}
	option := []Option{{Value: json.RawMessage(`"a"`)}, {Value: json.RawMessage(`1`)}}
	for _, kind := range Kinds() {
		a := AnswerType{Kind: kind.Kind(), Options: option, Schema: json.RawMessage(`{"type":"object"}`)}
		takes := kind.Check(a, json.RawMessage(`{"b":1}`)) == nil
		if got := a.MayBeObject(); got != takes {
			t.Errorf("%s: %t", kind.Kind(), got)
		}
	}
	if !(AnswerType{Kind: "colour"}).MayBeObject() {
		t.Error("of an unknown kind nothing is known")
	}
}
