package mcp

import (
	"encoding/json"
	"slices"

	"parley/forms/rawjson"
)

// The names in a schema are told apart by their letters: "Title" beside "title" says nothing to a server,
// and a decoder of ours would take it for the same.

// exactly is a schema with what stands under these names, and nothing else.
func exactly(schema json.RawMessage, names ...string) json.RawMessage {
	all, err := rawjson.Members(schema)
	if err != nil {
		return schema
	}
	return rawjson.Object(slices.DeleteFunc(all, func(m rawjson.Member) bool { return !slices.Contains(names, m.Key) }))
}

// UnmarshalJSON reads the schema of a property.
func (d *described) UnmarshalJSON(raw []byte) error {
	type plain described
	return json.Unmarshal(exactly(raw, "type", "title", "description", "default", "format", "enum", "enumNames", "oneOf",
		"minLength", "maxLength", "pattern", "minimum", "maximum", "minItems", "maxItems", "items"), (*plain)(d))
}

// UnmarshalJSON reads what a list is made of.
func (l *several) UnmarshalJSON(raw []byte) error {
	type plain several
	return json.Unmarshal(exactly(raw, "enum", "anyOf", "oneOf"), (*plain)(l))
}

// UnmarshalJSON reads one of a list.
func (o *option) UnmarshalJSON(raw []byte) error {
	type plain option
	return json.Unmarshal(exactly(raw, "const", "title"), (*plain)(o))
}
