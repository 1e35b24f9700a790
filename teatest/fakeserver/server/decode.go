package server

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"parley/providers"
	"parley/providers/script"
	"parley/store/picture"
)

// asked is a request as the server understood it.
type asked struct {
	req    providers.Request
	stream bool
	usage  bool   // the stream should end with the usage
	forced string // the tool that must be called
	format bool   // structured output was asked for
	write  func(asked, script.Take) dialect
	server string       // whose rules apply
	chat   *chatRequest // as it was sent, if it is a chat completion
	body   []byte       // as it was sent
	said   []string     // what the server's models say in the scenarios, whichever says it

	stores   bool     // the Responses API should store the response
	reasoned bool     // encrypted reasoning came back
	bare     []string // texts of the assistant that came back without a phase
}

// dialect writes a response for one of the two interfaces.
type dialect interface {
	piece(script.Piece) []event
	finish() []event     // what ends a complete stream
	unfinished() []event // what ends a stream without a finish reason
	whole() any          // the response in one body
}

// event is one event of a stream. Name is empty in chat completions.
type event struct {
	name string
	data []byte
}

// strictly decodes JSON and refuses unknown fields and anything after it.
func strictly(body []byte, into any) error {
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		return fmt.Errorf("the body is not what this interface takes: %w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the body's JSON object")
	}
	return nil
}

// content reads a text: a string, or a list of parts of the given types, including images
// if they are among them.
func content(raw json.RawMessage, types ...string) (string, []providers.Image, error) {
	var text string
	if err := json.Unmarshal(raw, &text); err == nil {
		return text, nil, nil
	}
	var parts []struct {
		Type  string          `json:"type"`
		Text  string          `json:"text"`
		Image json.RawMessage `json:"image_url"`
	}
	if err := json.Unmarshal(raw, &parts); err != nil {
		return "", nil, errors.New("the content is neither a string nor a list of parts")
	}
	var b strings.Builder
	var images []providers.Image
	for _, p := range parts {
		if !slices.Contains(types, p.Type) {
			return "", nil, fmt.Errorf("a part of the type %q is not taken", p.Type)
		}
		if p.Type == "image_url" || p.Type == "input_image" {
			i, err := imageAt(p.Image)
			if err != nil {
				return "", nil, err
			}
			images = append(images, i)
			continue
		}
		if p.Text == "" {
			return "", nil, errors.New("a part has no text")
		}
		b.WriteString(p.Text)
	}
	return b.String(), images, nil
}

// imageAt reads the address of an image, which must contain its bytes: a string, or an
// object with one.
func imageAt(raw json.RawMessage) (providers.Image, error) {
	var address string
	if json.Unmarshal(raw, &address) != nil {
		var at struct {
			URL string `json:"url"`
		}
		if err := strictly(raw, &at); err != nil {
			return providers.Image{}, err
		}
		address = at.URL
	}
	kind, data, ok := strings.Cut(strings.TrimPrefix(address, "data:"), ";base64,")
	if !ok {
		return providers.Image{}, errors.New("the address of an image does not hold it")
	}
	return imageOf(kind, data)
}

// imageOf reads an image, which must be what its type says.
func imageOf(kind, data string) (providers.Image, error) {
	b, err := base64.StdEncoding.DecodeString(data)
	if err != nil || kind == "" || picture.TypeOf(b) != kind {
		return providers.Image{}, fmt.Errorf("the image is no %s", kind)
	}
	return providers.Image{Type: kind, Data: b}, nil
}

func isNull(raw json.RawMessage) bool { return len(raw) == 0 || string(raw) == "null" }

// pastArguments checks the arguments of a call that is sent back.
func pastArguments(id string, raw json.RawMessage) (string, error) {
	var text string
	if err := json.Unmarshal(raw, &text); err != nil {
		return "", fmt.Errorf("the arguments of the tool call %q are not a string", id)
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &object); err != nil || object == nil {
		return "", fmt.Errorf("the arguments of the tool call %q are not a JSON object: %s", id, text)
	}
	return text, nil
}

// schema is structured output as both interfaces describe it.
type schema struct {
	Type        string          `json:"type"`
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Schema      json.RawMessage `json:"schema"`
	Strict      bool            `json:"strict"`
}

// output checks a schema as strictly as a server that says strict.
func (s schema) output() (*providers.Output, error) {
	if s.Name == "" {
		return nil, errors.New("json_schema has no name")
	}
	var object struct {
		Type       string                     `json:"type"`
		Properties map[string]json.RawMessage `json:"properties"`
		Required   []string                   `json:"required"`
		Additional *bool                      `json:"additionalProperties"`
	}
	if err := json.Unmarshal(s.Schema, &object); err != nil || object.Type != "object" {
		return nil, fmt.Errorf("the schema %q is not one of an object", s.Name)
	}
	if s.Strict {
		if object.Additional == nil || *object.Additional {
			return nil, fmt.Errorf("the schema %q is strict and must say additionalProperties: false", s.Name)
		}
		for _, key := range slices.Sorted(maps.Keys(object.Properties)) {
			if !slices.Contains(object.Required, key) {
				return nil, fmt.Errorf("the schema %q is strict and must require %q", s.Name, key)
			}
		}
	}
	return &providers.Output{Name: s.Name, Schema: s.Schema}, nil
}

// choose reads tool_choice. A forced tool is a request for structured output.
func (a *asked) choose(raw json.RawMessage, name string) error {
	var word string
	switch err := json.Unmarshal(raw, &word); {
	case isNull(raw):
		return nil
	case err == nil && slices.Contains([]string{"auto", "none", "required"}, word):
		if word == "required" && len(a.req.Tools) == 0 {
			return errors.New("tool_choice is required, but there are no tools")
		}
		return nil
	case err == nil || name == "":
		return fmt.Errorf("tool_choice cannot be %s", raw)
	}
	for _, t := range a.req.Tools {
		if t.Name == name {
			a.forced = name
			a.req.Output = &providers.Output{Name: name, Schema: t.Parameters}
			return nil
		}
	}
	return fmt.Errorf("tool_choice names %q, which is not among the tools", name)
}
