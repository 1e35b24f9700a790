package forms

import (
	"maps"
	"slices"
)

// noItem reports whether an array must hold what nothing fits, or more that differs than there is.
func (c *contradictions) noItem(one map[string]any, all []map[string]any) bool {
	least, _ := one["minItems"].(float64)
	places := 0
	for _, m := range all {
		places = max(places, len(c.first(m)))
	}
	for i := range places {
		if least > float64(i) && c.in(c.item(all, i)) {
			return true
		}
	}
	behind := c.item(all, places)
	if least > float64(places) && c.in(behind) {
		return true
	}
	for _, m := range all {
		if m["uniqueItems"] == true && places == 0 && least > differing(behind) {
			return true
		}
		if wanted, told := m["contains"]; told && m["minContains"] != 0.0 && c.nowhere(wanted, one, all, places) {
			return true
		}
	}
	return false
}

// nowhere reports whether what an array must contain fits none of its places.
func (c *contradictions) nowhere(wanted any, one map[string]any, all []map[string]any, places int) bool {
	most, limited := one["maxItems"].(float64)
	for i := range places + 1 { // the last stands for all behind it
		if limited && float64(i) >= most {
			return true
		}
		if !c.in(map[string]any{"allOf": []any{wanted, c.item(all, i)}}) {
			return false
		}
	}
	return true
}

// first are the schemas of an array's first items.
func (c *contradictions) first(m map[string]any) []any {
	if c.old {
		return listIn(m, "items")
	}
	return listIn(m, "prefixItems")
}

// item is the schema that the item at a place must meet.
func (c *contradictions) item(all []map[string]any, at int) any {
	var parts []any
	for _, m := range all {
		first := c.first(m)
		behind, told := m["items"]
		if _, list := behind.([]any); list {
			behind, told = m["additionalItems"]
		}
		switch {
		case at < len(first):
			parts = append(parts, first[at])
		case told:
			parts = append(parts, behind)
		}
	}
	return joined(parts)
}

// lacking reports whether an object requires a property that no value fits, or more of them
// than there can be.
func (c *contradictions) lacking(one map[string]any, all []map[string]any) bool {
	required := map[string]bool{}
	for _, m := range all {
		for _, name := range listIn(m, "required") {
			if key, ok := name.(string); ok {
				required[key] = true
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(required)) {
		if c.in(c.property(all, key)) {
			return true
		}
	}
	least, _ := one["minProperties"].(float64)
	for _, m := range all {
		if properties, _ := m["properties"].(map[string]any); closed(m) && least > float64(len(properties)) {
			return true
		}
	}
	most, limited := one["maxProperties"].(float64)
	return limited && most < float64(len(required))
}

// property is the schema that a property must meet.
func (c *contradictions) property(all []map[string]any, key string) any {
	var parts []any
	for _, m := range all {
		properties, _ := m["properties"].(map[string]any)
		schema, known := properties[key]
		other, told := m["additionalProperties"]
		_, patterns := m["patternProperties"]
		switch {
		case known:
			parts = append(parts, schema)
		case told && !patterns:
			parts = append(parts, other)
		}
	}
	return joined(parts)
}

// joined is one schema for several that must be met.
func joined(parts []any) any {
	if len(parts) == 1 {
		return parts[0]
	}
	return map[string]any{"allOf": parts}
}

// closed reports whether an object has no other properties than those that are named.
func closed(m map[string]any) bool {
	_, patterns := m["patternProperties"]
	return !patterns && m["additionalProperties"] == false
}

// failing reports whether a value surely does not meet one of several schemas.
func (c *contradictions) failing(all []map[string]any, v any) bool {
	return slices.ContainsFunc(all, func(m map[string]any) bool { return c.fails(m, v) })
}

// fails reports whether a value surely does not meet a schema.
func (c *contradictions) fails(schema, v any) bool {
	c.steps++
	m, ok := schema.(map[string]any)
	if !ok || c.steps > maxContradictionSteps {
		return schema == false
	}
	if _, refers := m["$ref"]; refers {
		return false
	}
	if values, named := namedValues(m); named && !slices.ContainsFunc(values, func(w any) bool { return same(v, w) }) {
		return true
	}
	if not, ok := m["not"].(map[string]any); ok && holds(not, v) {
		return true
	}
	fails := func(part any) bool { return c.fails(part, v) }
	if slices.ContainsFunc(listIn(m, "allOf"), fails) {
		return true
	}
	for _, key := range []string{"anyOf", "oneOf"} {
		if parts := listIn(m, key); len(parts) > 0 && every(parts, fails) {
			return true
		}
	}
	return !kindsOf(m)[typeOf(v)] || c.outside(m, v)
}

// outside reports whether a value surely lies outside the limits of its type.
func (c *contradictions) outside(m map[string]any, v any) bool {
	switch v := v.(type) {
	case float64:
		low, high, _, _ := bounds(m)
		return v < low || v > high
	case string:
		return !c.spanOf(m).holds(runes(v)) || c.mismatches(m, v)
	case []any:
		for i, item := range v {
			if c.fails(c.item([]map[string]any{m}, i), item) {
				return true
			}
		}
		return beyond(m, "minItems", "maxItems", len(v))
	case map[string]any:
		for _, name := range listIn(m, "required") {
			if key, ok := name.(string); ok {
				if _, has := v[key]; !has {
					return true
				}
			}
		}
		for key, value := range v {
			if c.fails(c.property([]map[string]any{m}, key), value) {
				return true
			}
		}
		return beyond(m, "minProperties", "maxProperties", len(v))
	}
	return false
}
