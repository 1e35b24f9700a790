package mcp

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"sync"
)

// orders remembers schemas as they were written. The library decodes them into maps,
// and in a form the order of the properties is the order of the questions.
type orders struct {
	mu   sync.Mutex
	size int
	raw  map[[sha256.Size]byte]json.RawMessage
}

// mostOrders is how many bytes of schemas are remembered of a connection. Then it begins anew:
// what a schema is for comes with it, or soon after it.
const mostOrders = largestMessage

// entrySize is about what a schema takes beside its text.
const entrySize = 200

func newOrders() *orders { return &orders{raw: map[[sha256.Size]byte]json.RawMessage{}} }

// see looks at a message of a server.
func (o *orders) see(message []byte) {
	if bytes.Contains(message, []byte(`"requestedSchema"`)) || bytes.Contains(message, []byte(`"inputSchema"`)) {
		o.walk(message, 0)
	}
}

// deepest is how far down schemas stand in a message.
const deepest = 8

func (o *orders) walk(raw json.RawMessage, depth int) {
	raw = bytes.TrimSpace(raw)
	if depth > deepest || len(raw) == 0 {
		return
	}
	switch raw[0] {
	case '{':
		var object map[string]json.RawMessage
		if json.Unmarshal(raw, &object) != nil {
			return
		}
		for key, value := range object {
			if key == "requestedSchema" || key == "inputSchema" {
				o.keep(value)
				continue
			}
			o.walk(value, depth+1)
		}
	case '[':
		var list []json.RawMessage
		if json.Unmarshal(raw, &list) != nil {
			return
		}
		for _, value := range list {
			o.walk(value, depth+1)
		}
	}
}

func (o *orders) keep(schema json.RawMessage) {
	var v any
	if json.Unmarshal(schema, &v) != nil {
		return
	}
	key, _, err := sorted(v)
	if err != nil {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if old, is := o.raw[key]; is {
		o.size -= len(old) + entrySize
	}
	o.size += len(schema) + entrySize
	if o.size > mostOrders {
		clear(o.raw)
		o.size = len(schema) + entrySize
	}
	o.raw[key] = bytes.Clone(schema)
}

// of returns a schema as it was written, or with sorted keys if it was not seen.
func (o *orders) of(schema any) json.RawMessage {
	key, again, err := sorted(schema)
	if err != nil || string(again) == "null" {
		return nil
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if raw, ok := o.raw[key]; ok {
		return raw
	}
	return again
}

// sorted is a value in the one way in which it is written with sorted keys.
func sorted(v any) (key [sha256.Size]byte, text json.RawMessage, err error) {
	text, err = json.Marshal(v)
	return sha256.Sum256(text), text, err
}
