package forms

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

type compiledSchema struct{ root *jsonschema.Schema }

func compileSchema(raw json.RawMessage) (*compiledSchema, error) {
	doc, err := decode(raw)
	if err != nil {
		return nil, errors.New("is not valid JSON")
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	c.UseLoader(nothing{})
	if err := c.AddResource("schema:answer", doc); err != nil {
		return nil, err
	}
	s, err := c.Compile("schema:answer")
	if err != nil {
		return nil, err
	}
	return &compiledSchema{s}, nil
}

type nothing struct{}

func (nothing) Load(url string) (any, error) { return nil, fmt.Errorf("refused %s", url) }

func (s *compiledSchema) validate(raw json.RawMessage) []SchemaFault {
	v, err := decode(raw)
	if err != nil {
		return []SchemaFault{{"", answerNotJSON}}
	}
	if err := s.root.Validate(v); err != nil {
		return []SchemaFault{{"", err.Error()}}
	}
	return nil
}
