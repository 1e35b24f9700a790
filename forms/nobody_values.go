package forms

import (
	"encoding/json"
	"maps"
	"math"
	"math/big"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"parley/forms/rawjson"
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

// merged is a schema with the limits of several: the highest of the lower ones, the lowest of the
// upper ones.
func merged(all []map[string]any) map[string]any {
	one := map[string]any{}
	for _, limit := range []struct {
		key   string
		upper bool
	}{
		{"minimum", false}, {"exclusiveMinimum", false}, {"minLength", false}, {"minItems", false}, {"minProperties", false},
		{"maximum", true}, {"exclusiveMaximum", true}, {"maxLength", true}, {"maxItems", true}, {"maxProperties", true},
	} {
		for _, m := range all {
			n, told := m[limit.key].(float64)
			if was, has := one[limit.key].(float64); told && (!has || n > was != limit.upper) {
				one[limit.key] = n
			}
		}
	}
	return one
}

// someStep reports whether limits leave no number with one of the steps of several schemas, or with
// none.
func someStep(limits map[string]any, all []map[string]any, none func(map[string]any) bool) bool {
	for _, m := range all {
		limits := maps.Clone(limits)
		limits["multipleOf"] = m["multipleOf"]
		if none(limits) {
			return true
		}
	}
	return none(limits)
}

// beyond reports whether a number of things lies outside of limits.
func beyond(m map[string]any, least, most string, n int) bool {
	a, low := m[least].(float64)
	b, high := m[most].(float64)
	return low && float64(n) < a || high && float64(n) > b
}

// exactly turns the numbers of a document into those that are computed with; false if one of them
// would become another number.
func exactly(v any) (any, bool) {
	switch v := v.(type) {
	case json.Number:
		f, err := v.Float64()
		if err != nil || len(v) > 40 || strings.ContainsAny(v.String(), "eE") {
			return nil, false
		}
		shortest, one := new(big.Rat).SetString(strconv.FormatFloat(f, 'g', -1, 64))
		written, two := new(big.Rat).SetString(v.String())
		return f, one && two && shortest.Cmp(written) == 0
	case []any:
		out := make([]any, len(v))
		for i, part := range v {
			var ok bool
			if out[i], ok = exactly(part); !ok {
				return nil, false
			}
		}
		return out, true
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, part := range v {
			var ok bool
			if out[key], ok = exactly(part); !ok {
				return nil, false
			}
		}
		return out, true
	}
	return v, true
}

// same reports whether two values are the same JSON.
func same(a, b any) bool { return reflect.DeepEqual(a, b) }

// holds reports whether a value surely meets a schema: one that says nothing but which types or values
// there are.
func holds(m map[string]any, v any) bool {
	for key := range m {
		if key != "type" && key != "const" && key != "enum" && !annotates(key) {
			return false
		}
	}
	values, named := namedValues(m)
	return kindsOf(m)[typeOf(v)] && (!named || slices.ContainsFunc(values, func(w any) bool { return same(v, w) })) && !both(m)
}

// both reports whether a schema has const and enum, of which namedValues names one.
func both(m map[string]any) bool {
	_, one := m["const"]
	_, two := m["enum"]
	return one && two
}

// annotates reports whether a keyword says nothing about which values there are.
func annotates(key string) bool {
	return slices.Contains([]string{"title", "description", "$comment", "examples", "default", "deprecated", "readOnly", "writeOnly"}, key)
}

// plainly is a schema as text, without what says nothing about which values there are.
func plainly(schema any) string {
	if m, ok := schema.(map[string]any); ok {
		plain := maps.Clone(m)
		maps.DeleteFunc(plain, func(key string, _ any) bool { return annotates(key) })
		schema = plain
	}
	text, _ := json.Marshal(schema) // it was JSON
	return string(text)
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
	if _, refers := m["$ref"]; !ok || refers {
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
		name = rawjson.Key(name)
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
			if inner, ok := part.(map[string]any); ok && inner["$schema"] != nil || addressed(part) {
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

func every(list []any, is func(any) bool) bool {
	return !slices.ContainsFunc(list, func(v any) bool { return !is(v) })
}

// crossed reports whether the minimum exceeds the maximum.
func crossed(m map[string]any, least, most string) bool {
	a, one := m[least].(float64)
	b, two := m[most].(float64)
	return one && two && a > b
}
