package forms

import "encoding/json"

// nobody reports whether it is plain that no value meets a schema: the values that it
// names do not meet the rest of it, or a required value is forbidden. It finds
// obvious contradictions; a schema can hide others.
func nobody(raw json.RawMessage, s *Compiled) bool {
	var top any
	if json.Unmarshal(raw, &top) != nil {
		return false
	}
	m, ok := top.(map[string]any)
	if !ok {
		return top == false
	}
	if allowed, named := namedValues(m); named {
		for _, v := range allowed {
			value, err := json.Marshal(v)
			if err == nil && len(s.Validate(value)) == 0 {
				return false
			}
		}
		return true
	}
	return impossible(top)
}

// namedValues are the values that an enum or a const allows.
func namedValues(m map[string]any) (all []any, named bool) {
	if v, ok := m["const"]; ok {
		return []any{v}, true
	}
	all, named = m["enum"].([]any)
	return all, named
}

// impossible reports whether a schema contradicts itself.
func impossible(schema any) bool {
	m, ok := schema.(map[string]any)
	if !ok {
		return schema == false
	}
	if _, refers := m["$ref"]; refers {
		return false // older drafts ignore everything beside it
	}
	if list, ok := m["enum"].([]any); ok && len(list) == 0 {
		return true
	}
	switch not := m["not"].(type) {
	case bool:
		if not {
			return true
		}
	case map[string]any:
		if len(not) == 0 {
			return true
		}
	}
	for _, part := range listIn(m, "allOf") {
		if impossible(part) {
			return true
		}
	}
	for _, key := range []string{"anyOf", "oneOf"} {
		if parts := listIn(m, key); len(parts) > 0 && all(parts, impossible) {
			return true
		}
	}
	switch kind, _ := m["type"].(string); kind {
	case "number", "integer":
		return crossed(m, "minimum", "maximum")
	case "string":
		return crossed(m, "minLength", "maxLength")
	case "array":
		return crossed(m, "minItems", "maxItems")
	case "object":
		return crossed(m, "minProperties", "maxProperties") || lacking(m)
	}
	return false
}

// lacking reports whether an object requires a property that no value fits.
func lacking(m map[string]any) bool {
	properties, _ := m["properties"].(map[string]any)
	for _, name := range listIn(m, "required") {
		key, ok := name.(string)
		if !ok {
			continue
		}
		if property, known := properties[key]; known && impossible(property) {
			return true
		}
		_, known := properties[key]
		_, patterns := m["patternProperties"]
		if !known && !patterns && m["additionalProperties"] == false {
			return true
		}
	}
	return false
}

func listIn(m map[string]any, key string) []any {
	list, _ := m[key].([]any)
	return list
}

func all(list []any, is func(any) bool) bool {
	for _, v := range list {
		if !is(v) {
			return false
		}
	}
	return true
}

// crossed reports whether the minimum exceeds the maximum.
func crossed(m map[string]any, least, most string) bool {
	a, one := m[least].(float64)
	b, two := m[most].(float64)
	return one && two && a > b
}
