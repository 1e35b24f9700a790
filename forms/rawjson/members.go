package rawjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
)

// Member is a member of a JSON object, which keeps its order here.
type Member struct {
	Key   string
	Value json.RawMessage
}

var (
	errNoObject = errors.New("it is not a JSON object")
	errMore     = errors.New("something follows the JSON object")
)

// Members splits one object, and nothing after it, into its members in their order.
func Members(raw json.RawMessage) ([]Member, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	open, err := dec.Token()
	if err != nil {
		return nil, err
	}
	if open != json.Delim('{') {
		return nil, errNoObject
	}
	var out []Member
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
		out = append(out, Member{name, value})
	}
	if _, err := dec.Token(); err != nil {
		return nil, err
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, errMore
	}
	return out, nil
}

// Object joins members to an object.
func Object(all []Member) []byte {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range all {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(Quote(m.Key))
		b.WriteByte(':')
		b.Write(m.Value)
	}
	b.WriteByte('}')
	return b.Bytes()
}
