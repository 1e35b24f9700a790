package forms

import "encoding/json"

// nobody reports whether it is plain that no value meets a schema: the values that it
// names do not meet the rest of it, or every type of value is ruled out. It finds
// obvious contradictions; a schema can hide others.
func nobody(raw json.RawMessage, s *Compiled) bool {
	var top any
	if json.Unmarshal(raw, &top) != nil {
		return false
	}
	if m, ok := top.(map[string]any); ok {
		if allowed, named := namedValues(m); named {
			for _, v := range allowed {
				value, err := json.Marshal(v)
				if err == nil && len(s.Validate(value)) == 0 {
					return false
				}
			}
			return true
		}
	}
	return (&contradictions{top: top, follows: !addressed(top), within: map[string]bool{}}).in(top)
}

// namedValues are the values that an enum or a const allows.
func namedValues(m map[string]any) (all []any, named bool) {
	if v, ok := m["const"]; ok {
		return []any{v}, true
	}
	all, named = m["enum"].([]any)
	return all, named
}

// contradictions looks for what rules out every value.
type contradictions struct {
	top     any
	follows bool            // references can be followed
	within  map[string]bool // those that are being followed
	steps   int
}

// maxContradictionSteps is after how many schemas the search gives up: references can make
// a small schema a large one.
const maxContradictionSteps = 10_000

// in reports whether a schema contradicts itself.
func (c *contradictions) in(schema any) bool {
	if c.steps++; c.steps > maxContradictionSteps {
		return false
	}
	m, ok := schema.(map[string]any)
	if !ok {
		return schema == false
	}
	if ref, refers := m["$ref"].(string); refers {
		return c.behind(ref) // older drafts ignore everything beside it
	}
	if denies(m["not"]) {
		return true
	}
	parts := listIn(m, "allOf")
	for _, part := range parts {
		if c.in(part) {
			return true
		}
	}
	for _, key := range []string{"anyOf", "oneOf"} {
		if parts := listIn(m, key); len(parts) > 0 && all(parts, c.in) {
			return true
		}
	}
	left := kindsOf(m)
	for _, part := range parts {
		if p, ok := part.(map[string]any); ok && p["$ref"] == nil {
			left = left.and(kindsOf(p))
		}
	}
	for kind := range left {
		if !c.without(kind, m) {
			return false
		}
	}
	return true
}

// behind reports whether what a reference names contradicts itself. A value that holds itself
// has no end, so where the reference leads back to itself nothing is met.
func (c *contradictions) behind(ref string) bool {
	if c.within[ref] {
		return true
	}
	target, found := pointed(c.top, ref)
	if !found || !c.follows {
		return false
	}
	c.within[ref] = true
	defer delete(c.within, ref)
	return c.in(target)
}

// without reports whether a schema rules out every value of a type.
func (c *contradictions) without(kind string, m map[string]any) bool {
	switch kind {
	case "integer":
		return noInteger(m)
	case "number":
		return noNumber(m)
	case "string":
		return crossed(m, "minLength", "maxLength")
	case "array":
		return crossed(m, "minItems", "maxItems") || c.noItem(m)
	case "object":
		return crossed(m, "minProperties", "maxProperties") || c.lacking(m)
	}
	return false
}

// noItem reports whether an array must hold what nothing fits.
func (c *contradictions) noItem(m map[string]any) bool {
	least, _ := m["minItems"].(float64)
	first := listIn(m, "prefixItems")
	for i, part := range first {
		if least > float64(i) && c.in(part) {
			return true
		}
	}
	if _, old := m["items"].([]any); old {
		return false // items in the way of older drafts
	}
	items, told := m["items"]
	if !told {
		return false
	}
	if least > float64(len(first)) && c.in(items) {
		return true
	}
	return m["uniqueItems"] == true && len(first) == 0 && least > differing(items)
}

// lacking reports whether an object requires a property that no value fits, or more of them
// than there can be.
func (c *contradictions) lacking(m map[string]any) bool {
	properties, _ := m["properties"].(map[string]any)
	_, patterns := m["patternProperties"]
	closed := !patterns && m["additionalProperties"] == false
	for _, name := range listIn(m, "required") {
		key, ok := name.(string)
		if !ok {
			continue
		}
		property, known := properties[key]
		if known && c.in(property) || !known && closed {
			return true
		}
	}
	least, _ := m["minProperties"].(float64)
	most, limited := m["maxProperties"].(float64)
	return closed && least > float64(len(properties)) || limited && most < float64(len(listIn(m, "required")))
}
