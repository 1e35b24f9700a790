package forms

import (
	"maps"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// kinds are types of values; "number" are those that are no whole ones.
type kinds map[string]bool

func everyKind() kinds {
	return kinds{"null": true, "boolean": true, "integer": true, "number": true, "string": true, "array": true, "object": true}
}

func (k kinds) and(other kinds) kinds {
	both := maps.Clone(k)
	maps.DeleteFunc(both, func(kind string, _ bool) bool { return !other[kind] })
	return both
}

// kindsOf are the types that a schema's type, enum and const leave.
func kindsOf(m map[string]any) kinds {
	left := everyKind()
	if types := m["type"]; types != nil {
		list, several := types.([]any)
		if !several {
			list = []any{types}
		}
		named := kinds{}
		for _, t := range list {
			kind, _ := t.(string)
			named[kind] = true
			if kind == "number" {
				named["integer"] = true
			}
		}
		left = left.and(named)
	}
	if values, named := namedValues(m); named {
		held := kinds{}
		for _, v := range values {
			held[typeOf(v)] = true
		}
		left = left.and(held)
	}
	return left
}

func typeOf(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case float64:
		if v == math.Trunc(v) {
			return "integer"
		}
		return "number"
	case string:
		return "string"
	case []any:
		return "array"
	}
	return "object"
}

// denies reports whether a "not" excludes everything.
func denies(not any) bool {
	m, ok := not.(map[string]any)
	return not == true || ok && len(m) == 0
}

// bounds are the limits of a number, and whether they are themselves excluded.
func bounds(m map[string]any) (low, high float64, noLow, noHigh bool) {
	low, high = math.Inf(-1), math.Inf(1)
	if v, ok := m["minimum"].(float64); ok {
		low = v
	}
	if v, ok := m["exclusiveMinimum"].(float64); ok && v >= low {
		low, noLow = v, true
	}
	if v, ok := m["maximum"].(float64); ok {
		high = v
	}
	if v, ok := m["exclusiveMaximum"].(float64); ok && v <= high {
		high, noHigh = v, true
	}
	return low, high, noLow, noHigh
}

// noNumber reports whether limits leave no number that is not a whole one.
func noNumber(m map[string]any) bool {
	low, high, noLow, noHigh := bounds(m)
	step, stepped := m["multipleOf"].(float64)
	return low > high || low == high && (noLow || noHigh || low == math.Trunc(low)) || stepped && step == math.Trunc(step)
}

// noInteger reports whether limits leave no whole number.
func noInteger(m map[string]any) bool {
	low, high, noLow, noHigh := bounds(m)
	if most := math.Ldexp(1, 53); math.Abs(low) >= most && !math.IsInf(low, 0) || math.Abs(high) >= most && !math.IsInf(high, 0) {
		return low > high // they are not exact
	}
	least, most := math.Ceil(low), math.Floor(high)
	if noLow && least == low {
		least++
	}
	if noHigh && most == high {
		most--
	}
	if step, ok := m["multipleOf"].(float64); ok && step > 0 && step == math.Trunc(step) && !math.IsInf(least, 0) {
		least = math.Ceil(least/step) * step
	}
	return least > most
}

// differing is how many values there are that differ and fit a schema, without end if it
// does not say.
func differing(schema any) float64 {
	m, ok := schema.(map[string]any)
	if !ok {
		return math.Inf(1)
	}
	if values, named := namedValues(m); named {
		return float64(len(values))
	}
	switch m["type"] {
	case "boolean":
		return 2
	case "null":
		return 1
	}
	return math.Inf(1)
}

// pointed finds what a reference within a document names. One to an address is not followed.
func pointed(top any, ref string) (target any, found bool) {
	way, here := strings.CutPrefix(ref, "#")
	if !here || way != "" && way[0] != '/' {
		return nil, false
	}
	if way == "" {
		return top, true
	}
	for part := range strings.SplitSeq(way[1:], "/") {
		name, err := url.PathUnescape(part)
		if err != nil {
			return nil, false
		}
		name = strings.ReplaceAll(strings.ReplaceAll(name, "~1", "/"), "~0", "~")
		switch v := top.(type) {
		case map[string]any:
			top, found = v[name]
		case []any:
			i, err := strconv.Atoi(name)
			if found = err == nil && i >= 0 && i < len(v); found {
				top = v[i]
			}
		default:
			found = false
		}
		if !found {
			return nil, false
		}
	}
	return top, true
}

// addressed reports whether a part of a document has an address of its own, so that references
// in it may begin there.
func addressed(v any) bool {
	switch v := v.(type) {
	case map[string]any:
		if _, has := v["$id"]; has {
			return true
		}
		for _, part := range v {
			if addressed(part) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(v, addressed)
	}
	return false
}

func listIn(m map[string]any, key string) []any {
	list, _ := m[key].([]any)
	return list
}

func all(list []any, is func(any) bool) bool {
	return !slices.ContainsFunc(list, func(v any) bool { return !is(v) })
}

// crossed reports whether the minimum exceeds the maximum.
func crossed(m map[string]any, least, most string) bool {
	a, one := m[least].(float64)
	b, two := m[most].(float64)
	return one && two && a > b
}
