package forms

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
)

// nobody reports whether it is plain that no value meets a schema: the values that it
// names do not meet the rest of it, or every type of value is ruled out. Each step holds
// for every value, so a schema that can be met is never said not to be; some that cannot
// are not found.
func nobody(raw json.RawMessage, s *Compiled) bool {
	read, err := decode(raw)
	if err != nil {
		return false
	}
	if m, ok := read.(map[string]any); ok {
		_, refers := m["$ref"] // draft 7 ignores everything beside it
		if allowed, named := namedValues(m); named && !(refers && ofDraft7(read)) {
			for _, v := range allowed {
				value, err := json.Marshal(v)
				if err == nil && len(s.Validate(value)) == 0 {
					return false
				}
			}
			return true
		}
	}
	top, exact := exactly(read)
	return exact && newContradictions(top).in(top)
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
	old     bool            // the schema is of draft 7
	within  map[string]bool // those that are being followed
	read    map[string]pattern
	left    *atomic.Int64 // for patterns
	steps   int
	deep    int
}

func newContradictions(top any) *contradictions {
	return &contradictions{top: top, follows: !addressed(top), old: ofDraft7(top), within: map[string]bool{}, read: map[string]pattern{}, left: purse(mostMatched)}
}

// ofDraft7 reports whether a schema is of the older draft.
func ofDraft7(top any) bool {
	m, _ := top.(map[string]any)
	draft, _ := m["$schema"].(string)
	return strings.Contains(draft, "draft-07")
}

// The search gives up after so many schemas, and so many within one another: references can
// make a small schema a large one.
const (
	maxContradictionSteps = 10_000
	maxContradictionDepth = 100
)

// in reports whether a schema contradicts itself.
func (c *contradictions) in(schema any) bool {
	if c.deep >= maxContradictionDepth {
		return false
	}
	c.deep++
	defer func() { c.deep-- }()
	m, ok := schema.(map[string]any)
	if !ok {
		c.steps++
		return schema == false
	}
	if ref, refers := m["$ref"].(string); refers {
		c.steps++
		return c.behind(ref) // older drafts ignore everything beside it
	}
	all, never := c.joint(schema, map[string]bool{})
	return never || c.steps <= maxContradictionSteps && c.together(all)
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

// joint are the schemas that a value must meet all of in order to meet one: itself, those of its
// allOf, and what these refer to. Never says that one of them is met by nothing.
func (c *contradictions) joint(schema any, seen map[string]bool) (joint []map[string]any, never bool) {
	c.steps++
	m, ok := schema.(map[string]any)
	if !ok || c.steps > maxContradictionSteps {
		return nil, schema == false
	}
	if ref, refers := m["$ref"].(string); refers {
		target, found := pointed(c.top, ref)
		switch {
		case c.within[ref]:
			return nil, true // it is part of what is being looked at, of which it would be a smaller value
		case !found || !c.follows || seen[ref]:
			return nil, false
		}
		seen[ref] = true
		return c.joint(target, seen)
	}
	if denies(m["not"]) {
		return nil, true
	}
	joint = append(joint, m)
	for _, part := range listIn(m, "allOf") {
		more, none := c.joint(part, seen)
		if none {
			return nil, true
		}
		joint = append(joint, more...)
	}
	return joint, false
}

// together reports whether several schemas rule out every value that would meet all of them.
func (c *contradictions) together(all []map[string]any) bool {
	left := everyKind()
	for _, m := range all {
		left = left.and(kindsOf(m))
		if values, named := namedValues(m); named {
			if !slices.ContainsFunc(values, func(v any) bool { return !c.failing(all, v) }) {
				return true
			}
		}
	}
	if c.noBranch(all) {
		return true
	}
	one := merged(all)
	for kind := range left {
		if !c.without(kind, one, all) {
			return false
		}
	}
	return true
}

// noBranch reports whether, of several schemas, one has alternatives none of which can be met
// beside the rest. Of a oneOf, what stands there twice is never the only one to be met.
func (c *contradictions) noBranch(all []map[string]any) bool {
	rest := make([]any, 0, len(all)+1)
	for _, m := range all {
		plain := maps.Clone(m)
		for _, key := range []string{"allOf", "anyOf", "oneOf"} { // the parts of allOf stand beside it
			delete(plain, key)
		}
		rest = append(rest, plain)
	}
	for _, m := range all {
		for _, key := range []string{"anyOf", "oneOf"} {
			parts := listIn(m, key)
			if len(parts) == 0 {
				continue
			}
			c.steps += len(parts)
			stand := map[string]int{}
			if key == "oneOf" && c.follows {
				for _, part := range parts {
					stand[plainly(part)]++
				}
			}
			met := func(part any) bool {
				once := len(stand) == 0 || stand[plainly(part)] == 1
				return once && !c.in(map[string]any{"allOf": append(slices.Clone(rest), part)})
			}
			if !slices.ContainsFunc(parts, met) {
				return true
			}
		}
	}
	return false
}

// without reports whether several schemas, of which one has the limits of all, rule out every
// value of a type.
func (c *contradictions) without(kind string, one map[string]any, all []map[string]any) bool {
	switch kind {
	case "integer":
		return someStep(one, all, noInteger)
	case "number":
		return someStep(one, all, noNumber)
	case "string":
		return c.noText(one, all)
	case "array":
		return crossed(one, "minItems", "maxItems") || c.noItem(one, all)
	case "object":
		return crossed(one, "minProperties", "maxProperties") || c.lacking(one, all)
	}
	return false
}
