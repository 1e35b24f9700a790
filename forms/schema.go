package forms

import (
	"encoding/json"
	"strings"
)

// SchemaFault is one place where a value does not fit a schema. Path is a JSON
// pointer, "" for the whole value.
type SchemaFault struct{ Path, Message string }

// SchemaFaults is every such place, in the order of their paths.
type SchemaFaults []SchemaFault

// Error is one line a fault.
func (f SchemaFaults) Error() string {
	lines := make([]string, len(f))
	for i, fault := range f {
		lines[i] = fault.Error()
	}
	return strings.Join(lines, "\n")
}

// Error is the fault on one line.
func (f SchemaFault) Error() string {
	if f.Path == "" {
		return f.Message
	}
	return f.Path + ": " + f.Message
}

// Compiled is a schema that values can be checked against, by several at once.
type Compiled struct{ schema *compiledSchema }

// CompileSchema reads a JSON Schema of draft 2020-12 (the default) or 7.
// Nothing is ever loaded for it. Its error says what to change, for a model.
func CompileSchema(raw json.RawMessage) (*Compiled, error) {
	s, err := compileSchema(raw)
	if err != nil {
		return nil, err
	}
	return &Compiled{s}, nil
}

// Validate returns every fault of a value, in a fixed order; none if it fits.
func (c *Compiled) Validate(value json.RawMessage) []SchemaFault {
	return c.schema.validate(value)
}
