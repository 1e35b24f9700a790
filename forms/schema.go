package forms

import (
	"encoding/json"
	"errors"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"parley/forms/rawjson"
)

// Schemas are written by models and tools, so they are treated as hostile. A schema
// is limited before it is compiled (schema_limits.go), nothing is loaded for it, and
// before a value is checked against it the work is computed and refused if it is too
// much (schema_cost.go).

// Compiled is a schema that values can be checked against, by several goroutines at
// once. Making one takes about a tenth of a millisecond. Forms keep none and compile
// the schema for each check of an answer; a caller that checks on every key should
// keep it.
type Compiled struct {
	schema *jsonschema.Schema
	left   *atomic.Int64 // for its patterns
}

// CompileSchema reads a JSON Schema of draft 2020-12 (the default) or 7. Nothing is
// ever loaded for it, not even from a file. Its error is one line that tells a model
// what to change.
func CompileSchema(raw json.RawMessage) (*Compiled, error) {
	if len(raw) > maxSchemaBytes {
		return nil, errors.New(schemaTooLong(len(raw)))
	}
	doc, err := decode(raw)
	if err != nil {
		return nil, errors.New(schemaNotJSON)
	}
	object, ok := doc.(map[string]any)
	if !ok {
		return nil, errors.New(mustBe("a JSON Schema, an object", raw))
	}
	if err := limit(object); err != nil {
		return nil, err
	}
	left := purse(mostRead)
	s, err := compile(object, left)
	if err != nil {
		return nil, err
	}
	if err := limitGraph(s); err != nil {
		return nil, err
	}
	return &Compiled{s, left}, nil
}

// place is the address given to a schema, which has none of its own.
const place = "schema:///"

func compile(doc map[string]any, left *atomic.Int64) (*jsonschema.Schema, error) {
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	c.UseLoader(nowhere{})
	c.UseRegexpEngine(func(text string) (jsonschema.Regexp, error) { return readPattern(text, left) })
	if err := c.AddResource(place, doc); err != nil {
		return nil, errors.New(schemaInvalid(err.Error()))
	}
	s, err := c.Compile(place)
	if err != nil {
		return nil, errors.New(compileFault(err))
	}
	return s, nil
}

// nowhere is a loader that refuses everything.
type nowhere struct{}

var errNotLoaded = errors.New("nothing is loaded for a schema")

// Load refuses; the library's own loader would read files.
func (nowhere) Load(string) (any, error) { return nil, errNotLoaded }

// Validate returns every fault of a value, by path; none if it fits.
func (c *Compiled) Validate(value json.RawMessage) []SchemaFault {
	v, err := decode(value)
	if err != nil {
		return []SchemaFault{{"", valueBroken}}
	}
	if faults := limitValue(v); len(faults) > 0 {
		return faults
	}
	c.left.Store(mostMatched)
	much := tooMuch(c.schema, v)
	if !much {
		err = c.schema.Validate(v)
	}
	if much || c.left.Load() < 0 {
		return []SchemaFault{{"", valueTooMuch}}
	}
	if err == nil {
		return nil
	}
	var wrong *jsonschema.ValidationError
	if !errors.As(err, &wrong) {
		return []SchemaFault{{"", err.Error()}}
	}
	faults := flatten(wrong)
	sortFaults(faults)
	return slices.Compact(faults)
}

// SchemaFault is one place where a value does not fit a schema. Path is a JSON
// pointer, "" for the whole value.
type SchemaFault struct{ Path, Message string }

// Error is the fault on one line.
func (f SchemaFault) Error() string {
	if f.Path == "" {
		return "the answer " + f.Message
	}
	return f.Path + " " + f.Message
}

// SchemaFaults is every such place, in the order of their paths.
type SchemaFaults []SchemaFault

// Error is one line per fault.
func (f SchemaFaults) Error() string {
	lines := make([]string, len(f))
	for i, fault := range f {
		lines[i] = fault.Error()
	}
	return strings.Join(lines, "\n")
}

// compareFaults orders by path, list items by number, then by message.
func sortFaults(faults []SchemaFault) {
	sort.SliceStable(faults, func(i, j int) bool { return compareFaults(faults[i], faults[j]) < 0 })
}

func compareFaults(a, b SchemaFault) int {
	if c := slices.CompareFunc(strings.Split(a.Path, "/"), strings.Split(b.Path, "/"), compareTokens); c != 0 {
		return c
	}
	return strings.Compare(a.Message, b.Message)
}

func compareTokens(a, b string) int {
	i, errA := strconv.Atoi(a)
	j, errB := strconv.Atoi(b)
	if errA == nil && errB == nil && i != j {
		return i - j
	}
	return strings.Compare(a, b)
}

// pointer writes a path as a JSON pointer.
func pointer(tokens []string) string {
	var b strings.Builder
	for _, token := range tokens {
		b.WriteByte('/')
		b.WriteString(rawjson.Step(token))
	}
	return b.String()
}
