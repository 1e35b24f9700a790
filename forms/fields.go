package forms

import (
	"bytes"
	"encoding/json"
	"slices"
)

// Property is one value of a flat object: its name, what it may be, and whether it is
// required.
type Property struct {
	Name     string
	Type     AnswerType
	Required bool
	Default  json.RawMessage
}

// Fields returns the properties of a schema whose value is a flat object of booleans,
// numbers, strings, and one or several items of a list, in schema order; false for
// any other schema. A value that fits the properties may still not fit the schema,
// which has the last word.
func Fields(schema json.RawMessage) ([]Property, bool) {
	top, keys, ok := inOrder(schema)
	if !ok || !only(keys, "$schema", "$id", "$comment", "type", "title", "description", "properties", "required", "additionalProperties", "examples") ||
		unquote(top["type"]) != "object" {
		return nil, false
	}
	if more := string(compact(top["additionalProperties"])); more != "" && more != "true" && more != "false" {
		return nil, false
	}
	properties, names, ok := inOrder(top["properties"])
	if !ok || len(names) == 0 {
		return nil, false
	}
	var required []string
	if raw := top["required"]; raw != nil && json.Unmarshal(raw, &required) != nil {
		return nil, false
	}
	fields := make([]Property, len(names))
	for i, name := range names {
		p, ok := property(properties[name])
		if !ok {
			return nil, false
		}
		p.Name, p.Required = name, slices.Contains(required, name)
		fields[i] = p
	}
	for _, name := range required {
		if !slices.Contains(names, name) {
			return nil, false
		}
	}
	return fields, true
}

// property reads the schema of one value.
func property(schema json.RawMessage) (p Property, ok bool) {
	s, keys, ok := inOrder(schema)
	if !ok || !only(keys, "type", "title", "description", "default", "examples", "enum", "minimum", "maximum", "multipleOf",
		"minLength", "maxLength", "pattern", "format", "items", "minItems", "maxItems", "uniqueItems") {
		return p, false
	}
	p.Default = present(s["default"])
	limits := map[string]string{}
	switch kind := unquote(s["type"]); {
	case kind == "boolean":
		p.Type.Kind = Boolean
	case s["enum"] != nil:
		p.Type.Kind = Select
		p.Type.Options, ok = optionsOf(s["enum"])
	case kind == "number" || kind == "integer":
		p.Type.Kind, limits = Number, map[string]string{"minimum": "minimum", "maximum": "maximum", "multipleOf": "step"}
		if kind == "integer" {
			p.Type.Limits = map[string]json.RawMessage{"integer": json.RawMessage("true")}
		}
	case kind == "string":
		p.Type.Kind, limits = Text, map[string]string{"minLength": "min_length", "maxLength": "max_length", "pattern": "pattern"}
		if formatWords(unquote(s["format"])) != "" && unquote(s["format"]) != formatPath {
			limits["format"] = "format"
		}
	case kind == "array":
		items, keys, fits := inOrder(s["items"])
		p.Type.Kind, limits = MultiSelect, map[string]string{"minItems": "min", "maxItems": "max"}
		if ok = fits && only(keys, "type", "enum", "title", "description"); ok {
			p.Type.Options, ok = optionsOf(items["enum"])
		}
	default:
		return p, false
	}
	for _, a := range Attributes() {
		for from, to := range limits {
			if to == a.Name && s[from] != nil && len(p.Type.Set(a, s[from])) > 0 {
				return p, false
			}
		}
	}
	return p, ok && len(p.Type.sound()) == 0
}

// optionsOf turns a list of values into options: strings, numbers and booleans only.
func optionsOf(raw json.RawMessage) ([]Option, bool) {
	items, faults := list(raw)
	options := make([]Option, len(items))
	for i, item := range items {
		options[i] = Option{Value: compact(item)}
	}
	return options, len(faults) == 0
}

func only(keys []string, known ...string) bool {
	return !slices.ContainsFunc(keys, func(k string) bool { return !slices.Contains(known, k) })
}

// inOrder reads an object and the order of its keys.
func inOrder(raw json.RawMessage) (map[string]json.RawMessage, []string, bool) {
	var fields map[string]json.RawMessage
	if kindOf(raw) != "an object" || json.Unmarshal(raw, &fields) != nil {
		return nil, nil, false
	}
	var keys []string
	dec := json.NewDecoder(bytes.NewReader(raw))
	if _, err := dec.Token(); err != nil {
		return nil, nil, false
	}
	for dec.More() {
		key, err := dec.Token()
		name, is := key.(string)
		var value json.RawMessage
		if err != nil || !is || dec.Decode(&value) != nil || slices.Contains(keys, name) {
			return nil, nil, false
		}
		keys = append(keys, name)
	}
	return fields, keys, true
}
