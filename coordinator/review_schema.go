package coordinator

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"

	"parley/forms"
	"parley/forms/rawjson"
)

// The schema of a reviewer's answer: first the reason, then the answer, since what is
// written first shapes what follows. The bytes are the same for the same answer type,
// so that servers can reuse what they compiled.

const reasonProperty = `"reason":{"type":"string","description":"Brief explanation of why you chose this answer."}`

// answerPlace is the place of the answer's schema in the wrapper.
const answerPlace = "#/properties/answer"

// ReviewSchema returns the schema of a reviewer's answer to a question: an object of
// `reason` and `answer`, both required, nothing else allowed. Null leaves an optional
// question out. It fails if a tool's schema is not a JSON object, and for an unknown
// answer type.
func ReviewSchema(q forms.Question) (json.RawMessage, error) {
	schema, ok := q.AnswerSchema()
	if !ok {
		return nil, fmt.Errorf("coordinator: there is no schema for the answer type %q", q.AnswerType.Kind)
	}
	place := mover{answerPlace}
	if q.Optional {
		place.to += "/anyOf/0"
	}
	answer, root, err := place.hoisted(schema)
	if err != nil {
		return nil, err
	}
	if q.Optional {
		answer = slices.Concat([]byte(`{"anyOf":[`), answer, []byte(`,{"type":"null"}]}`))
	}
	var b bytes.Buffer
	b.WriteString(`{"type":"object","properties":{` + reasonProperty + `,"answer":`)
	b.Write(answer)
	b.WriteString(`},"required":["reason","answer"],"additionalProperties":false`)
	for _, m := range root {
		fmt.Fprintf(&b, ",%s:%s", rawjson.Quote(m.key), m.value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// mover redirects the references of a schema to its place in the wrapper.
type mover struct{ to string }

// hoisted takes the definitions out of a schema and redirects its other references to
// its new place. A schema with an id of its own is left unchanged, since its
// references are relative to that id.
func (p mover) hoisted(schema json.RawMessage) (answer []byte, root []member, err error) {
	all, err := members(schema)
	if err != nil {
		return nil, nil, fmt.Errorf("coordinator: the schema of a question: %w", err)
	}
	if resource(all) {
		return schema, nil, nil
	}
	var rest []member
	for _, m := range all {
		switch m.key {
		case "$schema":
			root = append(root, m)
		case "$defs", "definitions":
			m.value, _ = p.movedNames(m.value)
			root = append(root, m)
		default:
			rest = append(rest, m)
		}
	}
	answer = schema
	if len(root) > 0 {
		answer = object(rest)
	}
	answer, _ = p.moved(answer)
	return answer, root, nil
}

// resource reports whether a schema has an id that makes it a document of its own; a
// mere fragment is a name within the document.
func resource(all []member) bool {
	for _, m := range all {
		var id string
		if m.key == "$id" && json.Unmarshal(m.value, &id) == nil && !strings.HasPrefix(id, "#") {
			return true
		}
	}
	return false
}

// moved rewrites the references in a schema, or in a list of them, and reports
// whether there were any; without any the bytes stay unchanged.
func (p mover) moved(raw json.RawMessage) (json.RawMessage, bool) {
	switch first(raw) {
	case '{':
		return p.movedMembers(raw, func(m member) (json.RawMessage, bool) {
			switch m.key {
			case "$ref":
				return p.movedRef(m.value)
			case "const", "enum", "default", "examples":
				return m.value, false // values, whatever they look like
			case "properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies":
				return p.movedNames(m.value)
			}
			return p.moved(m.value)
		})
	case '[':
		return p.movedList(raw)
	}
	return raw, false
}

// movedNames rewrites a map of names to schemas.
func (p mover) movedNames(raw json.RawMessage) (json.RawMessage, bool) {
	if first(raw) != '{' {
		return p.moved(raw)
	}
	all, err := members(raw)
	if err != nil {
		return raw, false
	}
	return p.movedIn(raw, all, func(m member) (json.RawMessage, bool) { return p.moved(m.value) })
}

func (p mover) movedMembers(raw json.RawMessage, move func(member) (json.RawMessage, bool)) (json.RawMessage, bool) {
	all, err := members(raw)
	if err != nil || resource(all) {
		return raw, false
	}
	return p.movedIn(raw, all, move)
}

func (p mover) movedIn(raw json.RawMessage, all []member, move func(member) (json.RawMessage, bool)) (json.RawMessage, bool) {
	any := false
	for i, m := range all {
		value, changed := move(m)
		all[i].value, any = value, any || changed
	}
	if !any {
		return raw, false
	}
	return object(all), true
}

func (p mover) movedList(raw json.RawMessage) (json.RawMessage, bool) {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil {
		return raw, false
	}
	any := false
	for i := range list {
		value, changed := p.moved(list[i])
		list[i], any = value, any || changed
	}
	if !any {
		return raw, false
	}
	return append(append([]byte{'['}, bytes.Join(asBytes(list), []byte(","))...), ']'), true
}

func asBytes(list []json.RawMessage) [][]byte {
	out := make([][]byte, len(list))
	for i, x := range list {
		out[i] = x
	}
	return out
}

// movedRef redirects a reference to the schema's root, or to a part of it that is not
// a definition, to its new place.
func (p mover) movedRef(raw json.RawMessage) (json.RawMessage, bool) {
	var to string
	if json.Unmarshal(raw, &to) != nil {
		return raw, false
	}
	path, local := strings.CutPrefix(to, "#")
	if !local || path != "" && path[0] != '/' {
		return raw, false // another document, or a name
	}
	if plain, err := url.PathUnescape(path); err == nil && (under(plain, "/$defs") || under(plain, "/definitions")) {
		return raw, false
	}
	return rawjson.Quote(p.to + path), true
}

func under(path, place string) bool { return path == place || strings.HasPrefix(path, place+"/") }

// member is a member of a JSON object; objects keep their order here.
type member struct {
	key   string
	value json.RawMessage
}

var (
	errNoObject = errors.New("it is not a JSON object")
	errMore     = errors.New("something follows the JSON object")
)

// members splits one object, and nothing after it, into its members in their order.
func members(raw json.RawMessage) ([]member, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	open, err := dec.Token()
	if err != nil {
		return nil, err
	}
	if open != json.Delim('{') {
		return nil, errNoObject
	}
	var out []member
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, err
		}
		name, ok := key.(string)
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil || !ok {
			return nil, errors.Join(errNoObject, err)
		}
		out = append(out, member{name, value})
	}
	if _, err := dec.Token(); err != nil {
		return nil, err
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, errMore
	}
	return out, nil
}

func object(all []member) []byte {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range all {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(rawjson.Quote(m.key))
		b.WriteByte(':')
		b.Write(m.value)
	}
	b.WriteByte('}')
	return b.Bytes()
}

// first is the first byte of a JSON value.
func first(raw json.RawMessage) byte {
	if raw = bytes.TrimLeft(raw, " \t\r\n"); len(raw) > 0 {
		return raw[0]
	}
	return 0
}
