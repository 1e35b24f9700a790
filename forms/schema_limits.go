package forms

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// The limits of a schema and of the values checked against one. Compile time grows
// faster than depth, and numbers are computed exactly.
const (
	maxSchemaBytes = 64 << 10
	maxSchemaDepth = 32
	maxSubschemas  = 200
	maxExponent    = 400
	maxDigits      = 1000
	maxValueDepth  = 256
)

// limit checks a schema before it is compiled.
func limit(doc map[string]any) error {
	if draft, ok := doc["$schema"].(string); ok && !knownDraft(draft) {
		return errors.New(schemaOldDraft)
	}
	var l limiter
	return l.schema(doc, 1)
}

func knownDraft(url string) bool {
	url = strings.TrimSuffix(url, "#")
	_, url, _ = strings.Cut(url, "://")
	return url == "json-schema.org/draft/2020-12/schema" || url == "json-schema.org/draft-07/schema"
}

// limiter counts the subschemas of a schema. Values in places where no subschema
// belongs are counted too, because a reference may point there.
type limiter struct{ count int }

func (l *limiter) schema(v any, depth int) error {
	if depth > maxSchemaDepth {
		return errors.New(schemaTooDeep)
	}
	switch v := v.(type) {
	case map[string]any:
		if l.count++; l.count > maxSubschemas {
			return errors.New(schemaTooMany)
		}
		return l.object(v, depth)
	case []any:
		for _, item := range v {
			if err := l.schema(item, depth+1); err != nil {
				return err
			}
		}
	case json.Number:
		if tooLong(v) {
			return errors.New(schemaNumber(string(v)))
		}
	}
	return nil
}

func (l *limiter) object(m map[string]any, depth int) error {
	for _, key := range sortedKeys(m) {
		v := m[key]
		if named, ok := v.(map[string]any); ok && holdsSchemas(key) {
			if err := l.object(named, depth); err != nil {
				return err
			}
			continue
		}
		if err := l.schema(v, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// holdsSchemas reports whether the keyword's value maps names to schemas rather than
// being a schema.
func holdsSchemas(keyword string) bool {
	switch keyword {
	case "properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies":
		return true
	}
	return false
}

// tooLong reports whether exact computation with a number would be expensive.
func tooLong(v json.Number) bool {
	n := parseNumber(string(v))
	return len(v) > maxDigits || !n.exponent.IsInt64() || abs(n.exponent.Int64()) > maxExponent
}

func abs(i int64) int64 { return max(i, -i) }

// limitGraph checks a schema once its references are resolved: none may be
// dynamic, and none may lead back to itself without going into the value, which
// no value could satisfy.
func limitGraph(root *jsonschema.Schema) error {
	seen := make(map[*jsonschema.Schema]bool)
	settled := make(map[*jsonschema.Schema]bool)
	open := []*jsonschema.Schema{root}
	for len(open) > 0 {
		s := open[len(open)-1]
		open = open[:len(open)-1]
		if seen[s] {
			continue
		}
		seen[s] = true
		if s.DynamicRef != nil || s.RecursiveRef != nil {
			return errors.New(schemaDynamic)
		}
		if loops(s, settled, make(map[*jsonschema.Schema]bool)) {
			return errors.New(schemaInPlace)
		}
		open = append(append(open, inPlace(s)...), within(s)...)
	}
	return nil
}

// loops reports whether a schema applies itself to the same value. settled holds the
// schemas known not to, open those on the current path.
func loops(s *jsonschema.Schema, settled, open map[*jsonschema.Schema]bool) bool {
	if open[s] {
		return true
	}
	if settled[s] {
		return false
	}
	open[s] = true
	for _, next := range inPlace(s) {
		if loops(next, settled, open) {
			return true
		}
	}
	delete(open, s)
	settled[s] = true
	return false
}

// limitValue finds the numbers that are too long to compute with, and nesting
// that is too deep.
func limitValue(v any) []SchemaFault { return limitAt(v, nil) }

func limitAt(v any, path []string) []SchemaFault {
	if len(path) > maxValueDepth {
		return []SchemaFault{{"", valueTooDeep}}
	}
	var faults []SchemaFault
	switch v := v.(type) {
	case map[string]any:
		for _, key := range sortedKeys(v) {
			faults = append(faults, limitAt(v[key], append(path, key))...)
		}
	case []any:
		for i, item := range v {
			faults = append(faults, limitAt(item, append(path, strconv.Itoa(i)))...)
		}
	case json.Number:
		if tooLong(v) {
			faults = []SchemaFault{{pointer(path), valueNumber}}
		}
	}
	return faults
}
