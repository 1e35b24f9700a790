package coordinator

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"

	"parley/forms"
	"parley/store/text/rawjson"
)

// The schema that a reviewing model answers by: first its reason, then the
// answer, since what is written first shapes what follows. The bytes are the
// same for the same answer type, so that servers can keep what they compiled.

const reasonProperty = `"reason":{"type":"string","description":"Brief explanation of why you chose this answer."}`

// answerPlace is where the schema of the answer stands in the wrapper.
const answerPlace = "#/properties/answer"

// ReviewSchema returns the schema of a reviewer's answer to a question of this
// type: an object of `reason` and `answer`, both required, nothing else allowed.
// It fails on a schema of a tool's that is not a JSON object.
func ReviewSchema(t forms.AnswerType) (json.RawMessage, error) {
	answer, root, err := answerSchema(t)
	if err != nil {
		return nil, err
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

// answerSchema is the schema of the answer alone, and what belongs to the root
// of the wrapper: a tool's own definitions, where their references point, and
// the draft that they are written in.
func answerSchema(t forms.AnswerType) (schema []byte, root []member, err error) {
	switch t.Kind {
	case forms.Boolean:
		return []byte(`{"type":"boolean"}`), nil, nil
	case forms.Select:
		return choiceSchema(t), nil, nil
	case forms.MultiSelect:
		return []byte(`{"type":"array","items":` + string(choiceSchema(t)) + `}`), nil, nil
	case forms.Schema:
		return hoisted(t.Schema)
	}
	return []byte(`{"type":"string"}`), nil, nil
}

// choiceSchema is one of the options, or any string where others are allowed.
func choiceSchema(t forms.AnswerType) []byte {
	if t.Other {
		return []byte(`{"type":"string"}`)
	}
	values := make([]string, len(t.Options))
	text := true
	for i, o := range t.Options {
		values[i] = string(o.Value)
		text = text && strings.HasPrefix(values[i], `"`)
	}
	list := `"enum":[` + strings.Join(values, ",") + `]}`
	if text {
		return []byte(`{"type":"string",` + list)
	}
	return []byte(`{` + list)
}

// hoisted takes the definitions out of a schema and turns its other references
// to where it stands now. A schema with an id of its own is left as it is, since
// its references mean itself wherever it stands.
func hoisted(schema json.RawMessage) (answer []byte, root []member, err error) {
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
			m.value, _ = movedNames(m.value)
			root = append(root, m)
		default:
			rest = append(rest, m)
		}
	}
	answer = schema
	if len(root) > 0 {
		answer = object(rest)
	}
	answer, _ = moved(answer)
	return answer, root, nil
}

// resource says whether a schema has an id that makes it a document of its own;
// one that is only a fragment is a name within the document.
func resource(all []member) bool {
	for _, m := range all {
		var id string
		if m.key == "$id" && json.Unmarshal(m.value, &id) == nil && !strings.HasPrefix(id, "#") {
			return true
		}
	}
	return false
}

// moved rewrites the references in a schema, or in a list of them, and says
// whether there were any; without any the bytes stay as they are.
func moved(raw json.RawMessage) (json.RawMessage, bool) {
	switch first(raw) {
	case '{':
		return movedMembers(raw, func(m member) (json.RawMessage, bool) {
			switch m.key {
			case "$ref":
				return movedRef(m.value)
			case "const", "enum", "default", "examples":
				return m.value, false // values, whatever they look like
			case "properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies":
				return movedNames(m.value)
			}
			return moved(m.value)
		})
	case '[':
		return movedList(raw)
	}
	return raw, false
}

// movedNames rewrites a map of names to schemas.
func movedNames(raw json.RawMessage) (json.RawMessage, bool) {
	if first(raw) != '{' {
		return moved(raw)
	}
	all, err := members(raw)
	if err != nil {
		return raw, false
	}
	return movedIn(raw, all, func(m member) (json.RawMessage, bool) { return moved(m.value) })
}

func movedMembers(raw json.RawMessage, move func(member) (json.RawMessage, bool)) (json.RawMessage, bool) {
	all, err := members(raw)
	if err != nil || resource(all) {
		return raw, false
	}
	return movedIn(raw, all, move)
}

func movedIn(raw json.RawMessage, all []member, move func(member) (json.RawMessage, bool)) (json.RawMessage, bool) {
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

func movedList(raw json.RawMessage) (json.RawMessage, bool) {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil {
		return raw, false
	}
	any := false
	for i := range list {
		value, changed := moved(list[i])
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

// movedRef turns a reference to the schema's root, or to a part of it that is
// not a definition, to where that stands now.
func movedRef(raw json.RawMessage) (json.RawMessage, bool) {
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
	return rawjson.Quote(answerPlace + path), true
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

// members splits one object, and nothing beside it, into its members in their
// order.
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

// first is the byte that a JSON value begins with.
func first(raw json.RawMessage) byte {
	if raw = bytes.TrimLeft(raw, " \t\r\n"); len(raw) > 0 {
		return raw[0]
	}
	return 0
}
