package coordinator

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"parley/forms"
)

// The schema that a reviewing model answers by: first its reason, then the
// answer, since what is written first shapes what follows. The bytes are the
// same for the same answer type, so that servers can keep what they compiled.

const reasonProperty = `"reason":{"type":"string","description":"Brief explanation of why you chose this answer."}`

// ReviewSchema returns the schema of a reviewer's answer to a question of this
// type: an object of `reason` and `answer`, both required, nothing else allowed.
func ReviewSchema(t forms.AnswerType) (json.RawMessage, error) {
	answer, definitions, err := answerSchema(t)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.WriteString(`{"type":"object","properties":{` + reasonProperty + `,"answer":`)
	b.Write(answer)
	b.WriteString(`},"required":["reason","answer"],"additionalProperties":false`)
	for _, d := range definitions {
		fmt.Fprintf(&b, ",%s:%s", mustJSON(d.key), d.value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

func mustJSON(v any) []byte {
	out, err := json.Marshal(v)
	if err != nil {
		panic("coordinator: " + err.Error()) // strings and valid raw JSON always encode
	}
	return out
}

// answerSchema is the schema of the answer alone; definitions of a tool's own
// schema move to the root of the wrapper, where their references point.
func answerSchema(t forms.AnswerType) (schema []byte, definitions []member, err error) {
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

// member is a member of a JSON object; objects keep their order here.
type member struct {
	key   string
	value json.RawMessage
}

// members splits an object into its members in their order.
func members(raw json.RawMessage) ([]member, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	open, err := dec.Token()
	if err != nil {
		return nil, err
	}
	if open != json.Delim('{') {
		return nil, fmt.Errorf("it is not a JSON object")
	}
	var out []member
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return nil, err
		}
		out = append(out, member{key.(string), value})
	}
	if _, err := dec.Token(); err != nil {
		return nil, err
	}
	if dec.More() {
		return nil, fmt.Errorf("something follows the JSON object")
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
		b.Write(mustJSON(m.key))
		b.WriteByte(':')
		b.Write(m.value)
	}
	b.WriteByte('}')
	return b.Bytes()
}

// hoisted takes the definitions out of a schema and turns its other references
// to where it stands now.
func hoisted(schema json.RawMessage) (answer []byte, definitions []member, err error) {
	all, err := members(schema)
	if err != nil {
		return schema, nil, nil // true or false are schemas too
	}
	var rest []member
	for _, m := range all {
		switch m.key {
		case "$defs", "definitions":
			m.value = moved(m.value)
			definitions = append(definitions, m)
		case "$schema":
			// the wrapper is of the default draft; its meaning stays the same
		default:
			rest = append(rest, m)
		}
	}
	return moved(object(rest)), definitions, nil
}

// moved rewrites references to the schema's own root and its parts; those to
// definitions stay.
func moved(raw json.RawMessage) json.RawMessage {
	if !bytes.Contains(raw, []byte(`"$ref"`)) {
		return raw
	}
	if all, err := members(raw); err == nil {
		for i, m := range all {
			if to, ok := movedRef(m); ok {
				all[i].value = to
				continue
			}
			all[i].value = moved(m.value)
		}
		return object(all)
	}
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil || list == nil {
		return raw
	}
	for i := range list {
		list[i] = moved(list[i])
	}
	return mustJSON(list)
}

func movedRef(m member) (json.RawMessage, bool) {
	var to string
	if m.key != "$ref" || json.Unmarshal(m.value, &to) != nil {
		return nil, false
	}
	if to == "#" || strings.HasPrefix(to, "#/") && !strings.HasPrefix(to, "#/$defs/") && !strings.HasPrefix(to, "#/definitions/") {
		return mustJSON("#/properties/answer" + strings.TrimPrefix(to, "#")), true
	}
	return m.value, true
}
