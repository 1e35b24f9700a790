package forms

import (
	"encoding/json"
	"slices"
)

// MayBeObject reports whether a JSON object may be an answer of this type. It is false only where
// the schema of the answers rules objects out at its top; what a schema says further down is
// not looked into.
func (t AnswerType) MayBeObject() bool {
	kind, known := TypeOf(t.Kind)
	if !known {
		return true
	}
	var top map[string]json.RawMessage
	if json.Unmarshal(kind.Schema(t), &top) != nil {
		return true
	}
	if _, elsewhere := top["$ref"]; elsewhere { // in draft 7, what stands beside it does not count
		return true
	}
	object := func(v json.RawMessage) bool { return kindOf(v) == "an object" }
	return allows(top, "const", object) && allows(top, "enum", object) &&
		allows(top, "type", func(v json.RawMessage) bool { return unquote(v) == "object" })
}

// allows reports whether a keyword of a schema is left out, or one of its values is such.
func allows(schema map[string]json.RawMessage, keyword string, such func(json.RawMessage) bool) bool {
	value, there := schema[keyword]
	var values []json.RawMessage
	if keyword == "const" || json.Unmarshal(value, &values) != nil {
		values = []json.RawMessage{value}
	}
	return !there || slices.ContainsFunc(values, such)
}
