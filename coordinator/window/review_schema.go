package window

import (
	"bytes"
	"encoding/json"
	"fmt"
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
		fmt.Fprintf(&b, ",%s:%s", rawjson.Quote(m.Key), m.Value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// mover redirects the references of a schema to its place in the wrapper.
type mover struct{ to string }

// hoisted takes the definitions out of a schema and redirects its other references to
// its new place. A schema with an id of its own is left unchanged, since its
// references are relative to that id.
func (p mover) hoisted(schema json.RawMessage) (answer []byte, root []rawjson.Member, err error) {
	all, err := rawjson.Members(schema)
	if err != nil {
		return nil, nil, fmt.Errorf("coordinator: the schema of a question: %w", err)
	}
	if resource(all) {
		return schema, nil, nil
	}
	var rest []rawjson.Member
	for _, m := range all {
		switch m.Key {
		case "$schema":
			root = append(root, m)
		case "$defs", "definitions":
			m.Value, _ = p.movedNames(m.Value)
			root = append(root, m)
		default:
			rest = append(rest, m)
		}
	}
	answer = schema
	if len(root) > 0 {
		answer = rawjson.Object(rest)
	}
	answer, _ = p.moved(answer)
	return answer, root, nil
}

// resource reports whether a schema has an id that makes it a document of its own; a
// mere fragment is a name within the document.
func resource(all []rawjson.Member) bool {
	for _, m := range all {
		var id string
		if m.Key == "$id" && json.Unmarshal(m.Value, &id) == nil && !strings.HasPrefix(id, "#") {
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
		return p.movedMembers(raw, func(m rawjson.Member) (json.RawMessage, bool) {
			switch m.Key {
			case "$ref":
				return p.movedRef(m.Value)
			case "const", "enum", "default", "examples":
				return m.Value, false // values, whatever they look like
			case "properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies":
				return p.movedNames(m.Value)
			}
			return p.moved(m.Value)
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
	all, err := rawjson.Members(raw)
	if err != nil {
		return raw, false
	}
	return p.movedIn(raw, all, func(m rawjson.Member) (json.RawMessage, bool) { return p.moved(m.Value) })
}

func (p mover) movedMembers(raw json.RawMessage, move func(rawjson.Member) (json.RawMessage, bool)) (json.RawMessage, bool) {
	all, err := rawjson.Members(raw)
	if err != nil || resource(all) {
		return raw, false
	}
	return p.movedIn(raw, all, move)
}

func (p mover) movedIn(raw json.RawMessage, all []rawjson.Member, move func(rawjson.Member) (json.RawMessage, bool)) (json.RawMessage, bool) {
	any := false
	for i, m := range all {
		value, changed := move(m)
		all[i].Value, any = value, any || changed
	}
	if !any {
		return raw, false
	}
	return rawjson.Object(all), true
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

// first is the first byte of a JSON value.
func first(raw json.RawMessage) byte {
	if raw = bytes.TrimLeft(raw, " \t\r\n"); len(raw) > 0 {
		return raw[0]
	}
	return 0
}
