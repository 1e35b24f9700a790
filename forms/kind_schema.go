package forms

import (
	"encoding/json"
	"errors"
	"strings"

	"parley/forms/rawjson"
)

// Schema is answered with JSON that fits a JSON Schema.
const Schema Kind = "schema"

type schemaKind struct{ common }

func (schemaKind) Kind() Kind { return Schema }

func (schemaKind) Attributes() []Attribute {
	return []Attribute{{Name: "schema", Holds: Document, About: "JSON Schema, for schema only."}}
}

func (schemaKind) Sound(t AnswerType) Faults {
	if len(t.Schema) == 0 {
		return Faults{{"schema", schemaMissing}}
	}
	s, err := CompileSchema(t.Schema)
	switch {
	case err != nil:
		return Faults{{"schema", err.Error()}}
	case s.unusable():
		return Faults{{"schema", schemaTooMuch}}
	case nobody(t.Schema, s):
		return Faults{{"schema", schemaNobody}}
	}
	return nil
}

// Check returns SchemaFaults if the answer does not fit.
func (schemaKind) Check(t AnswerType, answer json.RawMessage) error {
	c, err := CompileSchema(t.Schema)
	if err != nil {
		return err
	}
	if paths := rawjson.Twice(answer); len(paths) > 0 {
		faults := make(SchemaFaults, len(paths))
		for i, path := range paths {
			faults[i] = SchemaFault{path, keyTwice}
		}
		return faults
	}
	if faults := c.Validate(answer); len(faults) > 0 {
		return SchemaFaults(faults)
	}
	return nil
}

// Schema is the asker's own schema, unchanged.
func (schemaKind) Schema(t AnswerType) json.RawMessage { return t.Schema }

// Say is the JSON, strings with their quotes.
func (schemaKind) Say(_ AnswerType, answer json.RawMessage) string { return string(compact(answer)) }

func (schemaKind) Line() Line { return Line{Wanted: "JSON on one line"} }

func (schemaKind) Read(_ AnswerType, line string) (json.RawMessage, error) {
	line = strings.TrimSpace(line)
	if !json.Valid([]byte(line)) {
		return nil, errors.New(answerNotJSON)
	}
	return json.RawMessage(line), nil
}

const schemaMissing = "is missing; a schema answer needs a JSON Schema, an object"
